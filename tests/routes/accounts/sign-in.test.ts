import { db, sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { signInTries } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import { findUser, findUserByEmail } from "~/models/accounts/user/user.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { changeRows, openSchool, removeRows, rowsOf } from "../../support/school"

let email: string

beforeAll(async () => {
  const { userId } = openSchool()
  const passwordHash = await hashPassword("eine kleine Nachtmusik")
  const user = db().update(users).set({ passwordHash }).where(eq(users.id, userId)).returning().get()
  email = user.email ?? ""
})

/** What is counted of an account that strangers guess from everywhere. */
const guessedAll = (account: string) =>
  ({ kind: "account", account, source: "", failures: 120, lastAt: testNow }) as const
const asGuessed = () => ({
  target: [signInTries.kind, signInTries.account, signInTries.source],
  set: { failures: 120, lastAt: testNow },
})

describe("logging in", () => {
  test("the login page says once that a login has ended", async () => {
    const browser = await Browser.of(openSchool().userId)
    const twin = browser.copy()
    await twin.submit("/logout", {})
    await expect(browser.visit("/students")).toLead(302, "/auth/login?to=%2Fstudents")
    const page = await browser.visit("/auth/login?to=%2Fstudents")
    const html = await page.clone().text()
    expect(html).toMatch(/class="toast bad"[^>]*role="alert"/)
    expect(await textOf(page)).toContain(
      "Authentication Error Failed to load your account information. Please try logging in again.",
    )
    expect((await browser.visit("/students")).status).toBe(302)
  })

  test("that cannot be done says so, with what was typed", async () => {
    sqlite().exec("alter table sign_ins rename to away")
    const answer = await new Browser().submit("/login", {
      username: email,
      password: "eine kleine Nachtmusik",
    })
    const call = await new Browser().call("POST", "/api/login", {
      username: email,
      password: "eine kleine Nachtmusik",
    })
    sqlite().exec("alter table away rename to sign_ins")
    await expect(answer).toAnswer(503, "Login failed An unexpected error occurred. Please try again.")
    expect([call.status, await call.json()]).toEqual([
      503,
      { message: "An unexpected error occurred. Please try again." },
    ])
  })

  test("the right password leads to the role's home", async () => {
    const browser = new Browser()
    const answer = await browser.submit("/login", {
      username: email.toUpperCase(),
      password: "eine kleine Nachtmusik",
    })
    await expect(answer).toLead(303, "/dashboard")
    expect((await browser.visit("/dashboard")).status).toBe(200)
    expect((await browser.visit("/login")).headers.get("Location")).toBe("/dashboard")
  })

  test("a wrong password is refused with the field's value kept", async () => {
    const answer = await new Browser().submit("/auth/login", { username: email, password: "wrong" })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain("Login failed Invalid username or password")
    expect(html).toContain(`value="${email}"`)
    expect(html).not.toContain("wrong")
    expect(html).toContain("<title>Error: Log in")
  })

  test("empty fields are named one by one", async () => {
    const text = await textOf(await new Browser().submit("/login", {}))
    expect(text).toContain("Please enter your username or email.")
    expect(text).toContain("Password is required.")
  })

  test("guessing waits longer each time where it happens, says for how long, and the same for an unknown name", async () => {
    for (const username of [email, "nobody@harmony.example"]) {
      const guess = (password: string) => new Browser("203.0.113.66").submit("/login", { username, password })
      for (let tries = 0; tries < 5; tries += 1) expect((await guess(`${tries}`)).status).toBe(400)
      const held = await guess("once more")
      expect([held.status, held.headers.get("Retry-After")]).toEqual([429, "30"])
      const text = await textOf(held)
      expect(text).toContain("Too many tries. Wait a minute, then try again, or reset your password.")
      expect(text).toContain("Ask your family or your school’s office for a temporary password")
      const data = await new Browser("203.0.113.66").submit("/login.data", { username, password: "x" })
      expect([data.status, data.headers.get("Retry-After")]).toEqual([429, "30"])
    }
  })

  test("strangers who guess from everywhere keep no one waiting who logged in here before", async () => {
    const fields = { username: email, password: "eine kleine Nachtmusik" }
    const laptop = new Browser("192.0.2.1")
    expect((await laptop.submit("/login", fields)).status).toBe(303)
    await laptop.submit("/logout", {})
    db().insert(signInTries).values(guessedAll(email)).onConflictDoUpdate(asGuessed()).run()
    expect((await new Browser("192.0.2.99").submit("/login", fields)).status).toBe(429)
    expect((await laptop.submit("/login", fields)).status).toBe(303)
    // Its own count is bounded as well, and another account's cookie is worth nothing.
    await laptop.submit("/logout", {})
    const statuses: number[] = []
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await laptop.submit("/login", { ...fields, password: "wrong" })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const passwordHash = await hashPassword("another password")
    const other = openSchool().userId
    changeRows(users, { id: other }, { passwordHash })
    const stranger = new Browser("192.0.2.3")
    const own = { username: findUser(other)?.email ?? "", password: "another password" }
    expect((await stranger.submit("/login", own)).status).toBe(303)
    await stranger.submit("/logout", {})
    expect((await stranger.submit("/login", fields)).status).toBe(429)
    removeRows(signInTries)
  })

  test("a device's cookie is ours, this account's, and ends with the password", async () => {
    const fields = { username: email, password: "eine kleine Nachtmusik" }
    const browser = new Browser("192.0.2.2")
    const answer = await browser.submit("/login", fields)
    const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("tutti-device=")) ?? ""
    expect(cookie).toMatch(/Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    await browser.submit("/logout", {})
    const device = cookie.split(";")[0] ?? ""
    const tried = (value: string) =>
      new Browser("192.0.2.2").send("/login", Buffer.from(new URLSearchParams(fields).toString()), {
        "Content-Type": "application/x-www-form-urlencoded",
        Cookie: value,
      })
    db().insert(signInTries).values(guessedAll(email)).onConflictDoUpdate(asGuessed()).run()
    expect((await tried(device)).status).toBe(303)
    for (const forged of [
      `${device.slice(0, -3)}abc`,
      "tutti-device=e30",
      "tutti-device=",
      "tutti-device=W10=",
    ])
      expect((await tried(forged)).status).toBe(429)
    const before = findUserByEmail(email)?.passwordHash ?? null
    const passwordHash = await hashPassword("eine kleine Nachtmusik")
    changeRows(users, { email }, { passwordHash })
    expect((await tried(device)).status).toBe(429)
    changeRows(users, { email }, { passwordHash: before })
    removeRows(signInTries)
  })

  test("twenty guesses at the same moment get five looks at the password", async () => {
    const username = "at.once@harmony.example"
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        new Browser("203.0.113.77").submit("/login", { username, password: `guess ${n}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test("a login that is replaced in a browser has ended", async () => {
    const fields = { username: email, password: "eine kleine Nachtmusik" }
    const browser = new Browser()
    await browser.submit("/login", fields)
    const first = browser.copy()
    expect((await first.visit("/api/user")).status).toBe(200)
    const before = rowCount("sign_ins")
    await browser.submit("/login", fields)
    expect(rowCount("sign_ins")).toBe(before)
    expect((await browser.visit("/api/user")).status).toBe(200)
    expect((await first.visit("/api/user")).status).toBe(401)
  })

  test("who logged in and who failed to is in the log of the school, once in a while, and in no other's", async () => {
    removeRows(signInTries)
    const { userId, actor } = openSchool()
    const other = openSchool()
    const passwordHash = await hashPassword("eine kleine Nachtmusik")
    changeRows(users, { id: userId }, { passwordHash })
    const username = findUser(userId)?.email ?? ""
    const verbs = (schoolId: string) =>
      rowsOf(events, { schoolId })
        .map(({ verb }) => verb)
        .filter((verb) => verb !== "register")
    for (let tries = 0; tries < 4; tries += 1) {
      await new Browser().submit("/login", { username, password: "wrong" })
      await new Browser().submit("/login", { username, password: "eine kleine Nachtmusik" })
    }
    expect(verbs(actor.school.id)).toEqual(["fail-sign-in", "sign-in"])
    fixClock(testNow + 2 * 3_600_000)
    await new Browser().submit("/login", { username, password: "wrong" })
    const browser = new Browser()
    await browser.submit("/login", { username, password: "eine kleine Nachtmusik" })
    expect(verbs(actor.school.id)).toEqual(["fail-sign-in", "sign-in", "fail-sign-in", "sign-in"])
    expect(verbs(other.actor.school.id)).toEqual([])
    const page = await browser.read("/settings/admin/log")
    expect(page).toContain("recorded a wrong password for")
    expect(page).not.toContain("eine kleine")
  })

  test("only our own addresses are followed after logging in", async () => {
    for (const to of ["https://evil.test", "//evil.test", "/\t/evil.test", "/\\evil.test"]) {
      const answer = await new Browser().submit("/login", {
        username: email,
        password: "eine kleine Nachtmusik",
        to,
      })
      expect(answer.headers.get("Location")).toBe("/dashboard")
    }
    const answer = await new Browser().submit("/login", {
      username: email,
      password: "eine kleine Nachtmusik",
      to: "/billing?status=paid",
    })
    expect(answer.headers.get("Location")).toBe("/billing?status=paid")
  })

  test("logging out ends the login and leads to the landing page", async () => {
    const browser = new Browser()
    await browser.submit("/simple-login", { username: email, password: "eine kleine Nachtmusik" })
    const before = rowCount("sign_ins")
    const answer = await browser.submit("/logout", {})
    expect(answer.headers.get("Location")).toBe("/")
    expect(rowCount("sign_ins")).toBe(before - 1)
    expect((await browser.visit("/dashboard")).headers.get("Location")).toBe("/auth/login?to=%2Fdashboard")
  })
})
