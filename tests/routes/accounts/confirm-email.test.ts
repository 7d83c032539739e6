import { sqlite } from "db/client.server"
import { oneTimeLinks } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { beforeEach, describe, expect, test } from "vitest"
import { findUserByEmail } from "~/models/accounts/user/user.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { inviteTeacher } from "~/models/people/invitation/invite.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, redirectOf, rowCount, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { openSchool, orFail, rowsOf } from "../../support/school"

beforeEach(() => void sqlite().exec("delete from rate_limits"))

const password = "three small words"
let count = 0

/** Somebody registers, perhaps with an address that is not theirs, and is signed in at once. */
async function registered() {
  count += 1
  const email = `victim${count}@elsewhere.example`
  const browser = new Browser()
  const form = { name: "Not the victim", email, password, schoolName: "Trap", role: "admin" }
  expect((await browser.call("POST", "/api/register", form)).status).toBe(201)
  const userId = findUserByEmail(email)?.id ?? ""
  return { email, browser, userId }
}
const user = (email: string) => findUserByEmail(email)

function mailedLink(userId: string) {
  const link = rowsOf(oneTimeLinks, { subjectId: userId, purpose: "email-confirmation" }, { by: "id" }).at(-1)
  return `/confirm-email?token=${tokenOf(link?.id ?? "")}`
}

const chosen = (own: string) => ({ password: own, confirmPassword: own })

describe("an account that was registered with an unproven address", () => {
  test("cannot set up a second factor; the page says so and offers the mail", async () => {
    const { browser, email } = await registered()
    const page = "/auth/second-factor/set-up"
    const text = await browser.read(page)
    expect(text).toContain("Confirm your email first.")
    expect(text).toContain(`We’ll send a link to ${email}`)
    expect(text).not.toContain("Your password")
    await expect(browser.submit(page, { currentPassword: password })).toAnswer(409)
    expect(await browser.read(page)).toContain("Confirm your email first.")
    expect(rowCount("second_factors")).toBe(0)
    expect((await browser.submit(page, { intent: "confirm", code: "123456" })).status).toBe(400)
  })

  test("asks for the link, at most one every two minutes, and is told how long to wait", async () => {
    const { browser, userId, email } = await registered()
    expect(await browser.read("/confirm-email")).toContain("Send confirmation email")
    await expect(browser.submit("/confirm-email", {})).toLead(303, "/confirm-email?sent=yes")
    const sent = await browser.read("/confirm-email?sent=yes")
    expect(sent).toContain(`Confirmation email sent to ${email}.`)
    expect(sent).toContain("Send again")
    const again = await browser.submit("/confirm-email", {})
    expect(again.status).toBe(429)
    expect(Number(again.headers.get("Retry-After"))).toBeGreaterThan(60)
    expect(await textOf(again)).toContain("We just sent you a link.")
    const mails = rowsOf(emails, { recipient: email })
    expect(mails.map(({ template }) => template)).toEqual(["email-confirmation"])
    expect(mails[0]?.data).not.toContain(mailedLink(userId).split("=")[1])
    expect(redirectOf(await new Browser().submit("/confirm-email", {}))[1]).toContain("/auth/login")
  })

  test("the journey: link, mistakes, a password, logged in; the one who registered is out", async () => {
    const { browser: squatter, email, userId } = await registered()
    await squatter.submit("/confirm-email", {})
    const link = mailedLink(userId)
    const owner = new Browser()
    const page = await owner.visit(link)
    expect([page.headers.get("Referrer-Policy"), page.headers.get("Cache-Control")]).toEqual([
      "no-referrer",
      "private, no-store",
    ])
    expect(await textOf(page)).toContain(`Choose a password for ${email}`)
    const before = user(email)
    for (const own of ["short", "password123", email, ""])
      expect((await owner.submit(link, chosen(own))).status).toBe(400)
    expect((await owner.submit(link, { password: "one way", confirmPassword: "another" })).status).toBe(400)
    expect(user(email)).toEqual(before)

    const own = "the owner's own words"
    await expect(owner.submit(link, chosen(own))).toLead(303, "/dashboard")
    expect((await owner.visit("/api/user")).status).toBe(200)
    expect((await squatter.visit("/api/user")).status).toBe(401)
    expect((await squatter.call("POST", "/api/login", { username: email, password })).status).toBe(401)
    await expect(new Browser().call("POST", "/api/login", { username: email, password: own })).toAnswer(200)

    const replay = new Browser()
    expect((await replay.visit(link)).status).toBe(410)
    expect(await replay.read(link)).toContain("This link no longer works")
    expect(redirectOf(await replay.submit(link, chosen("the attacker's words")))[0]).toBe(303)
    await expect(new Browser().call("POST", "/api/login", { username: email, password: own })).toAnswer(200)
    expect(await owner.read("/auth/second-factor/set-up")).toContain("Your password")
    expect(await owner.read("/confirm-email")).toContain("Your email is confirmed")
  })

  test("two who use the link at once: one password wins", async () => {
    const { browser, email, userId } = await registered()
    await browser.submit("/confirm-email", {})
    const link = mailedLink(userId)
    const words = ["the first three words", "the second three words"]
    await Promise.all(words.map((own) => new Browser().submit(link, chosen(own))))
    const statuses: number[] = []
    for (const own of words)
      statuses.push(
        (await new Browser().call("POST", "/api/login", { username: email, password: own })).status,
      )
    expect(statuses.sort()).toEqual([200, 401])
  })

  test("a link is good for one day, and the sign-in of another is left alone by a made-up one", async () => {
    const { browser, userId } = await registered()
    await browser.submit("/confirm-email", {})
    const link = mailedLink(userId)
    fixClock(testNow + 24 * 3_600_000)
    expect((await new Browser().visit(link)).status).toBe(410)
    for (const made of ["guessed", "<script>", "x".repeat(5000)]) {
      const answer = await new Browser().visit(`/confirm-email?token=${encodeURIComponent(made)}`)
      expect([answer.status, (await answer.text()).includes("<script>")]).toEqual([410, false])
    }
  })

  test("the password changed while the mailbox takes over does not stay", async () => {
    const { browser, email, userId } = await registered()
    await browser.submit("/confirm-email", {})
    const link = mailedLink(userId)
    sqlite().exec("update subscriptions set status = 'active', plan = 'standard', paid_until = 9999999999999")
    const squat = "the squatter's new words"
    const change = () =>
      browser
        .copy()
        .submit("/settings/profile", { intent: "password", currentPassword: password, ...chosen(squat) })
    const own = "the owner's own words"
    await Promise.all([change(), new Browser().submit(link, chosen(own)), change()])
    await change()
    const tries = await Promise.all(
      [own, squat].map((words) =>
        new Browser().call("POST", "/api/login", { username: email, password: words }),
      ),
    )
    expect(tries.map(({ status }) => status)).toEqual([200, 401])
  })
})

describe("an invitation to an address that someone else registered", () => {
  async function invited() {
    const squat = await registered()
    const { actor } = openSchool()
    const added = orFail(addTeacher(actor, { name: "Ingrid Solheim", email: squat.email }))
    const invitation = orFail(inviteTeacher(actor, added.teacherId))
    return { ...squat, link: `/invitation?token=${tokenOf(invitation.linkId)}` }
  }

  test("lets the mailbox's owner in with a password of their own", async () => {
    const { link, email, browser: squatter } = await invited()
    const owner = new Browser()
    expect(await owner.read(link)).toContain(`${email} has an account that was never confirmed.`)
    expect((await owner.submit(link, chosen(email))).status).toBe(400)
    const own = "the owner's own words"
    await expect(owner.submit(link, chosen(own))).toLead(303, "/dashboard/teacher")
    expect((await squatter.visit("/api/user")).status).toBe(401)
    expect(user(email)?.name).toBe("Ingrid Solheim")
    await expect(new Browser().call("POST", "/api/login", { username: email, password: own })).toAnswer(200)
  })

  test("asks for a password even of a person who is logged in to that account", async () => {
    const { link, browser, email } = await invited()
    const text = await browser.read(link)
    expect(text).toContain("Choose a password")
    await expect(browser.submit(link, { intent: "accept" })).toAnswer(409, "Your email was never confirmed.")
    expect(user(email)?.emailProvenAt).toBeNull()
  })
})
