import { describe, expect, test } from "vitest"
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
      "Students rose from 50 to 54 since June",
    )
    expect(findingOf("Attendance", months(95, 97, 93), "2026-11", percent)).toBe(
      "Attendance fell from 95% to 93% since September",
    )
    expect(findingOf("Attendance", months(93, 90, 93), "2026-11", percent)).toBe(
      "Attendance stayed at 93% since September",
    )
  })

  test("a window over two years says the year, one in the past its end", () => {
    const winter = [
      { month: "2025-12", value: 5 },
      { month: "2026-01", value: 8 },
    ]
    expect(findingOf("Students", winter, "2026-01")).toBe("Students rose from 5 to 8 since December 2025")
    expect(findingOf("Students", winter, "2026-11")).toBe(
      "Students rose from 5 to 8 between December 2025 and January",
    )
  })

  test("a sum of a month that is not over is compared with as much of the month before", () => {
    const dollars = (value: number) => `$${value}`
    const sums = { noun: "Received", months: months(400, 500, 149), step: 100, show: dollars }
    const trend = trendOf({ ...sums, current: "2026-11", valueBefore: 120 })
    expect(trend?.finding).toBe("Received rose from $400 to $500 between September and October")
    expect(trend?.soFar).toBe("$149 so far in November, $29 more than at this point in October")
    expect(trend?.points.map(({ soFar }) => soFar)).toEqual([false, false, true])
    expect(trend?.summary).toBe("Received, Sep $400, Oct $500, Nov $149 so far")
    const past = trendOf({ ...sums, current: "2026-12", valueBefore: 0 })
    expect(past).toMatchObject({
      finding: "Received fell from $400 to $149 between September and November",
      soFar: null,
    })
  })

  test("the year before is on the same lines, and a month that goes on is marked without leaving the finding", () => {
    const grown = [
      { month: "2026-10", value: 50, before: null },
      { month: "2026-11", value: 54, before: 38 },
    ]
    const trend = trendOf({ noun: "Students", months: grown, step: 10, current: "2026-11", runs: true })
    expect(trend).toMatchObject({
      low: "30",
      high: "60",
      finding: "Students rose from 50 to 54 since October",
    })
    expect(trend?.points).toEqual([
      { label: "Oct", value: "50", height: 20 / 30, soFar: false },
      { label: "Nov", value: "54", height: 24 / 30, soFar: true, before: { value: "38", height: 8 / 30 } },
    ])
    expect(trend?.summary).toBe("Students, Oct 50, Nov 54 so far (a year before 38)")
    const past = trendOf({ noun: "Students", months: grown, step: 10, current: "2026-12", runs: true })
    expect(past?.points.map(({ soFar }) => soFar)).toEqual([false, false])
  })

  test("figures are between two round lines, also when they are all the same", () => {
    expect(scaleOf([51, 47, 54], 10)).toEqual({ low: 40, high: 60, heights: [0.55, 0.35, 0.7] })
    expect(scaleOf([50, 50], 10)).toEqual({ low: 50, high: 60, heights: [0, 0] })
  })

  test("numbers are grouped, and amounts keep their sign", () => {
    const lessons = trendOf({ noun: "Lessons", months: months(980, 1184), step: 100, current: "2026-11" })
    expect(lessons?.finding).toBe("Lessons rose from 980 to 1,184 since October")
    expect(lessons?.points.map(({ value }) => value)).toEqual(["980", "1,184"])
    expect(lessons?.summary).toBe("Lessons, Oct 980, Nov 1,184")
  })
})
