import { db } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { schedules } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { asc } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { listMovesToAnswer } from "~/models/teaching/move-answer/move-answer.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { addMember, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { onceTold } from "../../../../tests/support/told"
import { changeRule } from "./change-schedule.server"
import { makeSessions } from "./make-sessions.server"
import { addSession } from "./move-session.server"
import { listUnsettled } from "./settle-clashes.server"
import { undoScheduleChange } from "./undo-schedule-change.server"

// Helena's drums on Mondays at four from November 23, 2026; the clock is at the Wednesday before.

const [monday, tuesday, nextMonday, nextTuesday] = ["2026-11-23", "2026-11-24", "2026-11-30", "2026-12-01"]

let actor: Actor
let drums: string
let scheduleId: string
let choir: string
let wren: string

beforeEach(() => open())

function open() {
  fixClock(testNow)
  actor = openSchool().actor
  const { teacherId } = addMember(actor, "teacher", "Helena Novak")
  drums = addClassRow(actor, { name: "Drums", kind: "group", capacity: 6, teacherId })
  choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 6, teacherId })
  wren = addStudentRow(actor, "Wren", "Adeyemi")
  addEnrollmentRow(actor, drums, wren)
  scheduleId = addScheduleRow(actor, drums, { rrule: "FREQ=WEEKLY;BYDAY=MO", startsOn: monday })
  makeSessions(actor, scheduleId, "2026-12-06")
}

const busy = (date: string, startTime = "17:15") =>
  expect(addSession(actor, { classId: choir, date, startTime, minutes: 60 }).ok).toBe(true)

const change = (weekdays: number[], leavesClashing = true, startTime = "17:00") =>
  changeRule(actor, drums, scheduleId, {
    ...{ from: monday, weekdays, everyWeeks: 1, startTime, minutes: 45 },
    leavesClashing,
  })

const lessons = () =>
  rowsOf(sessions, { classId: drums, state: "planned" }, { by: "startsAt" }).filter(
    ({ localDate }) => localDate <= "2026-12-06",
  )
const times = () => lessons().map(({ localDate, startTime }) => `${localDate} ${startTime}`)
const state = () => ({
  lessons: lessons().map(({ revision: _, ...lesson }) => lesson),
  booked: db()
    .select({ id: bookings.sessionId, of: bookings.resourceId, at: bookings.startsAt })
    .from(bookings)
    .orderBy(asc(bookings.startsAt), asc(bookings.resourceId))
    .all()
    .filter(({ id }) => lessons().some((lesson) => lesson.id === id)),
  rules: rowsOf(schedules, { schoolId: actor.school.id }).map(({ madeUntil: _, ...rule }) => rule),
})

test("a clash refuses the whole change and says how many lessons can be left out", () => {
  busy(nextMonday)
  const before = state()
  expect(change([1], false)).toMatchObject({ reason: "clash", mayOverride: false, leavable: 1 })
  expect(state()).toEqual(before)
})

test("a lesson that is left out stays at its old time, its families hear of the others, and the undo takes all back", () => {
  busy(nextMonday)
  const before = state()
  const changed = orFail(change([1]))
  const { moved, kept, unscheduled } = changed.effect
  expect(moved[0]).toMatchObject({ now: { date: monday, startTime: "17:00" } })
  expect(kept).toEqual([{ id: before.lessons[1]?.id, date: nextMonday, startTime: "16:00", why: "clash" }])
  expect(unscheduled).toEqual([])
  expect(times()).toEqual([`${monday} 17:00`, `${nextMonday} 16:00`])
  expect(lessons()[1]).toMatchObject({ minutes: before.lessons[1]?.minutes, originalStartTime: "16:00" })
  const told = onceTold(actor, () =>
    rowsOf(emails, { schoolId: actor.school.id, template: "session-changed" }),
  )
  expect(told.length).toBeGreaterThan(0)
  for (const { data } of told) expect(data).not.toContain(nextMonday)
  expect(undoScheduleChange(actor, drums, changed.changeId)).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("a lesson that is left out asks no family about a move, and the next weekly change takes it along", () => {
  busy(nextMonday)
  expect(change([1])).toMatchObject({ ok: true })
  expect(times()).toEqual([`${monday} 17:00`, `${nextMonday} 16:00`])
  expect(listMovesToAnswer(actor, [wren])).toEqual([])
  const again = orFail(change([1], true, "15:00"))
  expect(again.effect.kept).toEqual([])
  expect(times()).toEqual([`${monday} 15:00`, `${nextMonday} 15:00`])
})

test("a new lesson that clashes isn't scheduled, and the undo takes the others out", () => {
  busy(tuesday)
  const before = state()
  const changed = orFail(change([1, 2]))
  expect(changed.effect.unscheduled).toEqual([{ date: tuesday, startTime: "17:00" }])
  const noted = rowsOf(events, { schoolId: actor.school.id, noun: "session" })
    .filter(({ verb }) => verb !== "add")
    .map(({ verb, before, after }) => [verb, before, JSON.parse(after ?? "null").date])
  expect(noted).toEqual([["leave-out", null, tuesday]])
  expect(times()).toEqual([`${monday} 17:00`, `${nextMonday} 17:00`, `${nextTuesday} 17:00`])
  expect(undoScheduleChange(actor, drums, changed.changeId)).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
})

test("whatever clashes, the others are free at the new time, and the undo takes all back", () => {
  const days = [monday, tuesday, "2026-11-25", nextMonday, nextTuesday, "2026-12-02"]
  const taken = fc.record({
    date: fc.constantFrom(...days),
    startTime: fc.constantFrom("15:30", "16:30", "17:15"),
  })
  inHistories(
    12,
    fc.uniqueArray(taken, { maxLength: 4, selector: ({ date }) => date }),
    fc.uniqueArray(fc.constantFrom(1, 2, 3), { minLength: 1 }),
    fc.constantFrom("15:45", "16:15", "17:00"),
    (others, weekdays, startTime) => {
      open()
      for (const { date, startTime: at } of others)
        addSession(actor, { classId: choir, date, startTime: at, minutes: 60 })
      const before = state()
      const asked = rehearse(() => change(weekdays, false, startTime))
      const leavable = asked.ok ? 0 : "leavable" in asked ? asked.leavable : undefined
      const changed = change(weekdays, true, startTime)
      expect(changed.ok).toBe(leavable !== undefined)
      if (!changed.ok) return expect(state()).toEqual(before)
      const { kept: stayed, unscheduled } = changed.effect
      expect(stayed.filter(({ why }) => why === "clash").length + unscheduled.length).toBe(leavable)
      const kept = new Set(changed.effect.kept.map(({ id }) => id))
      const ids = lessons().flatMap(({ id }) => (kept.has(id) ? [] : [id]))
      expect(listUnsettled(actor, ids)).toEqual([])
      expect(undoScheduleChange(actor, drums, changed.changeId)).toMatchObject({ ok: true })
      expect(state()).toEqual(before)
    },
  )
})

test("where every lesson clashes, nothing can be left out", () => {
  makeSessions(
    actor,
    addScheduleRow(actor, choir, { rrule: "FREQ=WEEKLY;BYDAY=MO", startTime: "17:15", startsOn: monday }),
    "2027-06-30",
  )
  const before = state()
  const refused = change([1], false)
  expect(refused).toMatchObject({ reason: "clash" })
  expect(refused).not.toMatchObject({ leavable: expect.any(Number) })
  expect(change([1])).toMatchObject({ ok: false, reason: "clash" })
  expect(state()).toEqual(before)
})
