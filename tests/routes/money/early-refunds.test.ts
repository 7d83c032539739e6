import { providerEvents } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { payments } from "db/schema/money-payments"
import { and, eq, like } from "drizzle-orm"
import { afterEach, expect, test } from "vitest"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { findOwnOrder } from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import { captureOrder } from "~/providers/paypal/orders.server"
import { fixClock, now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { payInvoiceAt, withPayPalMessages } from "../../support/paypal-with-messages"
import { rowOf, rowsOf } from "../../support/school"
import { booksAreSound } from "../../support/sound-books"

// Money that PayPal gave back before the school's books knew that it had come: recorded with the payment, exactly once.

const { paypal, drain } = withPayPalMessages()
afterEach(async () => {
  await paypal().noFaults()
  await paypal().control("/webhooks/faults", undefined, "DELETE")
})

/** An invoice over 200.00 whose money PayPal took, while our process died before it could record that. */
async function takenOnly() {
  const paid = await payInvoiceAt(paypal(), { isSettled: false })
  const { school, familyId, invoiceId, orderId } = paid
  const order = () => {
    const found = findOwnOrder(paid.guardian.actor, invoiceId, orderId)
    if (!found) throw new Error("no order")
    return found
  }
  await captureOrder(orderId, order().id)
  const rows = (await paypal().ledger()) as { id: string; sourceId: string }[]
  const captureId = rows.find((row) => row.sourceId === orderId)?.id ?? ""
  const stored = () => rowsOf(payments, { schoolId: school.school.id, familyId })
  return {
    ...paid,
    captureId,
    stored,
    atPayPal: (change: object) => paypal().control(`/payments/${captureId}`, change),
    settle: () => settlePayment(paid.guardian.actor, order()),
    refunds: () => findPayment(school, stored()[0]?.id ?? "")?.refunds ?? [],
    money: () => [findInvoice(school, invoiceId)?.openMinor, familyBalance(school, familyId)],
    told: () => rowsOf(emails, { schoolId: school.school.id, template: "payment-refunded" }),
    outcome: (kind: string) =>
      rowOf(providerEvents, and(like(providerEvents.kind, kind), eq(providerEvents.resourceId, captureId)))
        ?.outcome,
  }
}

const changes = [
  { change: { refund: "50.00" }, refunds: [{ kind: "refund", amountMinor: 5_000 }] },
  { change: { refund: true }, refunds: [{ kind: "refund", amountMinor: 20_000 }] },
  { change: { reversal: true }, refunds: [{ kind: "reversal", amountMinor: 20_000 }] },
] as const

test.each(changes)(
  "the messages come doubled and the last one first: $change",
  async ({ change, refunds }) => {
    const paid = await takenOnly()
    await paid.atPayPal(change)
    await paypal().deliveryFault({ kind: "out-of-order" })
    await paypal().deliveryFault({ kind: "duplicate", times: 5 })
    await drain()
    await drain()
    expect(paid.stored()).toHaveLength(1)
    expect(paid.refunds()).toMatchObject(refunds)
    const [{ amountMinor }] = refunds
    expect(paid.money()).toEqual([amountMinor, amountMinor])
    expect(paid.told()).toHaveLength(1)
    booksAreSound()
  },
)

test("only the refund's message comes, before the payment is known: coming back records both, once", async () => {
  const paid = await takenOnly()
  await paid.atPayPal({ refund: "50.00" })
  await paid.atPayPal({ refund: true })
  await paypal().deliveryFault({ kind: "late", times: 2 })
  await drain()
  expect(paid.outcome("PAYMENT.CAPTURE.REFUNDED")).toBe("not-ours")
  expect(paid.stored()).toEqual([])
  const settled = await Promise.all([paid.settle(), paid.settle()])
  expect(settled.map(({ state }) => state)).toEqual(["paid", "paid"])
  expect(paid.refunds().map(({ amountMinor }) => amountMinor)).toEqual([5_000, 15_000])
  await drain()
  await reconcilePaymentOrders()
  expect(paid.refunds()).toHaveLength(2)
  expect(paid.outcome("PAYMENT.CAPTURE.REFUNDED")).toBe("refunds.same")
  expect([paid.money(), paid.told().length]).toEqual([[20_000, 20_000], 2])
  booksAreSound()
})

test("a refund that was told too early and isn't listed yet is asked about again, also a chargeback's dispute", async () => {
  for (const isListed of [true, false]) {
    fixClock(Date.now())
    const paid = await takenOnly()
    await paid.atPayPal({ refundsUnlisted: true })
    await paid.atPayPal({ refund: true })
    await paid.atPayPal({ dispute: "RESOLVED" })
    await paypal().deliveryFault({ kind: "late", times: 2 })
    await drain()
    expect(paid.outcome("CUSTOMER.DISPUTE.RESOLVED")).toBe("not-ours")
    await paid.settle()
    await drain()
    expect(paid.refunds()).toEqual([])
    if (isListed) await paid.atPayPal({ refundsUnlisted: false })
    for (const minutes of [2, 6, 31]) {
      fixClock(now() + minutes * 60_000)
      await drain()
    }
    expect(paid.refunds()).toMatchObject([{ kind: isListed ? "refund" : "reversal", amountMinor: 20_000 }])
    expect(paid.money()).toEqual([20_000, 20_000])
  }
  booksAreSound()
})

test("the office refunds what someone refunded in PayPal: that is recorded, and nothing twice", async () => {
  const cases = [
    { there: true as const, here: "200.00", amountMinor: 20_000 },
    { there: "150.00", here: "100.00", amountMinor: 15_000 },
  ]
  for (const { there, here, amountMinor } of cases) {
    const paid = await takenOnly()
    await paid.settle()
    await paid.atPayPal({ refund: there })
    const office = await Browser.of(paid.school.userId ?? "")
    const page = `/billing/payments/${paid.stored()[0]?.id}`
    const facts = { method: "paypal", refundedOn: "2020-01-01", reason: "Moved" }
    const form = { ...facts, amount: here, formKey: `late-${here}` }
    // The order can't be read just then: the refund waits, and the worker reads it.
    await paypal().fault({
      kind: "status",
      status: 503,
      path: `/v2/checkout/orders/${paid.orderId}`,
      times: 9,
    })
    expect((await office.submit(`${page}/refund`, form)).status).toBe(303)
    await paypal().noFaults()
    expect(paid.refunds()).toEqual([])
    expect(findPayment(paid.school, paid.stored()[0]?.id ?? "")?.heldMinor).toBeGreaterThan(0)
    fixClock(now() + 120_000)
    await reconcilePaymentOrders()
    expect(paid.refunds()).toMatchObject([{ kind: "refund", amountMinor }])
    expect(findPayment(paid.school, paid.stored()[0]?.id ?? "")?.heldMinor).toBe(0)
    await drain()
    expect([paid.refunds().length, paid.money()[1]]).toEqual([1, amountMinor])
  }
  const paid = await takenOnly()
  await paid.settle()
  await paid.atPayPal({ refund: true })
  const office = await Browser.of(paid.school.userId ?? "")
  const page = `/billing/payments/${paid.stored()[0]?.id}`
  const form = { amount: "10.00", method: "paypal", refundedOn: "2020-01-01", reason: "Moved", formKey: "f" }
  for (const _ of [1, 2]) expect((await office.submit(`${page}/refund`, form)).status).toBe(303)
  expect(await office.read(page)).toContain("PayPal has already refunded this payment in full.")
  expect(paid.refunds()).toMatchObject([{ kind: "refund", amountMinor: 20_000 }])
  booksAreSound()
})

test("a refund whose message never comes is found by asking about the payments of the last weeks", async () => {
  const paid = await takenOnly()
  await paid.settle()
  await paid.atPayPal({ refund: "50.00" })
  await reconcilePaymentOrders()
  expect(paid.refunds()).toEqual([])
  fixClock(now() + 3 * 86_400_000)
  // A few a run, of all schools of these tests.
  for (let run = 0; run < 5; run += 1) await reconcilePaymentOrders()
  expect(paid.refunds()).toMatchObject([{ kind: "refund", amountMinor: 5_000 }])
  fixClock(now() + 20 * 86_400_000)
  for (let run = 0; run < 5; run += 1) await reconcilePaymentOrders()
  expect(paid.refunds()).toHaveLength(1)
  expect(paid.money()).toEqual([5_000, 5_000])
  booksAreSound()
})
