import { secondFactors, users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { describe, expect, test } from "vitest"
import { beginSecondFactor } from "~/models/accounts/second-factor/second-factor.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { findUser } from "~/models/accounts/user/user.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, redirectOf, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { changeRows, openSchool, rowsOf } from "../../support/school"
import { codeAt, turnOnSecondFactor } from "../../support/second-factor"

const password = "three small words"
const passwordHash = await hashPassword(password)

/** An administrator with a password, with a second factor unless told otherwise. */
function person({ withFactor = true } = {}) {
  const { userId } = openSchool()
  changeRows(users, { id: userId }, { passwordHash })
  const username = findUser(userId)?.email ?? ""
  return {
    userId,
    username,
    ...(withFactor ? turnOnSecondFactor(userId) : { secret: "", recoveryCodes: [] }),
  }
}

const signInsOf = (userId: string) => rowsOf(signIns, { userId })
const nextCode = (secret: string) => codeAt(secret, testNow + 30_000)

async function atSecondStep(
  who: { username: string },
  path = "/auth/login",
  fields: Record<string, string> = {},
) {
  const browser = new Browser()
  const answer = await browser.submit(path, { username: who.username, password, ...fields })
  await expect(answer).toLead(303, "/auth/second-factor")
  return browser
}

describe("a sealing key that is gone", () => {
  test("the code is refused with words that help, recovery codes of other keys too, and nothing breaks", async () => {
    const who = person()
    const sealed = Buffer.from("sealed under a key that nobody has any more").toString("base64url")
    changeRows(secondFactors, { userId: who.userId }, { sealedSecret: sealed })
    const browser = await atSecondStep(who)
    const refused = await browser.submit("/auth/second-factor", { code: nextCode(who.secret) })
    await expect(refused).toAnswer(400, "Use a recovery code, or ask support to reset your two-factor login.")
    const recovered = await browser.submit("/auth/second-factor", {
      recoveryCode: who.recoveryCodes[0] ?? "",
    })
    await expect(recovered).toLead(303, "/dashboard")
  })

  test("an unconfirmed enrollment starts over", async () => {
    const { userId } = openSchool()
    const browser = await Browser.of(userId)
    expect(beginSecondFactor(userId).ok).toBe(true)
    const sealed = Buffer.from("sealed under a key that nobody has any more").toString("base64url")
    changeRows(secondFactors, { userId }, { sealedSecret: sealed })
    for (const path of ["/auth/second-factor/set-up", "/settings/profile"])
      expect((await browser.visit(path)).status).toBe(200)
  })
})

describe("logging in with a second factor", () => {
  test.each(["/auth/login", "/login", "/simple-login"])(
    "the password alone logs no one in at %s",
    async (path) => {
      const who = person()
      const browser = await atSecondStep(who, path)
      expect(signInsOf(who.userId)).toEqual([])
      await expect(browser.visit("/dashboard")).toLead(302, "/auth/login?to=%2Fdashboard")
      expect((await browser.visit("/api/user")).status).toBe(401)
      expect(await browser.read("/auth/second-factor")).toContain("Code from your authenticator app")
    },
  )

  test("the code finishes it, once, and goes where the person wanted to go", async () => {
    const who = person()
    const browser = await atSecondStep(who, "/auth/login", { to: "/students?q=a", rememberMe: "on" })
    const twin = browser.copy()
    const code = nextCode(who.secret)
    const answer = await browser.submit("/auth/second-factor", { code })
    await expect(answer).toLead(303, "/students?q=a")
    expect(signInsOf(who.userId)).toMatchObject([{ remembered: true }])
    expect((await browser.visit("/students")).status).toBe(200)
    expect(answer.headers.getSetCookie().some((cookie) => /^tutti-half=;.*Max-Age=0/.test(cookie))).toBe(true)
    const replayed = await twin.submit("/auth/second-factor", { code })
    await expect(replayed).toAnswer(400, "This code is wrong or was already used.")
    expect(signInsOf(who.userId)).toHaveLength(1)
  })

  test("a recovery code does too, once", async () => {
    const who = person()
    const [recoveryCode = ""] = who.recoveryCodes
    const first = await (await atSecondStep(who)).submit("/auth/second-factor", { code: "", recoveryCode })
    await expect(first).toLead(303, "/dashboard")
    const second = await (await atSecondStep(who)).submit("/auth/second-factor", { code: "", recoveryCode })
    expect(second.status).toBe(400)
    expect(signInsOf(who.userId)).toHaveLength(1)
  })

  test("what is no code is refused beside its field", async () => {
    const who = person()
    const browser = await atSecondStep(who)
    for (const fields of [
      {},
      { code: "" },
      { code: "<b>" },
      { code: "000000" },
      { code: "1".repeat(500) },
      { recoveryCode: "x".repeat(99) },
    ]) {
      await expect(browser.submit("/auth/second-factor", fields as Record<string, string>)).toAnswer(400)
    }
    expect(signInsOf(who.userId)).toEqual([])
  })

  test("guessing is stopped after ten tries, for this person alone", async () => {
    const who = person()
    const browser = await atSecondStep(who)
    for (let tries = 0; tries < 10; tries += 1)
      await browser.submit("/auth/second-factor", { code: "000000" })
    const stopped = await browser.submit("/auth/second-factor", { code: nextCode(who.secret) })
    await expect(stopped).toAnswer(429, "Too many tries. Wait 15 minutes, then try again.")
    const other = person()
    const entered = await (await atSecondStep(other)).submit("/auth/second-factor", {
      code: nextCode(other.secret),
    })
    expect(entered.status).toBe(303)
  })

  test("the second step is good for ten minutes, and not after the password changed", async () => {
    const late = person()
    const waiting = await atSecondStep(late)
    fixClock(testNow + 11 * 60_000)
    await expect(waiting.submit("/auth/second-factor", { code: codeAt(late.secret) })).toLead(
      303,
      "/auth/login",
    )
    fixClock(testNow)
    const changed = person()
    const browser = await atSecondStep(changed)
    changeRows(users, { id: changed.userId }, { passwordHash: "another" })
    await expect(browser.visit("/auth/second-factor")).toLead(302, "/auth/login")
    expect(signInsOf(changed.userId)).toEqual([])
  })

  test("without a password before it the second step leads to the first", async () => {
    const stranger = new Browser()
    await expect(stranger.visit("/auth/second-factor")).toLead(302, "/auth/login")
    await expect(stranger.submit("/auth/second-factor", { code: "123456" })).toLead(303, "/auth/login")
  })
})

describe("turning it on", () => {
  test("asks for the password, shows a QR code drawn here, and counts from the first code on", async () => {
    const who = person({ withFactor: false })
    const browser = await Browser.of(who.userId)
    const elsewhere = await Browser.of(who.userId)
    const page = "/auth/second-factor/set-up"
    expect(await browser.read(page)).toContain("Your password")
    const refused = await browser.submit(page, { currentPassword: "wrong" })
    await expect(refused).toAnswer(400, "That’s not your password.")
    await expect(browser.submit(page, { currentPassword: password })).toLead(303, page)

    const html = await browser.html(page)
    expect(html).toMatch(/<svg viewBox="-4 -4 \d+ \d+"[^>]*role="img"/)
    expect(html).not.toMatch(/ style=|<img/)
    const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? ""
    expect((await browser.submit(page, { intent: "confirm", code: "000000" })).status).toBe(400)
    const on = await browser.submit(page, { intent: "confirm", code: codeAt(secret) })
    const text = await textOf(on)
    expect(text).toContain("Two-factor login is on")
    expect(text.match(/[a-z2-9]{4}(-[a-z2-9]{4}){3}/g)).toHaveLength(10)
    expect(redirectOf(await elsewhere.visit("/dashboard"))[0]).toBe(302)
    expect((await browser.visit("/students")).status).toBe(200)
    expect(await browser.read(page)).not.toMatch(/[a-z2-9]{4}(-[a-z2-9]{4}){3}/)
    await atSecondStep(who)
  })

  test("an unconfirmed key is shown for a quarter of an hour only", async () => {
    const who = person({ withFactor: false })
    const browser = await Browser.of(who.userId)
    await browser.submit("/auth/second-factor/set-up", { currentPassword: password })
    fixClock(testNow + 16 * 60_000)
    expect(await browser.html("/auth/second-factor/set-up")).not.toContain("<svg viewBox")
  })
})
