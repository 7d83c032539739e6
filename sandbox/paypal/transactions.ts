import type { Request } from "express"
import type { State } from "../state"
import { invalidRequest } from "./errors"
import { buyer, type Payment } from "./payment"
import type { Subscription } from "./subscription"

/** GET …/transactions: the payments of one subscription between start_time and end_time, newest first. */
export function listTransactions(state: State, request: Request, subscription: Subscription) {
  const from = instantOf(request, "start_time")
  const to = instantOf(request, "end_time")
  const transactions = state.payments
    .list()
    .filter((payment) => payment.sourceId === subscription.id)
    .filter((payment) => Date.parse(payment.time) >= from && Date.parse(payment.time) <= to)
    .reverse()
    .map(describeTransaction)
  return {
    transactions,
    total_items: transactions.length,
    total_pages: 1,
    links: [{ href: `${state.origin}${request.originalUrl}`, rel: "self", method: "GET" }],
  }
}

export function describeTransaction(payment: Payment) {
  return {
    id: payment.id,
    status: payment.status,
    amount_with_breakdown: { gross_amount: payment.amount },
    payer_name: { given_name: buyer.givenName, surname: buyer.surname },
    payer_email: payment.payer,
    time: payment.time,
  }
}

function instantOf(request: Request, name: "start_time" | "end_time") {
  const text = request.query[name]
  if (typeof text !== "string") {
    throw invalidRequest(
      "MISSING_REQUIRED_PARAMETER",
      "A required field is missing.",
      name,
      undefined,
      "query",
    )
  }
  const at = Date.parse(text)
  if (!Number.isNaN(at)) return at
  throw invalidRequest(
    "INVALID_PARAMETER_SYNTAX",
    "The value of a field does not conform to the expected format.",
    name,
    text,
    "query",
  )
}
