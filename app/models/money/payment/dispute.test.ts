import { emails } from "db/schema/foundation-mail"
import { expect, test } from "vitest"
import { readDashboard } from "~/models/overview/dashboard/dashboard.server"
import { adultsWith, invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import { payInCash } from "../../../../tests/support/payments"
import { orFail, rowOf } from "../../../../tests/support/school"
import { findInvoice } from "../invoice/invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { changePayers } from "../payer/payer-rules.server"
import { listOpenInvoices, takeOff } from "./allocate.server"
import { returnRefund, unwinChargeback, winChargeback } from "./chargeback.server"
import { followDispute } from "./dispute.server"
import { findDispute, listDisputes } from "./open-dispute.server"
import { recordPayment } from "./payment.server"
import { recordRefund, refundPayment } from "./refund.server"
import { listSpare, sumSpare } from "./spare-credit.server"
import { listTakenBack } from "./taken-back.server"

// What the office and a family read of a payment that is disputed or went back, beside the payment itself.

function paidFamily() {
  const family = openPayingFamily()
  const invoiceId = invoiceOver(family.school, family, 20_000)
  const { paymentId } = orFail(
    recordPayment(family.school, {
      invoiceId,
      amountMinor: 20_000,
      method: "paypal",
      receivedOn: "2026-11-18",
      payerName: "Jonas Haddad",
      payerId: family.guardianIds[0],
      hasArrived: true,
    }),
  )
  const follow = inAct(followDispute)
  return { ...family, invoiceId, paymentId, follow, taken: () => listTakenBack(family.school, invoiceId) }
}

test("a disputed payment is on the dashboard until the dispute is decided", () => {
  const { school, paymentId, follow } = paidFamily()
  expect(listDisputes(school)).toEqual([])
  follow(school, paymentId, { amountMinor: 20_000, answerBy: null })
  follow(school, paymentId, { amountMinor: 20_000, answerBy: "2026-12-10" })
  expect(listDisputes(school)).toMatchObject([{ paymentId, amountMinor: 20_000, answerBy: "2026-12-10" }])
  expect(readDashboard(school).disputes).toMatchObject([
    { paymentId, payerName: "Jonas Haddad", answerBy: "2026-12-10" },
  ])
  follow(school, paymentId, null)
  expect(listDisputes(school)).toEqual([])
})

test("the dispute of some payments is of no other", () => {
  const { school, paymentId, follow } = paidFamily()
  follow(school, paymentId, { amountMinor: 20_000, answerBy: "2026-12-10" })
  expect(findDispute(school, paymentId)).toMatchObject({ amountMinor: 20_000, answerBy: "2026-12-10" })
  expect(listDisputes(school, [paymentId, "another"])).toHaveLength(1)
  expect([listDisputes(school, ["another"]), findDispute(school, "another")]).toEqual([[], undefined])
  follow(school, paymentId, null)
  expect(findDispute(school, paymentId)).toBeUndefined()
})

test("an invoice says what it lost by a chargeback, until it is won", () => {
  const { school, paymentId, taken } = paidFamily()
  expect(taken()).toEqual([])
  orFail(recordRefund(school, { paymentId, kind: "reversal", amountMinor: 20_000, providerReference: "C-1" }))
  expect(taken()).toMatchObject([
    { paymentId, kind: "reversal", amountMinor: 20_000, receivedOn: "2026-11-18" },
  ])
  orFail(winChargeback(school, paymentId, "office"))
  expect(taken()).toEqual([])
  const cash = { method: "cash", refundedOn: "2026-11-18", reason: "Two lessons" } as const
  orFail(refundPayment(school, paymentId, { ...cash, amountMinor: 5_000 }))
  expect(taken()).toMatchObject([{ paymentId, kind: "refund", amountMinor: 5_000 }])
})

test("what a won chargeback leaves pays what else is due, and is due again when it wasn’t won", () => {
  const { school, familyId, invoiceId, paymentId, ...family } = paidFamily()
  orFail(recordRefund(school, { paymentId, kind: "reversal", amountMinor: 20_000, providerReference: "C-2" }))
  // They pay the invoice again by another way, before another one is due.
  payInCash(school, { invoiceId, amountMinor: 20_000 })
  const laterId = invoiceOver(school, { ...family, familyId }, 15_000)
  const openOf = (id: string) => findInvoice(school, id)?.openMinor
  expect([openOf(laterId), sumSpare(school, familyId).creditMinor]).toEqual([15_000, 0])
  expect(orFail(winChargeback(school, paymentId, "office")).numbers).toHaveLength(1)
  expect([openOf(invoiceId), openOf(laterId), sumSpare(school, familyId).creditMinor]).toEqual([0, 0, 5_000])
  expect(familyBalance(school, familyId)).toBe(-5_000)
  orFail(unwinChargeback(school, paymentId))
  expect([openOf(invoiceId), openOf(laterId), sumSpare(school, familyId).creditMinor]).toEqual([0, 15_000, 0])
  expect(familyBalance(school, familyId)).toBe(15_000)
})

test("a won chargeback spends its own payment’s money alone, and on no other payer’s invoice", () => {
  const { school, familyId, guardianIds, studentIds } = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }),
  })
  const guardians = guardianIds.map((id) => ({
    ...{ id, share: 5_000, amountMinor: null },
    ...{ billingEmail: null, billingAddress: null },
  }))
  const rules = { shareBy: "percent" as const, hasOwnInvoices: true, guardians, others: [], parts: {} }
  orFail(changePayers(school, familyId, rules))
  const [jonas = "", layla = ""] = guardianIds
  const openOf = (payerId: string) =>
    listOpenInvoices(school, familyId)
      .filter((each) => each.payerId === payerId)
      .map(({ openMinor }) => openMinor)
  const creditOf = (of: string) =>
    listSpare(school, familyId).flatMap(({ payerId, spareMinor }) => (payerId === of ? [spareMinor] : []))
  invoiceOver(school, { familyId, studentIds }, 20_000)
  const [first] = listOpenInvoices(school, familyId).filter(({ payerId }) => payerId === jonas)
  const online = { method: "paypal", receivedOn: "2026-11-18", payerName: "J", payerId: jonas } as const
  const { paymentId } = orFail(
    recordPayment(school, { invoiceId: first?.invoiceId ?? "", amountMinor: 10_000, ...online }),
  )
  orFail(recordRefund(school, { paymentId, kind: "reversal", amountMinor: 10_000, providerReference: "C-7" }))
  payInCash(school, { invoiceId: first?.invoiceId ?? "", amountMinor: 10_000, payerId: jonas })
  invoiceOver(school, { familyId, studentIds }, 20_000)
  for (const { invoiceId } of listOpenInvoices(school, familyId).filter(({ payerId }) => payerId === layla)) {
    payInCash(school, { invoiceId, amountMinor: 10_000, payerId: layla, payerName: "Layla Haddad" })
    takeOff(school, invoiceId, 10_000)
  }
  const ofLayla = [
    [10_000, 10_000],
    [10_000, 10_000],
  ]
  expect([openOf(layla), creditOf(layla)]).toEqual(ofLayla)
  expect([openOf(jonas), creditOf(jonas)]).toEqual([[10_000], []])
  expect(orFail(winChargeback(school, paymentId, "office")).numbers).toHaveLength(1)
  expect([openOf(layla), creditOf(layla)]).toEqual(ofLayla)
  expect([openOf(jonas), creditOf(jonas)]).toEqual([[], []])
})

test("a won chargeback whose refunded part is gone leaves other credit where it is", () => {
  const { school, familyId, invoiceId, paymentId } = paidFamily()
  const cash = { method: "cash", refundedOn: "2026-11-18", reason: "Two lessons" } as const
  orFail(refundPayment(school, paymentId, { ...cash, amountMinor: 5_000 }))
  orFail(recordRefund(school, { paymentId, kind: "reversal", amountMinor: 20_000, providerReference: "C-8" }))
  payInCash(school, { invoiceId, amountMinor: 10_000 })
  takeOff(school, invoiceId, 10_000)
  const creditAndOpen = () => [
    sumSpare(school, familyId).creditMinor,
    findInvoice(school, invoiceId)?.openMinor,
  ]
  const before = creditAndOpen()
  orFail(winChargeback(school, paymentId, "office"))
  // Half of it made up for what the payment lacked.
  expect([before, creditAndOpen()]).toEqual([
    [5_000, 20_000],
    [10_000, 5_000],
  ])
})

test("an invoice that a won chargeback pays twice is named once", () => {
  const { school, familyId, ...family } = openPayingFamily()
  const [big = "", small = ""] = [20_000, 10_000].map((minor) =>
    invoiceOver(school, { familyId, ...family }, minor),
  )
  payInCash(school, { invoiceId: big, amountMinor: 10_000 })
  const online = { method: "paypal", receivedOn: "2026-11-18", payerName: "Jonas Haddad" } as const
  const { paymentId } = orFail(recordPayment(school, { familyId, amountMinor: 20_000, ...online }))
  expect([big, small].map((id) => findInvoice(school, id)?.openMinor)).toEqual([0, 0])
  orFail(recordRefund(school, { paymentId, kind: "reversal", amountMinor: 20_000, providerReference: "C-9" }))
  takeOff(school, big, 10_000)
  payInCash(school, { invoiceId: small, amountMinor: 10_000 })
  expect(orFail(winChargeback(school, paymentId, "office")).numbers).toEqual([
    findInvoice(school, big)?.number,
  ])
})

test("a refund that came back isn’t counted with what an invoice lost since", () => {
  for (const kind of ["refund", "reversal"] as const) {
    const { school, paymentId, taken } = paidFamily()
    const facts = { paymentId, providerReference: `${paymentId}-R` }
    orFail(recordRefund(school, { ...facts, kind: "refund", amountMinor: 5_000 }))
    expect(returnRefund(school, paymentId, facts.providerReference)).toBe(true)
    expect(taken()).toEqual([])
    const amountMinor = kind === "refund" ? 3_000 : 20_000
    orFail(recordRefund(school, { paymentId, kind, amountMinor, providerReference: `${paymentId}-S` }))
    expect(taken()).toMatchObject([{ kind, amountMinor }])
  }
})

test("an invoice says apart what was refunded and what was charged back after it", () => {
  const { school, paymentId, taken } = paidFamily()
  const facts = { method: "cash", refundedOn: "2026-11-18", reason: "Two lessons" } as const
  orFail(refundPayment(school, paymentId, { amountMinor: 5_000, ...facts }))
  orFail(recordRefund(school, { paymentId, kind: "reversal", amountMinor: 15_000, providerReference: "C-4" }))
  expect(taken()).toMatchObject([
    { kind: "refund", amountMinor: 5_000 },
    { kind: "reversal", amountMinor: 15_000 },
  ])
  orFail(winChargeback(school, paymentId, "office"))
  expect(taken()).toMatchObject([{ kind: "refund", amountMinor: 5_000 }])
})

test("an invoice doesn't say how much it lost in which way where another one lost some, too", () => {
  const { school, ...family } = openPayingFamily()
  const invoiceIds = [12_000, 8_000].map((minor) => invoiceOver(school, family, minor))
  const { paymentId } = orFail(
    recordPayment(school, {
      familyId: family.familyId,
      amountMinor: 20_000,
      method: "paypal",
      receivedOn: "2026-11-18",
      payerName: "Jonas Haddad",
      payerId: family.guardianIds[0],
      hasArrived: true,
    }),
  )
  const facts = { method: "cash", refundedOn: "2026-11-18", reason: "Two lessons" } as const
  orFail(refundPayment(school, paymentId, { amountMinor: 5_000, ...facts }))
  orFail(recordRefund(school, { paymentId, kind: "reversal", amountMinor: 15_000, providerReference: "C-3" }))
  expect(invoiceIds.map((id) => listTakenBack(school, id))).toMatchObject([
    [{ kind: "both", amountMinor: 12_000 }],
    [{ kind: "both", amountMinor: 8_000 }],
  ])
})

test("a refund says on the invoice and to its payer what is due again", () => {
  const { school, paymentId, taken } = paidFamily()
  const facts = { method: "cash", refundedOn: "2026-11-18", reason: "Two lessons" } as const
  orFail(refundPayment(school, paymentId, { amountMinor: 9_000, ...facts }))
  expect(taken()).toMatchObject([{ kind: "refund", amountMinor: 9_000 }])
  const mail = rowOf(emails, { schoolId: school.school.id, template: "refund-given" })
  expect(JSON.parse(mail?.data ?? "{}")).toMatchObject({ dueAgain: { amount: "$90.00" } })
})
