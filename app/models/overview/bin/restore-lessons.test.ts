import { db } from "db/client.server"
import { classTeachers, ownPrices } from "db/schema/teaching"
import { bookings } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test } from "vitest"
import { findWritten } from "~/models/attendance/register/register-notes.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addCoTeacher, endCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { listCoTeachers } from "~/models/teaching/co-teacher/co-teacher.server"
import { findAgreed, setOwnPrice } from "~/models/teaching/price/own-price.server"
import { addSession, moveSession } from "~/models/teaching/session/move-session.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addClassRow } from "../../../../tests/support/lessons"
import { addSessionRow, openClass } from "../../../../tests/support/registers"
import { addMember, openSchool } from "../../../../tests/support/school"
import { restoreDeleted } from "./restore-deleted.server"

// What of lessons is kept in the bin: notes that were cleared, custom prices that were replaced, co-teaching that hadn’t begun.

let actor: Actor

beforeEach(() => {
  fixClock(testNow)
  actor = openSchool().actor
})
afterEach(() => fixClock(undefined))

const bin = () => listDeleted(actor, { page: 1, perPage: 50 }).records
const restoreFirst = () => restoreDeleted(actor, bin()[0]?.id ?? "")

test("a student’s cleared note is named, and comes back whole unless another was written", () => {
  const { classId, studentIds } = openClass(actor, { pupils: [["Wren", "Adeyemi"]] })
  const sessionId = addSessionRow(actor, classId, testToday)
  const [wren = ""] = studentIds
  const marks = [{ studentId: wren, code: "present" as const }]
  const write = (shared: string) =>
    expect(takeRegister(actor, sessionId, { marks, studentNotes: { [wren]: { shared } } }).ok).toBe(true)
  write("Left hand alone first.")
  write("")
  expect(bin().map(({ name }) => name)).toEqual(["Shared note, Wren Adeyemi, Guitar ensemble, Nov 18, 2026"])
  write("Something else.")
  expect(restoreFirst()).toEqual({ ok: false, reason: "still-there" })
  write("")
  expect(bin()).toHaveLength(2)
  expect(restoreDeleted(actor, bin().at(-1)?.id ?? "").ok).toBe(true)
  expect(findWritten(actor, sessionId).studentNotes[wren]?.shared).toBe("Left hand alone first.")
})

test("what is erased of a student is erased of their notes in the bin", () => {
  const { classId, studentIds } = openClass(actor, { pupils: [["Wren", "Adeyemi"]] })
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
  const { enrollmentIds } = openClass(actor, { pupils: [["Otis", "Bell"]] })
  const [otis = ""] = enrollmentIds
  const fromDate = "2026-11-10"
  const agree = (amountMinor: number | null) => setOwnPrice(actor, otis, { fromDate, amountMinor })
  const costs = () => findAgreed(actor, otis, "2026-11-20")?.priceMinor ?? null
  agree(1500)
  agree(1500)
  expect(bin()).toEqual([])
  const [first] = db().select().from(ownPrices).where(eq(ownPrices.schoolId, actor.school.id)).all()
  agree(null)
  expect(costs()).toBeNull()
  expect(bin().map(({ name }) => name)).toEqual(["Otis Bell, Guitar ensemble: $15.00 from Nov 10, 2026"])
  expect(restoreFirst().ok).toBe(true)
  expect(costs()).toBe(1500)
  expect(db().select().from(ownPrices).where(eq(ownPrices.schoolId, actor.school.id)).all()).toEqual([first])
  expect(bin().map(({ name }) => name)).toEqual([
    "Otis Bell, Guitar ensemble: the class’s price from Nov 10, 2026",
  ])
  expect(restoreFirst().ok).toBe(true)
  expect(costs()).toBeNull()
})

const bookedBy = (teacherId: string) =>
  db()
    .select()
    .from(bookings)
    .where(and(eq(bookings.schoolId, actor.school.id), eq(bookings.resourceId, teacherId)))
    .all()

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
  const [row] = db().select().from(classTeachers).where(eq(classTeachers.schoolId, actor.school.id)).all()
  expect(row?.startsOn).toBe("2026-11-26")
})

test("co-teaching stays in the bin while its teacher teaches elsewhere at the time, or gives the class again", () => {
  const { classId, teacherId } = endBeforeItBegins()
  const guitar = addClassRow(actor, { name: "Guitar", teacherId })
  expect(addSession(actor, { classId: guitar, date: "2026-12-01", startTime: "16:45", minutes: 30 }).ok).toBe(
    true,
  )
  expect(restoreFirst()).toEqual({ ok: false, reason: "clash" })
  expect(db().select().from(classTeachers).where(eq(classTeachers.schoolId, actor.school.id)).all()).toEqual(
    [],
  )
  expect(addCoTeacher(actor, classId, { teacherId, startsOn: "2026-12-02" }).ok).toBe(true)
  expect(restoreFirst()).toEqual({ ok: false, reason: "still-there" })
})
