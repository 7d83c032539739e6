import { describe, expect, test } from "vitest"
import { earnedBy, type PayRate, rateOn, ruleText } from "./pay"

const hourly: PayRate = { kind: "per_hour", amountMinor: 3400, fromDate: "2026-01-01" }
const flat: PayRate = { kind: "per_session", amountMinor: 2500, fromDate: "2026-10-01" }

describe("what a lesson earns its teacher", () => {
  test("is the hours' part of the rate, or the rate, as far as the register pays it", () => {
    expect(earnedBy(hourly, { minutes: 45, paidPercent: 100 })).toBe(2550)
    expect(earnedBy(hourly, { minutes: 50, paidPercent: 50 })).toBe(1417)
    expect(earnedBy(flat, { minutes: 45, paidPercent: 50 })).toBe(1250)
    expect(earnedBy(flat, { minutes: 45, paidPercent: 0 })).toBe(0)
  })

  test("is by the rate in force on its day", () => {
    expect(rateOn([hourly, flat], "2026-09-30")).toBe(hourly)
    expect(rateOn([hourly, flat], "2026-10-01")).toBe(flat)
    expect(rateOn([hourly], "2025-12-31")).toBeUndefined()
  })

  test("says its rate", () => {
    expect(ruleText(hourly, 100, "USD")).toBe("$34.00 an hour")
    expect(ruleText(flat, 50, "EUR")).toBe("€25.00 a lesson, 50% based on attendance")
    expect(ruleText(flat, 0, "EUR")).toBe("Not paid, based on attendance")
    expect(ruleText(undefined, 100, "USD")).toBe("No rate set")
  })
})
