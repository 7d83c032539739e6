import fc from "fast-check"
import { afterEach, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { inHistories } from "../../../../tests/support/histories/count"
import { payInCash } from "../../../../tests/support/payments"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { listMovements, listSales } from "../accounting-file/sales-file.server"
import { closeMonth } from "../closing/closing.server"
import { listPortalOwed } from "../family-invoice/portal-charges.server"
import { findPortalPayment } from "../family-invoice/portal-invoices.server"
import { listReceivedParts } from "../income-split/income-split.server"
import { findInvoice } from "../invoice/invoice.server"
import { settledRows } from "../invoice/invoice-paper"
import { familyBalance, familyLedger } from "../ledger/ledger.server"
import { sumReceivedIn } from "../ledger/money-summary.server"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { refundCredit } from "../payment/refund.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { sumSpare } from "../payment/spare-credit.server"
import { enterOpening, findOpening, removeOpening } from "./opening-balance.server"

afterEach(booksAreSound)

const asOf = "2026-11-01"
const month = "2026-11"
const year = { from: "2026-01-01", to: "2026-12-31" }

function open() {
  const family = openPayingFamily()
  const { school, familyId } = family
  return {
    ...family,
    enter: (amountMinor: number, facts: { asOf?: string; formKey?: string } = {}) =>
      enterOpening(school, familyId, { amountMinor, asOf, ...facts }),
    remove: () => removeOpening(school, familyId),
    balance: () => familyBalance(school, familyId),
    spare: () => sumSpare(school, familyId),
    ledger: () => familyLedger(school, familyId).map(({ kind, on, amountMinor }) => [kind, on, amountMinor]),
    pay: (amountMinor: number) => payInCash(school, { familyId, amountMinor, receivedOn: "2026-11-17" }),
    sheet: () => findMonthSheet(school, month),
  }
}

test("what came before the books is first in the ledger, and a payment says what of it pays that", () => {
  const family = open()
  const paid = payInCash(family.school, {
    familyId: family.familyId,
    amountMinor: 1_000,
    receivedOn: "2026-11-17",
  })
  expect(paid).toMatchObject({ creditMinor: 1_000, madeUpMinor: 0 })
  family.enter(2_500)
  expect(family.ledger().map(([kind]) => kind)).toEqual(["opening-balance", "payment"])
  expect(family.pay(2_000)).toMatchObject({ creditMinor: 500, madeUpMinor: 1_500 })
})

test("what was due is in the ledger on its day, on no invoice, and can be paid", () => {
  const family = open()
  expect(family.enter(12_000)).toMatchObject({ ok: true, amountMinor: 12_000 })
  expect(family.ledger()).toEqual([["opening-balance", asOf, 12_000]])
  expect(family.spare()).toEqual({ creditMinor: 0, owedMinor: 12_000 })
  const accounts = [{ familyId: family.familyId, guardianId: null }]
  expect(listPortalOwed(family.guardian.actor, accounts as never)).toMatchObject([{ owedMinor: 12_000 }])
  expect(family.pay(12_000).ok).toBe(true)
  expect([family.balance(), family.spare()]).toEqual([0, { creditMinor: 0, owedMinor: 0 }])
})

test("what was in their favor settles the next invoice as account credit, which says so", () => {
  const family = open()
  family.enter(-5_000)
  expect(family.ledger()).toEqual([["opening-balance", asOf, -5_000]])
  expect(family.spare()).toEqual({ creditMinor: 5_000, owedMinor: 0 })
  const invoiceId = invoiceOver(family.school, family, 20_000)
  const invoice = findInvoice(family.school, invoiceId)
  expect(invoice?.openMinor).toBe(15_000)
  expect(invoice && settledRows(invoice).map(({ label }) => label)).toEqual([
    "Account credit of your opening balance, Nov 1, 2026",
  ])
  expect(family.balance()).toBe(15_000)
})

test("it is no revenue: nothing billed, received or sold, in no figure and no file", () => {
  for (const amountMinor of [12_000, -5_000]) {
    const family = open()
    const { school } = family
    const before = family.sheet()
    family.enter(amountMinor)
    const { kinds, methods, closingMinor, taxes } = family.sheet()
    expect({ kinds, methods, taxes }).toEqual({
      kinds: { ...before.kinds, "opening-balance": { count: 1, sumMinor: amountMinor } },
      methods: before.methods,
      taxes: before.taxes,
    })
    expect(closingMinor).toBe(before.closingMinor + amountMinor)
    expect(sumReceivedIn(school, [year])[0]).toBe(0)
    expect([listSales(school, month), listMovements(school, month, "transfer")]).toEqual([[], []])
    expect(listReceivedParts(school, { first: year.from, last: year.to })).toEqual([])
    expect(family.remove().ok).toBe(true)
    expect([family.sheet().kinds, sumReceivedIn(school, [year])[0]]).toEqual([before.kinds, 0])
    expect(listMovements(school, month, "transfer")).toEqual([])
    expect(listReceivedParts(school, { first: year.from, last: year.to })).toEqual([])
  }
})

test("it is entered once: not for two presses, not beside another, not ahead, not in a closed month", () => {
  const family = open()
  expect(family.enter(100, { asOf: "2026-12-24" })).toBeRefused("in-the-future")
  expect(family.enter(100, { formKey: "one" }).ok).toBe(true)
  expect(family.enter(100, { formKey: "one" }).ok).toBe(true)
  expect(family.balance()).toBe(100)
  expect(family.enter(200)).toBeRefused("has-one")
  closeMonth(family.school, "2026-10")
  family.remove()
  expect(family.enter(100, { asOf: "2026-10-31" })).toBeRefused("closed")
  expect(family.enter(100).ok).toBe(true)
  fixClock(Date.parse("2026-12-02T15:00:00Z"))
  closeMonth(family.school, month)
  expect(family.remove()).toBeRefused("closed")
  expect(findOpening(family.school, family.familyId)).toEqual({ amountMinor: 100, asOf, isClosed: true })
})

test("removed, it is as if it had never been: what its credit had settled is due again, unless it was refunded", () => {
  const family = open()
  family.enter(-5_000)
  const invoiceId = invoiceOver(family.school, family, 20_000)
  expect(family.remove()).toEqual({ ok: true, amountMinor: -5_000 })
  expect(family.remove()).toBeRefused("none")
  expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(20_000)
  expect(family.ledger().map(([kind]) => kind)).toEqual(["invoice"])
  const other = open()
  other.enter(-5_000)
  const refund = {
    amountMinor: 2_000,
    method: "cash" as const,
    refundedOn: "2026-11-18",
    reason: "Asked for it",
  }
  expect(refundCredit(other.school, other.familyId, refund as never).ok).toBe(true)
  expect(other.remove()).toBeRefused("refunded")
  expect(other.balance()).toBe(-3_000)
  expect(sumReceivedIn(other.school, [year])[0]).toBe(-2_000)
})

test("it is no payment: reversed only with the opening balance, no receipt of the family, no twin of a payment", () => {
  const family = open()
  family.enter(-5_000, { asOf: "2026-11-17" })
  const invoiceId = invoiceOver(family.school, family, 20_000)
  const [credit] = findInvoice(family.school, invoiceId)?.payments ?? []
  const paymentId = credit?.paymentId ?? ""
  expect(reversePayment(family.school, { paymentId, reason: "Typed wrongly" })).toBeRefused("opening")
  expect(findPortalPayment(family.guardian.actor, paymentId)).toBeUndefined()
  const twin = payInCash(family.school, {
    familyId: family.familyId,
    amountMinor: 5_000,
    receivedOn: "2026-11-17",
    payerName: credit?.payerName ?? "",
    refuseTwin: true,
  })
  expect(twin.ok).toBe(true)
  expect(family.balance()).toBe(10_000)
  expect(family.remove().ok).toBe(true)
  expect(family.balance()).toBe(15_000)
})

test("whatever else is billed and paid, the balance is the opening balance and what came after, and what is received leaves it out", () => {
  const amount = fc.integer({ min: 1, max: 30_000 })
  const step = fc.oneof(
    fc.record({ act: fc.constant("bill" as const), amount }),
    fc.record({ act: fc.constant("pay" as const), amount }),
    fc.record({ act: fc.constant("enter" as const), amount: fc.integer({ min: -30_000, max: 30_000 }) }),
    fc.record({ act: fc.constant("remove" as const), amount }),
  )
  inHistories(10, fc.array(step, { maxLength: 8 }), (steps) => {
    fixClock(testNow)
    const family = open()
    let [opening, rest, received] = [0, 0, 0]
    for (const { act, amount: minor } of steps) {
      if (act === "bill") {
        invoiceOver(family.school, family, minor)
        rest += minor
      } else if (act === "pay") {
        if (family.pay(minor).ok) {
          rest -= minor
          received += minor
        }
      } else if (act === "enter") {
        if (minor !== 0 && family.enter(minor).ok) opening = minor
      } else if (family.remove().ok) opening = 0
      expect(family.balance()).toBe(opening + rest)
    }
    const { creditMinor, owedMinor } = family.spare()
    const openMinor = family.ledger().reduce((sum, [, , minor]) => sum + Number(minor), 0)
    expect(openMinor).toBe(opening + rest)
    expect(creditMinor === 0 || owedMinor === 0).toBe(true)
    expect(sumReceivedIn(family.school, [year])[0]).toBe(received)
    expect(family.sheet().closingMinor).toBe(opening + rest)
  })
})
