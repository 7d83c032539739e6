import { db } from "db/client.server"
import { platformPayments, providerEvents } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { payments } from "db/schema/money-payments"
import { desc, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { findOwnOrder } from "~/models/money/payment-order/payment-order.server"
import { settlePayment } from "~/models/money/payment-order/settle-payment.server"
import { todayOf } from "~/utils/clock.server"
import { answerOf, Browser } from "../../support/app"
import { payInvoiceAt, withPayPalMessages } from "../../support/paypal-with-messages"
import { openSchool, rowOf, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// What happens at PayPal after a payment: given back, taken back, disputed. From PayPal's message to the books.

const { paypal, drain } = withPayPalMessages()

type LedgerRow = { id: string; sourceId: string }

/** The provider's id of the payment for an order or a subscription. */
async function paymentAtPayPal(sourceId: string): Promise<string> {
  const rows = (await paypal().ledger()) as LedgerRow[]
  return rows.find((row) => row.sourceId === sourceId)?.id ?? ""
}

const mailsOf = (school: Actor) =>
  rowsOf(emails, { schoolId: school.school.id, template: "payment-refunded" })

const newestEvent = (kind: string) =>
  db()
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.kind, kind))
    .orderBy(desc(providerEvents.receivedAt))
    .limit(1)
    .get()

/** A paid invoice and what is open on it. */
async function payInvoice(options?: { isSettled?: boolean }) {
  const paid = await payInvoiceAt(paypal(), options)
  return { ...paid, open: () => findInvoice(paid.school, paid.invoiceId)?.openMinor }
}

describe("a family's payment", () => {
  test("refunded in part at PayPal: the ledger has it once, the office is told, everyone sees it", async () => {
    const paid = await payInvoice()
    await drain()
    expect(paid.open()).toBe(0)
    const captureId = await paymentAtPayPal(paid.orderId)
    await paypal().deliveryFault({ kind: "duplicate", times: 3 })
    await paypal().control(`/payments/${captureId}`, { refund: "50.00" })
    await drain()
    await paypal().control("/webhooks/faults", undefined, "DELETE")
    expect(newestEvent("PAYMENT.CAPTURE.REFUNDED")).toMatchObject({
      resourceId: captureId,
      outcome: "refunds.refunded",
    })
    expect(paid.open()).toBe(5_000)
    expect(familyBalance(paid.school, paid.familyId)).toBe(5_000)
    expect(mailsOf(paid.school)).toHaveLength(1)

    await paypal().control(`/payments/${captureId}`, { refund: true })
    await drain()
    expect(paid.open()).toBe(20_000)
    const office = await Browser.of(paid.school.userId ?? "")
    const ledger = await office.read(`/billing/families/${paid.familyId}`)
    expect(ledger).toContain("Refund to Jonas Haddad, PayPal")
    const history = await office.read("/billing/history?kind=refund")
    expect(history).toContain("Refund to Jonas Haddad, PayPal")
    expect(history).toContain("Refunds, 2")
    const csv = await office.html("/billing/history.csv?kind=refund")
    expect(csv).toContain("Refund")
    const family = await Browser.of(paid.guardian.userId)
    expect(await family.read(`/student/invoices/${paid.invoiceId}`)).toContain("$200.00")
  })

  test("reversed by the bank: the same, as a chargeback, and the receipt says so", async () => {
    const paid = await payInvoice()
    await drain()
    const captureId = await paymentAtPayPal(paid.orderId)
    await paypal().control(`/payments/${captureId}`, { reversal: true })
    await drain()
    expect(newestEvent("PAYMENT.CAPTURE.REVERSED")).toMatchObject({ outcome: "refunds.refunded" })
    expect(paid.open()).toBe(20_000)
    expect(JSON.parse(mailsOf(paid.school)[0]?.data ?? "{}")).toMatchObject({
      kind: "reversal",
      amount: "$200.00",
    })
    const { paymentId } = JSON.parse(mailsOf(paid.school)[0]?.data ?? "{}")
    const office = await Browser.of(paid.school.userId ?? "")
    const receipt = await office.read(`/billing/payments/${paymentId}`)
    expect(receipt).toContain("Charged back")
    expect(receipt).toMatch(/Chargeback .* −\$200.00 Net of refunds \$0.00/)
  })

  test("given back before the payment itself was known here: both are recorded", async () => {
    const paid = await payInvoice({ isSettled: false })
    // Taken through another tab whose answer was lost: the messages come all at once.
    const order = findOwnOrder(paid.guardian.actor, paid.invoiceId, paid.orderId)
    if (!order) throw new Error("no order")
    await paypal().fault({
      kind: "reset",
      path: `/v2/checkout/orders/${paid.orderId}/capture`,
      afterwards: true,
    })
    await paypal().fault({
      kind: "reset",
      path: `/v2/checkout/orders/${paid.orderId}`,
      method: "GET",
      times: 1,
    })
    await settlePayment(paid.guardian.actor, order)
    await settlePayment(paid.guardian.actor, order)
    await paypal().noFaults()
    const captureId = await paymentAtPayPal(paid.orderId)
    await paypal().control(`/payments/${captureId}`, { refund: true })
    await drain()
    expect(paid.open()).toBe(20_000)
    expect(familyBalance(paid.school, paid.familyId)).toBe(20_000)
  })

  test("disputed: kept with what it is about, shown on the payment until it's decided, and told to the office once", async () => {
    const paid = await payInvoice()
    await drain()
    const office = await Browser.of(paid.school.userId ?? "")
    const paymentId = rowOf(payments, { familyId: paid.familyId })?.id
    const page = async () => office.read(`/billing/payments/${paymentId}`)
    const captureId = await paymentAtPayPal(paid.orderId)
    await paypal().control(`/payments/${captureId}`, { dispute: "CREATED" })
    await drain()
    expect(newestEvent("CUSTOMER.DISPUTE.CREATED")).toMatchObject({
      resourceId: captureId,
      outcome: "dispute.family",
    })
    expect(paid.open()).toBe(0)
    expect(await page()).toContain("disputed $200.00 of this payment.")
    await paypal().control(`/payments/${captureId}`, { dispute: "CREATED" })
    await drain()
    expect(mailsOf(paid.school)).toHaveLength(1)
    const refundAt = `/billing/payments/${paymentId}/refund`
    const refund = { amount: "200", method: "paypal", refundedOn: todayOf(paid.school), reason: "Asked for" }
    expect(await answerOf(await office.submit(refundAt, refund))).toEqual([
      409,
      expect.stringContaining("The payer disputed this payment"),
    ])
    expect(await office.read(`/billing/invoices/${paid.invoiceId}`)).toContain(
      "$200.00 of what was paid is disputed",
    )
    const resolved = { dispute: "RESOLVED", disputeOutcome: "RESOLVED_SELLER_FAVOUR" }
    for (const _ of ["first", "again"]) {
      await paypal().control(`/payments/${captureId}`, resolved)
      await drain()
    }
    expect(await page()).not.toContain("disputed $200.00")
    expect(mailsOf(paid.school).map(({ data }) => JSON.parse(data).kind)).toEqual(["disputed", "kept"])
  })
})

describe("a school's payment to us", () => {
  test("disputed, settled, given back: staff see each on the list; the school stays open", async () => {
    const { actor } = openSchool({ active: false })
    const started = await startSubscription(actor, { plan: "standard", interval: "monthly" })
    if (!started.ok) throw new Error(started.reason)
    await paypal().press(started.approveUrl, "agree-and-close")
    await drain()
    const paymentId = await paymentAtPayPal(started.subscriptionId)
    const staff = await Browser.of(addStaff().userId)
    const list = async () => staff.read(`/super-admin/transactions?search=${paymentId}`)
    expect(await list()).toContain("Completed")

    await paypal().control(`/payments/${paymentId}`, { dispute: "CREATED" })
    await drain()
    expect(await list()).toContain("Disputed, completed")
    await paypal().control(`/payments/${paymentId}`, { dispute: "RESOLVED", refund: "10.00" })
    await drain()
    expect(newestEvent("PAYMENT.SALE.REFUNDED")).toMatchObject({ outcome: "payments-reread" })
    expect(await list()).toContain("Partially refunded")
    expect(await list()).not.toContain("Disputed")
    await paypal().control(`/payments/${paymentId}`, { reversal: true })
    await drain()
    const stored = rowOf(platformPayments, { id: paymentId })
    expect(stored?.status).toBe("REFUNDED")
    expect(findSubscriptionStatus(actor)).toBe("active")
    const messages = await staff.read("/super-admin/transactions?show=messages&search=DISPUTE")
    expect(messages).toContain("Dispute of a payment to Tutti")
  })
})
