import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { schedules } from "db/schema/teaching"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { asc } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { addMember, openSchool, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { seatSession } from "../seat/seat.server"
import { cancelSession } from "./cancel-session.server"
import { changeRule } from "./change-schedule.server"
import { tellLessons } from "./compose-updates.server"
import { makeSessions } from "./make-sessions.server"
import { addSession, moveSession } from "./move-session.server"
import { undoScheduleChange } from "./undo-schedule-change.server"

// Lessons on Mondays and Thursdays at four from November 23, 2026; the clock is at the Wednesday before.

const [monday, tuesday, thursday, nextMonday] = ["2026-11-23", "2026-11-24", "2026-11-26", "2026-11-30"]
const minute = 60_000

let actor: Actor
let classId: string
let scheduleId: string
let wren: string

beforeEach(() => {
  actor = openSchool().actor
  const { teacherId } = addMember(actor, "teacher", "Helena Novak")
  classId = addClassRow(actor, { name: "Drums", kind: "group", capacity: 6, teacherId })
  wren = addStudentRow(actor, "Wren", "Adeyemi")
  addEnrollmentRow(actor, classId, wren)
  scheduleId = addScheduleRow(actor, classId, { rrule: "FREQ=WEEKLY;BYDAY=MO,TH", startsOn: monday })
  makeSessions(actor, scheduleId, "2026-12-06")
})

const lessons = () => rowsOf(sessions, { classId }, { by: "startsAt" })
const lessonOn = (date: string) => {
  const found = lessons().find(({ localDate }) => localDate === date)
  if (!found) throw new Error(`No lesson on ${date}`)
  return found
}
const state = () => ({
  lessons: lessons()
    .filter(({ localDate }) => localDate <= "2026-12-06")
    .map(({ revision: _, ...lesson }) => lesson),
  booked: db()
    .select({ id: bookings.sessionId, of: bookings.resourceId, at: bookings.startsAt })
    .from(bookings)
    .orderBy(asc(bookings.startsAt), asc(bookings.resourceId))
    .all()
    .filter(({ id }) => lessons().some((lesson) => lesson.id === id && lesson.localDate <= "2026-12-06")),
  rules: rowsOf(schedules).map(({ madeUntil: _, ...rule }) => rule),
})

function change(from: string, weekdays: number[], startTime = "17:00", id = scheduleId, minutes = 45) {
  const done = changeRule(actor, classId, id, { from, weekdays, everyWeeks: 1, startTime, minutes })
  if (!done.ok) throw new Error(done.reason)
  return done.changeId
}
const undo = (id: string) => undoScheduleChange(actor, classId, id)
const written = () => rowsOf(emails, { schoolId: actor.school.id, template: "session-changed" })
/** The letters that have left, and those that wait. */
const mails = () => onceTold(actor, written)

test.each([
  ["before it has begun", monday, [2]],
  ["from a later day on", thursday, [2, 5]],
  ["at another hour of the same days", nextMonday, [1, 4]],
  ["on more days", nextMonday, [1, 2, 3, 4]],
])("changed %s, it is put back with its lessons as they were", (_, from, weekdays) => {
  const before = state()
  const id = change(from, weekdays)
  expect(state()).not.toEqual(before)
  expect(undo(id)).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
  expect(rowsOf(scheduleChanges)).toEqual([])
  expect(undo(id)).toBeRefused("no-change")
})

test("what was moved by hand or canceled before stays so", () => {
  const slot = { date: "2026-11-25", startTime: "10:00", teacherId: null, roomId: null }
  expect(moveSession(actor, lessonOn(thursday).id, slot).ok).toBe(true)
  expect(cancelSession(actor, lessonOn(nextMonday).id, "Fair").ok).toBe(true)
  const before = state()
  expect(undo(change(monday, [3]))).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("a lesson that the change could only cancel takes place again", () => {
  seatSession(actor, lessonOn(thursday).id)
  const before = state()
  const id = change(monday, [2])
  expect(lessonOn(thursday).state).toBe("cancelled")
  expect(undo(id)).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("within two minutes no one hears of it; afterward those who know are told", () => {
  const id = change(monday, [2])
  expect(mails().length).toBeGreaterThan(0)
  fixClock(testNow + minute)
  tellLessons(actor)
  expect(written()).toEqual([])
  undo(id)
  expect(mails()).toEqual([])

  const again = change(monday, [2])
  sendTold(actor)
  undo(again)
  const [letter, ...others] = mails().filter(({ state: is }) => is === "queued")
  expect(others).toEqual([])
  const texts: string[] = JSON.parse(letter?.data ?? "").lessons.map(([, text]: [string, string]) => text)
  expect(texts.filter((text) => text.startsWith("Back on: ")).length).toBeGreaterThan(0)
  expect(texts.filter((text) => text.includes(", now ")).length).toBeGreaterThan(0)
})

test("added lessons are told like moved ones, and their end to who knows of them", () => {
  const told = () => mails().map(({ data }) => [JSON.parse(data).change, JSON.parse(data).lessons[0][0]])
  const add = () => change(monday, [1, 2, 4], "16:00", scheduleId, 30)
  const id = add()
  expect(told()).toEqual([["added", "Tue, Nov 24, 4:00 PM"]])
  undo(id)
  expect(mails()).toEqual([])

  const again = add()
  sendTold(actor)
  undo(again)
  expect(told()).toEqual([
    ["added", "Tue, Nov 24, 4:00 PM"],
    ["cancelled", "Tue, Nov 24, 4:00 PM"],
  ])
})

test("is refused, with nothing changed, when something was built on it", () => {
  const refuses = (id: string, reason: string) => {
    const before = state()
    expect(undo(id)).toMatchObject({ ok: false, reason })
    expect(state()).toEqual(before)
  }
  const first = change(monday, [2, 5])
  const second = change(monday, [3, 5], "17:00")
  refuses(first, "changed-since")
  expect(undo(second).ok).toBe(true)

  const slot = { date: tuesday, startTime: "09:00", teacherId: null, roomId: null }
  const moved = lessonOn(tuesday)
  expect(moveSession(actor, moved.id, slot).ok).toBe(true)
  refuses(first, "changed-since")
  const { startTime, teacherId } = moved
  expect(moveSession(actor, moved.id, { ...slot, startTime }).ok).toBe(true)
  refuses(first, "changed-since")
  expect(moveSession(actor, moved.id, { ...slot, startTime, teacherId }).ok).toBe(true)

  const violin = addClassRow(actor, { name: "Violin", teacherId })
  const added = addSession(actor, { classId: violin, date: monday, startTime: "16:00", minutes: 45 })
  refuses(first, "taken")
  if (added.ok) cancelSession(actor, added.sessionId, "Not needed")

  fixClock(moved.startsAt + 90 * minute)
  refuses(first, "begun")
})

test("a lesson with attendance never moves", () => {
  const id = change(nextMonday, [2, 5])
  const lesson = lessonOn("2026-12-01")
  fixClock(lesson.endsAt)
  expect(takeRegister(actor, lesson.id, { marks: [{ studentId: wren, code: "present" }] }).ok).toBe(true)
  fixClock(testNow)
  const before = state()
  expect(undo(id)).toBeRefused("attendance")
  expect(state()).toEqual(before)
})

test("another school's change isn't found", () => {
  const id = change(monday, [2])
  const stranger = openSchool({ name: "Crescendo" }).actor
  expect(undoScheduleChange(stranger, classId, id)).toBeRefused("no-change")
  expect(rowsOf(scheduleChanges, { id })).toHaveLength(1)
})
