import { describe, expect, test } from "vitest"
import { ownTimeText } from "./own-time"

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
})
