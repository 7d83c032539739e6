import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays, daysBetween, weekday } from "~/utils/dates"
import { continuedFrom, weeklyRule } from "../session/pattern"
import { datesOf } from "../session/recurrence.server"
import { weeklyDates } from "./weekly-dates"

const dates = fc.integer({ min: 0, max: 5_000 }).map((days) => addDays("2024-01-01", days))
const weekly = fc.record({
  weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
  everyWeeks: fc.integer({ min: 1, max: 8 }),
  startsOn: dates,
})

test("a weekly time has the same days as its calendar rule", () => {
  fc.assert(
    fc.property(
      weekly,
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 200 }),
      (time, after, long) => {
        const from = addDays(time.startsOn, after)
        const to = addDays(from, long)
        expect(weeklyDates(time, from, to)).toEqual(
          datesOf(weeklyRule(time.weekdays, time.everyWeeks), time.startsOn, from, to),
        )
      },
    ),
    { numRuns: 150 },
  )
})

test("in the next term the weeks go on as before", () => {
  fc.assert(
    fc.property(weekly, fc.integer({ min: 1, max: 400 }), (time, after) => {
      const term = addDays(time.startsOn, after)
      const startsOn = continuedFrom(time, term)
      expect(startsOn >= term).toBe(true)
      expect(daysBetween(term, startsOn)).toBeLessThan(7 * time.everyWeeks)
      const end = addDays(term, 150)
      expect(weeklyDates({ ...time, startsOn }, term, end)).toEqual(weeklyDates(time, term, end))
    }),
    { numRuns: 150 },
  )
})

test("two fortnightly classes that take turns keep their own weeks", () => {
  const odd = { weekdays: [1], everyWeeks: 2, startsOn: "2026-09-07" }
  const even = { ...odd, startsOn: "2026-09-14" }
  const term = "2027-01-11"
  expect([continuedFrom(odd, term), continuedFrom(even, term)].sort()).toEqual(["2027-01-11", "2027-01-18"])
  expect(weekday("2027-01-11")).toBe(1)
})
