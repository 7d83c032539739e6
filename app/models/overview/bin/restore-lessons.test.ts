import { classes, classTeachers, enrollments, ownPrices, waitingSpots } from "db/schema/teaching"
import { bookings } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { findWritten } from "~/models/attendance/register/register-notes.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addCoTeacher, endCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { removeStay } from "~/models/teaching/class/leave-class.server"
import { restoreStays, Stay } from "~/models/teaching/class/restore-stays.server"
import { listCoTeachers } from "~/models/teaching/co-teacher/co-teacher.server"
import { findAgreed, setOwnPrice } from "~/models/teaching/price/price.server"
import { addSession, moveSession } from "~/models/teaching/session/move-session.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addClassRow, addSessionRow, addStudentRow, openClass } from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { restoreDeleted } from "./restore-deleted.server"

// What of lessons is kept in the bin: notes that were cleared, custom prices that were replaced, co-teaching that hadn’t begun.

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const bin = () => listDeleted(actor, { page: 1, perPage: 50 }).records
const restoreFirst = () => restoreDeleted(actor, bin()[0]?.id ?? "")

test("a student’s cleared note is named, and comes back whole unless another was written", () => {
  const { classId, studentIds } = openClass(actor, { pupils: ["Wren Adeyemi"] })
  const sessionId = addSessionRow(actor, classId, testToday)
  const [wren = ""] = studentIds
  const marks = [{ studentId: wren, code: "present" as const }]
  const write = (shared: string) =>
    expect(takeRegister(actor, sessionId, { marks, studentNotes: { [wren]: { shared } } }).ok).toBe(true)
  write("Left hand alone first.")
  write("")
  expect(bin().map(({ name }) => name)).toEqual(["Shared note, Wren Adeyemi, Guitar ensemble, Nov 18, 2026"])
  write("Something else.")
  expect(restoreFirst()).toBeRefused("still-there")
  write("")
  expect(bin()).toHaveLength(2)
  expect(restoreDeleted(actor, bin().at(-1)?.id ?? "").ok).toBe(true)
  expect(findWritten(actor, sessionId).studentNotes[wren]?.shared).toBe("Left hand alone first.")
})

test("what is erased of a student is erased of their notes in the bin", () => {
  const { classId, studentIds } = openClass(actor, { pupils: ["Wren Adeyemi"] })
  const sessionId = addSessionRow(actor, classId, testToday)
  const [wren = ""] = studentIds
  const marks = [{ studentId: wren, code: "present" as const }]
  for (const text of ["Allergic to rosin.", ""])
    takeRegister(actor, sessionId, { marks, studentNotes: { [wren]: { private: text } } })
  expect(bin()).toHaveLength(1)
  changeStatus(actor, wren, { step: "end", reason: "Moves away" })
  fixClock(testNow + 2 * 24 * 3_600_000)
  const erased = erasePerson(actor, "student", wren)
  expect(erased.ok ? bin() : "not erased").toEqual([])
})

test("a replaced custom price comes back in place of the one that replaced it, and that one can come back too", () => {
  const { enrollmentIds } = openClass(actor, { pupils: ["Otis Bell"] })
  const [otis = ""] = enrollmentIds
  const fromDate = "2026-11-10"
  const agree = (amountMinor: number | null) => setOwnPrice(actor, otis, { fromDate, amountMinor })
  const costs = () => findAgreed(actor, otis, "2026-11-20")?.priceMinor ?? null
  agree(1500)
  agree(1500)
  expect(bin()).toEqual([])
  const [first] = rowsOf(ownPrices, { schoolId: actor.school.id })
  agree(null)
  expect(costs()).toBeNull()
  expect(bin().map(({ name }) => name)).toEqual(["Otis Bell, Guitar ensemble: $15.00 from Nov 10, 2026"])
  expect(restoreFirst().ok).toBe(true)
  expect(costs()).toBe(1500)
  expect(rowsOf(ownPrices, { schoolId: actor.school.id })).toEqual([first])
  expect(bin().map(({ name }) => name)).toEqual([
    "Otis Bell, Guitar ensemble: the class’s price from Nov 10, 2026",
  ])
  expect(restoreFirst().ok).toBe(true)
  expect(costs()).toBeNull()
})

const bookedBy = (teacherId: string) => rowsOf(bookings, { schoolId: actor.school.id, resourceId: teacherId })

function endBeforeItBegins() {
  const helena = addMember(actor, "teacher", "Helena Novak")
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const classId = addClassRow(actor, {
    name: "Youth choir",
    kind: "ensemble",
    capacity: 9,
    teacherId: helena.teacherId,
  })
  const added = addSession(actor, { classId, date: "2026-12-01", startTime: "16:30", minutes: 60 })
  const lesson = added.ok ? added.sessionId : ""
  const { teacherId } = marcus
  expect(addCoTeacher(actor, classId, { teacherId, startsOn: "2026-11-24" }).ok).toBe(true)
  expect(bookedBy(teacherId)).toHaveLength(1)
  const [row] = listCoTeachers(actor, classId, testToday)
  expect(endCoTeacher(actor, classId, row?.id ?? "").ok).toBe(true)
  expect(bookedBy(teacherId)).toEqual([])
  expect(bin().map(({ name }) => name)).toEqual(["Marcus Whitfield, Youth choir, from Nov 24, 2026"])
  return { classId, lesson, teacherId, helenaId: helena.teacherId }
}

test("co-teaching comes back for lessons that moved, from today at the earliest", () => {
  const { lesson, teacherId, helenaId } = endBeforeItBegins()
  const to = { date: "2026-12-02", startTime: "10:00", teacherId: helenaId, roomId: null }
  expect(moveSession(actor, lesson, to).ok).toBe(true)
  fixClock(testNow + 8 * 24 * 3_600_000)
  expect(restoreFirst().ok).toBe(true)
  expect(bookedBy(teacherId).map(({ sessionId }) => sessionId)).toEqual([lesson])
  const [row] = rowsOf(classTeachers, { schoolId: actor.school.id })
  expect(row?.startsOn).toBe("2026-11-26")
})

test("co-teaching stays in the bin while its teacher teaches elsewhere at the time, or gives the class again", () => {
  const { classId, teacherId } = endBeforeItBegins()
  const guitar = addClassRow(actor, { name: "Guitar", teacherId })
  expect(addSession(actor, { classId: guitar, date: "2026-12-01", startTime: "16:45", minutes: 30 }).ok).toBe(
    true,
  )
  expect(restoreFirst()).toBeRefused("clash")
  expect(rowsOf(classTeachers, { schoolId: actor.school.id })).toEqual([])
  expect(addCoTeacher(actor, classId, { teacherId, startsOn: "2026-12-02" }).ok).toBe(true)
  expect(restoreFirst()).toBeRefused("still-there")
})

/** Wren is to join the ensemble of Otis on Nov 24, at a price of her own, and leaves the school before. */
function leaveBeforeItBegins() {
  const { classId, studentIds } = openClass(actor, { pupils: ["Otis Bell"] })
  changeRows(classes, { id: classId }, { capacity: 2 })
  const added = addSession(actor, { classId, date: "2026-12-01", startTime: "16:30", minutes: 60 })
  const lesson = added.ok ? added.sessionId : ""
  const wren = addStudentRow(actor, "Wren", "Adeyemi")
  const enrolled = enroll(actor, { classId, studentId: wren, startsOn: "2026-11-24", endsOn: "2026-12-20" })
  const enrollmentId = enrolled.ok ? enrolled.enrollmentId : ""
  expect(setOwnPrice(actor, enrollmentId, { fromDate: "2026-11-24", amountMinor: 1500 }).ok).toBe(true)
  const before = readStay(enrollmentId)
  expect(before).toMatchObject({ enrollment: { endsOn: "2026-12-20" }, prices: [{ amountMinor: 1500 }] })
  expect(bookedBy(wren).map(({ sessionId }) => sessionId)).toEqual([lesson])
  expect(changeStatus(actor, wren, { step: "end", reason: "Moves away" }).ok).toBe(true)
  expect(readStay(enrollmentId)).toEqual({ enrollment: undefined, prices: [] })
  expect(bookedBy(wren)).toEqual([])
  expect(bin().map(({ noun, name }) => [noun, name])).toEqual([
    ["enrollment", "Wren Adeyemi, Guitar ensemble, from Nov 24, 2026"],
  ])
  return { classId, lesson, wren, otis: studentIds[0] ?? "", enrollmentId, before }
}

const readStay = (id: string) => ({
  enrollment: rowOf(enrollments, { id }),
  prices: rowsOf(ownPrices, { enrollmentId: id }),
})

test("an enrollment that hadn’t begun comes back as it was, once its student is back", () => {
  const { wren, lesson, enrollmentId, before } = leaveBeforeItBegins()
  expect(restoreFirst()).toBeRefused("left")
  expect(changeStatus(actor, wren, { step: "return" }).ok).toBe(true)
  expect(restoreFirst().ok).toBe(true)
  expect(readStay(enrollmentId)).toEqual(before)
  expect(bookedBy(wren).map(({ sessionId }) => sessionId)).toEqual([lesson])
  expect(bin()).toEqual([])
})

test("a student whose enrollment comes back leaves the class’s waiting list", () => {
  const { classId, wren } = leaveBeforeItBegins()
  changeStatus(actor, wren, { step: "return" })
  addRows(waitingSpots, { ...newRow(actor), classId, studentId: wren, state: "waiting" })
  expect(restoreFirst().ok).toBe(true)
  expect(rowOf(waitingSpots, { studentId: wren })).toMatchObject({
    state: "taken",
    closedAt: testNow,
  })
})

test("it begins on the day it’s restored at the earliest, and not in a class that is full, over, or has them again", () => {
  const { classId, wren, enrollmentId } = leaveBeforeItBegins()
  changeStatus(actor, wren, { step: "return" })
  const other = enroll(actor, {
    classId,
    studentId: addStudentRow(actor, "Ada", "Bell"),
    startsOn: "2026-11-25",
  })
  expect(restoreFirst()).toBeRefused("class-full")
  expect(removeStay(actor, other.ok ? other.enrollmentId : "")).toBe("removed")
  const again = enroll(actor, { classId, studentId: wren, startsOn: "2026-12-10" })
  expect(restoreFirst()).toBeRefused("still-there")
  expect(removeStay(actor, again.ok ? again.enrollmentId : "")).toBe("removed")
  const setEnd = (endedOn: string | null) => changeRows(classes, { id: classId }, { endedOn })
  setEnd("2026-11-20")
  expect(restoreFirst()).toBeRefused("class-ended")
  // It goes on until a day that is to come.
  setEnd("2027-06-30")
  fixClock(testNow + 8 * 24 * 3_600_000)
  expect(restoreFirst().ok).toBe(true)
  expect(readStay(enrollmentId).enrollment).toMatchObject({ startsOn: "2026-11-26", endsOn: "2026-12-20" })
})

test("it stays in the bin while the student has another lesson at its time, with nothing changed", () => {
  const { wren, enrollmentId } = leaveBeforeItBegins()
  changeStatus(actor, wren, { step: "return" })
  const piano = addClassRow(actor, { name: "Piano" })
  expect(enroll(actor, { classId: piano, studentId: wren, startsOn: "2026-11-24" }).ok).toBe(true)
  expect(addSession(actor, { classId: piano, date: "2026-12-01", startTime: "16:45", minutes: 30 }).ok).toBe(
    true,
  )
  expect(restoreFirst()).toBeRefused("busy")
  expect(readStay(enrollmentId)).toEqual({ enrollment: undefined, prices: [] })
})

test("an enrollment that undoing a change of status brought back is no longer in the bin", () => {
  const { enrollmentId, before, classId, wren } = leaveBeforeItBegins()
  const { enrollment, prices } = before
  changeStatus(actor, wren, { step: "return" })
  const stay = Stay.parse({ ...enrollment, prices })
  expect(restoreStays(actor, [stay])).toBeUndefined()
  expect(readStay(enrollmentId)).toEqual(before)
  expect(bin()).toEqual([])
  expect(classId).toBe(stay.classId)
})

test("an erased student’s enrollment goes from the bin", () => {
  const { wren } = leaveBeforeItBegins()
  expect(erasePerson(actor, "student", wren).ok).toBe(true)
  expect(bin()).toEqual([])
})
