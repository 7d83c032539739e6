import { sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { guardians } from "db/schema/people"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { payInCash } from "../../../../tests/support/payments"
import { changeRows, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { findInvoice } from "../invoice/invoice.server"
import { listInvoices } from "../invoice/list-invoices.server"
import { familyBalance, familyLedger } from "../ledger/ledger.server"
import { cashUp, moneySummary, sumReceivedIn } from "../ledger/money-summary.server"
import { findPayment, recordPayment } from "./payment.server"
import { recordRefund, refundCredit } from "./refund.server"

// Money that goes back: the ledger, the invoice and the family's own page say the same.

let reference = 0

function paidFamily(invoiceMinor = 20_000, paidMinor = invoiceMinor) {
  const family = openPayingFamily()
  const invoiceId = invoiceOver(family.school, family, invoiceMinor)
  const paid = recordPayment(family.school, {
    invoiceId,
    amountMinor: paidMinor,
    method: "paypal",
    receivedOn: "2026-11-18",
    payerName: "Jonas Haddad",
    payerId: family.guardianIds[0],
    hasArrived: true,
  })
  if (!paid.ok) throw new Error(paid.reason)
  const { paymentId } = paid
  const giveBack = (amountMinor: number, providerReference = `R-${reference++}`) =>
    recordRefund(family.school, { paymentId, kind: "refund", amountMinor, providerReference })
  return { ...family, invoiceId, paymentId, giveBack }
}

const givenTo = ({ school }: Actor) =>
  rowsOf(emails, { schoolId: school.id, template: "refund-given" }).map(
    ({ recipient, data }): [string, Record<string, unknown>] => [recipient, JSON.parse(data)],
  )

const listedOf = (family: ReturnType<typeof paidFamily>) =>
  listInvoices(family.school, { familyId: family.familyId, page: 1 }).rows[0]

describe("money that was refunded", () => {
  test("opens the invoice again by that amount, in the ledger, the list and the family's pages", () => {
    const family = paidFamily()
    expect(familyBalance(family.school, family.familyId)).toBe(0)
    expect(family.giveBack(5_000)).toEqual({ ok: true, isNew: true })
    expect(familyBalance(family.school, family.familyId)).toBe(5_000)
    const invoice = findInvoice(family.school, family.invoiceId)
    expect(invoice).toMatchObject({ state: "part-paid", paidMinor: 15_000, openMinor: 5_000 })
    expect(listedOf(family)).toMatchObject({ state: "part-paid", openMinor: 5_000 })
    expect(listPortalInvoices(family.guardian.actor)[0]).toMatchObject({
      state: "part-paid",
      openMinor: 5_000,
    })
    expect(
      familyLedger(family.school, family.familyId).map(({ kind, amountMinor }) => [kind, amountMinor]),
    ).toEqual([
      ["invoice", 20_000],
      ["payment", -20_000],
      ["refund", 5_000],
    ])
    expect(findPayment(family.school, family.paymentId)).toMatchObject({
      spareMinor: 0,
      refunds: [{ amountMinor: 5_000 }],
    })
  })

  test("is told to its payer where their invoices go, and to the office", () => {
    const family = paidFamily()
    changeRows(
      guardians,
      { id: family.guardianIds[0] ?? "" },
      { email: "jonas@family.example", billingEmail: "bills@family.example" },
    )
    family.giveBack(5_000)
    const told = {
      ...{ amount: "$50.00", method: "PayPal", isSentBack: true, reason: null },
      recipientName: "Jonas Haddad",
    }
    expect(givenTo(family.school)).toEqual([["bills@family.example", expect.objectContaining(told)]])
    recordRefund(family.school, {
      paymentId: family.paymentId,
      kind: "reversal",
      amountMinor: 1_000,
      providerReference: `R-${reference++}`,
    })
    expect(givenTo(family.school)).toHaveLength(1)
  })

  test("is told to the family’s guardians where it was account credit", () => {
    const family = paidFamily(20_000, 25_000)
    changeRows(guardians, own(family.school, guardians), { email: "g@family.example" })
    const refund = { method: "cash", refundedOn: "2026-11-18", reason: "Leaving", formKey: "once" } as const
    refundCredit(family.school, family.familyId, { ...refund, amountMinor: 5_000 })
    refundCredit(family.school, family.familyId, { ...refund, amountMinor: 5_000 })
    const told = { amount: "$50.00", method: "Cash", reason: "Leaving", isCredit: true }
    expect(givenTo(family.school).map(([, data]) => data)).toEqual(
      family.guardianIds.map(() => expect.objectContaining(told)),
    )
  })

  test("is less received on the day it went", () => {
    const family = paidFamily(20_000, 25_000)
    const period = { from: "2026-11-01", to: "2026-11-18" }
    expect(sumReceivedIn(family.school, [period])[0]).toBe(25_000)
    family.giveBack(9_000)
    expect(cashUp(family.school, period)).toEqual([
      { on: "2026-11-18", byMethod: { paypal: 16_000 }, totalMinor: 16_000 },
    ])
    expect(moneySummary(family.school).receivedThisMonthMinor).toBe(16_000)
    expect(sumReceivedIn(openPayingFamily().school, [period])[0]).toBe(0)
    // 5,000 was the family's own and went first; nothing is left for a next invoice.
    const next = findInvoice(family.school, invoiceOver(family.school, family, 1_000))
    expect(next).toMatchObject({ paidMinor: 0, openMinor: 1_000 })
  })

  test("is taken from the account credit first", () => {
    const family = paidFamily(20_000, 25_000)
    family.giveBack(4_000)
    expect(findInvoice(family.school, family.invoiceId)).toMatchObject({ state: "paid", openMinor: 0 })
    expect(findPayment(family.school, family.paymentId)).toMatchObject({ spareMinor: 1_000 })
    family.giveBack(3_000)
    expect(findInvoice(family.school, family.invoiceId)).toMatchObject({ openMinor: 2_000 })
    expect(familyBalance(family.school, family.familyId)).toBe(2_000)
  })

  test("is recorded once, and never more than was paid", () => {
    const family = paidFamily()
    expect(family.giveBack(12_000, "R-once")).toEqual({ ok: true, isNew: true })
    expect(family.giveBack(12_000, "R-once")).toEqual({ ok: true, isNew: false })
    expect(family.giveBack(8_001)).toBeRefused("more-than-paid")
    expect(family.giveBack(8_000)).toEqual({ ok: true, isNew: true })
    expect(findInvoice(family.school, family.invoiceId)).toMatchObject({ openMinor: 20_000, payments: [] })
    expect(() => family.giveBack(0)).toThrow(RangeError)
    const stranger = openPayingFamily()
    expect(
      recordRefund(stranger.school, {
        paymentId: family.paymentId,
        kind: "refund",
        amountMinor: 1,
        providerReference: "R-strange",
      }),
    ).toBeRefused("no-payment")
  })

  test("what is open again can be paid again, and the books still add up", () => {
    const family = paidFamily()
    family.giveBack(20_000)
    const again = payInCash(family.school, { invoiceId: family.invoiceId, amountMinor: 20_000 })
    expect(again.ok).toBe(true)
    expect(findInvoice(family.school, family.invoiceId)).toMatchObject({ state: "paid", openMinor: 0 })
    expect(familyBalance(family.school, family.familyId)).toBe(0)
    booksAreSound()
  })

  test("a refund is never edited", () => {
    const family = paidFamily()
    family.giveBack(100)
    expect(() => sqlite().prepare("update refunds set amount_minor = 1").run()).toThrow("never edited")
    expect(() => sqlite().prepare("update allocations set amount_minor = 1").run()).toThrow("never edited")
    expect(() => sqlite().prepare("delete from allocations").run()).toThrow("is kept")
  })
})
