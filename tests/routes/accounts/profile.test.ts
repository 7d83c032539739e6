import { users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { emails } from "db/schema/foundation-mail"
import { and, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import { findUser, findUserByPassword } from "~/models/accounts/user/user.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { Browser, textOf } from "../../support/app"
import { childSignedIn, openPayingFamily } from "../../support/family"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { turnOnSecondFactor } from "../../support/second-factor"

const password = "three small words"
const passwordHash = await hashPassword(password)

const page = "/settings/profile"

async function person() {
  const { userId } = openSchool()
  changeRows(users, { id: userId }, { passwordHash })
  return { userId, email: findUser(userId)?.email ?? "", browser: await Browser.of(userId) }
}
const signInsOf = (userId: string) => rowsOf(signIns, { userId })

describe("the profile", () => {
  test("is there for every role, at both addresses, and names the address one signs in with", async () => {
    const { email, browser } = await person()
    expect(await browser.read(page)).toContain(`You log in as ${email}`)
    expect(await browser.html("/settings")).toContain('rel="canonical" href="/settings/profile"')
    const { school, guardian, studentIds } = openPayingFamily()
    const teacher = await Browser.of(addMember(school, "teacher", "Leo Marsh").userId)
    const childId = childSignedIn(school, studentIds[1] ?? "")
    changeRows(users, { id: childId }, { mustChangePassword: false })
    const child = await Browser.of(childId)
    for (const who of [teacher, await Browser.of(guardian.userId), child])
      expect((await who.visit(page)).status).toBe(200)
    expect(await child.read(page)).toContain("You log in as child-")
  })

  test("the name is changed, or its error is shown", async () => {
    const { userId, browser } = await person()
    expect((await browser.submit(page, { intent: "name", name: "Ruth <b>C</b>" })).status).toBe(303)
    expect(findUser(userId)?.name).toBe("Ruth <b>C</b>")
    for (const name of ["", "R".repeat(121), "R\u0007"])
      expect((await browser.submit(page, { intent: "name", name })).status).toBe(400)
    expect((await browser.submit(page, { intent: "no such thing" })).status).toBe(404)
  })

  test("another login email counts once its link is opened, and needs the password", async () => {
    const { userId, email, browser } = await person()
    const wanted = `${userId}@new.example`
    const asked = { intent: "email", email: wanted, currentPassword: password }
    for (const wrong of [{ currentPassword: "wrong" }, { email: "no address" }, { email }])
      expect((await browser.submit(page, { ...asked, ...wrong })).status).toBe(400)
    expect((await browser.submit(page, asked)).status).toBe(303)
    const sent = rowOf(emails, { recipient: wanted })
    const path = `/change-email?token=${tokenOf(JSON.parse(sent?.data ?? "{}").linkId)}`
    const someone = new Browser()
    expect(await someone.read(path)).toContain(`you’ll log in with ${wanted}`)
    expect(findUser(userId)?.email).toBe(email)
    expect((await someone.submit(path, {})).status).toBe(303)
    expect(findUser(userId)?.email).toBe(wanted)
    expect((await someone.visit(path)).status).toBe(410)
    expect((await browser.visit(page)).status).toBe(200)
  })

  test("another password ends every other login, not this one, and is emailed", async () => {
    const { userId, email, browser } = await person()
    const elsewhere = await Browser.of(userId)
    const fields = {
      intent: "password",
      password: "four quite small words",
      confirmPassword: "four quite small words",
    }
    const refused = await browser.submit(page, { ...fields, currentPassword: "wrong" })
    expect(refused.status).toBe(400)
    expect(await refused.clone().text()).not.toContain("four quite")
    expect(await textOf(refused)).toContain("That’s not your password.")
    const unlike = await browser.submit(page, { ...fields, currentPassword: password, confirmPassword: "x" })
    expect(await textOf(unlike)).toContain("Passwords do not match.")
    const common = await browser.submit(page, {
      intent: "password",
      currentPassword: password,
      password: "password123",
      confirmPassword: "password123",
    })
    expect(common.status).toBe(400)
    expect((await browser.submit(page, { ...fields, currentPassword: password })).status).toBe(303)
    expect(await findUserByPassword(email, "four quite small words")).toBeDefined()
    expect(await browser.read(page)).toContain("Password changed.")
    expect((await elsewhere.visit(page)).status).toBe(302)
    const told = and(eq(emails.recipient, email), eq(emails.template, "password-changed"))
    expect(rowsOf(emails, told)).toHaveLength(1)
  })

  test("devices are listed and logged out; another user's are not found", async () => {
    const { userId, browser } = await person()
    const phone = await Browser.of(userId)
    const stranger = await person()
    const text = await browser.read(page)
    expect(text.match(/Logged in Nov 18, 2026, 3:10 PM/g)).toHaveLength(2)
    expect(text.match(/· this device/g)).toHaveLength(1)
    const [first] = signInsOf(stranger.userId)
    expect((await browser.submit(page, { intent: "end", signInId: first?.id ?? "" })).status).toBe(404)
    expect(signInsOf(stranger.userId)).toHaveLength(1)
    const html = await browser.html(page)
    const other = /name="signInId" value="([^"]+)"/.exec(html)?.[1] ?? ""
    expect((await browser.submit(page, { intent: "end", signInId: other })).status).toBe(303)
    expect((await phone.visit(page)).status).toBe(302)
    await Browser.of(userId)
    await browser.submit(page, { intent: "end-others" })
    expect(signInsOf(userId)).toHaveLength(1)
    expect((await browser.visit(page)).status).toBe(200)
  })

  test("the second factor: new recovery codes and turning it off ask for the password", async () => {
    const { userId, browser } = await person()
    expect(await browser.read(page)).toContain("Turn on")
    expect((await browser.submit(page, { intent: "codes", currentPassword: password })).status).toBe(404)
    const signInId = signInsOf(userId)[0]?.id
    turnOnSecondFactor(userId, signInId)
    expect(await browser.read(page)).toContain("10 unused recovery codes left.")
    expect((await browser.submit(page, { intent: "turn-off", currentPassword: "wrong" })).status).toBe(400)
    const codes = await textOf(await browser.submit(page, { intent: "codes", currentPassword: password }))
    expect(codes.match(/[a-z2-9]{4}(-[a-z2-9]{4}){3}/g)).toHaveLength(10)
    expect((await browser.submit(page, { intent: "turn-off", currentPassword: password })).status).toBe(303)
    expect(await browser.read(page)).toContain("Two-factor login turned off.")
  })
})
