import { sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { refunds } from "db/schema/money-payments"
import { and, eq, like } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { familyBalance, familyLedger } from "../ledger/ledger.server"
import { cashUp } from "../ledger/money-summary.server"
import { findMovable, movePayment } from "./move-payment.server"
import { findPayment, type NewPayment, recordPayment } from "./payment.server"
import { refundCredit, refundPayment } from "./refund.server"
import { reversePayment } from "./reverse-payment.server"
import { hasReceipt } from "./send-receipt.server"
import { applyCredit, spareCredit } from "./spare-credit.server"

// What the office corrects about money that came: taken back, moved, given back, used as credit.

const cash = { method: "cash" as const, receivedOn: "2026-11-18", payerName: "Mateo Okafor" }

function open(amounts: number[] = [5000]) {
  const { actor } = openSchool()
  const family = openFamily(actor)
  const invoiceIds = amounts.map((amountMinor, index) => {
    const issued = issueInvoice(actor, {
      ...november(family.familyId, [owe(actor, family, amountMinor)]),
      dueOn: `2026-12-0${index + 1}`,
    })
    if (!issued.ok) throw new Error(issued.reason)
    return issued.invoiceId
  })
  const [invoiceId = "", secondId = "", thirdId = ""] = invoiceIds
  return { actor, family, familyId: family.familyId, invoiceId, secondId, thirdId }
}

function pay(actor: Actor, payment: NewPayment): string {
  const paid = recordPayment(actor, payment)
  if (!paid.ok) throw new Error(paid.reason)
  return paid.paymentId
}

const openOf = (actor: Actor, invoiceId: string) => findInvoice(actor, invoiceId)?.openMinor
describe("a payment typed wrongly", () => {
  test("is taken back with its reason: the invoice and the balance follow, and it stays readable", () => {
    const { actor, family, familyId, invoiceId } = open()
    const paymentId = pay(actor, {
      ...cash,
      invoiceId,
      amountMinor: 5000,
      payerId: family.guardianIds[0],
      providerReference: `check-${familyId}`,
    })
    expect(reversePayment(actor, { paymentId, reason: "Wrong family" })).toEqual({
      ok: true,
      numbers: ["2026-0001"],
    })
    expect(findInvoice(actor, invoiceId)).toMatchObject({ state: "sent", openMinor: 5000, payments: [] })
    expect(familyBalance(actor, familyId)).toBe(5000)
    expect(spareCredit(actor, familyId)).toBe(0)
    expect(findPayment(actor, paymentId)).toMatchObject({
      reversedOn: "2026-11-18",
      reversedReason: "Wrong family",
      refundableMinor: 0,
    })
    expect(familyLedger(actor, familyId).map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ["invoice", 5000],
      ["payment", -5000],
      ["reversal", 5000],
    ])
    expect(cashUp(actor, { from: "2026-11-18", to: "2026-11-18" })).toMatchObject([{ totalMinor: 0 }])
    const mail = rowOf(emails, { schoolId: actor.school.id, template: "payment-reversed" })
    expect(JSON.parse(mail?.data ?? "{}")).toMatchObject({ amount: "$50.00", numbers: "2026-0001" })
    booksAreSound()
  })

  test("is emailed only to a payer who got a receipt, with what is due again", () => {
    const mails = (actor: Actor) =>
      rowsOf(emails, { schoolId: actor.school.id, template: "payment-reversed" }).map(({ data }) =>
        JSON.parse(data),
      )
    // Entered by hand for the wrong family: no receipt was emailed, so this family never heard of it.
    const { actor, family, familyId } = open([3000, 2000])
    const byHand = pay(actor, { ...cash, familyId, amountMinor: 8000 })
    expect(hasReceipt(actor, byHand)).toBe(false)
    expect(reversePayment(actor, { paymentId: byHand, reason: "Wrong family" }).ok).toBe(true)
    expect(mails(actor)).toEqual([])
    const payerId = family.guardianIds[0]
    const withReceipt = pay(actor, { ...cash, familyId, payerId, amountMinor: 8000 })
    expect(hasReceipt(actor, withReceipt)).toBe(true)
    expect(reversePayment(actor, { paymentId: withReceipt, reason: "Wrong family" }).ok).toBe(true)
    expect(mails(actor)).toMatchObject([
      { amount: "$80.00", numbers: "2026-0001 and 2026-0002", parts: { due: "$50.00", credit: "$30.00" } },
    ])
  })

  test("within two minutes of a transfer takes the receipt back, so that no one reads of it", () => {
    const { actor, family, familyId } = open()
    const sent = () =>
      rowsOf(emails, and(eq(emails.schoolId, actor.school.id), like(emails.template, "payment-%"))).map(
        ({ template }) => template,
      )
    const facts = { ...cash, method: "transfer", familyId, payerId: family.guardianIds[0] } as const
    const wrong = pay(actor, { ...facts, amountMinor: 700 })
    expect(sent()).toEqual(["payment-receipt"])
    expect(reversePayment(actor, { paymentId: wrong, reason: "Wrong family" }).ok).toBe(true)
    expect(sent()).toEqual([])
    const later = pay(actor, { ...facts, amountMinor: 900 })
    changeRows(emails, { template: "payment-receipt" }, { state: "sent" })
    expect(reversePayment(actor, { paymentId: later, reason: "Wrong amount" }).ok).toBe(true)
    expect(sent().sort()).toEqual(["payment-receipt", "payment-reversed"])
  })

  test("once, never another school's, and its reference is free again", () => {
    const { actor, invoiceId } = open()
    const facts = { ...cash, invoiceId, amountMinor: 700, providerReference: `ref-${invoiceId}` }
    const paymentId = pay(actor, facts)
    expect(reversePayment(openSchool().actor, { paymentId, reason: "mine" })).toBeRefused("no-payment")
    expect(reversePayment(actor, { paymentId, reason: "Wrong amount" }).ok).toBe(true)
    expect(reversePayment(actor, { paymentId, reason: "Again" })).toBeRefused("reversed")
    expect(pay(actor, { ...facts, amountMinor: 770 })).not.toBe(paymentId)
    expect(openOf(actor, invoiceId)).toBe(4230)
    expect(() => sqlite().prepare("update payments set reversed_at = 1 where id = ?").run(paymentId)).toThrow(
      "reversed once",
    )
  })

  test.each(["received_on = '2026-10-01'", "received_at = 1"])("never has its %s edited", (change) => {
    const { actor, invoiceId } = open()
    const paymentId = pay(actor, { ...cash, invoiceId, amountMinor: 700 })
    expect(() => sqlite().prepare(`update payments set ${change} where id = ?`).run(paymentId)).toThrow(
      "never edited",
    )
  })

  test("is dated no earlier than the payment, also after the school moved west", () => {
    const { actor, invoiceId } = open()
    const paymentId = pay(actor, { ...cash, invoiceId, amountMinor: 5000 })
    const west = { ...actor, school: { ...actor.school, timeZone: "Pacific/Pago_Pago" } }
    fixClock(Date.parse("2026-11-18T08:00:00Z"))
    expect(reversePayment(west, { paymentId, reason: "Wrong amount" }).ok).toBe(true)
    const dated = rowOf(refunds, { paymentId })
    expect(dated?.refundedOn).toBe("2026-11-18")
    fixClock(testNow)
  })

  test("not after a refund", () => {
    const { actor, invoiceId } = open()
    const paymentId = pay(actor, { ...cash, invoiceId, amountMinor: 5000 })
    const refund = { amountMinor: 100, method: "cash" as const, refundedOn: "2026-11-18", reason: "Goodwill" }
    expect(refundPayment(actor, paymentId, refund)).toEqual({ ok: true, numbers: ["2026-0001"] })
    expect(reversePayment(actor, { paymentId, reason: "Oops" })).toBeRefused("refunded")
  })
})

test("the same form twice is one payment; the same payer, amount and day again is asked about", () => {
  const { actor, invoiceId } = open()
  const facts = { ...cash, invoiceId, amountMinor: 100, refuseTwin: true }
  const first = pay(actor, { ...facts, formKey: "form-1" })
  expect(pay(actor, { ...facts, formKey: "form-1" })).toBe(first)
  expect(recordPayment(actor, { ...facts, formKey: "form-2" })).toBeRefused("twin")
  expect(recordPayment(actor, { ...facts, payerName: "mateo okafor" })).toBeRefused("twin")
  expect(pay(actor, { ...facts, formKey: "form-3", refuseTwin: false })).not.toBe(first)
  expect(openOf(actor, invoiceId)).toBe(4800)
})

test("the same form with other facts records nothing, and says so", () => {
  const { actor, familyId, invoiceId } = open()
  const facts = { ...cash, invoiceId, amountMinor: 100, formKey: "form" }
  const paymentId = pay(actor, facts)
  for (const other of [{ amountMinor: 200 }, { method: "transfer" as const }, { payerName: "Someone else" }])
    expect(recordPayment(actor, { ...facts, ...other })).toBeRefused("sent-before")
  expect(openOf(actor, invoiceId)).toBe(4900)
  const refund = { amountMinor: 60, method: "cash" as const, refundedOn: "2026-11-18", reason: "Goodwill" }
  expect(refundPayment(actor, paymentId, { ...refund, formKey: "back" }).ok).toBe(true)
  expect(refundPayment(actor, paymentId, { ...refund, formKey: "back" }).ok).toBe(true)
  const more = { ...refund, amountMinor: 30, formKey: "back" }
  expect(refundPayment(actor, paymentId, more)).toBeRefused("sent-before")
  expect(openOf(actor, invoiceId)).toBe(4960)
  pay(actor, { ...cash, familyId, amountMinor: 5960 })
  const credit = { ...refund, amountMinor: 500, formKey: "credit" }
  expect(refundCredit(actor, familyId, credit).ok).toBe(true)
  expect(refundCredit(actor, familyId, { ...credit, amountMinor: 600 })).toBeRefused("sent-before")
  expect(spareCredit(actor, familyId)).toBe(500)
})

describe("which invoices a payment settles", () => {
  test("those chosen when it is recorded; the rest is account credit", () => {
    const { actor, familyId, invoiceId, secondId, thirdId } = open([1000, 2000, 4000])
    pay(actor, { ...cash, familyId, invoiceIds: [secondId], amountMinor: 2500 })
    expect([invoiceId, secondId, thirdId].map((id) => openOf(actor, id))).toEqual([1000, 0, 4000])
    expect(spareCredit(actor, familyId)).toBe(500)
  })

  test("and others later: moved by further rows, never more than there is or is open", () => {
    const { actor, familyId, invoiceId, secondId } = open([1000, 2000])
    const paymentId = pay(actor, { ...cash, invoiceId, amountMinor: 1500 })
    const move = (parts: [string, number][]) => movePayment(actor, paymentId, new Map(parts))
    expect(
      move([
        [invoiceId, 200],
        [secondId, 1300],
      ]),
    ).toEqual({ ok: true, creditMinor: 0 })
    expect([openOf(actor, invoiceId), openOf(actor, secondId)]).toEqual([800, 700])
    expect(move([[secondId, 1301]])).toMatchObject({ ok: false, reason: "more-than-left" })
    expect(
      move([
        [invoiceId, 1001],
        [secondId, 0],
      ]),
    ).toMatchObject({ reason: "more-than-open" })
    expect(move([[open().invoiceId, 1]])).toMatchObject({ reason: "other-family" })
    expect(move([[secondId, 0]])).toEqual({ ok: true, creditMinor: 1300 })
    expect(spareCredit(actor, familyId)).toBe(1300)
    expect(familyBalance(actor, familyId)).toBe(1500)
    expect(findMovable(openSchool().actor, paymentId)).toBeUndefined()
    booksAreSound()
  })
})

describe("account credit", () => {
  test("is a prepayment without any invoice, and is applied to chosen or to the oldest open ones", () => {
    const { actor, familyId, invoiceId, secondId } = open([1000, 2000])
    const other = openFamily(actor, { name: "Prepaid" })
    pay(actor, { ...cash, familyId: other.familyId, amountMinor: 900 })
    expect(spareCredit(actor, other.familyId)).toBe(900)
    const paymentId = pay(actor, { ...cash, invoiceId, amountMinor: 2200 })
    movePayment(actor, paymentId, new Map([[invoiceId, 0]]))
    const chosen = { familyId, invoiceIds: [secondId], formKey: "k" }
    const first = applyCredit(actor, chosen)
    expect(first).toMatchObject({ appliedMinor: 2000 })
    expect(applyCredit(actor, chosen)).toEqual(first)
    expect(applyCredit(actor, { familyId })).toMatchObject({ appliedMinor: 200, numbers: ["2026-0001"] })
    expect(applyCredit(actor, { familyId })).toBeRefused("no-credit")
    expect([openOf(actor, invoiceId), openOf(actor, secondId)]).toEqual([800, 0])
  })

  test("is paid out without touching invoices, once, and never more than there is", () => {
    const { actor, familyId, invoiceId } = open()
    pay(actor, { ...cash, invoiceId, amountMinor: 5600 })
    const refund = { method: "transfer" as const, refundedOn: "2026-11-18", reason: "Leaving" }
    expect(refundCredit(actor, familyId, { ...refund, amountMinor: 601 })).toMatchObject({
      reason: "more-than-left",
    })
    expect(refundCredit(actor, familyId, { ...refund, amountMinor: 600, formKey: "r" }).ok).toBe(true)
    expect(refundCredit(actor, familyId, { ...refund, amountMinor: 600, formKey: "r" }).ok).toBe(true)
    expect(openOf(actor, invoiceId)).toBe(0)
    expect(familyBalance(actor, familyId)).toBe(0)
    expect(
      refundCredit(actor, familyId, { ...refund, amountMinor: 1, refundedOn: "2026-11-19" }),
    ).toMatchObject({
      reason: "refunded-in-the-future",
    })
    expect(refundCredit(openSchool().actor, familyId, { ...refund, amountMinor: 1 })).toMatchObject({
      reason: "no-family",
    })
    booksAreSound()
  })
})

describe("money that goes back", () => {
  test("on the day it came or later, never before", () => {
    const { actor, invoiceId } = open()
    const paymentId = pay(actor, { ...cash, receivedOn: "2026-11-03", invoiceId, amountMinor: 5000 })
    const refund = { amountMinor: 100, method: "cash" as const, reason: "Goodwill" }
    expect(refundPayment(actor, paymentId, { ...refund, refundedOn: "2026-11-02" })).toEqual({
      ok: false,
      reason: "before-payment",
      since: "2026-11-03",
    })
    expect(refundPayment(actor, paymentId, { ...refund, refundedOn: "2026-11-03" }).ok).toBe(true)
  })

  test("of account credit only what was there that day", () => {
    const { actor, familyId } = open([])
    pay(actor, { ...cash, receivedOn: "2026-11-12", familyId, amountMinor: 500 })
    pay(actor, { ...cash, receivedOn: "2026-11-03", familyId, amountMinor: 300 })
    const refund = { method: "cash" as const, reason: "Leaving" }
    const give = (amountMinor: number, refundedOn: string) =>
      refundCredit(actor, familyId, { ...refund, amountMinor, refundedOn })
    expect(give(300, "2026-11-02")).toMatchObject({ reason: "before-credit", since: "2026-11-03" })
    expect(give(301, "2026-11-11")).toMatchObject({ reason: "before-credit", since: "2026-11-12" })
    expect(give(801, "2026-11-12")).toMatchObject({ reason: "more-than-left" })
    expect(give(300, "2026-11-11").ok).toBe(true)
    expect(give(500, "2026-11-12").ok).toBe(true)
    expect(spareCredit(actor, familyId)).toBe(0)
    booksAreSound()
  })
})
