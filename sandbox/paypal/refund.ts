import { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { notFound, readBody, refused } from "./errors"
import { newId } from "./ids"
import { MoneyBody, moneyOf, toMinor } from "./money"
import type { Payment, Refund } from "./payment"
import { rememberRequest } from "./remembered-requests"
import { announceRefund } from "./webhook-events"

const RefundBody = z.object({ amount: MoneyBody.optional(), note_to_payer: z.string().max(255).optional() })

/** Payments v2: the shop gives money of a payment back. */
export function refundRoutes(state: State) {
  const router = Router()
  router.post("/v2/payments/captures/:id/refund", (request, response) => {
    const body = readBody(RefundBody, request.body ?? {})
    const { resourceId, repeated } = rememberRequest(state, request, {
      call: `captures.refund ${request.params.id}`,
      keptFor: "PT6H",
      work: () => state.together(() => refundOf(state, request.params.id, body.amount)),
    })
    const refund = state.payments.find(request.params.id)?.refunds?.find(({ id }) => id === resourceId)
    if (!refund) throw notFound()
    response
      .status(repeated ? 200 : 201)
      .json({ id: refund.id, status: "COMPLETED", amount: refund.amount, create_time: refund.time })
  })
  return router
}

/** The id of a new refund, or PayPal's refusal. */
function refundOf(state: State, paymentId: string, amount: z.infer<typeof MoneyBody> | undefined): string {
  const payment = state.payments.find(paymentId)
  if (!payment) throw notFound()
  if (payment.status === "REFUNDED")
    throw refused("CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded.")
  if (amount && amount.currency_code !== payment.amount.currency_code)
    throw refused("REFUND_CAPTURE_CURRENCY_MISMATCH", "Refund must be in the same currency as the capture.")
  if (!giveBack(state, paymentId, { amount: amount?.value }))
    throw refused(
      "REFUND_AMOUNT_EXCEEDED",
      "The refund amount must be less than or equal to the capture amount that has not yet been refunded.",
    )
  return state.payments.find(paymentId)?.refunds?.at(-1)?.id ?? ""
}

/**
 * Gives money of a payment back, all that is left of it unless an amount (such as "12.50") is named. False when there is
 * no such payment, nothing has arrived, or less is left.
 */
export function giveBack(
  state: State,
  paymentId: string,
  { amount, kind = "refund" }: { amount?: string; kind?: Refund["kind"] } = {},
): boolean {
  const payment = state.payments.find(paymentId)
  if (!payment || (payment.status !== "COMPLETED" && payment.status !== "PARTIALLY_REFUNDED")) return false
  const left = leftOf(payment)
  const currency = payment.amount.currency_code
  const amountMinor = amount === undefined ? left : toMinor({ currency_code: currency, value: amount })
  if (amountMinor <= 0 || amountMinor > left) return false
  const refund = {
    id: newId.payment(),
    kind,
    amount: moneyOf(amountMinor, currency),
    time: state.clock.stamp(),
  }
  const refunded: Payment = {
    ...payment,
    refunds: [...(payment.refunds ?? []), refund],
    status: amountMinor === left ? "REFUNDED" : "PARTIALLY_REFUNDED",
  }
  state.payments.save(refunded)
  announceRefund(state, refunded, refund)
  return true
}

/** Minor units that have not gone back. */
const leftOf = ({ amount, refunds = [] }: Payment): number =>
  refunds.reduce((left, refund) => left - toMinor(refund.amount), toMinor(amount))
