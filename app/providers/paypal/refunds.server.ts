import { z } from "zod"
import { callPayPal } from "./http.server"
import { fromPayPal, toPayPal } from "./paypal-money"

// Refunds of payments to us. A subscription's payment is refunded like any other, by the id of its transaction.

const RefundBody = z.object({
  id: z.string().min(1).max(64),
  status: z.enum(["COMPLETED", "PENDING", "CANCELLED", "FAILED"]),
  amount: z.object({ currency_code: z.string().length(3), value: z.string().max(32) }).optional(),
})

export type PayPalRefund = {
  refundId: string
  status: z.output<typeof RefundBody>["status"]
  amountMinor: number
}

/** Gives money of a payment back; a repeat with the same `requestId` gives nothing more. PayPal shows the payer the note. */
export async function refundPayment(
  paymentId: string,
  requested: { requestId: string; amountMinor: number; currency: string; note: string },
): Promise<PayPalRefund> {
  const { id, status, amount } = await callPayPal({
    method: "POST",
    path: `/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`,
    requestId: requested.requestId,
    body: {
      amount: toPayPal(requested.amountMinor, requested.currency),
      note_to_payer: requested.note.slice(0, 255),
    },
    answer: RefundBody,
  })
  return { refundId: id, status, amountMinor: amount ? fromPayPal(amount) : requested.amountMinor }
}
