import { paymentOrders, payments } from "db/schema/money-payments"
import { afterAll, afterEach, beforeEach, expect, test } from "vitest"
import {
  payAllOf,
  payOwedOf,
  startPayAll,
  startPayOwed,
} from "~/models/money/payment-order/start-payment.server"
import { captureOrder } from "~/providers/paypal/orders.server"
import { fixClock } from "~/utils/clock.server"
import { november, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { adultsWith, invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { startPayPal } from "../../../../tests/support/paypal"
import { changeRows, orFail, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { enterOpening } from "../opening-balance/opening-balance.server"
import { changePayers } from "../payer/payer-rules.server"
import { followChargeback } from "../payment/chargeback.server"
import { findPayment, recordPayment } from "../payment/payment.server"
import { refundPayment } from "../payment/refund.server"
import { listSpare, sumSpare } from "../payment/spare-credit.server"
import { findOwnOrder, openOrder } from "../payment-order/payment-order.server"
import { settlePayment } from "../payment-order/settle-payment.server"
import { listPortalOwed } from "./portal-charges.server"
import { listPortalInvoices } from "./portal-invoices.server"

// What a family owes on no invoice is offered to those whose payment settles it, and to one of them at a time.

const cash = { method: "cash" as const, receivedOn: "2026-11-18" }

const paypal = await startPayPal()
afterAll(() => paypal.close())

let family: ReturnType<typeof openPayingFamily>
let jonas = ""
let layla = ""

beforeEach(() => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }),
  })
  ;[jonas = "", layla = ""] = family.guardianIds
})
afterEach(booksAreSound)

/** A payment of which 50.00 was refunded in cash before the bank took all of it back. */
function reverse(paid: { familyId: string } | { invoiceId: string }, payerId: string, payerName: string) {
  const { school } = family
  const made = orFail(recordPayment(school, { ...paid, ...cash, amountMinor: 10_000, payerId, payerName }))
  const { paymentId } = made
  const refund = { method: "cash" as const, refundedOn: "2026-11-18", reason: "Too much", amountMinor: 5000 }
  expect(refundPayment(school, paymentId, refund).ok).toBe(true)
  expect(followChargeback(school, { paymentId, captureId: paymentId, takenMinor: 10_000 }).ok).toBe(true)
}

/** From now on one of them has invoices of their own, and pays all. */
function ownInvoices(of: string) {
  const guardians = [jonas, layla].map((id) => ({
    ...{ id, share: id === of ? 10_000 : 0, amountMinor: null },
    ...{ billingEmail: null, billingAddress: null },
  }))
  const rules = { shareBy: "percent" as const, hasOwnInvoices: true, guardians, others: [], parts: {} }
  expect(changePayers(family.school, family.familyId, rules).ok).toBe(true)
  return orFail(issueInvoice(family.school, november(family.familyId, [owe(family.school, family, 3000)])))
    .invoiceId
}

const owedTo = (id: string) =>
  listPortalOwed(family.school, [{ familyId: family.familyId, guardianId: id }]).map(
    ({ owedMinor }) => owedMinor,
  )

test("a debt that someone’s own credit can’t settle isn’t offered to them", () => {
  reverse({ familyId: family.familyId }, layla, "Layla Haddad")
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[5000], [5000]])
  ownInvoices(jonas)
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[], [5000]])
  // What Jonas pays beside stays his, and the debt stays what it is.
  const beside = { ...cash, familyId: family.familyId, amountMinor: 8000, payerId: jonas, payerName: "J" }
  expect(recordPayment(family.school, beside).ok).toBe(true)
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[], [5000]])
})

test("who pays the family’s debt settles it before another payer’s own", () => {
  ownInvoices(jonas)
  reverse({ familyId: family.familyId }, jonas, "Jonas Haddad")
  fixClock(testNow + 60_000)
  reverse({ familyId: family.familyId }, layla, "Layla Haddad")
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[5000], [5000]])
  const { school, familyId } = family
  const made = recordPayment(school, { ...cash, familyId, amountMinor: 5000, payerId: layla, payerName: "L" })
  expect(made.ok).toBe(true)
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[5000], []])
  expect(sumSpare(school, familyId).owedMinor).toBe(5000)
})

test("an approved payment of a debt that its payer’s credit can’t settle anymore takes no money", async () => {
  const invoiceId = invoiceOver(family.school, family, 20_000)
  reverse({ familyId: family.familyId }, layla, "Layla Haddad")
  const { actor } = family.guardian
  const started = orFail(await startPayAll(actor))
  await paypal.press(started.approveUrl, "pay")
  ownInvoices(jonas)
  const find = () =>
    findOwnOrder(actor, invoiceId, new URL(started.approveUrl).searchParams.get("token") ?? "")
  const order = find()
  if (!order) throw new Error("The order is not there")
  expect(order).toMatchObject({ amountMinor: 15_000, besideMinor: 5000 })
  expect(await settlePayment(actor, order)).toEqual({ state: "less-due" })
  expect(find()?.state).toBe("cancelled")
  expect(await paypal.ledger()).toEqual([])
})

test("what another payment under way settles is offered to none", () => {
  const { school, familyId } = family
  const invoiceId = invoiceOver(school, family, 20_000)
  reverse({ familyId }, layla, "Layla Haddad")
  const rows = () => listPortalInvoices(family.guardians[1]?.actor ?? school)
  const owed = () => listPortalOwed(school, [{ familyId, guardianId: layla }])
  expect(payAllOf(rows(), owed())).toMatchObject({ besideMinor: 5000 })
  const { memberId } = family.guardian.actor
  const order = openOrder(
    school,
    {
      memberId: memberId ?? "",
      linkId: null,
      payerId: jonas,
      provider: "paypal",
      payeeEmail: family.payeeEmail,
    },
    [{ invoiceId, amountMinor: 10_000 }],
    5000,
  )
  const move = (state: "pending" | "declined") =>
    changeRows(paymentOrders, { schoolId: school.school.id, id: order.id }, { state })
  expect(owedTo(layla)).toEqual([5000])
  move("pending")
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[], []])
  expect(payAllOf(rows(), owed())).toBeUndefined()
  move("declined")
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[5000], [5000]])
  // One whose own debt it is isn't kept from paying that by another's payment of the family's.
  ownInvoices(jonas)
  move("pending")
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[], [5000]])
  expect(listSpare(school, familyId)).toEqual([])
  expect(rowsOf(payments, { familyId })).toHaveLength(1)
})

test("an opening balance is anyone’s to pay, also where payers have invoices of their own, and once", async () => {
  const { school, familyId } = family
  ownInvoices(jonas)
  expect(enterOpening(school, familyId, { amountMinor: 5000, asOf: "2026-11-01" }).ok).toBe(true)
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[5000], [5000]])
  const find = await approveOwed(family.guardian.actor)
  expect((await settlePayment(family.guardian.actor, find())).state).toBe("paid")
  expect([owedTo(jonas), owedTo(layla), sumSpare(school, familyId)]).toEqual([
    [],
    [],
    { creditMinor: 0, owedMinor: 0 },
  ])
})

type Reader = ReturnType<typeof openPayingFamily>["guardian"]["actor"]

/** Someone approves a payment of the debt alone. */
async function approveOwed(actor: Reader) {
  const started = orFail(await startPayOwed(actor))
  await paypal.press(started.approveUrl, "pay")
  const token = new URL(started.approveUrl).searchParams.get("token") ?? ""
  return () => {
    const order = findOwnOrder(actor, null, token)
    if (!order) throw new Error("The order is not there")
    return order
  }
}

const second = () => family.guardians[1]?.actor ?? family.guardian.actor

test("what is owed on no invoice is paid by itself, once, and no invoice gets any of it", async () => {
  const { school, familyId } = family
  reverse({ familyId }, layla, "Layla Haddad")
  const invoiceId = invoiceOver(school, family, 20_000)
  const find = await approveOwed(family.guardian.actor)
  expect(find()).toMatchObject({ invoiceId: null, familyId, amountMinor: 5000, besideMinor: 5000 })
  const settled = await settlePayment(family.guardian.actor, find())
  expect(settled.state).toBe("paid")
  expect(await settlePayment(family.guardian.actor, find())).toEqual(settled)
  const payment = findPayment(school, settled.state === "paid" ? settled.paymentId : "")
  expect(payment).toMatchObject({ spareMinor: 5000, madeUpMinor: 5000 })
  expect([owedTo(jonas), owedTo(layla), sumSpare(school, familyId).owedMinor]).toEqual([[], [], 0])
  expect(listSpare(school, familyId)).toEqual([])
  expect(findInvoice(school, invoiceId)?.openMinor).toBe(20_000)
  expect(await startPayOwed(family.guardian.actor)).toBeRefused("changed")
  // Someone else’s order is unknown, and so is one of an invoice.
  expect(findOwnOrder(second(), null, find().providerOrderId ?? "")).toBeUndefined()
  expect(findOwnOrder(family.guardian.actor, invoiceId, find().providerOrderId ?? "")).toBeUndefined()
})

test("a debt that was paid after it was approved alone takes no money", async () => {
  const { school, familyId } = family
  reverse({ familyId }, layla, "Layla Haddad")
  const find = await approveOwed(family.guardian.actor)
  const paid = { ...cash, familyId, amountMinor: 5000, payerId: layla, payerName: "L" }
  expect(recordPayment(school, paid).ok).toBe(true)
  expect(await settlePayment(family.guardian.actor, find())).toEqual({ state: "not-needed" })
  expect(find().state).toBe("cancelled")
  expect(listSpare(school, familyId)).toEqual([])
})

test("of two payments of one debt that are taken at the same instant, the second is account credit", async () => {
  const { school, familyId } = family
  reverse({ familyId }, layla, "Layla Haddad")
  const [one, other] = [await approveOwed(family.guardian.actor), await approveOwed(second())]
  // Neither was taken when the other was asked about.
  for (const { id, providerOrderId } of [one(), other()]) await captureOrder(providerOrderId ?? "", id)
  const settled = await Promise.all([
    settlePayment(family.guardian.actor, one()),
    settlePayment(second(), other()),
  ])
  expect(settled.map(({ state }) => state)).toEqual(["paid", "paid"])
  expect(sumSpare(school, familyId).owedMinor).toBe(0)
  expect(listSpare(school, familyId).map(({ spareMinor }) => spareMinor)).toEqual([5000])
  expect([owedTo(jonas), owedTo(layla)]).toEqual([[], []])
})

test("a debt isn’t offered alone while a payment of the family is being processed", () => {
  const { school, familyId } = family
  const invoiceId = invoiceOver(school, family, 20_000)
  reverse({ familyId }, layla, "Layla Haddad")
  const { memberId } = family.guardian.actor
  const order = openOrder(
    school,
    {
      memberId: memberId ?? "",
      linkId: null,
      payerId: jonas,
      provider: "paypal",
      payeeEmail: family.payeeEmail,
    },
    [{ invoiceId, amountMinor: 10_000 }],
  )
  const offered = () =>
    payOwedOf(
      listPortalInvoices(family.guardian.actor),
      listPortalOwed(school, [{ familyId, guardianId: jonas }]),
    )
  expect(offered()).toEqual({ familyId, owedMinor: 5000 })
  changeRows(paymentOrders, { schoolId: school.school.id, id: order.id }, { state: "pending" })
  expect(offered()).toBeUndefined()
})

test("who owes on no invoice isn’t told that nothing is due, nor that a payment in process was a change", async () => {
  const { school, familyId } = family
  const { actor } = family.guardian
  const paid = invoiceOver(school, family, 20_000)
  reverse({ familyId }, layla, "Layla Haddad")
  // The other parent paid the invoice, and the page still offers to pay all.
  expect(recordPayment(school, { ...cash, invoiceId: paid, amountMinor: 20_000, payerName: "L" }).ok).toBe(
    true,
  )
  expect(await startPayAll(actor)).toBeRefused("changed")
  const [one, other] = [20_000, 8_000].map((minor) => invoiceOver(school, family, minor))
  const facts = { linkId: null, payerId: jonas, provider: "paypal" as const, payeeEmail: family.payeeEmail }
  const payer = { ...facts, memberId: actor.memberId ?? "" }
  const order = openOrder(school, payer, [{ invoiceId: one ?? "", amountMinor: 10_000 }])
  changeRows(paymentOrders, { schoolId: school.school.id, id: order.id }, { state: "pending" })
  expect(findInvoice(school, other ?? "")?.openMinor).toBe(8_000)
  expect(await startPayOwed(actor)).toBeRefused("processing")
})

test("who pays what is owed on no invoice twice is told that the first is being processed", async () => {
  const { school, familyId } = family
  reverse({ familyId }, layla, "Layla Haddad")
  const { actor } = family.guardian
  const find = await approveOwed(actor)
  changeRows(paymentOrders, { schoolId: school.school.id, id: find().id }, { state: "pending" })
  expect(await startPayOwed(actor)).toBeRefused("processing")
  expect(await startPayAll(actor)).toBeRefused("processing")
})
