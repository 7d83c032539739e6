import { describe, expect, test } from "vitest"
import { cohortsOf, type GrowthSchool, monthlyMinor, monthsUpTo, schoolsBehind } from "./growth"

const on = (day: string) => Date.parse(`${day}T12:00:00Z`)
const school = (facts: Partial<GrowthSchool>): GrowthSchool => ({
  id: "a",
  name: "Harmony",
  kind: "school",
  registeredAt: on("2026-09-03"),
  activatedAt: on("2026-09-03"),
  endedAt: null,
  isRenewing: true,
  plan: "standard",
  interval: "yearly",
  priceMinor: 14900,
  isUsed: true,
  ...facts,
})

describe("how the platform grows", () => {
  test("months run up to the present one, over the turn of the year", () => {
    expect(monthsUpTo(on("2027-01-31"), 3)).toEqual(["2026-11", "2026-12", "2027-01"])
  })

  test("each step of the funnel holds those of the step before who came so far", () => {
    const all = [
      school({ id: "uses" }),
      school({ id: "paid", isUsed: false }),
      school({ id: "pending", activatedAt: null, isRenewing: false }),
      school({ id: "gone", name: null, activatedAt: null, isRenewing: false, isUsed: false }),
      school({ id: "earlier", registeredAt: on("2026-01-01") }),
    ]
    const months = ["2026-09"]
    const idsOf = (show: Parameters<typeof schoolsBehind>[1]) =>
      schoolsBehind(all, show, months).map(({ id }) => id)
    expect(idsOf("registered")).toEqual(["uses", "paid", "pending", "gone"])
    expect(idsOf("left")).toEqual(["gone"])
    expect(idsOf("paid")).toEqual(["uses", "paid"])
    expect(idsOf("used")).toEqual(["uses"])
    expect(idsOf("renewing")).toEqual(["uses", "paid", "earlier"])
  })

  test("a year's price counts for a twelfth of it, and only while it renews", () => {
    expect(monthlyMinor(school({ plan: "professional", priceMinor: 39900 }))).toBe(39900 / 12)
    expect(monthlyMinor(school({ interval: "monthly", priceMinor: 2900 }))).toBe(2900)
    expect(monthlyMinor(school({ isRenewing: false }))).toBe(0)
  })

  test("of those who paid in a month, the share still open at the end of each month since", () => {
    const all = [
      school({ id: "stays" }),
      school({ id: "leaves", endedAt: on("2026-10-15"), isRenewing: false }),
      school({ id: "later", activatedAt: on("2026-11-02") }),
    ]
    expect(cohortsOf(all, ["2026-09", "2026-10", "2026-11"], on("2026-11-20"))).toEqual([
      { month: "2026-09", size: 2, kept: [100, 50, 50] },
      { month: "2026-11", size: 1, kept: [100] },
    ])
  })

  test("a school that ended and came back is missing in between", () => {
    const back = school({ id: "back", gaps: [{ from: on("2026-10-10"), to: on("2026-11-05") }] })
    expect(cohortsOf([back], ["2026-09", "2026-10", "2026-11"], on("2026-11-20"))).toEqual([
      { month: "2026-09", size: 1, kept: [100, 0, 100] },
    ])
  })
})
