import { db, sqlite, transact } from "db/client.server"
import { signIns } from "db/schema/accounts-sign-ins"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { guardians, students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { watchStatements } from "db/statement-times.server"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { noteBounce } from "~/models/foundation/outbox/bounce.server"
import { addPushDevice } from "~/models/foundation/push/push-devices.server"
import { makePushKeys } from "~/models/foundation/push/push-keys.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { chooseMail } from "../../../../tests/support/wanted"
import { makeSessions } from "../session/make-sessions.server"
import { moveSession } from "../session/move-session.server"
import { countStranded, keepLessons } from "../session/stranded-causes.server"
import { deactivateTeacher } from "../teacher-leaving/deactivate-teacher.server"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { changeClass, undoClassChange } from "./change-class.server"
import { tellClasses } from "./class-changes.server"

// Drums on Wednesdays at four with Marcus in the Hall, for Wren and Milo; today is Wednesday, November 18, 2026.

const minute = 60_000
let actor: Actor
let classId: string
let hall: string
let marcus: string
let helena: ReturnType<typeof addMember>

beforeEach(() => {
  actor = openSchool().actor
  marcus = addTeacherRow(actor, "Marcus Whitfield")
  helena = addMember(actor, "teacher", "Helena Novak")
  for (const [id, email] of [
    [marcus, "marcus@harmony.example"],
    [helena.teacherId, "helena@harmony.example"],
  ] as const)
    changeRows(teachers, { id }, { email })
  hall = addRoomRow(actor, "Hall")
  classId = openDrums("Drums", "16:00", ["Wren", "Milo"])
})

function openDrums(name: string, startTime: string, firstNames: string[]) {
  const id = addClassRow(actor, { name, kind: "group", capacity: 6, teacherId: marcus, roomId: hall })
  for (const firstName of firstNames) {
    const studentId = addStudentRow(actor, firstName, "Adeyemi")
    const student = rowOf(students, { id: studentId })
    const email = `${firstName.toLowerCase()}@family.example`
    addRows(guardians, {
      ...newRow(actor),
      familyId: student?.familyId ?? "",
      name: `${firstName}’s mother`,
      email,
    })
    addEnrollmentRow(actor, id, studentId)
  }
  makeSessions(actor, addScheduleRow(actor, id, { startsOn: "2026-11-25", startTime }), "2026-12-16")
  return id
}

const facts = (set: { teacherId?: string; roomId?: string }) => ({
  name: "Drums",
  capacity: 6,
  teacherId: marcus,
  roomId: hall,
  ...set,
})
function change(set: { teacherId?: string; roomId?: string }) {
  const done = changeClass(actor, classId, facts(set))
  if (!done.ok || !done.changeId) throw new Error("Not changed")
  return { ...done, changeId: done.changeId }
}
const lessons = () => rowsOf(sessions, { classId }, { by: "startsAt" })
const mailed = () =>
  rowsOf(emails, { schoolId: actor.school.id, template: "class-changed" }, { by: ["createdAt", "recipient"] })
const tell = (at: number, most?: number) => transact(() => tellClasses(actor, at, most))
/** What has left, and is to leave. */
const mails = () => onceTold(actor, mailed)
const told = () => mails().map(({ recipient, data }) => [recipient, JSON.parse(data).lessons])
const state = () => ({
  class: rowOf(classes, { id: classId }),
  lessons: lessons().map(({ revision: _, ...lesson }) => lesson),
  booked: db()
    .select({ session: bookings.sessionId, of: bookings.resourceId, why: bookings.overrideReason })
    .from(bookings)
    .where(eq(bookings.schoolId, actor.school.id))
    .all()
    .map(({ session, of, why }) => `${session} ${of} ${why}`)
    .sort(),
})

test("families and both teachers get one email, held for two minutes, with the first lesson and those that differ", () => {
  const [, second] = lessons()
  const ana = addTeacherRow(actor, "Ana Lopez")
  const slot = { date: "2026-12-02", startTime: "16:00", roomId: hall }
  expect(moveSession(actor, second?.id ?? "", { ...slot, teacherId: ana }, { silent: true }).ok).toBe(true)
  const done = change({ teacherId: helena.teacherId })
  expect(done.changed).toBe(3)
  const text =
    "From Wed, Nov 25, 4:00 PM: Helena Novak teaches instead of Marcus Whitfield. Different: Wed, Dec 2, 4:00 PM with Ana Lopez, Hall."
  expect(told()).toEqual([
    ["helena@harmony.example", [["Drums", text]]],
    ["marcus@harmony.example", [["Drums", text]]],
    ["milo@family.example", [["Drums (Milo Adeyemi)", text]]],
    ["wren@family.example", [["Drums (Wren Adeyemi)", text]]],
  ])
  tell(testNow + 2 * minute - 1)
  expect(mailed()).toEqual([])
  tell(testNow + 2 * minute)
  expect(mailed()).toHaveLength(4)
  expect(done.told.families.map(({ name }) => name).sort()).toEqual(["Milo’s mother", "Wren’s mother"])
  expect(lessons()[1]?.teacherId).toBe(ana)
})

test("without a new teacher it says so, and a room is named with it", () => {
  const studio = addRoomRow(actor, "Studio")
  change({ teacherId: undefined, roomId: studio })
  expect(told()[1]?.[1]).toEqual([
    [
      "Drums (Milo Adeyemi)",
      "From Wed, Nov 25, 4:00 PM: Marcus Whitfield no longer teaches, and the new teacher isn’t set yet, in Studio instead of Hall.",
    ],
  ])
})

test("a name or a capacity tells no one, and who turned these emails off gets none and isn't named", () => {
  expect(changeClass(actor, classId, { ...facts({}), name: "Drumming" })).toMatchObject({ changeId: null })
  expect(mails()).toEqual([])
  chooseMail(helena.actor, [])
  const address = rowOf(teachers, { id: helena.teacherId })
  expect(address?.email).toBe("helena@harmony.example")
  const before = state()
  const seen = rehearse(() => changeClass(actor, classId, facts({ teacherId: helena.teacherId })))
  expect(seen).toMatchObject({ ok: true, changed: 4 })
  expect(state()).toEqual(before)
  expect(mails()).toEqual([])
})

test("whose emails come back isn't counted among those who are told", () => {
  noteBounce({ id: "none", recipient: "milo@family.example" }, { kind: "bounced", reason: "No such user" })
  expect(change({ teacherId: helena.teacherId }).told.families.map(({ name }) => name)).toEqual([
    "Wren’s mother",
  ])
})

test("who turned these emails off and has notifications on gets one of those", () => {
  makePushKeys()
  chooseMail(helena.actor, [])
  const id = `sign-in-${helena.memberId}`
  addRows(signIns, {
    ...{ id, tokenHash: id, userId: helena.userId, schoolId: actor.school.id, memberId: helena.memberId },
    ...{ remembered: true, createdAt: testNow, expiresAt: testNow + 1000 * minute },
  })
  addPushDevice(helena.actor, id, { endpoint: `https://push.example/${id}`, p256dh: "p", auth: "a" })
  changeRows(teachers, { id: helena.teacherId }, { email: helena.email })
  const { told: named, changeId } = change({ teacherId: helena.teacherId })
  expect(named.teachers.map(({ name }) => name)).toEqual(["Marcus Whitfield"])
  sendTold(actor)
  expect(mailed().map(({ recipient }) => recipient)).toEqual([
    "marcus@harmony.example",
    "milo@family.example",
    "wren@family.example",
  ])
  const pushes = () => rowsOf(jobs, { schoolId: actor.school.id, kind: "send-push" })
  expect(pushes()).toMatchObject([{ payload: expect.stringContaining("teacher") }])
  expect(undoClassChange(actor, classId, changeId).ok).toBe(true)
  sendTold(actor)
  expect(pushes()).toHaveLength(2)
})

test("undone within two minutes no one hears of it; afterward those who know are told", () => {
  const before = state()
  const { changeId } = change({ teacherId: helena.teacherId })
  fixClock(testNow + minute)
  expect(undoClassChange(actor, classId, changeId)).toEqual({ ok: true, changed: 4 })
  expect(state()).toEqual(before)
  expect(mails()).toEqual([])
  expect(rowsOf(classChanges, { classId })).toEqual([])
  expect(undoClassChange(actor, classId, changeId)).toMatchObject({ ok: false, reason: "no-change" })

  const again = change({ teacherId: helena.teacherId })
  sendTold(actor)
  expect(mailed()).toHaveLength(4)
  expect(undoClassChange(actor, classId, again.changeId).ok).toBe(true)
  const later = mails().filter(({ state: sent }) => sent === "queued")
  expect(later.map(({ recipient }) => recipient)).toHaveLength(4)
  expect(JSON.parse(later[0]?.data ?? "").lessons[0][1]).toContain(
    "Marcus Whitfield teaches instead of Helena Novak.",
  )
})

const read = () =>
  mails()
    .filter(({ state: sent }) => sent === "queued")
    .map(({ recipient, data }) => {
      const [name = ""] = recipient.split("@")
      return `${name}: ${JSON.parse(data).lessons.map(([, text]: string[]) => text)}`
    })
const toAna = "From Wed, Nov 25, 4:00 PM: Ana Lopez teaches instead of Marcus Whitfield."

test("two changes within two minutes are one email, from what each knows, and who had it in between hears nothing", () => {
  const ana = addTeacherRow(actor, "Ana Lopez")
  const email = "ana@harmony.example"
  changeRows(teachers, { id: ana }, { email })
  const one = change({ teacherId: helena.teacherId })
  fixClock(testNow + minute)
  const two = change({ teacherId: ana })
  expect(read()).toEqual(["ana", "marcus", "milo", "wren"].map((name) => `${name}: ${toAna}`))
  sendTold(actor)

  // Undone, Helena has it, who wasn't told of that before; undone once more, she and Marcus hear that he does.
  expect(undoClassChange(actor, classId, two.changeId).ok).toBe(true)
  const toHelena = (was: string) =>
    `From Wed, Nov 25, 4:00 PM: Helena Novak teaches instead of ${was === "helena" ? "Marcus Whitfield" : "Ana Lopez"}.`
  expect(read()).toEqual(["ana", "helena", "milo", "wren"].map((name) => `${name}: ${toHelena(name)}`))
  expect(undoClassChange(actor, classId, one.changeId).ok).toBe(true)
  const back = "From Wed, Nov 25, 4:00 PM: Marcus Whitfield teaches instead of Ana Lopez."
  expect(read()).toEqual(["ana", "marcus", "milo", "wren"].map((name) => `${name}: ${back}`))
})

test("a change while letters leave is told from what each of its people know", () => {
  const ana = addTeacherRow(actor, "Ana Lopez")
  changeRows(teachers, { id: ana }, { email: "ana@harmony.example" })
  change({ teacherId: helena.teacherId })
  tell(testNow + 2 * minute, 3)
  const has = new Set(mailed().map(({ recipient }) => recipient.split("@")[0] ?? ""))
  changeRows(emails, { schoolId: actor.school.id }, { state: "sent" })
  expect(has).toEqual(new Set(["milo", "wren", "helena"]))
  change({ teacherId: ana })
  const fromHelena = "From Wed, Nov 25, 4:00 PM: Ana Lopez teaches instead of Helena Novak."
  expect(read()).toEqual(
    ["ana", "helena", "marcus", "milo", "wren"].map(
      (name) => `${name}: ${name === "marcus" ? toAna : fromHelena}`,
    ),
  )
})

test("changed to another room and back by hand no one hears of it, and a later change is told from what is", () => {
  const studio = addRoomRow(actor, "Studio")
  change({ roomId: studio })
  change({})
  expect(read()).toEqual([])
  change({ teacherId: helena.teacherId })
  sendTold(actor)
  change({ teacherId: helena.teacherId, roomId: studio })
  const text = "From Wed, Nov 25, 4:00 PM: In Studio instead of Hall."
  expect(read()).toEqual(["helena", "milo", "wren"].map((name) => `${name}: ${text}`))
})

test("killed between the letters of a change, each person is told once", () => {
  change({ teacherId: helena.teacherId })
  const at = testNow + 2 * minute
  expect(tell(at, 2)).toBe(true)
  expect(mailed()).toHaveLength(2)
  const killed = () =>
    transact(() => {
      tellClasses(actor, at, 1)
      throw new Error("kill -9")
    })
  expect(killed).toThrow("kill -9")
  expect(tell(at, 2)).toBe(false)
  expect(tell(at)).toBe(false)
  expect(new Set(mailed().map(({ recipient }) => recipient)).size).toBe(4)
  expect(mailed()).toHaveLength(4)
})

test("an undo while letters leave tells those who have theirs, and not the others", () => {
  const { changeId } = change({ teacherId: helena.teacherId })
  tell(testNow + 2 * minute, 2)
  const told = mailed().map(({ recipient }) => recipient)
  expect(undoClassChange(actor, classId, changeId).ok).toBe(true)
  const back = mails().filter(({ data }) =>
    data.includes("Marcus Whitfield teaches instead of Helena Novak."),
  )
  expect(back.map(({ recipient }) => recipient)).toEqual(told)
  expect(mails()).toHaveLength(4)
})

test("an undo keeps what was changed since and what another had before, and is refused when the class moved on", () => {
  const [first, second] = lessons()
  const slot = { date: "2026-11-25", startTime: "16:00", roomId: hall }
  expect(
    moveSession(actor, first?.id ?? "", { ...slot, teacherId: helena.teacherId }, { silent: true }).ok,
  ).toBe(true)
  const one = change({ teacherId: helena.teacherId })
  const studio = addRoomRow(actor, "Studio")
  const elsewhere = { ...slot, date: "2026-12-02", roomId: studio, teacherId: helena.teacherId }
  expect(moveSession(actor, second?.id ?? "", elsewhere, { silent: true }).ok).toBe(true)
  const two = change({ teacherId: helena.teacherId, roomId: studio })
  expect(undoClassChange(actor, classId, one.changeId)).toBeRefused("changed-since")
  expect(undoClassChange(actor, classId, two.changeId).ok).toBe(true)
  expect(undoClassChange(actor, classId, one.changeId)).toEqual({ ok: true, changed: 2 })
  expect(lessons().map(({ teacherId }) => teacherId)).toEqual([
    helena.teacherId,
    helena.teacherId,
    marcus,
    marcus,
  ])
  expect(undoClassChange(openSchool().actor, classId, two.changeId)).toMatchObject({ reason: "no-change" })
})

test("a new teacher’s leave and other hours are named, and accepted only with a reason, which an undo takes along", () => {
  const before = state()
  const days = { startsOn: "2026-12-01", endsOn: "2026-12-03", reason: null }
  expect(recordTimeOff(actor, helena.teacherId, days).ok).toBe(true)
  const give = (reason?: string) =>
    changeClass(actor, classId, facts({ teacherId: helena.teacherId }), reason ? { reason } : undefined)
  const away = "Wed, Dec 2: Helena Novak is away from Tue, Dec 1 to Thu, Dec 3."
  expect(give()).toMatchObject({ ok: false, reason: "clash", clashes: [away], mayOverride: true })
  expect(state()).toEqual(before)
  addHours(actor, helena.teacherId, { weekday: 2, fromTime: "15:00", toTime: "18:00" })
  expect(give()).toMatchObject({ clashes: [away, "Helena Novak has no teaching hours on Wednesdays."] })
  // Another room alone asks for no one's hours, and what the former teacher has named is no obstacle.
  addHours(actor, marcus, { weekday: 2, fromTime: "15:00", toTime: "18:00" })
  const studio = addRoomRow(actor, "Studio")
  expect(changeClass(actor, classId, facts({ roomId: studio })).ok).toBe(true)
  expect(changeClass(actor, classId, facts({})).ok).toBe(true)
  keepLessons(actor, [lessons()[0]?.id ?? ""], "Marcus agreed")
  const agreed = state()

  const done = give("She agreed")
  if (!done.ok) throw new Error(done.reason)
  const kept = () =>
    lessons().map(({ localDate, keptReason, keptDespite }) => [localDate, keptReason, keptDespite])
  expect(kept()).toEqual([
    ["2026-11-25", "She agreed", "hours"],
    ["2026-12-02", "She agreed", "leave hours"],
    ["2026-12-09", "She agreed", "hours"],
    ["2026-12-16", "She agreed", "hours"],
  ])
  expect(countStranded(actor)).toBe(0)
  expect(undoClassChange(actor, classId, done.changeId ?? "").ok).toBe(true)
  expect(state()).toEqual(agreed)
})

test("a teacher who leaves hands over to one who is away only with a reason", () => {
  const days = { startsOn: "2026-12-02", endsOn: "2026-12-02", reason: null }
  expect(recordTimeOff(actor, helena.teacherId, days).ok).toBe(true)
  const takers = new Map([[classId, helena.teacherId]])
  expect(deactivateTeacher(actor, marcus, takers)).toMatchObject({
    ok: false,
    reason: "clash",
    clashes: ["Wed, Dec 2: Helena Novak is away on Wed, Dec 2."],
    mayOverride: true,
  })
  expect(lessons()[0]?.teacherId).toBe(marcus)
  expect(deactivateTeacher(actor, marcus, takers, { reason: "A substitute is found" }).ok).toBe(true)
  expect(lessons()[1]).toMatchObject({ teacherId: helena.teacherId, keptReason: "A substitute is found" })
})

test("an undo of the teacher asks nothing about the room, which never changed", () => {
  const rehearsal = addClassRow(actor, { name: "Rehearsal", roomId: hall })
  makeSessions(actor, addScheduleRow(actor, rehearsal, { startsOn: "2026-11-25" }), "2026-12-16")
  const { changeId } = change({ teacherId: helena.teacherId })
  expect(undoClassChange(actor, classId, changeId)).toEqual({ ok: true, changed: 4 })
})

test("a teacher who leaves: one email for all their classes, and the leaver gets none", () => {
  const other = openDrums("Percussion", "17:00", [])
  const wren = rowsOf(students, { firstName: "Wren" }).at(-1)
  addEnrollmentRow(actor, other, wren?.id ?? "")
  const takers = new Map([
    [classId, helena.teacherId],
    [other, null],
  ])
  const done = deactivateTeacher(actor, marcus, takers)
  expect(done).toMatchObject({ ok: true, classes: 2 })
  const of = new Map(told().map(([recipient, list]) => [recipient, list.map(([what]: string[]) => what)]))
  expect([...of.keys()]).toEqual(["helena@harmony.example", "milo@family.example", "wren@family.example"])
  expect(of.get("wren@family.example").sort()).toEqual(["Drums (Wren Adeyemi)", "Percussion (Wren Adeyemi)"])
  const change = rowOf(classChanges, { classId })
  expect(undoClassChange(actor, classId, change?.id ?? "")).toBeRefused("gone")
})

test("a class of sixty takes as many statements as one of two, and each family has its email", () => {
  const names = Array.from({ length: 60 }, (_, at) => `Pupil${at}`)
  const choir = openDrums("Choir", "18:00", names)
  let statements = 0
  const countOf = (id: string) => {
    // Nothing that was read for the other one is known any more.
    sqlite().exec("update outcomes set label = label")
    statements = 0
    watchStatements(() => {
      statements += 1
    })
    try {
      const set = { name: "Drums", capacity: 60, teacherId: helena.teacherId, roomId: hall }
      expect(changeClass(actor, id, set).ok).toBe(true)
    } finally {
      watchStatements(() => undefined)
    }
    return statements
  }
  const few = countOf(classId)
  sendTold(actor)
  const before = mailed().length
  expect(countOf(choir)).toBe(few)
  expect(mails().length - before).toBe(62)
  const [lesson] = rowsOf(sessions, { classId: choir })
  const booked = db()
    .select({ resource: bookings.resource, id: bookings.resourceId })
    .from(bookings)
    .where(eq(bookings.sessionId, lesson?.id ?? ""))
    .all()
  expect(booked.filter(({ resource }) => resource === "student")).toHaveLength(60)
  expect(
    booked
      .filter(({ resource }) => resource !== "student")
      .map(({ id }) => id)
      .sort(),
  ).toEqual([helena.teacherId, hall].sort())
})
