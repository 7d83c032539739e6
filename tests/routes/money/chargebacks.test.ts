import { emails } from "db/schema/foundation-mail"
import { paymentOrders, payments } from "db/schema/money-payments"
import { expect, test } from "vitest"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { followChargeback } from "~/models/money/payment/chargeback.server"
import { findPayment, recordPayment } from "~/models/money/payment/payment.server"
import { refundPayment } from "~/models/money/payment/refund.server"
import { spareCredit, sumSpare } from "~/models/money/payment/spare-credit.server"
import { fixClock, now } from "~/utils/clock.server"
import { today } from "~/utils/zones"
import { Browser, locationOf } from "../../support/app"
import { mailOf } from "../../support/auto-pay"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { payInvoiceAt, withPayPalMessages } from "../../support/paypal-with-messages"
import { rowOf, rowsOf } from "../../support/school"
import { booksAreSound } from "../../support/sound-books"

// What PayPal or the payer's bank takes back of a payment, what the school wins again, and refunds that PayPal keeps pending.

const { paypal, drain } = withPayPalMessages()

const dayOf = ({ school }: Actor) => today(school.timeZone, now())

async function payInvoice() {
  const family = await payInvoiceAt(paypal())
  await drain()
  const { school, familyId, invoiceId } = family
  const payment = rowOf(payments, { schoolId: school.school.id, familyId })
  if (!payment?.providerReference) throw new Error("no payment")
  const { id: paymentId, providerReference: captureId } = payment
  const office = await Browser.of(school.userId ?? "")
  const page = `/billing/payments/${paymentId}`
  return {
    ...family,
    ...{ paymentId, captureId, office, page },
    read: async () => office.read(page),
    open: () => findInvoice(school, invoiceId)?.openMinor,
    balance: () => familyBalance(school, familyId),
    atPayPal: async (change: object) => {
      await paypal().control(`/payments/${captureId}`, change)
      await drain()
    },
    mails: (template: string): Record<string, unknown>[] =>
      rowsOf(emails, { schoolId: school.school.id, template }).map(({ data }) => JSON.parse(data ?? "{}")),
  }
}

test("a chargeback after a part was refunded in cash: all of it is recorded, and the rest is owed beside invoices", async () => {
  const paid = await payInvoice()
  const cash = { method: "cash" as const, refundedOn: dayOf(paid.school), reason: "Two lessons too many" }
  expect(refundPayment(paid.school, paid.paymentId, { ...cash, amountMinor: 5_000 }).ok).toBe(true)
  await paid.atPayPal({ reversal: true })
  await paid.atPayPal({ dispute: "CREATED" })
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({
    owedMinor: 5_000,
    refundableMinor: 0,
    refunds: [
      { kind: "refund", amountMinor: 5_000 },
      { kind: "reversal", amountMinor: 20_000 },
    ],
  })
  expect([paid.open(), paid.balance()]).toEqual([20_000, 25_000])
  const page = await paid.read()
  expect(page).toContain("bank reversed $200.00 of this payment (a chargeback)")
  expect(page).toContain("so the family owes $50.00 that isn’t on an invoice.")
  expect(page).toContain("Net of refunds −$50.00")
  const billing = `/billing/families/${paid.familyId}`
  expect(await paid.office.read(billing)).toContain("$50.00 of it isn’t on an invoice")
  expect(await paid.office.read(billing)).toContain("Chargeback of the payment from Jonas Haddad")
  const [mail] = paid.mails("payment-refunded")
  expect(mail).toMatchObject({ kind: "reversal", amount: "$200.00", owed: "$50.00" })

  const again = { method: "transfer" as const, receivedOn: dayOf(paid.school), payerName: "Jonas Haddad" }
  const { familyId } = paid
  expect(recordPayment(paid.school, { ...again, familyId, amountMinor: 25_000 }).ok).toBe(true)
  expect([paid.open(), paid.balance()]).toEqual([0, 0])
  expect(spareCredit(paid.school, familyId)).toBe(0)
  expect(sumSpare(paid.school, familyId).owedMinor).toBe(0)
  booksAreSound()
})

test("what a family owes beside its invoices is paid online with them, once, and only as long as it is owed", async () => {
  const owing = async () => {
    const paid = await payInvoice()
    const cash = { method: "cash" as const, refundedOn: dayOf(paid.school), reason: "Two lessons too many" }
    expect(refundPayment(paid.school, paid.paymentId, { ...cash, amountMinor: 5_000 }).ok).toBe(true)
    await paid.atPayPal({ reversal: true })
    const family = await Browser.of(paid.guardian.userId)
    return { ...paid, family, page: async () => family.read("/student/invoices") }
  }
  const paid = await owing()
  expect(await paid.page()).toContain("You also owe $50.00 that isn’t on an invoice")
  expect(await paid.page()).toContain("Pay everything, $250.00, with PayPal")
  const sent = await paid.family.submit("/student/invoices", { intent: "pay-all" })
  const again = await paid.family.submit("/student/invoices", { intent: "pay-all" })
  expect(again.headers.get("Location")).toBe(sent.headers.get("Location"))
  const back = (await paypal().press(locationOf(sent), "pay")) ?? ""
  await paid.family.visit(back)
  await paid.family.visit(back)
  expect([paid.open(), paid.balance()]).toEqual([0, 0])
  expect(sumSpare(paid.school, paid.familyId).owedMinor).toBe(0)
  expect(spareCredit(paid.school, paid.familyId)).toBe(0)
  expect(await paid.page()).not.toMatch(/You also owe|Pay everything/)

  // The office took the money in the meantime: nothing is captured.
  const later = await owing()
  const order = await later.family.submit("/student/invoices", { intent: "pay-all" })
  const returned = (await paypal().press(locationOf(order), "pay")) ?? ""
  const facts = { method: "cash" as const, receivedOn: dayOf(later.school), payerName: "Jonas Haddad" }
  const { familyId } = later
  expect(recordPayment(later.school, { ...facts, familyId, amountMinor: 25_000 }).ok).toBe(true)
  await later.family.visit(returned)
  expect(await later.page()).toContain("This invoice is already paid.")
  expect(later.balance()).toBe(0)

  // Without an invoice that is due, it is paid by itself, once.
  const alone = await owing()
  recordPayment(alone.school, { ...facts, invoiceId: alone.invoiceId, amountMinor: 20_000 })
  expect(await alone.page()).toContain("You owe $50.00 that isn’t on an invoice")
  expect(await alone.page()).toContain("Pay $50.00 with PayPal")
  expect(await alone.page()).not.toContain("Pay everything")
  await expect(alone.family.visit("/student/balance/payment?token=another")).toAnswer(404)
  const press = async (choice: string) => {
    const sent = await alone.family.submit("/student/invoices", { intent: "pay-owed" })
    return (await paypal().press(locationOf(sent), choice)) ?? ""
  }
  await alone.family.visit(await press("cancel"))
  expect(await alone.page()).toContain("Payment canceled. You weren’t charged.")
  const approved = await press("pay")
  expect(approved).toContain("/student/balance/payment")
  for (const _ of [1, 2])
    expect((await alone.family.visit(approved)).headers.get("Location")).toMatch("/student/payments/")
  expect([alone.open(), alone.balance(), spareCredit(alone.school, alone.familyId)]).toEqual([0, 0, 0])
  expect(await alone.page()).not.toContain("isn’t on an invoice")
  const receipt = locationOf(await alone.family.visit(approved))
  const paper = await alone.family.read(receipt)
  expect(paper).toContain("Balance not on an invoice $50.00")
  expect(paper).not.toContain("Account credit")
  const told = mailOf(alone.school.school.id, "payment-receipt").map(({ data }) => JSON.parse(data))
  expect(told.filter(({ amount }) => amount === "$50.00")).toMatchObject([
    { beside: { owed: "$50.00", credit: null } },
  ])
  booksAreSound()
})

test("two parents who pay the same debt beside their halves: the second waits while PayPal holds the first’s money", async () => {
  const halves = ["Jonas Haddad", "Layla Haddad"].map((name) => ({ name, payerShare: 5_000 }))
  const { school, guardians, guardianIds, familyId, ...family } = openPayingFamily({ adults: halves })
  const first = { method: "cash" as const, receivedOn: dayOf(school), payerName: "Layla Haddad" }
  const made = recordPayment(school, { ...first, familyId, amountMinor: 10_000, payerId: guardianIds[1] })
  if (!made.ok) throw new Error(made.reason)
  const { paymentId } = made
  const cash = { method: "cash" as const, refundedOn: dayOf(school), reason: "Two lessons too many" }
  expect(refundPayment(school, paymentId, { ...cash, amountMinor: 5_000 }).ok).toBe(true)
  followChargeback(school, { paymentId, captureId: paymentId, takenMinor: 10_000 })
  invoiceOver(school, { familyId, ...family }, 20_000)
  const [jonas, layla] = await Promise.all(guardians.map(({ userId }) => Browser.of(userId)))
  if (!jonas || !layla) throw new Error("A parent is missing")
  const approve = async (browser: Browser, choice: string) => {
    const sent = await browser.submit("/student/invoices", { intent: "pay-all" })
    return (await paypal().press(locationOf(sent), choice)) ?? ""
  }
  const page = async (browser: Browser) => browser.read("/student/invoices")
  expect(await page(layla)).toContain(
    "$50.00 that isn’t on an invoice: a payment was reversed after a refund.",
  )
  expect(await page(layla)).toContain("Pay everything, $150.00, with PayPal")
  const [held, later] = [await approve(jonas, "pay-pending"), await approve(layla, "pay")]
  await jonas.visit(held)
  await layla.visit(later)
  expect([await page(jonas), await page(layla)].join(" ")).not.toMatch(/isn’t on an invoice|Pay everything/)
  const states = () =>
    rowsOf(paymentOrders, { schoolId: school.school.id, besideMinor: 5_000 }, { by: "id" }).map(
      ({ state }) => state,
    )
  expect(states()).toEqual(["pending", "cancelled"])
  expect(familyBalance(school, familyId)).toBe(25_000)
  booksAreSound()
})

test("a chargeback that the school wins is recorded by one press, once, and can be taken back", async () => {
  const paid = await payInvoice()
  await paid.atPayPal({ reversal: true })
  expect(paid.open()).toBe(20_000)
  expect(await paid.read()).toContain("Chargeback won")
  for (const _ of [1, 2]) expect((await paid.office.submit(paid.page, { intent: "won" })).status).toBe(303)
  expect([paid.open(), paid.balance()]).toEqual([0, 0])
  expect(findPayment(paid.school, paid.paymentId)?.refunds).toMatchObject([
    { kind: "reversal", amountMinor: 20_000 },
    { kind: "won", amountMinor: -20_000 },
  ])
  // PayPal's word about the chargeback, read again, doesn't take it back a second time.
  await paid.atPayPal({ dispute: "RESOLVED" })
  expect(paid.balance()).toBe(0)
  expect(await paid.read()).toContain("You recorded the chargeback of $200.00 as won.")
  for (const _ of [1, 2])
    expect((await paid.office.submit(paid.page, { intent: "not-won" })).status).toBe(303)
  expect([paid.open(), paid.balance()]).toEqual([20_000, 20_000])
  const stranger = await payInvoice()
  expect((await stranger.office.submit(paid.page, { intent: "won" })).status).toBe(404)
  const family = await Browser.of(paid.guardian.userId)
  expect((await family.submit(paid.page, { intent: "won" })).status).not.toBe(303)
  expect(paid.balance()).toBe(20_000)
  booksAreSound()
})

test("one that PayPal decides for the school is won by its message, and the office is told", async () => {
  const paid = await payInvoice()
  await paid.atPayPal({ reversal: true })
  await paypal().deliveryFault({ kind: "duplicate", times: 3 })
  await paid.atPayPal({ disputeWon: true, dispute: "RESOLVED" })
  await paypal().control("/webhooks/faults", undefined, "DELETE")
  await paid.atPayPal({ dispute: "RESOLVED" })
  expect([paid.open(), paid.balance()]).toEqual([0, 0])
  expect(paid.mails("payment-refunded").map(({ kind }) => kind)).toEqual(["reversal", "won"])
  const receipt = await paid.read()
  expect(receipt).toMatch(/Chargeback .* −\$200.00 Chargeback won .* \$200.00 Net of refunds \$200.00/)
  expect((await paid.office.submit(paid.page, { intent: "won" })).status).toBe(303)
  expect(paid.balance()).toBe(0)
  // A second one is a chargeback of its own.
  await paid.atPayPal({ reversal: true })
  expect(paid.balance()).toBe(20_000)
  booksAreSound()
})

test("a refund made in PayPal that is pending there is no chargeback: it is held, then recorded", async () => {
  const paid = await payInvoice()
  await paid.atPayPal({ refundsPend: true })
  await paid.atPayPal({ refund: true })
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({
    refunds: [],
    heldMinor: 20_000,
    refundableMinor: 0,
  })
  expect(await paid.read()).toContain("is pending. It’s recorded when it completes.")
  await paid.atPayPal({ pendingEnds: "COMPLETED" })
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({
    refunds: [{ kind: "refund", amountMinor: 20_000 }],
    heldMinor: 0,
  })
  expect(paid.balance()).toBe(20_000)
  booksAreSound()
})

test("a refund of ours says that it is pending, and what PayPal doesn’t make is there again", async () => {
  const paid = await payInvoice()
  await paid.atPayPal({ refundsPend: true })
  const form = { amount: "70.00", method: "paypal", refundedOn: "2020-01-01", reason: "Moved", formKey: "p" }
  expect((await paid.office.submit(`${paid.page}/refund`, form)).status).toBe(303)
  expect(await paid.read()).toContain("A refund of $70.00")
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({ heldMinor: 7_000, refunds: [] })
  await paid.atPayPal({ pendingEnds: "FAILED" })
  fixClock(Date.now() + 120_000)
  await reconcilePaymentOrders()
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({ heldMinor: 0, refundableMinor: 20_000 })
  expect(paid.mails("refund-failed")).toMatchObject([{ amount: "$70.00", payerName: "Jonas Haddad" }])
  expect(await paid.read()).toContain("PayPal couldn’t complete it")
  expect((await paid.office.submit(`${paid.page}/refund`, { ...form, formKey: "q" })).status).toBe(303)
  await paid.atPayPal({ pendingEnds: "COMPLETED" })
  fixClock(Date.now() + 240_000)
  await reconcilePaymentOrders()
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({
    heldMinor: 0,
    refunds: [{ amountMinor: 7_000, reason: "Moved" }],
  })
  expect(paid.mails("refund-failed")).toHaveLength(1)
  expect(paid.balance()).toBe(7_000)
})

test("one won by hand and lost again at PayPal is booked again by a later message, once", async () => {
  const paid = await payInvoice()
  const kinds = () => findPayment(paid.school, paid.paymentId)?.refunds.map(({ kind }) => kind)
  const win = async () => expect((await paid.office.submit(paid.page, { intent: "won" })).status).toBe(303)
  await paid.atPayPal({ reversal: true })
  await win()
  await paid.atPayPal({ disputeWon: true, dispute: "RESOLVED" })
  expect(paid.balance()).toBe(0)
  await paypal().deliveryFault({ kind: "duplicate", times: 3 })
  await paid.atPayPal({ reversal: true })
  await paypal().control("/webhooks/faults", undefined, "DELETE")
  expect([paid.open(), paid.balance()]).toEqual([20_000, 20_000])
  expect(kinds()).toEqual(["reversal", "won", "reversal"])
  expect(paid.mails("payment-refunded").map(({ kind }) => kind)).toEqual(["reversal", "reversal"])
  // PayPal gives it back, and it is won by its word.
  await paid.atPayPal({ disputeWon: true, dispute: "RESOLVED" })
  expect(paid.balance()).toBe(0)
  booksAreSound()
})

test("a dispute that is resolved for the payer after the office said won is lost, an older one isn’t", async () => {
  const paid = await payInvoice()
  const lose = () => paid.atPayPal({ dispute: "RESOLVED", disputeOutcome: "RESOLVED_BUYER_FAVOUR" })
  await paid.atPayPal({ reversal: true })
  await paid.office.submit(paid.page, { intent: "won" })
  await paid.atPayPal({ dispute: "RESOLVED", disputeOutcome: "RESOLVED_SELLER_FAVOUR" })
  expect(paid.balance()).toBe(0)
  for (const _ of [1, 2]) await lose()
  expect([paid.open(), paid.balance()]).toEqual([20_000, 20_000])
  expect(await paid.read()).toContain("bank reversed $200.00 of this payment (a chargeback)")
  fixClock(now() + 120_000)
  await paid.office.submit(paid.page, { intent: "won" })
  await lose()
  expect([paid.open(), paid.balance()]).toEqual([0, 0])
  booksAreSound()
})

test("a refund that PayPal counts before it lists it is no chargeback, unless it is never listed", async () => {
  for (const isListed of [true, false]) {
    fixClock(Date.now())
    const paid = await payInvoice()
    await paid.atPayPal({ refundsUnlisted: true })
    await paid.atPayPal({ refund: true })
    const kinds = () => findPayment(paid.school, paid.paymentId)?.refunds.map(({ kind }) => kind)
    expect(kinds()).toEqual([])
    if (isListed) await paid.atPayPal({ refundsUnlisted: false })
    for (const minutes of [2, 6, 31]) {
      fixClock(now() + minutes * 60_000)
      await drain()
      expect(kinds()).toEqual(isListed ? ["refund"] : minutes < 31 ? [] : ["reversal"])
    }
    expect(paid.balance()).toBe(20_000)
    // Listed after all, it is the refund that it was.
    await paid.atPayPal({ refundsUnlisted: false, dispute: "RESOLVED" })
    expect([kinds()?.at(-1), paid.balance()]).toEqual(["refund", 20_000])
  }
  booksAreSound()
})

test("a refund that PayPal doesn’t let us ask about ends as the paid order says", async () => {
  for (const [ends, isTold] of [
    ["COMPLETED", true],
    ["COMPLETED", false],
    ["FAILED", false],
  ] as const) {
    fixClock(Date.now())
    const paid = await payInvoice()
    await paid.atPayPal({ refundsPend: true })
    const form = {
      amount: "70.00",
      method: "paypal",
      refundedOn: "2020-01-01",
      reason: "Moved",
      formKey: "s",
    }
    await paid.office.submit(`${paid.page}/refund`, form)
    await paypal().fault({ kind: "status", status: 403, path: "/v2/payments/refunds", times: 50 })
    const payment = () => findPayment(paid.school, paid.paymentId)
    expect(payment()).toMatchObject({ heldMinor: 7_000, refunds: [] })
    await paypal().control(`/payments/${paid.captureId}`, { pendingEnds: ends })
    if (isTold) await drain()
    else {
      fixClock(Date.now() + 120_000)
      await reconcilePaymentOrders()
      await reconcilePaymentOrders()
    }
    const made = ends === "COMPLETED" ? [{ amountMinor: 7_000, reason: "Moved" }] : []
    expect(payment()).toMatchObject({ heldMinor: 0, refunds: made })
    await drain()
    expect(payment()?.refunds).toHaveLength(made.length)
    expect(paid.balance()).toBe(made.length * 7_000)
    expect(paid.mails("refund-failed")).toHaveLength(1 - made.length)
    await paypal().noFaults()
  }
  booksAreSound()
})
