import { describe, expect, test } from "vitest"
import { spelledCount } from "~/models/overview/dashboard/spelled-count"
import { findingOf, scaleOf, trendOf } from "./trend"

const months = (...values: number[]) =>
  values.map((value, index) => ({
    month: `2026-${String(12 - values.length + index).padStart(2, "0")}`,
    value,
  }))
const percent = (value: number) => `${value}%`

describe("what monthly figures say", () => {
  test("the finding speaks of the whole window, not of the last two months", () => {
    expect(findingOf("Students", months(50, 51, 53, 55, 56, 54), "2026-11")).toBe(
      "Students grew from 50 to 54 since June",
    )
    expect(findingOf("Attendance", months(95, 97, 93), "2026-11", percent)).toBe(
      "Attendance fell from 95% to 93% since September",
    )
    expect(findingOf("Attendance", months(93, 90, 93), "2026-11", percent)).toBe(
      "Attendance held at 93% since September",
    )
  })

  test("a window over two years says the year, one in the past its end", () => {
    const winter = [
      { month: "2025-12", value: 5 },
      { month: "2026-01", value: 8 },
    ]
    expect(findingOf("Students", winter, "2026-01")).toBe("Students grew from 5 to 8 since December 2025")
    expect(findingOf("Students", winter, "2026-11")).toBe(
      "Students grew from 5 to 8 from December 2025 to January",
    )
  })

  test("a sum of a month that is not over is compared with as much of the month before", () => {
    const dollars = (value: number) => `$${value}`
    const sums = { noun: "Received", months: months(400, 500, 149), step: 100, show: dollars }
    const trend = trendOf({ ...sums, current: "2026-11", valueBefore: 120 })
    expect(trend?.finding).toBe("Received grew from $400 to $500 from September to October")
    expect(trend?.soFar).toBe("$149 so far in November, $29 more than by this day in October")
    expect(trend?.points.map(({ soFar }) => soFar)).toEqual([false, false, true])
    expect(trend?.summary).toBe("Received, Sep $400, Oct $500, Nov $149 so far")
    const past = trendOf({ ...sums, current: "2026-12", valueBefore: 0 })
    expect(past).toMatchObject({
      finding: "Received fell from $400 to $149 from September to November",
      soFar: null,
    })
  })

  test("figures are between two round lines, also when they are all the same", () => {
    expect(scaleOf([51, 47, 54], 10)).toEqual({ low: 40, high: 60, heights: [0.55, 0.35, 0.7] })
    expect(scaleOf([50, 50], 10)).toEqual({ low: 50, high: 60, heights: [0, 0] })
  })

  test("counts are words below a hundred", () => {
    expect([0, 1, 20, 21, 99, 100].map(spelledCount)).toEqual([
      "no",
      "one",
      "twenty",
      "twenty-one",
      "ninety-nine",
      "100",
    ])
  })
})
