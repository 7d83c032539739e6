import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { members, staffInvitations, teachers } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { presetRights, rights } from "~/models/foundation/access/rights"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { eraseStaff, previewStaff } from "~/models/overview/erasure/erase-staff.server"
import { acceptAsUser, acceptWithPassword } from "~/models/people/invitation/accept-invitation.server"
import { setStaffLock } from "~/models/people/member/member.server"
import { changeRights } from "~/models/people/member/team.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// The plan's one administrator account goes to someone who has a login at the school already.

const at = "/settings/admin"
let school: { actor: Actor; userId: string; browser: Browser }

beforeEach(async () => {
  const { actor, userId } = openSchool()
  school = { actor, userId, browser: await Browser.of(userId) }
})

const memberOf = (memberId: string | null) => rowOf(members, { id: memberId ?? "" })
const mails = (template: string) => rowsOf(emails, { schoolId: school.actor.school.id, template })
const newestToken = () => tokenOf(JSON.parse(mails("staff-invitation").at(-1)?.data ?? "{}").linkId ?? "")
const admins = () =>
  rowsOf(members, { schoolId: school.actor.school.id })
    .filter(({ role, deactivatedAt }) => role === "admin" && deactivatedAt === null)
    .map(({ id }) => id)

function addDeputy(given: readonly (typeof rights)[number][] = presetRights["front-desk"]) {
  const deputy = addMember(school.actor, "office", "Iris Fontaine")
  changeRights(school.actor, deputy.memberId, given)
  return deputy
}

const offer = (memberId: string, more: Record<string, string> = {}) =>
  school.browser.submit(at, { intent: "invite", memberId, ...more })

describe("the administrator account", () => {
  test("goes to a member of the office who confirms; who gave it stays with every right, both log in anew", async () => {
    const deputy = addDeputy()
    const elsewhere = await Browser.of(deputy.userId)
    const page = await school.browser.read(`${at}?edit=staff`)
    expect(page).toMatch(/Someone with a login here.*Iris Fontaine, office/)
    expect((await offer(deputy.memberId, { giverStays: "on" })).headers.get("Location")).toBe(at)
    expect(await school.browser.read(at)).toMatch(/Iris Fontaine .*You stay in the office/)
    expect(memberOf(deputy.memberId)?.role).toBe("office")
    const address = `/invitation?token=${newestToken()}`
    expect(await new Browser().read(address)).toMatch(
      /asks you to be its administrator.*is Ruth Castellano’s until you accept.*stays in the office.*Log in as .*then confirm/,
    )
    const theirs = await Browser.of(deputy.userId)
    expect(await theirs.read(address)).toContain("Become the administrator")
    const accepted = await theirs.submit(address, { intent: "accept" })
    expect(accepted.headers.get("Location")).toBe("/dashboard")
    expect(admins()).toEqual([deputy.memberId])
    expect(memberOf(deputy.memberId)?.rights).toBe("")
    expect((await elsewhere.visit("/dashboard")).headers.get("Location")).toContain("/auth/login")
    expect((await theirs.visit("/settings/team")).status).toBe(200)
    expect((await school.browser.visit("/dashboard")).headers.get("Location")).toContain("/auth/login")
    expect(memberOf(school.actor.memberId)).toMatchObject({
      role: "office",
      rights: rights.join(","),
      deactivatedAt: null,
    })
    const ruth = await Browser.of(school.userId)
    expect((await ruth.visit("/billing")).status).toBe(200)
    expect((await ruth.visit(at)).headers.get("Location")).toBe("/dashboard")
    expect(findPlanUsage(school.actor).administrators).toEqual({ used: 1, limit: 1 })
    expect(await theirs.read(`${at}/log`)).toContain(
      "Iris Fontaine became the administrator instead of Ruth Castellano, who stays in the office",
    )
    expect(mails("administrator-changed").map(({ recipient }) => recipient)).toEqual([
      rowOf(users, { id: school.userId })?.email,
    ])
  })

  test("goes to a teacher, who keeps lessons and spot; who gave it is locked, and gets it back", async () => {
    const teacher = addMember(school.actor, "teacher", "Kwame Boateng")
    const { classId } = openClass(school.actor, { class: { teacherId: teacher.teacherId } })
    const before = findPlanUsage(school.actor).teachers
    await offer(teacher.memberId)
    expect(await school.browser.read(at)).toContain("Your login here is locked then")
    expect(acceptAsUser(newestToken(), teacher.userId).ok).toBe(true)
    expect(findPlanUsage(school.actor).teachers).toEqual(before)
    expect(memberOf(school.actor.memberId)?.deactivatedAt).toBe(testNow)
    const theirs = await Browser.of(teacher.userId)
    expect(await theirs.read(`/classes/${classId}`)).toContain("Kwame Boateng")
    // Back again: the former administrator has no other login here.
    await theirs.submit(at, { intent: "invite", memberId: school.actor.memberId ?? "", giverStays: "on" })
    expect(acceptAsUser(newestToken(), school.userId).ok).toBe(true)
    expect(admins()).toEqual([school.actor.memberId])
    expect(memberOf(teacher.memberId)).toMatchObject({ role: "teacher", rights: rights.join(",") })
    const again = await Browser.of(teacher.userId)
    expect((await again.visit("/dashboard/teacher")).status).toBe(200)
    expect((await again.visit("/billing")).status).toBe(200)
  })

  test("can be asked for by the email typed, and withdrawn until it is confirmed", async () => {
    const { memberId, email, userId } = addDeputy()
    await school.browser.submit(at, { intent: "invite", name: "Iris F.", email: email.toUpperCase() })
    const row = rowOf(staffInvitations, { offeredTo: memberId })
    expect(row).toMatchObject({ name: "Iris Fontaine", email })
    const stranger = await Browser.of(openSchool().userId)
    const withdraw = { intent: "withdraw", invitationId: row?.id ?? "" }
    expect((await stranger.submit(at, withdraw)).status).toBe(404)
    await school.browser.submit(at, withdraw)
    expect(acceptAsUser(newestToken(), userId)).toBeRefused("revoked")
    expect(memberOf(memberId)?.role).toBe("office")
  })

  test("goes to the first of two who confirm, and to no one who was removed or has another email since", async () => {
    const [iris, kwame] = [addDeputy(), addMember(school.actor, "teacher", "Kwame Boateng")]
    await offer(iris.memberId, { giverStays: "on" })
    const first = newestToken()
    await offer(kwame.memberId, { giverStays: "on" })
    const second = newestToken()
    setStaffLock(school.actor, iris.memberId, true)
    expect(acceptAsUser(first, iris.userId)).toBeRefused("locked")
    setStaffLock(school.actor, iris.memberId, false)
    changeRows(users, { id: iris.userId }, { email: `new-${iris.email}` })
    expect(acceptAsUser(first, iris.userId)).toBeRefused("revoked")
    expect(acceptWithPassword(first, "hash")).toBeRefused("revoked")
    changeRows(users, { id: iris.userId }, { email: iris.email })
    expect(acceptAsUser(second, iris.userId)).toBeRefused("other-account")
    expect(acceptAsUser(second, kwame.userId).ok).toBe(true)
    expect(acceptAsUser(first, iris.userId)).toBeRefused("account-taken")
    expect(acceptAsUser(second, kwame.userId)).toBeRefused("used")
    expect(admins()).toEqual([kwame.memberId])
  })

  test("isn’t offered to families, strangers, oneself or broken forms, nor by anyone else", async () => {
    const family = addMember(school.actor, "student", "Halima Okafor")
    const stranger = openSchool().actor.memberId ?? ""
    for (const memberId of [family.memberId, stranger, school.actor.memberId ?? "", "__proto__"])
      expect((await offer(memberId)).status, memberId).toBe(409)
    expect((await offer("x".repeat(500))).status).toBe(400)
    const deputy = addDeputy(rights)
    const theirs = await Browser.of(deputy.userId)
    expect((await theirs.submit(at, { intent: "invite", memberId: deputy.memberId })).status).toBe(403)
    expect(mails("staff-invitation")).toEqual([])
  })

  test("isn’t left to someone who was erased before they confirmed", async () => {
    const deputy = addDeputy()
    await offer(deputy.memberId)
    const token = newestToken()
    expect(eraseStaff(school.actor, "member", deputy.memberId).ok).toBe(true)
    expect(acceptWithPassword(token, "hash").ok).toBe(false)
    expect(admins()).toEqual([school.actor.memberId])
  })
})

describe("an administrator who teaches", () => {
  test("stops teaching without losing the login, can’t be erased, and teaches again in the office", async () => {
    const teacher = addMember(school.actor, "teacher", "Kwame Boateng")
    await offer(teacher.memberId, { giverStays: "on" })
    expect(acceptAsUser(newestToken(), teacher.userId).ok).toBe(true)
    const theirs = await Browser.of(teacher.userId)
    const leaving = `/teachers/${teacher.teacherId}/deactivate`
    expect(await theirs.read(leaving)).toContain("You stay the administrator and can still log in.")
    expect((await theirs.submit(leaving, { intent: "save" })).status).toBe(303)
    expect((await theirs.visit("/settings/team")).status).toBe(200)
    const { actor } = { actor: { ...school.actor, memberId: teacher.memberId } }
    expect(previewStaff(actor, "teacher", teacher.teacherId)?.obstacles.map(({ label }) => label)).toEqual([
      "Administration",
    ])
    expect(eraseStaff(actor, "teacher", teacher.teacherId).ok).toBe(false)
    // Ruth runs the school again; Kwame is in the office, and then a teacher once more.
    await theirs.submit(at, { intent: "invite", memberId: school.actor.memberId ?? "", giverStays: "on" })
    expect(acceptAsUser(newestToken(), school.userId).ok).toBe(true)
    expect(memberOf(teacher.memberId)?.role).toBe("office")
    const ruth = await Browser.of(school.userId)
    const taught = await ruth.submit(`/settings/team/${teacher.memberId}`, { intent: "teach" })
    expect(taught.headers.get("Location")).toBe(`/teachers/${teacher.teacherId}`)
    expect(memberOf(teacher.memberId)?.role).toBe("teacher")
    const row = rowsOf(teachers, { memberId: teacher.memberId })
    expect(row.map(({ deactivatedAt }) => deactivatedAt)).toEqual([null])
  })
})
