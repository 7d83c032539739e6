import { planIntervals, planKeys } from "db/schema/choices"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type PlanInterval, type PlanKey, planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { gapsOf, monthlyOf, movesOf, revenueBetween, revenueByMonth, type Step } from "./revenue"

const on = (day: string) => Date.parse(`${day}T12:00:00Z`)
const priced = <Billed extends { plan: PlanKey; interval: PlanInterval }>(billed: Billed) => ({
  ...billed,
  priceMinor: planCatalogue[billed.plan].prices[billed.interval].amountMinor,
})
const step = (day: string, status: string, plan: PlanKey = "standard"): Step =>
  priced({ at: on(day), status, plan, interval: "monthly" })

/** A school that began, went up, ended, and came back smaller. */
const aria = [
  step("2026-08-03", "active"),
  step("2026-09-10", "active", "professional"),
  step("2026-10-05", "cancelled", "professional"),
  step("2026-10-20", "expired", "professional"),
  step("2026-11-02", "active"),
]
const months = ["2026-08", "2026-09", "2026-10", "2026-11"]

describe("recurring revenue", () => {
  test("keeps that a school ended, also when it came back", () => {
    expect(movesOf(aria).map(({ kind, amountMinor, plan }) => [kind, amountMinor, plan])).toEqual([
      ["new", 2900, "standard"],
      ["expansion", 5000, "professional"],
      ["churn", -7900, "professional"],
      ["reactivation", 2900, "standard"],
    ])
    expect(gapsOf(aria)).toEqual([{ from: on("2026-10-20"), to: on("2026-11-02") }])
  })

  test("is told month by month, with net retention and churn rate of the schools that paid before", () => {
    const bass = [step("2026-09-01", "active")]
    const table = revenueByMonth([movesOf(aria), movesOf(bass)], months, on("2026-11-20"))
    expect(table.map(({ start, end }) => [start, end])).toEqual([
      [0, 2900],
      [2900, 10800],
      [10800, 2900],
      [2900, 5800],
    ])
    expect(table.map(({ netRetention, churnRate }) => [netRetention, churnRate])).toEqual([
      [null, null],
      [272, 0],
      [27, 50],
      [100, 0],
    ])
    expect(table[2]).toMatchObject({ churn: -7900, new: 0, reactivation: 0 })
    expect(table[3]).toMatchObject({ reactivation: 2900, churn: 0 })
  })

  test("compares equal spans: twenty days with the first twenty of the month before", () => {
    const late = [step("2026-10-25", "active")]
    const before = revenueBetween([movesOf(late)], "2026-10", on("2026-10-01"), on("2026-10-20"))
    expect(before.new).toBe(0)
  })

  test("adds up for any history: each month ends where the next begins, and all changes make what is paid now", () => {
    const status = fc.constantFrom("pending", "active", "suspended", "cancelled", "expired")
    const history = fc
      .array(
        fc.record({
          at: fc.integer({ min: on("2026-08-01"), max: on("2026-11-15") }),
          status,
          plan: fc.constantFrom(...planKeys),
          interval: fc.constantFrom(...planIntervals),
        }),
        { maxLength: 12 },
      )
      .map((steps) => steps.map(priced).sort((a, b) => a.at - b.at))
    fc.assert(
      fc.property(fc.array(history, { maxLength: 5 }), (schools) => {
        const moves = schools.map(movesOf)
        const table = revenueByMonth(moves, months, on("2026-11-20"))
        for (const [index, month] of table.entries()) {
          const parts = month.new + month.reactivation + month.expansion + month.contraction + month.churn
          expect(month.start + parts).toBeCloseTo(month.end)
          if (index > 0) expect(month.start).toBeCloseTo(table[index - 1]?.end ?? 0)
        }
        const now = schools
          .map((steps) => steps.at(-1))
          .reduce((all, last) => all + (last ? monthlyOf(last) : 0), 0)
        expect(table.at(-1)?.end ?? 0).toBeCloseTo(now)
        for (const each of moves) {
          expect(each.filter(({ kind }) => kind === "new").length).toBeLessThanOrEqual(1)
          if (each[0]) expect(each[0].kind).toBe("new")
        }
      }),
    )
  })
})
