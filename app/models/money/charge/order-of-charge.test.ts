import { readFileSync } from "node:fs"
import { enrollments } from "db/schema/teaching"
import { expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { addTaxRate, chooseTaxMode } from "~/models/accounts/tax/tax-rates.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { november } from "../../../../tests/support/billing"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { tableBelow } from "../../../../tests/support/worked-examples"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { addDiscountRule } from "../discount/discount-rules.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listUnbilledCharges } from "./unbilled.server"

// The example of "Order of a charge" in docs/accounting.md: a price, what comes off it, its tax, and what corrects it.

const minor = (text = "") => Math.round(Number(text) * 100)

test("a charge is the custom price less discounts, then tax, and a correction takes back what is left of it", () => {
  const rows = tableBelow(readFileSync("docs/accounting.md", "utf8"), "Order of a charge")
  expect(rows).toHaveLength(4)
  for (const [price, own, discount = "", tax = "", charged, within, credited = "", corrected] of rows) {
    const { actor } = openSchool()
    addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: true })
    chooseTaxMode(actor, tax === "20%, added")
    const rule = { kind: "sibling", target: "all", fromNth: 1, family: undefined } as const
    const off = { rate: Number(discount.slice(0, -1)) * 1000, amountMinor: null }
    addDiscountRule(actor, { ...rule, name: "Reduced", off })
    const { classId, studentIds, enrollmentIds } = openClass(actor, {
      pupils: ["Otis Rossi"],
      price: { amountMinor: minor(price) },
    })
    if (own !== "none")
      changeRows(
        enrollments,
        { id: enrollmentIds[0] ?? "" },
        { billing: "per_session", priceMinor: minor(own) },
      )
    const sessionId = addSessionRow(actor, classId, "2026-11-17", { startTime: "10:00" })
    const take = (code: MarkCode) => {
      const marks = studentIds.map((studentId) => ({ studentId, code }))
      expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
    }
    take("present")
    const [charge] = listUnbilledCharges(actor)
    expect(charge).toMatchObject({ amountMinor: minor(charged), taxMinor: minor(within) })
    const { familyId = "", chargeId = "" } = charge ?? {}
    const issued = issueInvoice(actor, november(familyId, [chargeId]))
    if (!issued.ok) throw new Error(issued.reason)
    const { invoiceId } = issued
    const invoice = findInvoice(actor, invoiceId)
    const [line] = invoice ? listCreditableLines(actor, invoice) : []
    const amounts = new Map([[line?.id ?? "", minor(credited)]])
    if (credited !== "none")
      expect(creditInvoice(actor, { invoiceId, amounts, reason: "Goodwill" }).ok).toBe(true)
    take("excused")
    expect(listUnbilledCharges(actor).map(({ amountMinor }) => amountMinor)).toEqual([minor(corrected)])
  }
})
