import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { anyLesson, earnedBy, type PayRate, rateFor, ruleText, scopeText } from "./pay"
import { periodOn, periodsAround } from "./pay-period"

const rate = (facts: Partial<PayRate>): PayRate => ({
  ...anyLesson,
  kind: "per_hour",
  amountMinor: 3400,
  basisPoints: null,
  fromDate: "2026-01-01",
  lastDay: null,
  ...facts,
})
const hourly = rate({})
const flat = rate({ kind: "per_session", amountMinor: 2500, fromDate: "2026-10-01" })
const share = rate({ kind: "percent", amountMinor: 0, basisPoints: 4250 })

const lesson = { minutes: 45, chargedMinor: 0 }
const on = (localDate: string, facts = {}) => ({
  localDate,
  classKind: "group" as const,
  minutes: 45,
  students: 3,
  ...facts,
})

describe("what a lesson earns its teacher", () => {
  test("is the hours' part of the rate, or the rate, as far as the register pays it", () => {
    expect(earnedBy(hourly, { ...lesson, paidPercent: 100 })).toBe(2550)
    expect(earnedBy(hourly, { ...lesson, minutes: 50, paidPercent: 50 })).toBe(1417)
    expect(earnedBy(flat, { ...lesson, paidPercent: 50 })).toBe(1250)
    expect(earnedBy(flat, { ...lesson, paidPercent: 0 })).toBe(0)
  })

  test("is the percentage of what was charged, unless attendance pays nothing", () => {
    expect(earnedBy(share, { minutes: 45, chargedMinor: 5400, paidPercent: 50 })).toBe(2295)
    expect(earnedBy(share, { minutes: 45, chargedMinor: 5400, paidPercent: 0 })).toBe(0)
  })

  test("is rounded once, half a cent up, over any rate, length and part", () => {
    const minutes = fc.constantFrom(5, 10, 15, 20, 25, 35, 40, 50, 55, 75)
    const paid = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), minutes, paid, (amountMinor, length, paidPercent) => {
        const [part, whole] = [BigInt(amountMinor * length * paidPercent), 6000n]
        expect(earnedBy(rate({ amountMinor }), { minutes: length, chargedMinor: 0, paidPercent })).toBe(
          Number((2n * part + whole) / (2n * whole)),
        )
      }),
      { numRuns: 3000 },
    )
    // 30% of a third of an hour at 15.65
    const third = { minutes: 20, chargedMinor: 0, paidPercent: 30 }
    expect(earnedBy(rate({ amountMinor: 1565 }), third)).toBe(157)
  })

  test("is rounded so also where the parts of fees don't divide", () => {
    const parts = fc.constantFrom(3, 4, 6, 7, 9, 12)
    const students = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40_000 }), parts, students, (fee, divisor, count) => {
        const basisPoints = 4500
        const chargedMinor = Array.from({ length: count }, () => fee / divisor).reduce((a, b) => a + b, 0)
        const [part, whole] = [BigInt(fee * count * basisPoints), BigInt(divisor * 10_000)]
        const facts = { minutes: 45, chargedMinor, paidPercent: 100 }
        expect(earnedBy(rate({ kind: "percent", basisPoints }), facts)).toBe(
          Number((2n * part + whole) / (2n * whole)),
        )
      }),
      { numRuns: 3000 },
    )
    // 45% of five students' thirds of 5.30
    const chargedMinor = Array.from({ length: 5 }, () => 530 / 3).reduce((a, b) => a + b, 0)
    const facts = { minutes: 45, chargedMinor, paidPercent: 100 }
    expect(earnedBy(rate({ kind: "percent", basisPoints: 4500 }), facts)).toBe(398)
  })

  test("is by the rate in force on its day", () => {
    expect(rateFor([hourly, flat], on("2026-09-30"))).toBe(hourly)
    expect(rateFor([hourly, flat], on("2026-10-01"))).toBe(flat)
    expect(rateFor([hourly], on("2025-12-31"))).toBeUndefined()
    expect(rateFor([rate({ lastDay: "2026-09-30" })], on("2026-10-01"))).toBeUndefined()
  })

  test("is by the rate with the most conditions, then for the larger group, then by the newest", () => {
    const group = rate({ classKind: "group" })
    const long = rate({ classKind: "group", minutes: 45 })
    const three = rate({ classKind: "group", studentsFrom: 3, fromDate: "2026-02-01" })
    const two = rate({ classKind: "group", studentsFrom: 2, fromDate: "2026-03-01" })
    const rates = [hourly, group, three, two, flat]
    expect(rateFor(rates, on("2026-11-18"))).toBe(three)
    expect(rateFor(rates, on("2026-11-18", { students: 2 }))).toBe(two)
    expect(rateFor(rates, on("2026-11-18", { students: 1 }))).toBe(group)
    expect(rateFor(rates, on("2026-11-18", { classKind: "private" }))).toBe(flat)
    expect(rateFor([...rates, long], on("2026-11-18", { students: 1 }))).toBe(long)
  })

  test("says its rate", () => {
    const full = { paidPercent: 100, chargedMinor: 0 }
    expect(ruleText(hourly, full, "USD")).toBe("$34.00 an hour")
    expect(ruleText(flat, { ...full, paidPercent: 50 }, "EUR")).toBe(
      "€25.00 a lesson, 50% based on attendance",
    )
    expect(ruleText(flat, { ...full, paidPercent: 0 }, "EUR")).toBe("Not paid, based on attendance")
    expect(ruleText(undefined, full, "USD")).toBe("No rate set")
    expect(ruleText(share, { ...full, chargedMinor: 5400 }, "USD")).toBe("42.5% of charges: $54.00")
    expect(scopeText(rate({ classKind: "group", minutes: 45, studentsFrom: 4 }))).toBe(
      "group classes of 45 minutes with 4 or more students",
    )
  })
})

describe("a pay period", () => {
  test("is the month, half of it, or two weeks from a first day", () => {
    const startsOn = "2026-11-02"
    const of = (rhythm: "month" | "half_month" | "two_weeks", day: string) =>
      periodOn({ rhythm, startsOn }, day)
    expect(of("month", "2026-02-11")).toEqual({ from: "2026-02-01", to: "2026-02-28" })
    expect(of("half_month", "2026-02-15")).toEqual({ from: "2026-02-01", to: "2026-02-15" })
    expect(of("half_month", "2026-02-16")).toEqual({ from: "2026-02-16", to: "2026-02-28" })
    expect(of("two_weeks", "2026-11-15")).toEqual({ from: "2026-11-02", to: "2026-11-15" })
    expect(of("two_weeks", "2026-11-01")).toEqual({ from: "2026-10-19", to: "2026-11-01" })
    expect(periodsAround({ rhythm: "half_month", startsOn }, of("half_month", "2026-03-01"))).toEqual({
      before: "2026-02-16",
      after: "2026-03-16",
    })
  })
})
