import { expect, test } from "vitest"
import { nextPlanUp, overLimits, raisesLimits, upgradeCharge } from "./plan-steps"

const at = (date: string) => Date.parse(`${date}T12:00:00Z`)
const prices = { currentMinor: 14_900, wantedMinor: 39_900 }

test("moving up costs the difference for the days that are left", () => {
  const year = { interval: "yearly", paidUntil: at("2027-11-20") } as const
  expect(upgradeCharge(prices, { ...year, at: at("2026-11-20") })).toBe(25_000)
  expect(upgradeCharge(prices, { ...year, at: at("2027-11-19") })).toBe(68)
  expect(upgradeCharge(prices, { ...year, at: at("2027-11-20") })).toBe(0)
  const month = { interval: "monthly", paidUntil: at("2027-03-01") } as const
  const monthly = { currentMinor: 2900, wantedMinor: 7900 }
  expect(upgradeCharge(monthly, { ...month, at: at("2027-02-15") })).toBe(2500)
  // A day that has begun counts, and never more than a whole period.
  expect(upgradeCharge(monthly, { ...month, at: at("2027-02-15") - 1000 })).toBe(2679)
  expect(upgradeCharge(monthly, { ...month, at: at("2027-01-01") })).toBe(5000)
  expect(upgradeCharge({ currentMinor: 7900, wantedMinor: 2900 }, { ...month, at: at("2027-02-15") })).toBe(0)
})

test("a period that began in a shorter month began on its last day", () => {
  const monthly = { currentMinor: 2900, wantedMinor: 7900 }
  const costs = ["2027-03-29", "2027-03-30", "2027-03-31"].map((date) =>
    upgradeCharge(monthly, { interval: "monthly", paidUntil: at(date), at: at("2027-03-12") }),
  )
  expect(costs).toEqual([Math.round((5000 * 17) / 29), (5000 * 18) / 30, Math.round((5000 * 19) / 31)])
  const year = { interval: "yearly", paidUntil: at("2028-02-29") } as const
  expect(upgradeCharge(prices, { ...year, at: at("2027-03-01") })).toBe(Math.round((25_000 * 365) / 366))
})

test("the larger plan is the one that allows more of anything", () => {
  expect(raisesLimits("standard", "professional")).toBe(true)
  expect(raisesLimits("professional", "standard")).toBe(false)
  expect(raisesLimits("standard", "standard")).toBe(false)
  const forSchools = ["standard", "professional"] as const
  expect(nextPlanUp("standard", forSchools)).toBe("professional")
  expect(nextPlanUp("professional", forSchools)).toBeUndefined()
  expect(nextPlanUp("soloTeacher", ["soloTeacher"])).toBeUndefined()
  expect(nextPlanUp(null, forSchools)).toBeUndefined()
})

test("a plan that is too small names what is in the way", () => {
  const usage = (teachers: number, students: number) => ({
    planName: "Professional",
    administrators: { used: 1, limit: 1 },
    teachers: { used: teachers, limit: null },
    students: { used: students, limit: null },
  })
  expect(overLimits("standard", usage(8, 140))).toBe(
    "Standard allows 5 teachers and 100 students, and you have 8 teachers and 140 students. To move to Standard, archive some first.",
  )
  expect(overLimits("standard", usage(5, 101))).toContain("100 students, and you have 101 students.")
  expect(overLimits("standard", usage(5, 100))).toBeUndefined()
})
