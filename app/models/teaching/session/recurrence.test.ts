import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays, daysBetween, weekday } from "~/utils/dates"
import { instantOf, localDate, localTime } from "~/utils/zones"
import { weeklyRule } from "./pattern"
import { datesOf } from "./recurrence.server"

// In every zone that the platform knows, over a century of changes of the clock.

const two = (n: number) => String(n).padStart(2, "0")
const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"))
const day = fc.integer({ min: 0, max: daysBetween("1980-01-01", "2079-12-31") })
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${two(hour)}:${two(minute)}`)
const dayMs = 86_400_000

test("a weekly time keeps its wall clock and its order, whatever the clocks do", () => {
  fc.assert(
    fc.property(zone, day, time, fc.integer({ min: 1, max: 8 }), (timeZone, first, startTime, everyWeeks) => {
      const startsOn = addDays("1980-01-01", first)
      const dates = datesOf(
        weeklyRule([weekday(startsOn)], everyWeeks),
        startsOn,
        startsOn,
        addDays(startsOn, 366),
      )
      expect(dates).toEqual(
        Array.from({ length: Math.floor(366 / (7 * everyWeeks)) + 1 }, (_, n) =>
          addDays(startsOn, n * 7 * everyWeeks),
        ),
      )
      const starts = dates.map((date) => instantOf(date, startTime, timeZone))
      for (const [index, startsAt] of starts.entries()) {
        const date = dates[index] ?? ""
        const shown = `${localDate(startsAt, timeZone)} ${localTime(startsAt, timeZone)}`
        const meant = `${date} ${startTime}`
        // What a change of the clock skips takes place as much later: an hour, and where a day was skipped, a day.
        if (shown !== meant) {
          expect(shown > meant).toBe(true)
          expect(localDate(startsAt, timeZone) <= addDays(date, 1)).toBe(true)
        }
        if (index > 0) {
          const apart = startsAt - (starts[index - 1] ?? 0)
          expect(Math.abs(apart - 7 * everyWeeks * dayMs)).toBeLessThanOrEqual(dayMs)
        }
      }
    }),
    { numRuns: 300 },
  )
})
