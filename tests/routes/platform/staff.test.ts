import { db } from "db/client.server"
import { secondFactors, users } from "db/schema/accounts"
import { signIns } from "db/schema/accounts-sign-ins"
import { emails } from "db/schema/foundation-mail"
import { contactMessages, staffActs } from "db/schema/platform"
import { asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type StaffRole, staffRoles } from "~/models/foundation/access/staff-permissions"
import { receiveContactMessage } from "~/models/platform/contact-message/contact-message.server"
import { now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { openSchool } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// The platform's staff among themselves: list, invitation, roles, second factor, removal, and the log of what they do.

const page = "/super-admin/staff"
let boss: ReturnType<typeof addStaff>
let browser: Browser
beforeEach(async () => {
  boss = addStaff("Sam Ortiz")
  browser = await Browser.of(boss.userId)
})

/** A colleague with these roles, and their own page. */
function colleague(name: string, roles: StaffRole[] = ["support"]) {
  const { userId } = addStaff(name)
  db()
    .update(users)
    .set({ staffRoles: roles.join(",") })
    .where(eq(users.id, userId))
    .run()
  return { userId, address: `${page}/${userId}` }
}
const rowOf = (userId: string) => db().select().from(users).where(eq(users.id, userId)).get()
const actsSince = (verb: string) =>
  db().select().from(staffActs).where(eq(staffActs.verb, verb)).orderBy(asc(staffActs.id)).all()

describe("the staff", () => {
  test("invite a colleague by mail, with their roles, once an address", async () => {
    const fields = { intent: "invite", name: "Dana Whitfield", email: "Dana@Tutti.example", roles: ["money"] }
    const sent = await browser.submit(page, fields)
    await expect(sent).toLead(303, page)
    expect(await browser.read(page)).toMatch(
      /Invitation sent to dana@tutti\.example\..*Dana Whitfield dana@tutti\.example Money Off Invited/,
    )
    const mail = db().select().from(emails).where(eq(emails.recipient, "dana@tutti.example")).all()
    expect(mail.map(({ template }) => template)).toEqual(["staff-access"])
    await expect(browser.submit(page, fields)).toAnswer(409, "This address is already on the staff.")
    expect(actsSince("invite-staff").map(({ about, staffName }) => [staffName, about])).toEqual([
      ["Sam Ortiz", "Dana Whitfield, dana@tutti.example: Money"],
    ])
  })

  test("who manage the staff are told by mail whom a colleague invites and removes; others and themselves aren’t", async () => {
    db().delete(emails).run()
    const other = colleague("Ola Berg", ["operations"])
    colleague("Nora Lind", ["money"])
    await browser.submit(page, {
      intent: "invite",
      name: "Kim Adu",
      email: "kim.adu@tutti.example",
      roles: ["support"],
    })
    const told = () =>
      db()
        .select()
        .from(emails)
        .where(eq(emails.template, "staff-changed"))
        .all()
        .map(({ recipient, data }) => [recipient, JSON.parse(data).by, JSON.parse(data).about])
    const to = rowOf(other.userId)?.email
    const mine = told().filter(([recipient]) => recipient === to)
    expect(mine).toEqual([[to, "Sam Ortiz", "Kim Adu, kim.adu@tutti.example: Support"]])
    expect(told().map(([recipient]) => recipient)).not.toContain(rowOf(boss.userId)?.email)
    const managers = db().select().from(users).where(eq(users.isSuperAdmin, true)).all()
    expect(told()).toHaveLength(
      managers.filter(({ id, staffRoles: roles }) => id !== boss.userId && roles.includes("operations"))
        .length,
    )
  })

  test.each([
    ["no role", { name: "Kim", email: "kim@tutti.example" }, "Choose at least one role."],
    ["an unknown role", { name: "Kim", email: "kim@tutti.example", roles: ["root"] }, "There is a problem"],
    ["no name", { name: " ", email: "kim@tutti.example", roles: ["money"] }, "Enter a name."],
    ["half an address", { name: "Kim", email: "kim@", roles: ["money"] }, "Enter a complete email address"],
  ])("are not invited with %s; what was typed is kept", async (_, fields, message) => {
    const refused = await browser.submit(page, { intent: "invite", ...fields })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain(message)
    expect(html).toContain(`value="${fields.email}"`)
    expect(rowOf("kim@tutti.example")).toBeUndefined()
  })

  test("are not invited at the address of someone in a school", async () => {
    const { userId } = openSchool()
    const email = rowOf(userId)?.email ?? ""
    const refused = await browser.submit(page, { intent: "invite", name: "Ruth", email, roles: ["money"] })
    await expect(refused).toAnswer(409, "This address belongs to a school.")
    expect(rowOf(userId)?.isSuperAdmin).toBe(false)
  })

  test("change each other’s roles, which count at once, and never their own", async () => {
    const kim = colleague("Kim Park", ["support"])
    const theirs = await Browser.of(kim.userId)
    expect((await theirs.visit("/super-admin/transactions")).headers.get("Location")).toBe("/super-admin")
    await browser.submit(kim.address, { intent: "roles", roles: ["money", "operations"] })
    expect(rowOf(kim.userId)?.staffRoles).toBe("money,operations")
    expect((await theirs.visit("/super-admin/transactions")).status).toBe(200)
    // Of the desk only what Support hands over is left.
    expect((await theirs.visit("/super-admin/support/answers")).headers.get("Location")).toBe("/super-admin")
    expect(await theirs.read("/super-admin/support")).toContain("what Support handed over to you")
    expect(actsSince("change-roles").at(-1)).toMatchObject({ about: "Kim Park: Support → Money, Operations" })
    await expect(browser.submit(kim.address, { intent: "roles" })).toAnswer(400, "Choose at least one role.")
    const own = `${page}/${boss.userId}`
    expect(await browser.read(own)).toContain("Another person on the staff can change your roles")
    await browser.submit(own, { intent: "roles", roles: ["support"] })
    await browser.submit(own, { intent: "remove", reason: "Bye" })
    expect(rowOf(boss.userId)).toMatchObject({ staffRoles: staffRoles.join(","), isSuperAdmin: true })
    expect(await browser.read(page)).toContain("You can’t change your own account here.")
  })

  test("reset a colleague’s second factor, with a reason", async () => {
    const kim = colleague("Kim Park")
    db()
      .insert(secondFactors)
      .values({ userId: kim.userId, sealedSecret: "x", confirmedAt: now(), createdAt: now() })
      .run()
    const asked = await browser.submit(kim.address, { intent: "reset", reason: " " })
    await expect(asked).toAnswer(400, "Enter a reason.")
    await browser.submit(kim.address, { intent: "reset", reason: "Lost the phone; called back" })
    expect(
      db().select().from(secondFactors).where(eq(secondFactors.userId, kim.userId)).get(),
    ).toBeUndefined()
    expect(actsSince("reset-second-factor").at(-1)).toMatchObject({
      about: "Kim Park",
      reason: "Lost the phone; called back",
      schoolId: null,
    })
    await browser.submit(kim.address, { intent: "reset", reason: "Again" })
    expect(await browser.read(kim.address)).toContain("Two-factor login is already off.")
  })

  test("remove a colleague: logged out at once, and what was theirs to answer is anyone’s", async () => {
    const kim = colleague("Kim Park")
    const theirs = await Browser.of(kim.userId)
    receiveContactMessage({ name: "Imani", email: "i@clarke.example", subject: "Hi", message: "Hello" })
    db().update(contactMessages).set({ assignedTo: kim.userId }).run()
    const before = await browser.read(kim.address)
    expect(before).toContain("This logs them out everywhere, ends their password")
    expect(before).not.toContain("Both log them out")
    const removed = await browser.submit(kim.address, { intent: "remove", reason: "Left the company" })
    expect(removed.headers.get("Location")).toBe(page)
    expect(rowOf(kim.userId)).toMatchObject({ isSuperAdmin: false, passwordHash: null })
    expect(db().select().from(signIns).where(eq(signIns.userId, kim.userId)).all()).toEqual([])
    expect((await theirs.visit("/super-admin")).headers.get("Location")).toMatch(/^\/auth\/login/)
    expect(db().select().from(contactMessages).get()?.assignedTo).toBeNull()
    expect((await browser.visit(kim.address)).status).toBe(404)
    expect((await browser.submit(kim.address, { intent: "remove", reason: "Twice" })).status).toBe(404)
    expect(actsSince("remove-staff").at(-1)).toMatchObject({ reason: "Left the company" })
  })
})

describe("roles", () => {
  test("decide what a school’s page offers and takes", async () => {
    const { actor } = openSchool({ name: "Aria" })
    const address = `/super-admin/schools/${actor.school.id}`
    const support = await Browser.of(colleague("Kim Park", ["support"]).userId)
    const text = await support.read(address)
    expect(text).toContain("Extend by")
    expect(text).not.toMatch(/Extend Suspend/)
    const tried = await support.submit(address, { intent: "suspend", reason: "I may not" })
    expect(tried.headers.get("Location")).toBe("/super-admin")
    const extended = await support.submit(address, { intent: "extend", days: "7", seen: "0", reason: "May" })
    expect(extended.headers.get("Location")).toBe(address)
    const money = await Browser.of(colleague("Lee Cho", ["operations"]).userId)
    expect(await money.read(address)).toMatch(/blank for a standard message\. Suspend/)
  })

  test("decide what the menu lists", async () => {
    const support = await Browser.of(colleague("Kim Park", ["support"]).userId)
    const text = await support.read("/super-admin")
    expect(text).toMatch(/Overview Support.* Schools/)
    for (const hidden of ["Transactions", "Backups", "Cleanup", "Failed jobs"])
      expect(text).not.toContain(hidden)
  })
})

describe("the staff log", () => {
  test("has every act with its school, reason and message, is filtered, and comes as a file", async () => {
    const { actor } = openSchool({ name: "Bass & Co" })
    await browser.submit(`/super-admin/schools/${actor.school.id}`, {
      intent: "suspend",
      reason: "Chargeback",
      message: "Write to us, please.",
    })
    await browser.submit("/super-admin/database", { intent: "check" })
    const log = async (search = "") => browser.read(`${page}/log${search}`)
    expect(await log()).toMatch(
      /Checked the database Sam Ortiz .*Suspended Sam Ortiz .* Bass & Co Chargeback Write to us, please\./,
    )
    expect(await log("?verb=suspend-by-staff")).toContain("1 act")
    expect(await log("?search=chargeback&who=Sam+Ortiz&days=7")).toContain("Bass & Co")
    expect(await log("?search=nowhere")).toContain("No staff acts match these filters.")
    for (const odd of ["?days=x", `?verb=${"x".repeat(300)}`])
      expect((await browser.visit(`${page}/log${odd}`)).status).toBe(200)
    expect((await browser.visit(`${page}/log?page=99`)).headers.get("Location")).toBe(`${page}/log?page=1`)
    const file = await browser.visit(`${page}/log.csv?search=chargeback`)
    expect(file.headers.get("Content-Type")).toContain("text/csv")
    expect(await file.text()).toMatch(
      /"?When \(UTC\)"?,By,Action,School,.*\r\n.*,Sam Ortiz,Suspended,Bass & Co,Bass & Co,Chargeback,/,
    )
  })
})
