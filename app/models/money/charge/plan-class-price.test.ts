import { beforeEach, describe, expect, test } from "vitest"
import { addTaxRate, listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listClassPrices, setOwnPrice } from "~/models/teaching/price/price.server"
import { setClassPrice, takeBackPrice } from "~/models/teaching/price/price-step.server"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { planClassPrice, planClassTax } from "./plan-class-price.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

/** A class of $18.00 a lesson: Otis pays that, Lina a custom price; a lesson of November 4 is charged. */
function openLessons() {
  const { classId, studentIds, enrollmentIds } = openClass(actor, {
    pupils: ["Otis Rossi", "Lina Haddad"],
  })
  setOwnPrice(actor, enrollmentIds[1] ?? "", { fromDate: "2026-10-01", amountMinor: 1500 })
  takeRegister(actor, addSessionRow(actor, classId, "2026-11-04", { startTime: "10:00" }), {
    marks: studentIds.map((studentId) => ({ studentId, code: "present" as const })),
  })
  return classId
}

describe("a class's new price, before it is set", () => {
  test("says who pays what from which day, who keeps a custom price, and what stays", () => {
    const classId = openLessons()
    const plan = planClassPrice(actor, classId, {
      billing: "per_session",
      amountMinor: 2000,
      fromDate: "2026-11-01",
    })
    expect(plan.students).toMatchObject([
      { name: "Lina Haddad", before: { amountMinor: 1500 }, after: { amountMinor: 1500 }, keepsOwn: true },
      {
        name: "Otis Rossi",
        before: { amountMinor: 1800 },
        after: { amountMinor: 2000 },
        from: "2026-11-01",
        keepsOwn: false,
      },
    ])
    expect(plan.charged).toEqual({ count: 2, amountMinor: 3300 })
    expect([plan.gap, plan.next, plan.replaced]).toEqual([null, null, null])
    expect(
      planClassPrice(actor, classId, { billing: "per_session", amountMinor: 2000, fromDate: "2026-11-05" })
        .charged.count,
    ).toBe(0)
  })

  test("warns of lessons that a change of kind in the middle of a month would leave out or charge twice", () => {
    const classId = openLessons()
    const monthly = { billing: "monthly" as const, amountMinor: 8000 }
    const plan = planClassPrice(actor, classId, { ...monthly, fromDate: "2026-11-15" })
    expect(plan.gap).toEqual({ kind: "uncharged", from: "2026-11-15", to: "2026-11-30" })
    expect(plan.students.find(({ keepsOwn }) => !keepsOwn)?.from).toBe("2026-12-01")
    expect(planClassPrice(actor, classId, { ...monthly, fromDate: "2026-12-01" }).gap).toBeNull()
    setClassPrice(actor, classId, { ...monthly, fromDate: "2026-12-01" })
    const back = planClassPrice(actor, classId, {
      billing: "per_session",
      amountMinor: 2000,
      fromDate: "2026-12-10",
    })
    expect(back.gap).toEqual({ kind: "twice", from: "2026-12-10", to: "2026-12-31" })
  })

  test("names the price it replaces and the one that takes over, and is undone to exactly what was", () => {
    const classId = openLessons()
    const wish = { billing: "per_session" as const, amountMinor: 2000, fromDate: "2026-12-01" }
    setClassPrice(actor, classId, { ...wish, amountMinor: 1900 })
    setClassPrice(actor, classId, { ...wish, amountMinor: 2500, fromDate: "2027-01-01" })
    const before = prices(classId)
    const plan = planClassPrice(actor, classId, wish)
    expect(plan.replaced?.amountMinor).toBe(1900)
    expect(plan.next).toMatchObject({ fromDate: "2027-01-01", price: { amountMinor: 2500 } })
    setClassPrice(actor, classId, wish)
    expect(takeBackPrice(actor, classId, { set: wish, before: plan.replaced }).ok).toBe(true)
    expect(prices(classId)).toEqual(before)
    expect(takeBackPrice(actor, classId, { set: wish, before: null })).toMatchObject({ reason: "changed" })
    expect(takeBackPrice(openSchool().actor, classId, { set: wish, before: null })).toMatchObject({
      reason: "gone",
    })
  })

  test("shows what another tax makes of each price", () => {
    const classId = openLessons()
    addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: false })
    const plan = planClassTax(actor, classId, listTaxRates(actor)[0]?.id ?? "")
    expect(plan).toMatchObject({
      before: null,
      after: "VAT 20%",
      students: [
        { name: "Lina Haddad", beforeMinor: 1500, afterMinor: 1500 },
        { name: "Otis Rossi", beforeMinor: 1800, afterMinor: 1800 },
      ],
      charged: { count: 2, amountMinor: 3300 },
    })
    expect(planClassTax(actor, classId, "another")).toBeUndefined()
  })
})

const prices = (classId: string) =>
  (listClassPrices(actor, [classId]).get(classId) ?? []).map(({ billing, amountMinor, fromDate }) => ({
    ...{ billing, amountMinor, fromDate },
  }))
