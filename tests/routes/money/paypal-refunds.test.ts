import { payments, refundOrders } from "db/schema/money-payments"
import { expect, test } from "vitest"
import { reconcilePaymentOrders } from "~/jobs/reconcile-payment-orders.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { makeRefund } from "~/models/money/payment-order/settle-refunds.server"
import { carryOutRefund, orderRefund } from "~/models/money/refund-order/refund-order.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { payInvoiceAt, withPayPalMessages } from "../../support/paypal-with-messages"
import { rowOf } from "../../support/school"

// A refund that the office makes through PayPal: once, whatever gets lost on the way.

const { paypal, drain } = withPayPalMessages()

async function payInvoice() {
  const family = await payInvoiceAt(paypal())
  const payment = rowOf(payments, { schoolId: family.school.school.id, familyId: family.familyId })
  if (!payment?.providerReference) throw new Error("no payment")
  const refundedAtPayPal = async () => {
    const rows = (await paypal().ledger()) as { id: string; refunds?: { amount: { value: string } }[] }[]
    return (rows.find(({ id }) => id === payment.providerReference)?.refunds ?? []).map(
      ({ amount }) => amount.value,
    )
  }
  return {
    ...family,
    paymentId: payment.id,
    captureId: payment.providerReference,
    refundedAtPayPal,
  }
}

test("refunds from the payment's page, once for two clicks, and the invoice is open again", async () => {
  const paid = await payInvoice()
  const office = await Browser.of(paid.school.userId ?? "")
  const at = `/billing/payments/${paid.paymentId}/refund`
  expect(await office.read(`/billing/payments/${paid.paymentId}`)).toContain("Refund")
  const form = {
    amount: "50.00",
    method: "paypal",
    refundedOn: "2020-01-01",
    reason: "Two lessons too many",
    formKey: "twice",
  }
  await expect(office.submit(at, form)).toAnswer(303)
  expect((await office.submit(at, form)).status).toBe(303)
  expect(await paid.refundedAtPayPal()).toEqual(["50.00"])
  expect(findInvoice(paid.school, paid.invoiceId)?.openMinor).toBe(5_000)
  await drain()
  expect(findPayment(paid.school, paid.paymentId)?.refunds).toMatchObject([
    { amountMinor: 5_000, method: "paypal", reason: "Two lessons too many" },
  ])
  expect(familyBalance(paid.school, paid.familyId)).toBe(5_000)
  const tooMuch = await office.submit(at, { ...form, amount: "150.01", formKey: "more" })
  await expect(tooMuch).toAnswer(409, "This is more than is left to refund.")
  expect((await office.submit(at, { ...form, amount: "", formKey: "none" })).status).toBe(400)
  expect((await office.submit(`${at.replace(paid.paymentId, "other")}`, form)).status).toBe(404)
})

test("an answer that is lost: the amount is held, and the worker finds the same refund", async () => {
  const paid = await payInvoice()
  const ordered = orderRefund(paid.school, {
    paymentId: paid.paymentId,
    amountMinor: 7_000,
    reason: "Moved away",
  })
  if (!ordered.ok) throw new Error(ordered.reason)
  await paypal().fault({
    kind: "reset",
    path: `/v2/payments/captures/${paid.captureId}/refund`,
    afterwards: true,
  })
  expect(await carryOutRefund(paid.school, ordered.refundOrderId)).toEqual({ state: "waiting" })
  expect(await paid.refundedAtPayPal()).toEqual(["70.00"])
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({
    refundableMinor: 13_000,
    heldMinor: 7_000,
  })
  expect(
    orderRefund(paid.school, { paymentId: paid.paymentId, amountMinor: 13_001, reason: "Too much" }),
  ).toBeRefused("more-than-left")
  const office = await Browser.of(paid.school.userId ?? "")
  expect(await office.read(`/billing/payments/${paid.paymentId}`)).toMatch(
    /A refund of \$70\.00 from .* is being processed/,
  )
  fixClock(Date.now() + 120_000)
  await reconcilePaymentOrders()
  await drain()
  expect(await paid.refundedAtPayPal()).toEqual(["70.00"])
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({
    refundableMinor: 13_000,
    heldMinor: 0,
    refunds: [{ amountMinor: 7_000 }],
  })
})

test("the message comes before the answer, and two workers ask at once: still one refund", async () => {
  const paid = await payInvoice()
  const ordered = orderRefund(paid.school, {
    paymentId: paid.paymentId,
    amountMinor: 3_000,
    reason: "Overcharged",
  })
  if (!ordered.ok) throw new Error(ordered.reason)
  await paypal().fault({
    kind: "reset",
    path: `/v2/payments/captures/${paid.captureId}/refund`,
    afterwards: true,
  })
  await carryOutRefund(paid.school, ordered.refundOrderId)
  await drain()
  expect(findPayment(paid.school, paid.paymentId)?.refunds).toHaveLength(1)
  const again = [1, 2].map(() => carryOutRefund(paid.school, ordered.refundOrderId))
  expect(await Promise.all(again)).toEqual([{ state: "refunded" }, { state: "refunded" }])
  expect(await paid.refundedAtPayPal()).toEqual(["30.00"])
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({ refundableMinor: 17_000, heldMinor: 0 })
})

test("what PayPal refuses is said, holds nothing back and can be tried another way", async () => {
  const paid = await payInvoice()
  await paypal().control(`/payments/${paid.captureId}`, { reversal: true })
  const ordered = orderRefund(paid.school, { paymentId: paid.paymentId, amountMinor: 100, reason: "Late" })
  if (!ordered.ok) throw new Error(ordered.reason)
  expect(await makeRefund(paid.school, ordered.refundOrderId)).toEqual({
    state: "failed",
    failure: "PayPal has already refunded this payment in full.",
  })
  expect(rowOf(refundOrders, { id: ordered.refundOrderId })).toMatchObject({
    state: "failed",
  })
  expect(findPayment(paid.school, paid.paymentId)).toMatchObject({ heldMinor: 0, refundableMinor: 20_000 })
})
