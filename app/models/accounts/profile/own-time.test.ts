import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { instantOf, localDate, localTime } from "~/utils/zones"
import { ownTimeText, withOwnTime } from "./own-time"

// 4:00 PM on November 18 in New York.
const lesson = {
  startsAt: Date.parse("2026-11-18T21:00:00Z"),
  localDate: "2026-11-18",
  startTime: "16:00",
}

describe("a lesson’s time where its reader is", () => {
  test("is said with the place, and with the date where it is another", () => {
    expect(ownTimeText(lesson, "Europe/Berlin")).toBe("10:00 PM in Berlin")
    expect(ownTimeText(lesson, "America/Los_Angeles")).toBe("1:00 PM in Los Angeles")
    expect(ownTimeText(lesson, "Asia/Tokyo")).toMatch(/Nov 19.*, 6:00 AM in Tokyo$/)
  })

  test("is left out where clocks say the same, or no zone was chosen", () => {
    expect(ownTimeText(lesson, "America/New_York")).toBeNull()
    expect(ownTimeText(lesson, "America/Toronto")).toBeNull()
    expect(ownTimeText(lesson, null)).toBeNull()
  })

  test("names the moment at which the lesson begins, also on days when a clock changes", () => {
    const zones = [
      "America/New_York",
      "Europe/Berlin",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Africa/Casablanca",
      "UTC",
    ]
    // The Sundays of 2026 and 2027 on which one of them changes, and their neighbors.
    const days = [
      "2026-03-08",
      "2026-03-29",
      "2026-04-05",
      "2026-10-04",
      "2026-10-25",
      "2026-11-01",
      "2027-03-14",
    ]
    const near = fc
      .tuple(fc.constantFrom(...days), fc.integer({ min: -36 * 60, max: 36 * 60 }))
      .map(([day, minutes]) => Date.parse(`${day}T00:00:00Z`) + minutes * 60_000)
    fc.assert(
      fc.property(near, fc.constantFrom(...zones), fc.constantFrom(...zones), (startsAt, school, own) => {
        const start = {
          startsAt,
          localDate: localDate(startsAt, school),
          startTime: localTime(startsAt, school),
        }
        const text = ownTimeText(start, own)
        const isSame =
          localDate(startsAt, own) === start.localDate && localTime(startsAt, own) === start.startTime
        expect(text === null).toBe(isSame)
        expect(withOwnTime("4:00 PM", start, own)).toBe(text === null ? "4:00 PM" : `4:00 PM (${text})`)
        if (text === null) return
        const [, hour = "", minute = "", half] = text.match(/(\d+):(\d\d) (AM|PM) in /) ?? []
        const time = `${String((Number(hour) % 12) + (half === "PM" ? 12 : 0)).padStart(2, "0")}:${minute}`
        expect(time).toBe(localTime(startsAt, own))
        expect(text.includes(", ")).toBe(localDate(startsAt, own) !== start.localDate)
        // Read back in that zone it is the same moment, or the same clock an hour's change away.
        const read = instantOf(localDate(startsAt, own), time, own)
        expect(localTime(read, own)).toBe(time)
        expect(Math.abs(read - startsAt)).toBeLessThanOrEqual(3_600_000)
      }),
      { numRuns: 500 },
    )
  })
})
