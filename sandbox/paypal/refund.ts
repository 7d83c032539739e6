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
  return refund
}

/** Minor units that have not gone back. */
const leftOf = ({ amount, refunds = [] }: Payment): number =>
  refunds.reduce((left, refund) => left - toMinor(refund.amount), toMinor(amount))
