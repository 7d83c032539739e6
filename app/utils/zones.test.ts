import fc from "fast-check"
import { Temporal } from "temporal-polyfill"
import { describe, expect, it } from "vitest"
import { addDays, daysBetween, isDate } from "./dates"
import { instantOf, localDate, localTime } from "./zones"

const minute = 60_000
const zones = [
  ...["America/New_York", "America/St_Johns", "Europe/London", "Australia/Lord_Howe", "Africa/Casablanca"],
  ...["Asia/Kathmandu", "Pacific/Apia", "Pacific/Kiritimati", "Etc/GMT+12", "America/Boa_Vista", "Asia/Gaza"],
  ...["Africa/Monrovia", "UTC"],
]
const instants = (first: string, last: string) =>
  fc
    .integer({ min: Date.parse(first) / minute, max: Date.parse(last) / minute })
    .map((minutes) => minutes * minute)

const shown = (ms: number, zone: string) => {
  const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  return [there.toPlainDate().toString(), there.toPlainTime().toString({ smallestUnit: "minute" })]
}
const reached = (date: string, time: string, zone: string) =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, { disambiguation: "compatible" })
    .epochMilliseconds

describe("a school's clock", () => {
  it("shows at each instant what its zone shows then, and is set to each time as its zone means it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants("1972-03-01", "2199-12-25"), (zone, ms) => {
        const [date = "", time = ""] = shown(ms, zone)
        expect([localDate(ms, zone), localTime(ms, zone)]).toEqual([date, time])
        expect(instantOf(date, time, zone)).toBe(reached(date, time, zone))
      }),
      { numRuns: 3000 },
    )
  })

  it("does so in the hours around each change of its zone's clocks", () => {
    for (const zone of zones) {
      let at = Temporal.Instant.from("2005-01-01T00:00Z").toZonedDateTimeISO(zone)
      for (let changes = 0; changes < 24; changes += 1) {
        const next = at.getTimeZoneTransition("next")
        if (!next) break
        at = next
        for (let steps = -52; steps <= 52; steps += 1) {
          const ms = at.epochMilliseconds + steps * 30 * minute
          const [date = "", time = ""] = shown(ms, zone)
          expect([zone, localDate(ms, zone), localTime(ms, zone)]).toEqual([zone, date, time])
          expect([zone, date, time, instantOf(date, time, zone)]).toEqual([
            zone,
            date,
            time,
            reached(date, time, zone),
          ])
        }
      }
    }
  })

  it("has days that are counted as the calendar counts them", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -719_162, max: 2_900_000 }),
        fc.integer({ min: -800, max: 800 }),
        (day, further) => {
          const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
          expect(isDate(date)).toBe(true)
          expect(daysBetween("1970-01-01", date)).toBe(day)
          expect(addDays(date, further)).toBe(
            new Date((day + further) * 86_400_000).toISOString().slice(0, 10),
          )
        },
      ),
      { numRuns: 5000 },
    )
    for (const text of [
      "2026-02-29",
      "2026-13-01",
      "2026-00-10",
      "2026-1-010",
      "2O26-01-01",
      "2026-01-0/",
      "",
    ])
      expect([text, isDate(text)]).toEqual([text, false])
  })
})
