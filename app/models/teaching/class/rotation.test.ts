import { sessions } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addDays, daysBetween, weekday } from "~/utils/dates"
import { localDate, localTime } from "~/utils/zones"
import { addClassRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { extendSchedules } from "../session/make-sessions.server"
import { addSession } from "../session/move-session.server"
import { weeklyRule } from "../session/pattern"
import { datesOf } from "../session/recurrence.server"
import { rotatingRules } from "./rotation"
import { giveRotation } from "./schedule.server"

let actor: Actor
let classId: string
let teacherId: string

beforeEach(() => {
  actor = openSchool().actor
  teacherId = addTeacherRow(actor, "Helena Novak")
  classId = addClassRow(actor, { name: "Band", teacherId })
})

const lessons = () => rowsOf(sessions, { classId }, { by: "startsAt" })

const mondayOf = (date: string) => addDays(date, 1 - weekday(date))

test("the weeks take turns without a gap, also across a change of the clock and beyond the horizon", () => {
  // A Wednesday; the first Tuesday is November 24.
  const rule = { weekdays: [2], startTime: "15:00", minutes: 30, startsOn: "2026-11-18" }
  const given = giveRotation(actor, classId, rule, ["15:30", "16:00"])
  if (!given.ok) throw new Error(given.reason)
  extendSchedules(actor, "2027-04-30")
  const all = lessons()
  expect(all.length).toBe(23)
  all.forEach((lesson, week) => {
    expect(lesson.localDate).toBe(addDays("2026-11-24", 7 * week))
    expect(lesson.startTime).toBe(["15:00", "15:30", "16:00"][week % 3])
    const { timeZone } = actor.school
    expect([localDate(lesson.startsAt, timeZone), localTime(lesson.startsAt, timeZone)]).toEqual([
      lesson.localDate,
      lesson.startTime,
    ])
  })
})

test("a rotation is given as a whole or not at all", () => {
  const other = addClassRow(actor, { name: "Choir", teacherId })
  const taken = { classId: other, date: "2026-12-01", startTime: "15:30", minutes: 30 }
  expect(addSession(actor, taken).ok).toBe(true)
  const rule = { weekdays: [2], startTime: "15:00", minutes: 30, startsOn: "2026-11-18" }
  expect(giveRotation(actor, classId, rule, ["15:30", "16:00"])).toMatchObject({ ok: false, reason: "clash" })
  expect(lessons()).toEqual([])
})

test("together the rules fall on the days of a weekly time, each day once, with the start of its week", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 0, max: 120 }),
      (weekdays, day, turns, length) => {
        const from = addDays("2026-01-01", day)
        const [first = from] = datesOf(weeklyRule(weekdays), from, from, addDays(from, 6))
        const endsOn = addDays(first, length)
        const times = Array.from({ length: turns }, (_, week) => `1${week}:00`)
        const rules = rotatingRules({ startsOn: first, endsOn }, times)
        const met = rules
          .flatMap((each) =>
            datesOf(weeklyRule(weekdays, each.everyWeeks), each.startsOn, each.startsOn, endsOn).map(
              (date) => [date, each.startTime] as const,
            ),
          )
          .sort()
        expect(met.map(([date]) => date)).toEqual(datesOf(weeklyRule(weekdays), first, first, endsOn))
        for (const [date, time] of met) {
          expect(weekdays).toContain(weekday(date))
          const week = daysBetween(mondayOf(first), mondayOf(date)) / 7
          expect(time).toBe(times[week % turns])
        }
      },
    ),
  )
})
