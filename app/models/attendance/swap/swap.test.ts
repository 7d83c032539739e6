import fc from "fast-check"
import { expect, test } from "vitest"
import { addDays } from "~/utils/dates"
import { fitTogether, type SwapLesson, takesTime } from "./swap"

const monday = "2026-11-23"
const at = (day: number, hour: number, minutes: number, more: Partial<SwapLesson> = {}): SwapLesson => ({
  studentId: "otis",
  teacherId: "beatriz",
  localDate: addDays(monday, day),
  startTime: `${String(hour).padStart(2, "0")}:00`,
  minutes,
  startsAt: (day * 24 + hour) * 3_600_000,
  endsAt: (day * 24 + hour) * 3_600_000 + minutes * 60_000,
  enrolledFrom: "2026-09-01",
  enrolledUntil: null,
  ...more,
})

const lessons = fc
  .record({
    day: fc.integer({ min: 0, max: 13 }),
    hour: fc.integer({ min: 8, max: 20 }),
    minutes: fc.constantFrom(30, 45, 60),
    studentId: fc.constantFrom("otis", "ines", "milo"),
    teacherId: fc.constantFrom("beatriz", "marcus"),
    enrolledUntil: fc.constantFrom(null, addDays(monday, 4), addDays(monday, 20)),
  })
  .map(({ day, hour, minutes, ...more }) => at(day, hour, minutes, more))

test("what fits one way fits the other: same teacher, another student, apart, and both enrolled on both days", () => {
  fc.assert(
    fc.property(lessons, lessons, fc.boolean(), (one, other, anyLength) => {
      const rules = { rule: "families", anyLength } as const
      const fits = fitTogether(one, other, rules)
      expect(fitTogether(other, one, rules)).toBe(fits)
      if (!fits) return
      expect(one.teacherId).toBe(other.teacherId)
      expect(one.studentId).not.toBe(other.studentId)
      expect(one.startsAt >= other.endsAt || other.startsAt >= one.endsAt).toBe(true)
      if (!anyLength) expect(one.minutes).toBe(other.minutes)
      for (const [{ enrolledUntil }, { localDate }] of [
        [one, other],
        [other, one],
      ] as const)
        expect(enrolledUntil === null || enrolledUntil >= localDate).toBe(true)
    }),
  )
})

test("a named time takes lessons that lie within it, on its days only", () => {
  const takes = { takesDays: "14", takesFrom: "15:00", takesTo: "17:00" }
  expect(takesTime(takes, at(0, 15, 60))).toBe(true)
  expect(takesTime(takes, at(3, 16, 60))).toBe(true)
  expect(takesTime(takes, at(3, 16, 61))).toBe(false)
  expect(takesTime(takes, at(1, 15, 60))).toBe(false)
  expect(takesTime(takes, at(0, 14, 60))).toBe(false)
  expect(takesTime({ takesDays: null, takesFrom: null, takesTo: null }, at(0, 15, 60))).toBe(false)
  expect(takesTime({ ...takes, takesTo: "23:59" }, at(0, 23, 120))).toBe(false)
})
