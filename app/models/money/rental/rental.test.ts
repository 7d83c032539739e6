import { charges } from "db/schema/money"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { addTaxRate } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { withdrawCharge } from "../charge/charge.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { tuitionOf } from "../tuition/tuition"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { hireShare } from "./rental"
import { addHire, endHire } from "./rentals.server"
import { chargeHiresDue } from "./settle-rental.server"

let actor: Actor
let family: ReturnType<typeof openFamily>
let forms = 0

beforeEach(() => {
  // November 18, 2026
  fixClock(testNow)
  actor = openSchool().actor
  family = openFamily(actor)
})

function hire(facts: { startsOn: string; endsOn?: string | null; formKey?: string }) {
  const form = { item: "Violin 3/4", serialNumber: "VN-1", price: 3000, tax: "default" }
  const formKey = facts.formKey ?? `hire-${forms++}`
  const studentId = family.studentIds[0] ?? ""
  return addHire(actor, studentId, { ...form, endsOn: null, ...facts, formKey })
}

const idOf = (added: ReturnType<typeof hire>) => (added.ok ? added.hireId : "")
const months = () =>
  rowsOf(
    charges,
    { schoolId: actor.school.id, withdrawnAt: null },
    { only: ["month", "source", "amountMinor", "id"], by: ["occurredOn", "createdAt"] },
  )
const owed = () => months().reduce((sum, { amountMinor }) => sum + amountMinor, 0)

describe("an instrument hired out", () => {
  test("is charged for each month that has begun, once, with its tax", () => {
    addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: true })
    expect(hire({ startsOn: "2026-09-16" })).toMatchObject({ ok: true, charged: 3 })
    expect(months().map(({ month, amountMinor }) => [month, amountMinor])).toEqual([
      ["2026-09", 3000],
      ["2026-10", 3000],
      ["2026-11", 3000],
    ])
    expect(chargeHiresDue(actor)).toBe(0)
  })

  test("follows the school’s rule in its first and last month", () => {
    changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: true })
    hire({ startsOn: "2026-11-16" })
    expect(owed()).toBe(1500)
    hire({ startsOn: "2026-10-01", endsOn: "2026-10-31" })
    expect(owed()).toBe(4500)
  })

  test("twice by one form is one hire; a month taken back isn’t charged again", () => {
    hire({ startsOn: "2026-11-01", formKey: "form" })
    expect(hire({ startsOn: "2026-11-01", formKey: "form" })).toMatchObject({ ok: true, charged: 0 })
    withdrawCharge(actor, months()[0]?.id ?? "", "A present")
    expect([chargeHiresDue(actor), owed()]).toEqual([0, 0])
  })

  test("ended, what isn’t invoiced is replaced and what is gets a correction", () => {
    changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
    const id = idOf(hire({ startsOn: "2026-10-01" }))
    const [october] = months()
    issueInvoice(actor, { ...november(family.familyId, [october?.id ?? ""]), from: "2026-10-01" })
    expect(endHire(actor, id, "2026-10-15")).toMatchObject({ ok: true })
    expect(months().map(({ source, amountMinor }) => [source, amountMinor])).toEqual([
      ["hire", 3000],
      ["correction", -1548],
    ])
    endHire(actor, id, "2026-11-15")
    // November, which the first last day took away, is charged again.
    expect(months().map(({ source, amountMinor }) => [source, amountMinor])).toEqual([
      ["hire", 3000],
      ["hire", 1500],
    ])
  })

  test("ended again after its corrected invoice was voided, costs its part without the correction", () => {
    changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
    const id = idOf(hire({ startsOn: "2026-10-01" }))
    const [october] = months()
    const chosen = { ...november(family.familyId, [october?.id ?? ""]), from: "2026-10-01" }
    const issued = issueInvoice(actor, chosen)
    endHire(actor, id, "2026-10-15")
    voidInvoice(actor, { invoiceId: issued.ok ? issued.invoiceId : "", reason: "Wrong period" })
    endHire(actor, id, "2026-10-20")
    expect(months().map(({ source, amountMinor }) => [source, amountMinor])).toEqual([["hire", 1935]])
  })

  test("ended after a credit note, is corrected by what that left, if anything", () => {
    for (const [credit, left] of [
      [548, -1000],
      [2000, null],
    ] as const) {
      actor = openSchool().actor
      family = openFamily(actor)
      changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
      const id = idOf(hire({ startsOn: "2026-10-01" }))
      const [october] = months()
      const chosen = november(family.familyId, [october?.id ?? ""])
      const issued = issueInvoice(actor, { ...chosen, from: "2026-10-01" })
      if (!issued.ok) throw new Error(issued.reason)
      const { invoiceId } = issued
      const lineId = findInvoice(actor, invoiceId)?.groups[0]?.lines[0]?.id ?? ""
      creditInvoice(actor, { invoiceId, amounts: new Map([[lineId, credit]]), reason: "Goodwill" })
      endHire(actor, id, "2026-10-15")
      const corrections = months().filter(({ source }) => source === "correction")
      expect(corrections.map(({ amountMinor }) => amountMinor)).toEqual(left === null ? [] : [left])
    }
  })

  test("refuses days that can’t be", () => {
    expect(hire({ startsOn: "2025-01-01" })).toMatchObject({ reason: "starts-too-early" })
    expect(hire({ startsOn: "2026-11-02", endsOn: "2026-11-01" })).toMatchObject({
      reason: "ends-before-start",
    })
    const id = idOf(hire({ startsOn: "2026-08-01" }))
    expect(endHire(actor, id, "2026-09-30")).toMatchObject({ reason: "end-is-charged" })
    expect(endHire(openSchool().actor, id, null)).toMatchObject({ reason: "hire-unknown" })
  })
})

test("a month never costs more than its price, and whole months cost it exactly", () => {
  const basis = fc.constantFrom("full" as const, "days" as const, "lessons" as const, "count" as const)
  const date = fc.integer({ min: 1, max: 30 }).map((n) => `2026-11-${String(n).padStart(2, "0")}`)
  fc.assert(
    fc.property(
      basis,
      fc.boolean(),
      date,
      date,
      fc.integer({ min: 1, max: 100_000 }),
      (rule, skips, a, b, fee) => {
        const [startsOn, endsOn] = [a, b].sort() as [string, string]
        const terms = { basis: rule, lessons: 4, skipsClosures: skips }
        const share = hireShare(terms, { startsOn, endsOn }, "2026-11")
        if (!share) throw new Error("The month is hired.")
        expect(tuitionOf(fee, share)).toBeLessThanOrEqual(fee)
        const whole = hireShare(terms, { startsOn: "2026-01-01", endsOn: null }, "2026-11")
        expect(whole && tuitionOf(fee, whole)).toBe(fee)
        expect(hireShare(terms, { startsOn, endsOn }, "2026-12")).toBeNull()
      },
    ),
  )
})
