import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { codeOf, discountAt, discountEnd, discountOf, periodsAfter, problemOf } from "./coupon"

const terms = {
  percentOff: 20,
  amountOffMinor: null,
  months: 3,
  plans: ["standard"],
  validUntil: 2000,
  mostUses: 2,
  endedAt: null,
} as const
const use = { plan: "standard", interval: "monthly", at: 1000, uses: 0, isUsedBySchool: false } as const

describe("a coupon", () => {
  test("is compared without blanks and case", () => {
    expect(codeOf(" spring - 26 ")).toBe("SPRING-26")
  })

  test("takes off a share or an amount, never more than the payment", () => {
    expect(discountOf({ percentOff: 20, amountOffMinor: null }, 2900)).toBe(580)
    expect(discountOf({ percentOff: null, amountOffMinor: 5000 }, 2900)).toBe(2900)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(1_000_000), (percentOff, price) => {
        const off = discountOf({ percentOff, amountOffMinor: null }, price)
        return Number.isInteger(off) && off >= 0 && off <= price
      }),
    )
  })

  test("can't be used expired, stopped, used up, twice, for another plan, or for months of a yearly plan", () => {
    expect(problemOf(terms, use)).toBeUndefined()
    expect(problemOf(terms, { ...use, at: 2000 })).toBe("expired")
    expect(problemOf({ ...terms, endedAt: 1 }, use)).toBe("expired")
    expect(problemOf(terms, { ...use, uses: 2 })).toBe("used-up")
    expect(problemOf(terms, { ...use, isUsedBySchool: true })).toBe("used-by-you")
    expect(problemOf(terms, { ...use, plan: "professional" })).toBe("other-plan")
    expect(problemOf(terms, { ...use, interval: "yearly" })).toBe("monthly-only")
    expect(problemOf({ ...terms, months: null, plans: [] }, { ...use, interval: "yearly" })).toBeUndefined()
  })

  test("counts periods to the last day of a short month", () => {
    const on = (text: string) => Date.parse(`${text}T10:00:00Z`)
    expect(periodsAfter(on("2027-01-31"), "monthly", 1)).toBe(on("2027-02-28"))
    expect(periodsAfter(on("2027-01-31"), "monthly", 2)).toBe(on("2027-03-31"))
    expect(periodsAfter(on("2028-02-29"), "yearly", 1)).toBe(on("2029-02-28"))
  })

  test("lowers the payments due before its end, and no later one", () => {
    const paidUntil = Date.parse("2027-02-10T10:00:00Z")
    const bought = { interval: "monthly", discountMinor: 580, discountPeriods: 3, startsAt: null } as const
    const discountUntil = discountEnd(bought, paidUntil)
    const due = (months: number) =>
      discountAt({ discountMinor: 580, discountUntil }, periodsAfter(paidUntil, "monthly", months))
    // The first payment was made; two more are lower.
    expect([due(0), due(1), due(2), due(3)]).toEqual([580, 580, 0, 0])
    const upgrade = discountEnd({ ...bought, startsAt: paidUntil }, paidUntil)
    expect(upgrade).toBe(periodsAfter(paidUntil, "monthly", 3))
    expect(discountEnd({ ...bought, discountMinor: 0, discountPeriods: 0 }, paidUntil)).toBeNull()
  })
})
