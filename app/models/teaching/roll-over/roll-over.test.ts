import { db, transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { guardians, studentStatusChanges, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { renewals } from "db/schema/teaching-renewals"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, eq, gte } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { changeRoomBuffers } from "~/models/accounts/school/room-buffers.server"
import { changeSites } from "~/models/accounts/school/sites.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClosureRow,
  addRoomRow,
  addScheduleRow,
  addTeacherRow,
  openClass,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { onceTold } from "../../../../tests/support/told"
import { findClass } from "../class/find-class.server"
import { dropStudent } from "../class/leave-class.server"
import { requireAge } from "../prerequisite/prerequisite.server"
import { priceOf } from "../price/price"
import { listClassPrices, listPriceKeepers, setOwnPrice } from "../price/price.server"
import { setClassPrice } from "../price/price-step.server"
import { setLaterTeacher } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { bookStudent } from "../session/claim.server"
import { extendSchedules, makeSessions } from "../session/make-sessions.server"
import { listTight } from "../session/room-buffer.server"
import { changeStatus } from "../student-status/change-status.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { answerRenewal, countLateRenewals, listRenewals, releaseUnanswered } from "./renewals.server"
import { rollOverClasses } from "./roll-over-classes.server"
import { Before, undoRollOver } from "./undo-roll-over.server"

// Piano on Wednesdays with Theo, and the spring term that begins on January 11.

let actor: Actor
let piano: ReturnType<typeof openClass>
let teacherId: string
let termId: string
const choice = { price: "", reason: "" }

beforeEach(() => {
  actor = openSchool().actor
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  termId = listTerms(actor)[0]?.id ?? ""
  teacherId = addTeacherRow(actor, "Theo Petrović", "Piano")
  piano = openWeekly("Piano", "Milo")
})

function openWeekly(name: string, first: string, facts: { roomId?: string; startTime?: string } = {}) {
  const opened = openClass(actor, {
    class: { name, kind: "private", capacity: 2, teacherId, roomId: facts.roomId ?? null },
    pupils: [`${first} Haddad`],
  })
  const scheduleId = addScheduleRow(actor, opened.classId, { startTime: facts.startTime ?? "16:00" })
  makeSessions(actor, scheduleId, "2027-02-10", { from: "2026-11-25" })
  for (const id of opened.enrollmentIds) bookStudent(actor, id)
  return opened
}

const plan = (wish: Partial<typeof choice> & { answerBy?: string } = {}, ids = [piano.classId]) =>
  rollOverClasses.plan(actor, ids, { termId, ...choice, ...wish })

let round = 0
function carryOut(wish: Partial<typeof choice> & { answerBy?: string } = {}, classId = piano.classId) {
  round += 1
  const taskId = startTask(actor, {
    kind: "roll-over-classes",
    about: {},
    items: [],
    formKey: `${classId}.${round}`,
  })
  const done = rollOverClasses.work.carryOut(
    actor,
    { termId, ...choice, ...wish },
    { taskId, subjectId: classId, name: "", detail: null },
  )
  transact(() => rollOverClasses.work.close?.(actor, taskId))
  return done
}

const lessonsOf = (classId: string, from = "2026-01-01") =>
  db()
    .select({ date: sessions.localDate })
    .from(sessions)
    .where(and(eq(sessions.classId, classId), gte(sessions.localDate, from)))
    .all()
    .map(({ date }) => date)
    .sort()

const classOf = (id: string) => rowOf(classes, { id })

describe("the preview", () => {
  test("says who continues, with how many lessons, from when and at which price", () => {
    addClosureRow(actor, "2027-04-01", "2027-04-11", "Spring break")
    expect(plan()).toEqual([
      {
        id: piano.classId,
        name: "Piano",
        can: true,
        text: "1 student, 19 lessons, Wed 4:00 PM, weekly, from Jan 11. $18.00 per lesson. None on Spring break.",
      },
    ])
    expect(plan({ price: "+5%" })[0]?.text).toContain("$18.00 per lesson → $18.90 per lesson.")
  })

  test("names the prices that begin within the term, which go along with the class and the student", () => {
    const [enrollmentId = ""] = piano.enrollmentIds
    setClassPrice(actor, piano.classId, {
      billing: "per_session",
      amountMinor: 4_500,
      fromDate: "2027-02-01",
    })
    setOwnPrice(actor, enrollmentId, { fromDate: "2027-03-01", amountMinor: 500 })
    const text = plan({ price: "+5%" })[0]?.text
    expect(text).toContain("$18.00 per lesson → $18.90 per lesson. $45.00 per lesson from Feb 1, as planned.")
    expect(text).toContain("1 student keeps a custom price.")
    const done = carryOut({ price: "+5%" })
    const next = done.ok ? (done.made ?? "") : ""
    const pays = (date: string) =>
      listPriceKeepers(actor, next, date)[0]?.price.amountMinor ??
      priceOf(null, listClassPrices(actor, [next]).get(next) ?? [], date)?.amountMinor
    expect(["2027-01-20", "2027-02-03", "2027-03-03"].map(pays)).toEqual([1_890, 4_500, 500])
    const before = done.ok ? done.before : undefined
    expect(undoRollOver(actor, piano.classId, Before.parse(before)).ok).toBe(true)
    expect(classOf(next)).toBeUndefined()
  })

  test("names the prices that begin after the term, and they go along from class to class until then", () => {
    const [enrollmentId = ""] = piano.enrollmentIds
    const fromDate = "2027-09-01"
    setClassPrice(actor, piano.classId, { billing: "per_session", amountMinor: 4_500, fromDate })
    setOwnPrice(actor, enrollmentId, { fromDate: "2027-10-01", amountMinor: 500 })
    addTerm(actor, { name: "Fall 2027", startsOn: fromDate, endsOn: "2027-12-20" })
    const planned = "$45.00 per lesson from Sep 1, as planned. 1 student keeps a custom price."
    expect(plan()[0]?.text).toContain(`$18.00 per lesson. ${planned}`)
    const spring = carryOut()
    const springId = spring.ok ? (spring.made ?? "") : ""
    termId = listTerms(actor).find(({ name }) => name === "Fall 2027")?.id ?? ""
    expect(plan({}, [springId])[0]?.text).toContain("$45.00 per lesson. 1 student keeps a custom price.")
    const fall = carryOut({}, springId)
    const fallId = fall.ok ? (fall.made ?? "") : ""
    const prices = listClassPrices(actor, [fallId]).get(fallId) ?? []
    expect(priceOf(null, prices, fromDate)?.amountMinor).toBe(4_500)
    const kept = (date: string) => listPriceKeepers(actor, fallId, date).map(({ price }) => price.amountMinor)
    expect([fromDate, "2027-10-01"].map(kept)).toEqual([[], [500]])
  })

  test("names leave, other hours and double-booked rooms, which a reason allows", () => {
    recordTimeOff(actor, teacherId, { startsOn: "2027-01-13", endsOn: "2027-01-20", reason: null })
    expect(plan()[0]).toMatchObject({ can: false, text: "Theo Petrović is away for 2 lessons." })
    expect(plan({ reason: "We arrange those" })[0]).toMatchObject({ can: true })
  })

  test("a teacher in two classes at once can't be allowed", () => {
    const other = openWeekly("Theory", "Wren")
    const both = plan({ reason: "Never mind" }, [piano.classId, other.classId])
    expect(both.map(({ can }) => can)).toEqual([false, false])
    expect(both[0]?.text).toContain("Wed 4:00 PM: Theory has Theo Petrović.")
    // One that isn't chosen counts as well.
    expect(plan()[0]).toMatchObject({ can: false })
  })

  test("names where the teacher who is planned for later is elsewhere, away or not at work", () => {
    const ana = addTeacherRow(actor, "Ana Lopez", "Piano")
    setLaterTeacher(actor, piano.classId, { teacherId: ana, from: "2027-02-10" })
    expect(plan()[0]).toMatchObject({ can: true })
    changeRows(sessions, and(eq(sessions.classId, piano.classId), gte(sessions.localDate, "2027-02-10")), {
      teacherId: ana,
    })
    recordTimeOff(actor, ana, { startsOn: "2027-02-01", endsOn: "2027-02-20", reason: null })
    expect(plan()[0]).toMatchObject({ can: false, text: "Ana Lopez is away for 2 lessons." })
    expect(plan({ reason: "We arrange those" })[0]).toMatchObject({ can: true })
    const cello = openWeekly("Cello", "Wren")
    changeRows(classes, { id: cello.classId }, { teacherId: ana })
    const clash = "Wed 4:00 PM: Cello has Ana Lopez."
    expect(plan({ reason: "Never mind" })[0]).toMatchObject({
      can: false,
      text: expect.stringContaining(clash),
    })
    // Both lose and get their teacher on the same day.
    setLaterTeacher(actor, cello.classId, { teacherId, from: "2027-02-10" })
    expect(plan({ reason: "Never mind" })[0]).toMatchObject({ can: true })
  })

  test("a room is named for the class that has it", () => {
    const roomId = addRoomRow(actor, "Hall")
    const one = openWeekly("Choir", "Ada", { roomId, startTime: "10:00" })
    changeRows(classes, { id: one.classId }, { teacherId: null, roomId })
    const other = openWeekly("Band", "Ben", { roomId, startTime: "10:15" })
    const lines = plan({}, [one.classId, other.classId])
    expect(lines.map(({ text }) => text).join()).toContain("has Hall.")
  })

  test("names a way to another site that is too long, which a reason allows", () => {
    const [hall, barn] = [addRoomRow(actor, "Hall"), addRoomRow(actor, "Barn")]
    changeSites(actor, { travelMinutes: 45, sites: { [hall]: "Main Street", [barn]: "Mill" } })
    changeRows(classes, { id: piano.classId }, { roomId: hall })
    const duo = openWeekly("Duo", "Ada", { roomId: barn, startTime: "17:00" })
    expect(plan()[0]).toMatchObject({
      can: false,
      text: "Wed 5:00 PM: Theo Petrović teaches Duo at Mill, 45 minutes away.",
    })
    expect(plan({ reason: "He drives" })[0]).toMatchObject({ can: true })
    expect(plan({}, [piano.classId, duo.classId]).map(({ can }) => can)).toEqual([false, false])
    changeSites(actor, { travelMinutes: 45, sites: { [hall]: "Main Street", [barn]: "main street" } })
    expect(plan()[0]).toMatchObject({ can: true })
  })

  test("names a room that needs more minutes between lessons, which a reason allows and keeps", () => {
    const hall = addRoomRow(actor, "Hall")
    const trio = openWeekly("Trio", "Cleo", { roomId: hall, startTime: "10:00" })
    const duo = openWeekly("Duo", "Ada", { roomId: hall, startTime: "10:35" })
    changeRoomBuffers(actor, { minutes: 10, ofRooms: {} })
    const tight = "is in Hall, which needs 10 minutes between lessons."
    expect(plan({}, [trio.classId])[0]).toMatchObject({ can: false, text: `Wed 10:35 AM: Duo ${tight}` })
    const both = plan({}, [trio.classId, duo.classId]).map(({ name, text }) => `${name}: ${text}`)
    expect(both.sort()).toEqual([`Duo: Wed 10:00 AM: Trio ${tight}`, `Trio: Wed 10:35 AM: Duo ${tight}`])
    expect(carryOut({ reason: "They help to tidy" }, trio.classId)).toMatchObject({ ok: true })
    fixClock(Date.parse("2027-01-11T12:00:00Z"))
    const made = rowsOf(sessions, gte(sessions.localDate, "2027-01-11")).filter(
      ({ startTime, classId }) => startTime === "10:00" && classId !== trio.classId,
    )
    expect(made.length).toBeGreaterThan(0)
    const asked = listTight(actor)
    expect(made.filter(({ id }) => asked.includes(id))).toEqual([])
  })

  test("names who continues without what the class requires, and stops no one", () => {
    requireAge(actor, piano.classId, 8)
    changeRows(students, { id: piano.studentIds[0] ?? "" }, { birthDate: "2019-03-01" })
    expect(plan()[0]).toMatchObject({
      can: true,
      text: expect.stringContaining(
        "Continues without a prerequisite: Milo Haddad: Is 7, and the class is for age 8 or older.",
      ),
    })
    requireAge(actor, piano.classId, 7)
    expect(plan()[0]?.text).not.toContain("prerequisite")
  })

  test("refuses a term that has begun, a late answer date and another school's class", () => {
    expect(plan({ answerBy: "2027-01-11" })[0]).toMatchObject({ can: false })
    expect(plan({ answerBy: "2026-11-01" })[0]?.text).toContain("Enter a date from today on.")
    const stranger = openSchool().actor
    expect(rollOverClasses.plan(stranger, [piano.classId], { termId, ...choice })).toEqual([])
    fixClock(Date.parse("2027-01-12T12:00:00Z"))
    expect(plan()[0]).toMatchObject({ can: false })
  })
})

describe("rolling over", () => {
  test("carries a teacher who was planned from a day within the term, says so before, and is undone with it", () => {
    const ana = addTeacherRow(actor, "Ana Lopez", "Piano")
    setLaterTeacher(actor, piano.classId, { teacherId: ana, from: "2027-02-10" })
    recordTimeOff(actor, teacherId, { startsOn: "2027-03-01", endsOn: "2027-03-20", reason: null })
    expect(plan()[0]).toMatchObject({
      can: true,
      text: expect.stringContaining("Ana Lopez from Feb 10, as planned."),
    })
    const done = orFail(carryOut())
    const nextId = done.made ?? ""
    const whose = () =>
      db()
        .select({ date: sessions.localDate, teacherId: sessions.teacherId })
        .from(sessions)
        .where(eq(sessions.classId, nextId))
        .all()
    extendSchedules(actor, "2027-03-03")
    expect(whose().length).toBeGreaterThan(5)
    expect(whose().every((one) => one.teacherId === (one.date < "2027-02-10" ? teacherId : ana))).toBe(true)
    expect(findClass(actor, nextId)?.later?.from).toBe("2027-02-10")
    expect(undoRollOver(actor, piano.classId, Before.parse(done.before)).ok).toBe(true)
    expect(classOf(nextId)).toBeUndefined()
  })

  test("ends the class before the term, and the new one has its times and students", () => {
    const done = orFail(carryOut({ price: "+1.00" }))
    expect(classOf(piano.classId)?.endedOn).toBe("2027-01-10")
    expect(lessonsOf(piano.classId, "2027-01-11")).toEqual([])
    const nextId = done.made ?? ""
    expect(classOf(nextId)).toMatchObject({ name: "Piano", endedOn: "2027-05-28", teacherId })
    expect(lessonsOf(nextId)[0]).toBe("2027-01-13")
    expect(rowsOf(enrollments, { classId: nextId })).toMatchObject([
      { studentId: piano.studentIds[0], startsOn: "2027-01-11", endsOn: "2027-05-28" },
    ])
  })

  test("is taken back without a trace", () => {
    const before = lessonsOf(piano.classId)
    const done = orFail(carryOut({ answerBy: "2026-12-10" }))
    const undone = rollOverClasses.work.undo?.(
      actor,
      { termId, ...choice },
      { subjectId: piano.classId, before: done.before },
    )
    expect(undone).toMatchObject({ ok: true })
    expect(classOf(done.made ?? "")).toBeUndefined()
    expect(classOf(piano.classId)?.endedOn).toBeNull()
    expect(lessonsOf(piano.classId)).toEqual(before)
    expect(rowsOf(bookings, { resourceId: piano.studentIds[0] ?? "" })).toHaveLength(before.length)
    expect(rowsOf(renewals, { schoolId: actor.school.id })).toEqual([])
  })

  test("taken back, it leaves out who left the school or the class since, and says who", () => {
    const [studentId = ""] = piano.studentIds
    const [enrollmentId = ""] = piano.enrollmentIds
    const stay = () => rowOf(enrollments, { id: enrollmentId })
    const undo = (before: unknown) =>
      rollOverClasses.work.undo?.(actor, { termId, ...choice }, { subjectId: piano.classId, before })
    const rolled = () => orFail(carryOut())
    const first = rolled()
    expect(changeStatus(actor, studentId, { step: "end", reason: "Moved away" }).ok).toBe(true)
    const left = stay()
    expect(undo(first.before)).toMatchObject({
      ok: true,
      note: "0 students back. Milo Haddad has left the school and wasn’t enrolled again.",
    })
    expect(stay()).toEqual(left)
    expect(rowsOf(bookings, { resourceId: studentId })).toEqual([])

    expect(changeStatus(actor, studentId, { step: "return" }).ok).toBe(true)
    changeRows(enrollments, { id: enrollmentId }, { endsOn: null, endReason: null })
    bookStudent(actor, enrollmentId)
    const second = rolled()
    const lastDay = "2026-11-30"
    expect(dropStudent(actor, piano.classId, enrollmentId, { lastDay, reason: "Quits" }).ok).toBe(true)
    expect(undo(second.before)).toMatchObject({
      ok: true,
      note: "0 students back. Milo Haddad has left the class and wasn’t enrolled again.",
    })
    expect(stay()).toMatchObject({ endsOn: lastDay, endReason: "Quits" })
  })

  test("makes a lead who was in the class active, and gives the status back when it is undone", () => {
    const studentId = piano.studentIds[0] ?? ""
    const status = () => rowOf(students, { id: studentId })?.status
    const undo = (before: unknown) =>
      rollOverClasses.work.undo?.(actor, { termId, ...choice }, { subjectId: piano.classId, before })
    const lead = { studentId, status: "lead" as const, fromDate: "2026-09-01" }
    addRows(studentStatusChanges, { ...newRow(actor), ...lead })
    changeRows(students, { id: studentId }, { status: "lead" })
    fixClock(testNow + 60_000)
    const done = orFail(carryOut())
    expect(status()).toBe("active")
    expect([undo(done.before)?.ok, status()]).toEqual([true, "lead"])

    fixClock(testNow + 120_000)
    const again = orFail(carryOut())
    expect(changeStatus(actor, studentId, { step: "pause" }).ok).toBe(true)
    expect([undo(again.before)?.ok, status()]).toEqual([true, "paused"])
  })

  test("a class with attendance stays when it is undone", () => {
    const done = orFail(carryOut())
    fixClock(Date.parse("2027-01-14T12:00:00Z"))
    const first = rowOf(sessions, { classId: done.made ?? "" })
    const taken = takeRegister(actor, first?.id ?? "", {
      marks: [{ studentId: piano.studentIds[0] ?? "", code: "present" }],
    })
    expect(taken.ok).toBe(true)
    expect(
      rollOverClasses.work.undo?.(
        actor,
        { termId, ...choice },
        { subjectId: piano.classId, before: done.before },
      ),
    ).toBeRefused("The new class has attendance, notes or invoices, so it stays.")
    expect(classOf(piano.classId)?.endedOn).toBe("2027-01-10")
  })
})

describe("the families' answers", () => {
  let renewalId: string
  beforeEach(() => {
    const [studentId = ""] = piano.studentIds
    const student = rowOf(students, { id: studentId })
    addRows(guardians, {
      ...newRow(actor),
      familyId: student?.familyId ?? "",
      name: "Jonas Haddad",
      email: "jonas@haddad.example",
    })
    orFail(carryOut({ answerBy: "2026-12-10" }))
    renewalId = listRenewals(actor, { page: 1 }).rows[0]?.id ?? ""
  })

  const stays = () => rowsOf(enrollments, { schoolId: actor.school.id, startsOn: "2027-01-11" })

  test("are asked for by one email with the class and its times", () => {
    const ofAsking = eq(emails.template, "next-term")
    const mail = onceTold(actor, () => rowsOf(emails, ofAsking).at(-1))
    expect(JSON.parse(mail?.data ?? "{}")).toMatchObject({
      termName: "Spring 2027",
      answerBy: "Dec 10, 2026",
      lessons: [["Milo Haddad", "Piano with Theo Petrović, Wed 4:00 PM, weekly, $18.00 per lesson"]],
    })
  })

  test("a decline frees the spot and isn't taken back by the family", () => {
    const student = { id: piano.studentIds[0] ?? "", as: "guardian" as const }
    expect(answerRenewal(actor, renewalId, "confirmed", student)).toMatchObject({ ok: true })
    expect(answerRenewal(actor, renewalId, "declined", student)).toMatchObject({ ok: true })
    expect(stays()).toEqual([])
    expect(answerRenewal(actor, renewalId, "confirmed", student)).toBeRefused("declined")
    expect(answerRenewal(actor, renewalId, "confirmed", { ...student, as: "child" })).toBeRefused("a-child")
    expect(answerRenewal(openSchool().actor, renewalId, "declined")).toBeRefused("not-found")
  })

  test("are late after the date, and the office releases their spots", () => {
    expect(countLateRenewals(actor)).toBe(0)
    fixClock(Date.parse("2026-12-11T12:00:00Z"))
    expect(countLateRenewals(actor)).toBe(1)
    const student = { id: piano.studentIds[0] ?? "", as: "guardian" as const }
    expect(answerRenewal(actor, renewalId, "confirmed", student)).toBeRefused("over")
    expect(releaseUnanswered(actor)).toBe(1)
    expect(stays()).toEqual([])
    expect(listRenewals(actor, { page: 1 }).counts).toEqual({ asked: 0, confirmed: 0, declined: 1 })
  })
})
