import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addDays, weekday } from "~/utils/dates"
import { instantOf, localDate, localTime } from "~/utils/zones"
import { patternWithOwnTime } from "./own-pattern"
import { patternText, weeklyRule } from "./pattern"

const tuesdays = { rrule: weeklyRule([2]), startTime: "16:00" }
const read = (zone: string | null, rule = tuesdays, schoolZone = "America/New_York") =>
  patternWithOwnTime(patternText(rule), rule, { schoolZone, zone, from: "2026-11-18" })

describe("a weekly time where its reader is", () => {
  test("is said with the place, and with the day where it is another", () => {
    expect(read("Europe/Berlin")).toBe("Tue 4:00 PM, weekly (most weeks 10:00 PM in Berlin)")
    expect(read("America/Los_Angeles")).toBe("Tue 4:00 PM, weekly (1:00 PM in Los Angeles)")
    expect(read("Asia/Tokyo")).toBe("Tue 4:00 PM, weekly (most weeks Wed 5:00 AM in Tokyo)")
    const twice = { rrule: weeklyRule([1, 4], 2), startTime: "09:30" }
    expect(read("Asia/Tokyo", twice, "Europe/London")).toBe(
      "Mon and Thu 9:30 AM, every 2 weeks (most weeks 5:30 PM in Tokyo)",
    )
    expect(read("Pacific/Auckland", { ...twice, startTime: "19:00" }, "Asia/Tokyo")).toMatch(
      /^Mon and Thu 7:00 PM, every 2 weeks \(most weeks 11:00 PM in Auckland\)$/,
    )
  })

  test("is left out where clocks say the same all year, or no zone was chosen", () => {
    for (const zone of [null, "America/New_York", "America/Toronto"])
      expect(read(zone)).toBe("Tue 4:00 PM, weekly")
  })

  test("is that of most of the year’s lessons, and of all without “most weeks”", () => {
    const zones = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]
    const times = fc.integer({ min: 0, max: 95 }).map((quarter) => {
      const minutes = String((quarter % 4) * 15).padStart(2, "0")
      return `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${minutes}`
    })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        times,
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        (day, startTime, schoolZone, zone) => {
          const text = read(zone, { rrule: weeklyRule([day]), startTime }, schoolZone)
          const first = addDays("2026-11-18", (day - weekday("2026-11-18") + 7) % 7)
          const there = Array.from({ length: 52 }, (_, week) => {
            const date = addDays(first, 7 * week)
            const startsAt = instantOf(date, startTime, schoolZone)
            return `${localDate(startsAt, zone) === date} ${localTime(startsAt, zone)}`
          })
          const [, hour = "", minute = "", half] = text.match(/(\d+):(\d\d) (AM|PM) in /) ?? []
          if (!hour) {
            expect(text).not.toContain("most weeks")
            // Once a year a clock may skip the time, in the school's own zone, too.
            expect(there.filter((each) => each === `true ${startTime}`).length).toBeGreaterThanOrEqual(51)
            return
          }
          expect(text.includes("most weeks")).toBe(new Set(there).size > 1)
          const told = `${String((Number(hour) % 12) + (half === "PM" ? 12 : 0)).padStart(2, "0")}:${minute}`
          expect(there.filter((each) => each.endsWith(told)).length).toBeGreaterThanOrEqual(18)
        },
      ),
      { numRuns: 60, examples: [[7, "02:00", "Australia/Lord_Howe", "Australia/Lord_Howe"]] },
    )
  })
})
