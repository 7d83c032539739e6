import { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { notFound, permissionDenied, readBody, refused } from "./errors"
import { answerMockedCodes } from "./mocked-codes"
import { checkMoney, MoneyBody } from "./money"
import { appOwner, type Payment, type Refund } from "./payment"
import { addRefund } from "./refund"
import { rememberRequest } from "./remembered-requests"

const RefundBody = z.object({
  amount: MoneyBody.optional(),
  note_to_payer: z.string().min(1).max(255).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(127).optional(),
})

const Assertion = z.object({ iss: z.string(), email: z.string().optional(), payer_id: z.string().optional() })

/** Payments v2: gives a captured payment back, on behalf of the account that got it. */
export function captureRefundRoutes(state: State) {
  const router = Router()
  router.use("/v2/payments", answerMockedCodes)

  router.post("/v2/payments/captures/:id/refund", (request, response) => {
    const payment = state.payments.find(request.params.id)
    if (!payment) throw notFound()
    if (payment.payee !== appOwner && assertedAccount(request.get("PayPal-Auth-Assertion")) !== payment.payee)
      throw permissionDenied()
    const body = readBody(RefundBody, request.body ?? {})
    if (body.amount) checkMoney(body.amount, "/amount")
    const { resourceId, repeated } = rememberRequest(state, request, {
      call: `captures.refund ${payment.id}`,
      keptFor: "PT72H",
      work: () => state.together(() => refundOf(state, payment, body.amount).id),
    })
    response.status(repeated ? 200 : 201).json(describe(state, resourceId))
  })

  router.get("/v2/payments/refunds/:id", (request, response) => {
    response.json(describe(state, request.params.id))
  })

  return router
}

function refundOf(state: State, payment: Payment, amount: z.infer<typeof MoneyBody> | undefined): Refund {
  if (payment.status === "REFUNDED")
    throw refused("CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded.")
  if (amount && amount.currency_code !== payment.amount.currency_code)
    throw refused("REFUND_CAPTURE_CURRENCY_MISMATCH", "Refund must be in the same currency as the capture.")
  const refund = addRefund(state, payment.id, amount === undefined ? {} : { amount: amount.value })
  if (!refund)
    throw refused(
      "REFUND_AMOUNT_EXCEEDED",
      "The refund amount must be less than or equal to the capture amount.",
    )
  return refund
}

function describe(state: State, refundId: string) {
  for (const payment of state.payments.list()) {
    const refund = payment.refunds?.find(({ id }) => id === refundId)
    if (refund)
      return {
        id: refund.id,
        status: refund.status ?? "COMPLETED",
        amount: refund.amount,
        create_time: refund.time,
        update_time: refund.time,
        links: [
          { href: `${state.origin}/paypal/v2/payments/refunds/${refund.id}`, rel: "self", method: "GET" },
        ],
      }
  }
  throw notFound()
}

/** The account that an unsigned assertion speaks for. */
function assertedAccount(header: string | undefined): string | undefined {
  try {
    const claims = Buffer.from(header?.split(".")[1] ?? "", "base64url").toString()
    const { email, payer_id } = Assertion.parse(JSON.parse(claims))
    return email ?? payer_id
  } catch {
    return undefined
  }
}
