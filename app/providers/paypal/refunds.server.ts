import { z } from "zod"
import type { ProviderRefund } from "../payment-provider"
import { callPayPal } from "./http.server"
import { fromPayPal, toPayPal } from "./paypal-money"

// Payments v2: giving a captured payment back, wholly or in part. A subscription's payment is refunded like any other, by
// the id of its transaction, within 180 days (https://developer.paypal.com/docs/api/payments/v2/#captures_refund).

const RefundBody = z.object({
  id: z.string().min(1).max(64),
  status: z.enum(["COMPLETED", "PENDING", "CANCELLED", "FAILED"]),
  amount: z.object({ currency_code: z.string().length(3), value: z.string().max(32) }).optional(),
})

/**
 * Gives money of a capture back from the account that got it: ours, unless another's email is named. A repeat with the same
 * `requestId` (valid 45 days) gives the same refund. PayPal shows the payer the note. Throws with `issue`
 * CAPTURE_FULLY_REFUNDED, REFUND_AMOUNT_EXCEEDED, PERMISSION_DENIED and the like.
 */
export async function refundCapture(refund: {
  requestId: string
  captureId: string
  amountMinor: number
  currency: string
  payeeEmail?: string
  note: string
}): Promise<ProviderRefund> {
  return refundOf(
    await callPayPal({
      method: "POST",
      path: `/v2/payments/captures/${encodeURIComponent(refund.captureId)}/refund`,
      requestId: refund.requestId,
      onBehalfOf: refund.payeeEmail,
      body: {
        amount: toPayPal(refund.amountMinor, refund.currency),
        note_to_payer: refund.note.slice(0, 255),
      },
      answer: RefundBody,
      timeoutMs: 15_000,
    }),
  )
}

export async function showRefund(refundId: string, payeeEmail?: string): Promise<ProviderRefund> {
  const path = `/v2/payments/refunds/${encodeURIComponent(refundId)}`
  return refundOf(await callPayPal({ method: "GET", path, onBehalfOf: payeeEmail, answer: RefundBody }))
}

const refundOf = ({ id, status, amount }: z.output<typeof RefundBody>): ProviderRefund => ({
  id,
  status,
  amountMinor: amount ? fromPayPal(amount) : null,
})
