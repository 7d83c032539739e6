import fc from "fast-check"
import { expect, test } from "vitest"
import type { WeekDay } from "~/models/teaching/session/week"
import { briefHours, columnAt } from "./brief-hours"

// A day from 6 in the morning to 6 in the evening has 48 rows.

const dayWith = (...lessons: [column: number, length: number][]) =>
  ({
    items: lessons.map(([column, length]) => ({ kind: "lesson", column, length })),
  }) as unknown as WeekDay
const week = (...days: WeekDay[]) => ({ columns: 48, days })

test("the hours between one early lesson and the usual ones are brief, on all days alike", () => {
  expect(briefHours(week(dayWith([1, 3]), dayWith([33, 2], [45, 4])))).toEqual({ after: 1, hours: 7 })
  expect(briefHours(week(dayWith([1, 3], [20, 2]), dayWith([33, 2])))).toBeNull()
  expect(briefHours(week(dayWith()))).toBeNull()
})

test("teaching hours from the morning on leave the usual hours in view", () => {
  expect(briefHours(week(dayWith([33, 2], [37, 4])))).toEqual({ after: 1, hours: 7 })
  expect(briefHours(week(dayWith([17, 2], [37, 4])))).toEqual({ after: 5, hours: 4 })
})

test("a lesson over the full hour keeps both hours as they are", () => {
  expect(briefHours(week(dayWith([4, 2], [41, 4])))).toEqual({ after: 2, hours: 8 })
})

test("the row under a pointer is the one that is drawn there, with and without brief hours", () => {
  const usual = week(dayWith([1, 48]))
  const early = week(dayWith([1, 2], [33, 4]))
  const heights = Array.from({ length: 48 }, (_, row) => (row >= 4 && row < 32 ? 0.25 : 1))
  const total = heights.reduce((sum, height) => sum + height, 0)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 47 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (row, within) => {
        const above = heights.slice(0, row).reduce((sum, height) => sum + height, 0)
        expect(columnAt((above + within * (heights[row] ?? 1)) / total, early)).toBe(row + 1)
        expect(columnAt((row + within) / 48, usual)).toBe(row + 1)
      },
    ),
  )
})
