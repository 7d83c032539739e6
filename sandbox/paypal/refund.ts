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
  const isHeld = kind === "refund" && payment.holdsRefunds === true
  const refund: Refund = {
    id: newId.payment(),
    kind,
    amount: moneyOf(amountMinor, currency),
    time: state.clock.stamp(),
    ...(isHeld && { status: "PENDING" }),
  }
  const refunded = withStatus({ ...payment, refunds: [...(payment.refunds ?? []), refund] })
  state.payments.save(refunded)
  if (!isHeld) announceRefund(state, refunded, refund)
  return refund
}

/** Decides the refunds of a payment that are held. */
export function decideRefunds(state: State, paymentId: string, status: "COMPLETED" | "FAILED") {
  const payment = state.payments.find(paymentId)
  if (!payment) return
  const refunds = (payment.refunds ?? []).map((refund) =>
    refund.status === "PENDING" ? { ...refund, status } : refund,
  )
  const decided = withStatus({ ...payment, refunds })
  state.payments.save(decided)
  for (const [index, refund] of refunds.entries())
    if (status === "COMPLETED" && payment.refunds?.[index]?.status === "PENDING")
      announceRefund(state, decided, refund)
}

/** What is held hasn't gone back, and what failed never will. */
function withStatus(payment: Payment): Payment {
  const gone = (payment.refunds ?? []).filter(({ status = "COMPLETED" }) => status === "COMPLETED")
  const goneMinor = gone.reduce((sum, { amount }) => sum + toMinor(amount), 0)
  if (goneMinor === 0) return payment
  return { ...payment, status: goneMinor === toMinor(payment.amount) ? "REFUNDED" : "PARTIALLY_REFUNDED" }
}

/** Minor units that have not gone back and aren't held. */
const leftOf = ({ amount, refunds = [] }: Payment): number =>
  refunds
    .filter(({ status }) => status !== "FAILED")
    .reduce((left, refund) => left - toMinor(refund.amount), toMinor(amount))
