import fc from "fast-check"
import { expect, test } from "vitest"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { inHistories } from "../../../../tests/support/histories/count"
import { ownShareOf } from "../family-invoice/family-invoice"
import { findInvoice } from "../invoice/invoice.server"
import { remindOfInvoice } from "../invoice/remind-invoice.server"
import { enterOpening } from "../opening-balance/opening-balance.server"
import { recordPayment } from "../payment/payment.server"
import { familyStatement, portalStatement } from "./statement.server"

const year = { from: "2026-01-01", to: "2026-12-31" }

const openFamily = (shares: readonly number[]) =>
  openPayingFamily({
    adults: shares.map((payerShare, index) => ({ name: `Haddad ${index + 1}`, payerShare })),
  })

type Family = ReturnType<typeof openFamily>

const pay = (family: Family, invoiceId: string, amountMinor: number, payer: number | null) => {
  const payerId = payer === null ? undefined : family.guardianIds[payer]
  const paid = recordPayment(family.school, {
    ...{ invoiceId, amountMinor, method: "cash", receivedOn: "2026-11-18", payerId },
    payerName: payerId ? "One of them" : "Grandma",
  })
  if (!paid.ok) throw new Error(paid.reason)
}

const openOf = (family: Family, invoiceId: string): number[] => {
  const invoice = findInvoice(family.school, invoiceId)
  if (!invoice) throw new Error("No invoice")
  return family.guardianIds.map((id) => ownShareOf(invoice, id).openMinor)
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, minor) => sum + minor, 0)

test("what someone unnamed pays lowers each payer’s part, and their statement and reminders with it", () => {
  const family = openFamily([6000, 4000])
  const invoiceId = invoiceOver(family.school, family, 20_000)
  pay(family, invoiceId, 6_000, null)
  expect(openOf(family, invoiceId)).toEqual([8_400, 5_600])
  expect(family.guardians.map(({ actor }) => portalStatement(actor, year)?.closingMinor)).toEqual([
    8_400, 5_600,
  ])
  pay(family, invoiceId, 8_400, 0)
  expect(openOf(family, invoiceId)).toEqual([0, 5_600])
  // Who has paid their part isn’t reminded of the other’s.
  expect(remindOfInvoice(family.school, invoiceId)).toEqual({ ok: true, recipients: ["Haddad 2"] })
})

test("credit of an opening balance lowers each payer’s part like the invoice that it is on", () => {
  const family = openFamily([6000, 4000])
  enterOpening(family.school, family.familyId, { amountMinor: -6_000, asOf: "2026-11-01" })
  const one = invoiceOver(family.school, family, 20_000)
  expect(openOf(family, one)).toEqual([8_400, 5_600])
  expect(family.guardians.map(({ actor }) => portalStatement(actor, year)?.closingMinor)).toEqual([
    8_400, 5_600,
  ])
})

test("what someone unnamed pays is the payers’ also where all their invoices are of nothing", () => {
  const family = openFamily([5000, 5000])
  invoiceOver(family.school, family, 0)
  const given = {
    familyId: family.familyId,
    amountMinor: 1_000,
    method: "cash",
    receivedOn: "2026-11-18",
  } as const
  expect(recordPayment(family.school, { ...given, payerName: "Grandma" }).ok).toBe(true)
  expect(familyStatement(family.school, family.familyId, year).closingMinor).toBe(-1_000)
  expect(family.guardians.map(({ actor }) => portalStatement(actor, year)?.closingMinor)).toEqual([
    -500, -500,
  ])
})

test("whoever pays what, the payers’ parts are what is open, and each statement ends with its payer’s part", () => {
  const payment = fc.record({
    amountMinor: fc.integer({ min: 1, max: 9_000 }),
    payer: fc.option(fc.nat(2)),
  })
  const payers = fc.constantFrom([6000, 4000], [3333, 6667], [5000, 3000, 2000], [3333, 3333, 3334])
  inHistories(25, payers, fc.array(payment, { maxLength: 5 }), (shares, payments) => {
    const family = openFamily(shares)
    const invoiceId = invoiceOver(family.school, family, 20_001)
    for (const { amountMinor, payer } of payments) {
      const left = findInvoice(family.school, invoiceId)?.openMinor ?? 0
      if (left === 0) break
      pay(family, invoiceId, Math.min(amountMinor, left), payer === null ? null : payer % shares.length)
      const parts = openOf(family, invoiceId)
      expect(sumOf(parts)).toBe(findInvoice(family.school, invoiceId)?.openMinor)
      expect(family.guardians.map(({ actor }) => portalStatement(actor, year)?.closingMinor)).toEqual(parts)
      expect(sumOf(parts)).toBe(familyStatement(family.school, family.familyId, year).closingMinor)
    }
  })
})
