import { sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { describe, expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import { findUser } from "~/models/accounts/user/user.server"
import { fixClock } from "~/utils/clock.server"
import { notSaved } from "~/utils/form-in-hand.server"
import { Browser, rowCount } from "../../support/app"
import { testNow } from "../../support/clock"
import { formsOf } from "../../support/forms"
import { addMember, changeRows, openSchool } from "../../support/school"
import { codeAt, turnOnSecondFactor } from "../../support/second-factor"
import { addStaff } from "../../support/support-chat"

// What becomes of a form that was sent after its sign-in had ended: kept for one person in one browser, for half an hour,
// shown once, never carried out.

const password = "three small words"
const passwordHash = await hashPassword(password)

const create = "/students/create"

/** An administrator with the form for a new student open, and what they typed. */
async function person() {
  const { userId, actor } = openSchool()
  changeRows(users, { id: userId }, { passwordHash })
  const browser = await Browser.of(userId)
  const [form] = formsOf(await browser.html(create), create).slice(-1)
  const formToken = form?.fields.find(({ name }) => name === "formToken")?.value ?? ""
  return { userId, actor, browser, username: findUser(userId)?.email ?? "", formToken }
}

const typed = { firstName: "Ludmilla", lastName: "Ferrante", family: "new", status: "active", intent: "save" }

/** Loses the sign-in, sends the form, and is at the login page. */
async function sendWithout({ browser, formToken }: Awaited<ReturnType<typeof person>>, more = {}) {
  browser.forget("tutti")
  const answer = await browser.submit(create, { ...typed, formToken, ...more })
  await expect(answer).toLead(302, "/auth/login?to=%2Fstudents%2Fcreate")
}

async function logIn(browser: Browser, username: string) {
  await expect(browser.submit("/auth/login", { username, password, to: create })).toLead(303, create)
}

describe("a form that was kept", () => {
  test("is told of at the login page, shown once after it, and never carried out", async () => {
    const who = await person()
    const before = rowCount("students")
    await sendWithout(who)
    expect(await who.browser.read("/auth/login?to=%2Fstudents%2Fcreate")).toContain("we kept what you typed")
    await logIn(who.browser, who.username)
    const page = await who.browser.visit(create)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain(notSaved)
    expect(html).toContain('value="Ludmilla"')
    expect(await who.browser.html(create)).not.toContain("Ludmilla")
    expect(rowCount("students")).toBe(before)
  })

  test("is deleted when it was shown: a copy of the cookie shows it no second time", async () => {
    const who = await person()
    await sendWithout(who)
    await logIn(who.browser, who.username)
    const copy = who.browser.copy()
    const before = rowCount("kept_forms")
    expect(await who.browser.html(create)).toContain("Ludmilla")
    expect(rowCount("kept_forms")).toBe(before - 1)
    expect(await copy.html(create)).not.toContain("Ludmilla")
  })

  test("a login that was ended elsewhere is told as the specification has it, and keeps the form too", async () => {
    const who = await person()
    sqlite().prepare("delete from sign_ins where user_id = ?").run(who.userId)
    const answer = await who.browser.submit(create, { ...typed, formToken: who.formToken })
    expect(answer.headers.get("Location")).toBe("/auth/login?to=%2Fstudents%2Fcreate")
    expect(await who.browser.read("/auth/login")).toContain(
      "Failed to load your account information. Please try logging in again. Your changes",
    )
    await logIn(who.browser, who.username)
    expect(await who.browser.html(create)).toContain("Ludmilla")
  })

  test("comes back after the second step of logging in", async () => {
    const who = await person()
    const { secret } = turnOnSecondFactor(who.userId)
    await sendWithout(who)
    const half = await who.browser.submit("/auth/login", { username: who.username, password, to: create })
    expect(half.headers.get("Location")).toBe("/auth/second-factor")
    const whole = await who.browser.submit("/auth/second-factor", { code: codeAt(secret, testNow + 30_000) })
    expect(whole.headers.get("Location")).toBe(create)
    expect(await who.browser.html(create)).toContain("Ludmilla")
  })

  test("comes back on a page that writes down who opened it, and that is written once", async () => {
    const { actor } = openSchool()
    const staff = addStaff()
    const browser = await Browser.of(staff.userId)
    const page = `/super-admin/schools/${actor.school.id}`
    const [form] = formsOf(await browser.html(page), page).filter(({ fields }) =>
      fields.some(({ name }) => name === "reason"),
    )
    const fields = Object.fromEntries((form?.fields ?? []).map(({ name, value }) => [name, value ?? ""]))
    const looks = () =>
      sqlite()
        .prepare("select count(*) from events where school_id = ? and verb = 'look-as-staff'")
        .pluck()
        .get(actor.school.id)
    expect(looks()).toBe(1)

    fixClock(testNow + 90 * 60_000)
    browser.forget("tutti")
    await expect(browser.submit(page, { ...fields, reason: "The bank asked for a week" })).toAnswer(302)
    browser.take(await Browser.of(staff.userId), "tutti")
    const shown = await browser.read(page)
    expect(shown).toContain(notSaved)
    expect(shown).toContain("The bank asked for a week")
    expect(looks()).toBe(2)
    expect(rowCount("staff_acts")).toBe(0)
  })

  test("is private: neither a colleague at this browser nor the same person in another one sees it", async () => {
    const who = await person()
    const colleague = addMember(who.actor, "admin", "Iva Novak")
    await sendWithout(who)
    const there = who.browser.copy()
    there.take(await Browser.of(colleague.userId), "tutti")
    expect(await there.html(create)).not.toContain("Ludmilla")
    const elsewhere = await Browser.of(who.userId)
    expect(await elsewhere.html(create)).not.toContain("Ludmilla")
    who.browser.take(elsewhere, "tutti")
    expect(await who.browser.html(create)).toContain("Ludmilla")
  })

  test("is sealed, without the password, and gone after half an hour and on logging out", async () => {
    const who = await person()
    await sendWithout(who, { newPassword: "kreisler-1905" })
    const row = () =>
      sqlite()
        .prepare(
          "select sealed, expires_at as until from kept_forms where holder in (select id from members where user_id = ?)",
        )
        .get(who.userId) as { sealed: string; until: number } | undefined
    expect(JSON.stringify(row())).not.toMatch(/Ludmilla|kreisler/)
    await logIn(who.browser, who.username)
    const later = who.browser.copy()
    sqlite().prepare("update kept_forms set expires_at = ?").run(testNow)
    expect(await later.html(create)).not.toContain("Ludmilla")
    // Where they log out elsewhere, this browser's stays.
    await (await Browser.of(who.userId)).submit("/logout", {})
    expect(row()).toBeDefined()
    await who.browser.submit("/logout", {})
    expect(row()).toBeUndefined()
  })

  test("needs a form that was sent to a user: nothing of a stranger's is stored", async () => {
    const before = rowCount("kept_forms")
    const stranger = new Browser()
    for (const formToken of ["", "a.b.c", "x".repeat(500)]) {
      const answer = await stranger.submit(create, { ...typed, formToken })
      expect(answer.headers.get("Location")).toBe("/auth/login")
    }
    const who = await person()
    who.browser.forget("tutti")
    await who.browser.submit(create, { ...typed, formToken: who.formToken, notes: "x".repeat(65_000) })
    expect(rowCount("kept_forms")).toBe(before)
  })

  test("a button without fields is not kept; the person comes back to the page it was on", async () => {
    const who = await person()
    who.browser.forget("tutti")
    const answer = await who.browser.submit("/teachers", { intent: "invite", formToken: who.formToken })
    expect(answer.headers.get("Location")).toBe("/auth/login")
  })

  test("calls of the API still hear 401", async () => {
    const before = rowCount("kept_forms")
    const answer = await new Browser().call("POST", "/api/support/admin-chat/send", { message: "Hello" })
    expect(answer.status).toBe(401)
    expect(rowCount("kept_forms")).toBe(before)
  })
})

describe("the answer to a refused form", () => {
  test("may be shown again by Back; everything else is stored nowhere", async () => {
    const { browser, formToken } = await person()
    const refused = await browser.submit(create, { ...typed, firstName: "", formToken })
    expect([refused.status, refused.headers.get("Cache-Control")]).toEqual([400, "private, no-cache"])
    const page = await browser.visit(create)
    expect(page.headers.get("Cache-Control")).toBe("private, no-store")
  })
})
