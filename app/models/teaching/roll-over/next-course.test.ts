import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { addMonths } from "~/utils/dates"
import { type CourseInstallment, courseOn, equalParts, installmentsOf } from "../price/course"
import { nextCourse, nextCourseText, rowsOf } from "./continuing.server"

// A fall course of $460.00 in four installments, due on the 15th from September on, and a spring term.

const fall = installmentsOf({ totalMinor: 46_000, count: 4, firstOn: "2026-09-15" })
const spring = { startsOn: "2027-01-11", endsOn: "2027-05-28" }
const asPrices = (rows: readonly CourseInstallment[]) =>
  rows.map((row) => ({ ...row, billing: "monthly" as const }))
const next = (rows = fall, term = spring, step: Parameters<typeof nextCourse>[2] = null) =>
  nextCourse(asPrices(rows), term, step)
const shown = (course: ReturnType<typeof nextCourse>) =>
  course && rowsOf(course).map(({ part, parts, amountMinor, dueOn }) => [part, parts, amountMinor, dueOn])
const textOf = (course: ReturnType<typeof nextCourse>, lastDay = "2027-01-10") =>
  course && nextCourseText(course, { currency: "USD", lastDay })
const sumOf = (rows: readonly CourseInstallment[]) =>
  rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

describe("a course price in the next term", () => {
  test("is the same in as many installments, due on the same day of the term's months", () => {
    expect(shown(next())).toEqual([
      [1, 4, 11_500, "2027-01-15"],
      [2, 4, 11_500, "2027-02-15"],
      [3, 4, 11_500, "2027-03-15"],
      [4, 4, 11_500, "2027-04-15"],
    ])
    expect(textOf(next())).toBe("$460.00 in 4 installments, due Jan 15 to Apr 15.")
  })

  test("is raised as a whole", () => {
    expect(textOf(next(fall, spring, { rate: 10_000 }))).toBe(
      "$460.00 → $506.00 in 4 installments, due Jan 15 to Apr 15.",
    )
    expect(shown(next(fall, spring, { by: 1 }))?.map(([, , amount]) => amount)).toEqual([
      11_501, 11_500, 11_500, 11_500,
    ])
  })

  test("doesn’t begin again where another price is planned in the term, only where that is for later", () => {
    const planned = (fromDate: string) =>
      nextCourse([...asPrices(fall), { billing: "per_session", amountMinor: 4_500, fromDate }], spring, null)
    expect(planned("2027-02-01")).toBeNull()
    expect(planned("2027-09-01")).toEqual(next())
  })

  test("has fewer installments in a shorter term, and none in one of a month", () => {
    const short = { startsOn: "2027-02-01", endsOn: "2027-04-02" }
    expect(shown(next(fall, short))?.map(([, , amount, dueOn]) => [amount, dueOn])).toEqual([
      [15_334, "2027-02-15"],
      [15_333, "2027-03-15"],
      [15_333, "2027-04-15"],
    ])
    expect(textOf(next(fall, short))).toBe(
      "$460.00 in 3 installments, not 4 as before, due Feb 15 to Apr 15.",
    )
    expect(textOf(next(fall, { startsOn: "2027-02-01", endsOn: "2027-02-28" }))).toBe(
      "No price yet: the term is too short for its installments.",
    )
  })

  test("begins a month later where the earlier course has an installment in the first one", () => {
    const five = installmentsOf({ totalMinor: 50_000, count: 5, firstOn: "2026-09-15" })
    expect(shown(next(five))).toEqual([
      [5, 5, 10_000, "2027-01-15"],
      [1, 4, 12_500, "2027-02-15"],
      [2, 4, 12_500, "2027-03-15"],
      [3, 4, 12_500, "2027-04-15"],
      [4, 4, 12_500, "2027-05-15"],
    ])
    expect(textOf(next(five))).toBe(
      "The fee for January 2027 stays with the earlier class. $500.00 in 4 installments, not 5 as before, due Feb 15 to May 15.",
    )
    expect(textOf(next(five), "2026-12-18")).toContain("Installment 5 of 5 is due Jan 15.")
  })

  test("goes on where its installments reach into the term", () => {
    const year = installmentsOf({ totalMinor: 100_000, count: 10, firstOn: "2026-09-15" })
    const rest = next(year)
    expect(rest && rowsOf(rest)).toEqual(year.slice(4))
    expect(textOf(rest)).toBe(
      "The fee for January 2027 stays with the earlier class. $500.00 is left in 5 installments, due Feb 15 to Jun 15.",
    )
    // The third class of the year has the rest of the rest, and no class knows the whole price after that.
    const summer = next(rest ? rowsOf(rest) : [], { startsOn: "2027-06-01", endsOn: "2027-07-30" })
    expect(summer).toBeNull()
  })

  test("isn't one where the class has another price by then", () => {
    const later = { billing: "monthly" as const, amountMinor: 9000, fromDate: "2027-01-01" }
    expect(nextCourse([...asPrices(fall), later], spring, null)).toBeNull()
    expect(nextCourse([], spring, null)).toBeNull()
    expect(courseOn([...asPrices(fall), later], "2026-12-31")).toEqual(fall)
  })

  test("keeps every cent and its day, whatever the course and the term", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 24, max: 9_999_999 }),
        fc.integer({ min: 2, max: 12 }),
        fc.constantFrom("2026-09-01", "2026-09-15", "2026-08-31"),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 1, max: 12 }),
        (totalMinor, count, firstOn, ahead, months) => {
          const course = installmentsOf({ totalMinor, count, firstOn })
          const startsOn = addMonths("2026-10-11", ahead)
          const endsOn = addMonths(startsOn, months)
          const found = nextCourse(asPrices(course), { startsOn, endsOn }, null)
          if (!found) throw new Error("No course")
          const rows = rowsOf(found)
          if (found.goesOn) expect(rows).toEqual(course.slice(-rows.length))
          else if (found.installments.length > 0) expect(sumOf(found.installments)).toBe(totalMinor)
          expect(rows.every(({ fromDate, dueOn }) => fromDate.slice(0, 7) === dueOn.slice(0, 7))).toBe(true)
          expect(new Set(rows.map(({ fromDate }) => fromDate)).size).toBe(rows.length)
          const isInTerm = found.installments.every(({ fromDate }) => fromDate <= endsOn)
          expect(found.goesOn || isInTerm).toBe(true)
          expect(rows.every(({ fromDate }) => fromDate.slice(0, 7) >= startsOn.slice(0, 7))).toBe(true)
        },
      ),
    )
  })
})

test("equal parts add up, differ by one step, and only the first isn't a multiple of it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 24 }),
      fc.constantFrom(1, 100),
      (totalMinor, count, stepMinor) => {
        const parts = equalParts(totalMinor, count, stepMinor)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(totalMinor)
        expect(parts.slice(1).every((part) => part > 0 && part % stepMinor === 0)).toBe(true)
        expect((parts[0] ?? 0) - (parts.at(-1) ?? 0)).toBeLessThan(2 * stepMinor)
      },
    ),
  )
})
