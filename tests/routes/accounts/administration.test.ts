import { inflateRawSync } from "node:zlib"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { erasures, events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { members, staffInvitations } from "db/schema/people"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { exportSchool } from "~/jobs/export-school.server"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { findLatestExport } from "~/models/accounts/school/export-school.server"
import { addEntry } from "~/models/accounts/school-list/school-list.server"
import { standingOf } from "~/models/accounts/subscription/subscription"
import { hashPassword } from "~/models/accounts/user/password.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { continueErasure } from "~/models/overview/erasure/forget-in-activity.server"
import { addFamily } from "~/models/people/family/family.server"
import { acceptWithPassword } from "~/models/people/invitation/accept-invitation.server"
import { addStudent } from "~/models/people/student/student.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow, testToday } from "../../support/clock"
import { inAct } from "../../support/in-act"
import { openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

const at = "/settings/admin"
const passwordHash = await hashPassword("eine kleine Nachtmusik")
let school: { actor: Actor; userId: string; browser: Browser }

beforeEach(async () => {
  const { actor, userId } = openSchool()
  changeRows(users, { id: userId }, { passwordHash })
  school = { actor, userId, browser: await Browser.of(userId) }
})

const inSchool = () => eq(members.schoolId, school.actor.school.id)
const mails = (template: string) => rowsOf(emails, { schoolId: school.actor.school.id, template })
const verbs = () =>
  rowsOf(events, { schoolId: school.actor.school.id }).map(({ verb, noun }) => `${verb} ${noun}`)

describe("people", () => {
  test("are listed by role and name, found, logged out, locked and unlocked", async () => {
    const teacher = addMember(school.actor, "teacher", "Kwame Boateng")
    const theirs = await Browser.of(teacher.userId)
    const memberId = teacher.actor.memberId ?? ""
    const text = await school.browser.read(at)
    expect(text).toMatch(
      /Ruth Castellano · you .*administrator.*Kwame Boateng .*teacher Logged in on 1 device/,
    )
    expect(await school.browser.read(`${at}?q=kwame&who=teacher`)).not.toContain("· you")
    expect(await school.browser.read(`${at}?q=%25`)).toContain("No people match these filters.")
    await school.browser.submit(at, { intent: "sign-out", memberId })
    expect((await theirs.visit("/dashboard/teacher")).headers.get("Location")).toContain("/auth/login")
    await school.browser.submit(at, { intent: "lock", memberId })
    expect(await school.browser.read(at)).toMatch(/Kwame Boateng is locked.*Locked Unlock/)
    await school.browser.submit(at, { intent: "unlock", memberId })
    expect(verbs()).toEqual(expect.arrayContaining(["end-sign-ins member", "lock member", "unlock member"]))
    // Nobody locks themself out, and another school's people are not here.
    await school.browser.submit(at, { intent: "lock", memberId: school.actor.memberId ?? "" })
    expect(await school.browser.read(at)).toContain("You can’t lock your own account.")
    const stranger = openSchool().actor.memberId ?? ""
    for (const intent of ["lock", "unlock", "sign-out"])
      expect((await school.browser.submit(at, { intent, memberId: stranger })).status).toBe(404)
    expect(rowOf(members, { id: stranger })?.deactivatedAt).toBeNull()
    expect((await school.browser.submit(at, { intent: "rule" })).status).toBe(404)
  })

  test("the one administrator account is handed over by mail, once: who accepts runs the school, who gave is out", async () => {
    const iris = { intent: "invite", name: "Iris Novak", email: "Iris@Novak.example" }
    for (const bad of [{ email: "nowhere" }, { name: "" }, { name: "x".repeat(121) }])
      expect((await school.browser.submit(at, { ...iris, ...bad })).status).toBe(400)
    await school.browser.submit(at, iris)
    expect((await school.browser.submit(at, iris)).headers.get("Location")).not.toBe("/auth/login")
    expect(mails("staff-invitation")).toHaveLength(1)
    fixClock(testNow + 5 * 60_000)
    await school.browser.submit(at, iris)
    expect(rowsOf(staffInvitations, { email: "iris@novak.example" })).toHaveLength(1)
    expect(await school.browser.read(at)).toMatch(/Iris Novak iris@novak\.example Invited, link expires/)
    const [first, second] = mails("staff-invitation").map(({ data }) => JSON.parse(data).linkId as string)
    expect(acceptWithPassword(tokenOf(first ?? ""), "hash")).toMatchObject({ ok: false, reason: "revoked" })
    const page = await new Browser().read(`/invitation?token=${tokenOf(second ?? "")}`)
    expect(page).toContain("invites you to manage the school as an administrator.")
    await school.browser.submit(at, { intent: "invite", name: "Amir Said", email: "amir@said.example" })
    expect(await school.browser.read(at)).toContain(
      "You have 1 of 1 administrator account on Standard. When the new administrator accepts, they take over your account",
    )
    const accepted = acceptWithPassword(tokenOf(second ?? ""), "hash")
    if (!accepted.ok) throw new Error(accepted.reason)
    const admins = () =>
      rowsOf(members, inSchool())
        .filter(({ role, deactivatedAt }) => role === "admin" && deactivatedAt === null)
        .map(({ userId }) => userId)
    expect(admins()).toEqual([accepted.userId])
    expect((await school.browser.visit(at)).headers.get("Location")).toContain("/auth/login")
    expect(verbs()).toContain("hand-over member")
    // What the former administrator offered to somebody else as well is theirs no more.
    const amir = mails("staff-invitation").at(-1)
    const late = acceptWithPassword(tokenOf(JSON.parse(amir?.data ?? "{}").linkId), "hash")
    expect(late).toBeRefused("account-taken")
    expect(admins()).toEqual([accepted.userId])
    const successor = await Browser.of(accepted.userId)
    await expect(successor.submit(at, iris)).toAnswer(409, "can already log in")
    await successor.submit(at, { intent: "unlock", memberId: school.actor.memberId ?? "" })
    expect(await successor.read(at)).toContain("You have 1 of 1 administrator account on Standard.")
    expect(admins()).toEqual([accepted.userId])
  })

  test("an invitation can be withdrawn; a family of the school and a solo teacher's school get none", async () => {
    await school.browser.submit(at, { intent: "invite", name: "Iris Novak", email: "iris@other.example" })
    const [invitation] = rowsOf(staffInvitations, { schoolId: school.actor.school.id })
    const stranger = await Browser.of(openSchool().userId)
    const withdraw = { intent: "withdraw", invitationId: invitation?.id ?? "" }
    expect((await stranger.submit(at, withdraw)).status).toBe(404)
    await school.browser.submit(at, withdraw)
    const [mail] = mails("staff-invitation")
    expect(acceptWithPassword(tokenOf(JSON.parse(mail?.data ?? "{}").linkId), "hash").ok).toBe(false)
    const { email } = addMember(school.actor, "student", "Halima Okafor")
    const works = await school.browser.submit(at, { intent: "invite", name: "Halima", email })
    await expect(works).toAnswer(409, "another role at your school")
    const solo = await Browser.of(openSchool({ kind: "solo" }).userId)
    expect(await solo.read(at)).not.toContain("Transfer ownership")
    expect((await solo.submit(at, { intent: "invite", name: "Iris", email: "i@n.example" })).status).toBe(409)
  })
})

describe("activity", () => {
  test("says who did what when, filtered by who, what and day, as pages and as CSV", async () => {
    addEntry(school.actor, "levels", "=Grade 1 <b>")
    const text = await school.browser.read(`${at}/log`)
    expect(text).toMatch(
      /Ruth Castellano added the level =Grade 1 <b> Levels Details( of)?:? .{0,120}Name =Grade 1 <b>/,
    )
    expect(await school.browser.read(`${at}/log?noun=room`)).toContain("No activity matches these filters.")
    const mine = `who=${school.actor.memberId}&noun=level&from=2026-11-18&to=2026-11-18`
    expect(await school.browser.read(`${at}/log?${mine}`)).toContain("1–1 of 1")
    expect(await school.browser.read(`${at}/log?to=2026-11-17`)).toContain(
      "No activity matches these filters.",
    )
    const csv = await school.browser.visit(`${at}/log.csv?${mine}`)
    expect(csv.headers.get("Content-Type")).toContain("text/csv")
    expect(await csv.text()).toContain("Ruth Castellano,added the level =Grade 1 <b>,Levels")
    for (const odd of ["?from=soon", "?who=%27", "?page=0", `?noun=${"x".repeat(500)}`])
      expect((await school.browser.visit(`${at}/log${odd}`)).status, odd).toBe(200)
    const stranger = await Browser.of(openSchool().userId)
    expect(await stranger.read(`${at}/log?${mine}`)).not.toContain("Grade 1")
  })

  test("names the student and the class of an enrollment", async () => {
    const { enrollmentIds } = openClass(school.actor, {
      class: { name: "Brass duo" },
      pupils: ["Milo Singh"],
    })
    inAct(recordEvent)(school.actor, "enrollment.enroll", enrollmentIds[0] ?? "", {
      after: { startsOn: "2026-11-18" },
    })
    expect(await school.browser.read(`${at}/log`)).toContain("Milo Singh, Brass duo")
  })

  test("names the record and shows no field names of ours", async () => {
    const { familyId } = addFamily(school.actor, { name: "Okafor", guardians: [] })
    addStudent(school.actor, {
      familyId,
      firstName: "Amara",
      lastName: "Okafor",
      status: "active",
      fromDate: testToday,
    })
    const text = await school.browser.read(`${at}/log`)
    expect(text).toMatch(/added the student with status active Amara Okafor Details/)
    expect(text).not.toMatch(/studentId|Minor"|"[a-z]+":/)
  })
})

/** The entries of a ZIP file, read back by its central directory. */
function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf("PK\x05\x06", undefined, "latin1")
  let place = file.readUInt32LE(end + 16)
  const found = new Map<string, string>()
  for (let entries = file.readUInt16LE(end + 10); entries > 0; entries -= 1) {
    const [packed, length] = [file.readUInt32LE(place + 20), file.readUInt16LE(place + 28)]
    const local = file.readUInt32LE(place + 42)
    const name = file.toString("utf8", place + 46, place + 46 + length)
    const from = local + 30 + length
    found.set(name, inflateRawSync(file.subarray(from, from + packed)).toString("utf8"))
    place += 46 + length
  }
  return found
}

describe("data", () => {
  /** Starts an export, or finds the one that is under way, writes its file and downloads it. */
  async function exported() {
    await school.browser.submit(`${at}/export`, { intent: "export" })
    const task = findLatestExport(school.actor)?.task.id ?? ""
    const job = { schoolId: school.actor.school.id, payload: { taskId: task }, attempts: 1 }
    await exportSchool(job, new AbortController().signal)
    return { task, answer: await school.browser.submit(`${at}/export.zip`, { task }) }
  }

  test("everything is exported in one file, by an expired school too, and the activity says so", async () => {
    addEntry(school.actor, "instruments", "Violin")
    const stranger = openSchool({ name: "Legato School" })
    addEntry(stranger.actor, "instruments", "Theremin")
    changeRows(subscriptions, { schoolId: school.actor.school.id }, { status: "expired" })
    expect((await school.browser.visit(`${at}/data`)).headers.get("Location")).toBe(
      "/select-plan?upgrade=true",
    )
    expect(await school.browser.read(`${at}/export`)).toContain("Export everything")
    expect(await school.browser.read("/subscription")).toContain(
      "All of your school’s data is kept. Download it",
    )
    const started = await school.browser.submit(`${at}/export`, { intent: "export", key: "one" })
    await expect(started).toLead(303, `${at}/export`)
    const running = await school.browser.html(`${at}/export`)
    expect(running).toContain(`http-equiv="refresh" content="3;url=${at}/export"`)
    const { task, answer } = await exported()
    expect(answer.headers.get("Content-Disposition")).toContain("harmony-school-of-music-2026-11-18.zip")
    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    expect(files.get("instruments.csv")).toContain("Violin")
    expect(files.get("people.csv")).toContain("Ruth Castellano")
    const all = JSON.parse(files.get("everything.json") ?? "{}")
    expect(all.school[0].name).toBe("Harmony School of Music")
    expect([...files.values()].join()).not.toMatch(/Theremin|Legato|argon2|password_hash|token_hash/)
    expect(verbs()).toContain("export school")
    const other = await Browser.of(stranger.userId)
    expect((await other.submit(`${at}/export.zip`, { task })).headers.get("Location")).toBe(`${at}/export`)
  })

  test("an export can be canceled, and its file is deleted after a day", async () => {
    await school.browser.submit(`${at}/export`, { intent: "export" })
    await school.browser.submit(`${at}/export`, { intent: "cancel" })
    expect(await school.browser.read(`${at}/export`)).not.toContain("Download everything")
    const { task } = await exported()
    for (const [hours, isThere] of [
      [23, true],
      [25, false],
    ] as const) {
      fixClock(testNow + hours * 3_600_000)
      const later = await Browser.of(school.userId)
      const text = await later.read(`${at}/export`)
      expect(text.includes("Download everything")).toBe(isThere)
    }
    fixClock(testNow)
    expect((await school.browser.submit(`${at}/export`, { intent: "burn" })).status).toBe(404)
    expect((await school.browser.submit(`${at}/export.zip`, { task: `../${task}` })).status).toBe(303)
  })

  test("an export from before a person was erased is withdrawn at once, and another one is offered", async () => {
    const { studentIds } = openFamily(school.actor, { name: "Quigley", children: ["Wilhelmina"] })
    const first = await exported()
    const before = unzip(Buffer.from(await first.answer.arrayBuffer()))
    expect(before.get("everything.json")).toContain("Wilhelmina")
    expect(erasePerson(school.actor, "student", studentIds[0] ?? "").ok).toBe(true)
    const text = await school.browser.read(`${at}/export`)
    expect(text).toContain("Your last export was removed because a person was erased")
    expect(text).not.toContain("Download everything")
    await expect(school.browser.submit(`${at}/export.zip`, { task: first.task })).toLead(303, `${at}/export`)
    const { id } = rowOf(erasures) ?? { id: "" }
    while (await continueErasure(school.actor, id));
    const second = await exported()
    expect(second.task).not.toBe(first.task)
    const after = unzip(Buffer.from(await second.answer.arrayBuffer()))
    expect([...after.values()].join()).not.toContain("Wilhelmina")
    expect(await school.browser.read(`${at}/export`)).toContain("Download everything")
  })

  test("an export that was being written while a person was erased is never offered", async () => {
    const { studentIds } = openFamily(school.actor, { name: "Quigley", children: ["Wilhelmina"] })
    await school.browser.submit(`${at}/export`, { intent: "export" })
    expect(erasePerson(school.actor, "student", studentIds[0] ?? "").ok).toBe(true)
    const { answer } = await exported()
    expect(answer.status).toBe(303)
    expect(await school.browser.read(`${at}/export`)).not.toContain("Download everything")
  })

  test("the school is deleted in thirty days after its name and the password, and kept when asked", async () => {
    const row = () => rowOf(schools, { id: school.actor.school.id })
    const wish = {
      intent: "delete",
      schoolName: "Harmony School of Music",
      currentPassword: "eine kleine Nachtmusik",
    }
    for (const bad of [{ schoolName: "harmony" }, { currentPassword: "guess" }, { currentPassword: "" }]) {
      const answer = await school.browser.submit(`${at}/data`, { ...wish, ...bad })
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain("guess")
    }
    expect(row()?.deletionDueAt).toBeNull()
    await school.browser.submit(`${at}/data`, wish)
    const dueAt = row()?.deletionDueAt ?? 0
    expect(dueAt).toBe(Date.parse("2026-12-18T20:10:00Z"))
    expect(await school.browser.read(`${at}/data`)).toMatch(/Everything will be deleted on December 18, 2026/)
    await school.browser.submit(`${at}/data`, wish)
    expect(row()?.deletionDueAt).toBe(dueAt)
    expect(mails("school-deletion")).toHaveLength(1)
    const told = async () => {
      const row = mails("school-deletion").at(-1)
      return row ? (await composeMail(row)).text : ""
    }
    expect(await told()).toContain("Until then the school works as usual.")
    const home = await school.browser.read("/dashboard")
    expect(home).toContain("Everything of your school will be deleted on December 18, 2026")
    expect(home).toContain("Cancel deletion")
    const left = { schoolName: school.actor.school.name, paidUntil: "December 18, 2026", canReturn: false }
    const until = { ...left, graceUntil: null, extendedUntil: null, isDeleted: true }
    for (const kind of ["ending", "expired"] as const)
      expect(standingOf(kind, until).text).not.toContain("kept")
    expect(await school.browser.read("/settings/subscription")).toContain(
      "Everything of your school will be deleted on December 18, 2026",
    )
    await school.browser.submit(`${at}/data`, { intent: "keep" })
    expect(await school.browser.read("/dashboard")).not.toContain("will be deleted")
    expect(row()?.deletionDueAt).toBeNull()
    expect(verbs()).toEqual(expect.arrayContaining(["schedule-deletion school", "undo-deletion school"]))
    expect(mails("school-deletion")).toHaveLength(2)
    // A plan that ends before that leaves the school paused.
    const paidUntil = Date.parse("2026-12-02T20:10:00Z")
    changeRows(subscriptions, { schoolId: school.actor.school.id }, { paidUntil, status: "cancelled" })
    await school.browser.submit(`${at}/data`, wish)
    expect(mails("school-deletion").map(({ data }) => JSON.parse(data).worksUntil)).toContain(
      "December 2, 2026",
    )
    expect((await school.browser.submit(`${at}/data`, { intent: "burn" })).status).toBe(404)
  })

  test("is not for a teacher or a family", async () => {
    for (const role of ["teacher", "student"] as const) {
      const browser = await Browser.of(addMember(school.actor, role, "Kwame Boateng").userId)
      for (const path of [
        at,
        `${at}/log`,
        `${at}/log.csv`,
        `${at}/data`,
        `${at}/export`,
        `${at}/export.zip`,
      ]) {
        expect((await browser.visit(path)).status).toBe(302)
        expect([302, 405]).toContain((await browser.submit(path, { intent: "delete" })).status)
      }
    }
  })
})
