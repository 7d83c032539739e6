import type { State } from "../state"
import { newId } from "./ids"
import { moneyOf, toMinor } from "./money"
import type { Payment, Refund } from "./payment"
import { announceRefund } from "./webhook-events"

/**
 * Gives money of a payment back, all that is left of it unless an amount (such as "12.50") is named. False when there is
 * no such payment, nothing has arrived, or less is left.
 */
export function giveBack(
  state: State,
  paymentId: string,
  facts: { amount?: string; kind?: Refund["kind"] } = {},
): boolean {
  return addRefund(state, paymentId, facts) !== undefined
}

/** The same, with the refund it made. */
export function addRefund(
  state: State,
  paymentId: string,
  { amount, kind = "refund" }: { amount?: string; kind?: Refund["kind"] },
): Refund | undefined {
  const payment = state.payments.find(paymentId)
  if (!payment || (payment.status !== "COMPLETED" && payment.status !== "PARTIALLY_REFUNDED"))
    return undefined
  const left = leftOf(payment)
  const currency = payment.amount.currency_code
  const amountMinor = amount === undefined ? left : toMinor({ currency_code: currency, value: amount })
  if (amountMinor <= 0 || amountMinor > left) return undefined
  const refund: Refund = {
    id: newId.payment(),
    kind,
    ...(kind === "refund" && payment.refundsPend ? { status: "PENDING" as const } : {}),
    amount: moneyOf(amountMinor, currency),
    time: state.clock.stamp(),
  }
  const refunded = withStatus({ ...payment, refunds: [...(payment.refunds ?? []), refund] })
  state.payments.save(refunded)
  announceRefund(state, refunded, refund)
  return refund
}

/** Decides the refunds of a payment that are pending, and tells of each. */
export function endPending(state: State, paymentId: string, status: "COMPLETED" | "FAILED") {
  const payment = state.payments.find(paymentId)
  const pending = payment?.refunds?.filter((refund) => refund.status === "PENDING") ?? []
  if (!payment || pending.length === 0) return
  const refunds = (payment.refunds ?? []).map(({ status: was, ...refund }): Refund => {
    if (was !== "PENDING") return was ? { ...refund, status: was } : refund
    return status === "FAILED" ? { ...refund, status } : refund
  })
  const decided = withStatus({ ...payment, refunds })
  state.payments.save(decided)
  for (const { id } of pending) {
    const refund = refunds.find((each) => each.id === id)
    if (refund) announceRefund(state, decided, refund)
  }
}

/** PayPal decides the payer's dispute for the school: what was taken is there again. False when nothing was. */
export function giveBackToPayee(state: State, paymentId: string): boolean {
  const payment = state.payments.find(paymentId)
  const refunds = payment?.refunds?.filter(({ kind }) => kind === "refund")
  if (!payment || !refunds || refunds.length === payment.refunds?.length) return false
  state.payments.save(withStatus({ ...payment, refunds }))
  return true
}

const withStatus = (payment: Payment): Payment => {
  const left = leftOf(payment)
  if (left === toMinor(payment.amount)) return { ...payment, status: "COMPLETED" }
  return { ...payment, status: left === 0 ? "REFUNDED" : "PARTIALLY_REFUNDED" }
}

/** Minor units that have not gone back. */
const leftOf = ({ amount, refunds = [] }: Payment): number =>
  refunds
    .filter(({ status }) => status !== "FAILED")
    .reduce((left, refund) => left - toMinor(refund.amount), toMinor(amount))
