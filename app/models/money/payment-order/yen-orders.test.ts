import { paymentOrders, payments } from "db/schema/money-payments"
import { afterAll, expect, test } from "vitest"
import { applyProviderEvent } from "~/jobs/apply-provider-event.server"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { receiveProviderEvent } from "~/models/accounts/provider-event/provider-event.server"
import { fixClock } from "~/utils/clock.server"
import { inFormats } from "~/utils/formats.server"
import { newId } from "~/utils/ids.server"
import { testNow } from "../../../../tests/support/clock"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { startPayPal } from "../../../../tests/support/paypal"
import { rowOf, rowsOf } from "../../../../tests/support/school"
import { recordPayment } from "../payment/payment.server"
import { startInvoicePayment } from "./start-payment.server"

// What is left of an invoice is divided among its payers in whole yen: on the page that asks, and in the jobs that finish a
// payment when no one comes back.

const paypal = await startPayPal()
afterAll(() => paypal.close())

/** Three payers of ¥10,000, of which a grandmother paid ¥1,001 at the desk; the last one approves their part and goes. */
async function approved() {
  fixClock(testNow)
  const { school, guardians, ...family } = openPayingFamily({
    adults: [3334, 3333, 3333].map((payerShare, index) => ({ name: `Payer ${index}`, payerShare })),
    currency: "JPY",
  })
  return inFormats(school.school, async () => {
    const invoiceId = invoiceOver(school, family, 1_000_000)
    const paid = { method: "cash", receivedOn: "2026-11-18", payerName: "Yuki" } as const
    expect(recordPayment(school, { ...paid, invoiceId, amountMinor: 100_100 }).ok).toBe(true)
    const started = await startInvoicePayment(guardians[2]?.actor ?? school, invoiceId)
    if (!started.ok) throw new Error(started.reason)
    await paypal.press(started.approveUrl, "pay-and-close")
    const orderId = new URL(started.approveUrl).searchParams.get("token") ?? ""
    return { familyId: family.familyId, orderId }
  })
}

const paypalOf = (familyId: string) =>
  rowsOf(payments, { familyId }, { only: ["amountMinor", "method"] }).filter(
    ({ method }) => method === "paypal",
  )

const stateOf = (orderId: string) => rowOf(paymentOrders, { providerOrderId: orderId })?.state

test("the coming turn takes the whole yen that the payer approved", async () => {
  const { familyId, orderId } = await approved()
  fixClock(testNow + 2 * 60_000)
  await reconcilePaymentOrders()
  expect(stateOf(orderId)).toBe("completed")
  expect(paypalOf(familyId)).toMatchObject([{ amountMinor: 300_000 }])
})

test("so does what PayPal tells of it", async () => {
  const { familyId, orderId } = await approved()
  const eventId = newId()
  receiveProviderEvent({ id: eventId, kind: "CHECKOUT.ORDER.APPROVED", resourceId: orderId }, "{}")
  await applyProviderEvent({ eventId })
  expect(stateOf(orderId)).toBe("completed")
  expect(paypalOf(familyId)).toMatchObject([{ amountMinor: 300_000 }])
})
