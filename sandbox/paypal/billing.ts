import { addDuration, stampOf } from "../clock"
import type { State } from "../state"
import { newId } from "./ids"
import { type Money, moneyOf, plus, toMinor } from "./money"
import { appOwner, buyer } from "./payment"
import type { BillingCycle, Plan } from "./plan"
import { changeStatus, planOf, type Subscription } from "./subscription"
import { announceSale, announceSubscription } from "./webhook-events"

const retryAfter = { days: 5 }

/** An approved subscription starts: the first period is paid at once, or on its start time when that lies ahead. */
export function startBilling(state: State, subscription: Subscription, at: number) {
  changeStatus(subscription, "ACTIVE", { time: stampOf(at) })
  if (!paySetupFee(state, subscription, at)) return
  announceSubscription(state, subscription, "ACTIVATED")
  subscription.billing.nextBillingAt = Math.max(at, subscription.startAt)
  settle(state, subscription, at)
}

/** Takes the fee at the beginning, if there is one. False when it failed and the shop wants the subscription to end with it. */
function paySetupFee(state: State, subscription: Subscription, at: number): boolean {
  const { setupFee, billing } = subscription
  if (!setupFee) return true
  const time = stampOf(at)
  const declined = subscription.nextPaymentFails > 0
  const payment = recordPayment(state, subscription, { amount: setupFee.amount, time, declined })
  if (!declined) {
    billing.lastPayment = { amount: setupFee.amount, time }
    announceSale(state, payment)
    return true
  }
  subscription.nextPaymentFails -= 1
  billing.lastFailedPayment = { amount: setupFee.amount, time }
  announceSubscription(state, subscription, "PAYMENT.FAILED")
  if (setupFee.onFailure === "CONTINUE") {
    billing.failedPayments += 1
    billing.outstanding = plus(billing.outstanding, setupFee.amount)
    return true
  }
  changeStatus(subscription, "CANCELLED", { time, note: "Setup fee failed" })
  announceSubscription(state, state.subscriptions.save(subscription), "CANCELLED")
  return false
}

/** Makes every payment that has come due until `until` (UTC ms), in order, and saves the subscription. */
export function settle(state: State, subscription: Subscription, until: number) {
  const { billing } = subscription
  while (subscription.status === "ACTIVE") {
    const due = Math.min(billing.nextBillingAt ?? Infinity, billing.retryAt ?? Infinity)
    if (due > until) break
    if (due === billing.retryAt) payOutstanding(state, subscription, due)
    else payCycle(state, subscription, due)
  }
  return state.subscriptions.save(subscription)
}

function payCycle(state: State, subscription: Subscription, at: number) {
  const { billing } = subscription
  const plan = planOf(state, subscription)
  const cycle = currentCycle(plan, billing.completedCycles)
  if (!cycle) {
    billing.nextBillingAt = null
    changeStatus(subscription, "EXPIRED", { time: stampOf(at) })
    announceSubscription(state, subscription, "EXPIRED")
    return
  }
  const key = `${plan.id}/${cycle.sequence}`
  if (billing.anchoredTo !== key)
    Object.assign(billing, { anchoredTo: key, anchorAt: at, periodsSinceAnchor: 0 })
  billing.periodsSinceAnchor += 1
  billing.nextBillingAt = addDuration(billing.anchorAt, lengthOf(cycle, billing.periodsSinceAnchor))
  billing.completedCycles[key] = (billing.completedCycles[key] ?? 0) + 1

  const unit = cycle.pricing_scheme?.fixed_price
  if (unit) pay(state, subscription, times(unit, subscription.quantity), at)
}

/** Tries a failed amount again; on success nothing is owed any more. */
function payOutstanding(state: State, subscription: Subscription, at: number) {
  const { billing } = subscription
  const owed = billing.outstanding
  billing.retryAt = null
  billing.outstanding = moneyOf(0, owed.currency_code)
  pay(state, subscription, owed, at)
}

function pay(state: State, subscription: Subscription, amount: Money, at: number) {
  const { billing } = subscription
  const time = stampOf(at)
  const declined = subscription.nextPaymentFails > 0
  const payment = recordPayment(state, subscription, { amount, time, declined })
  if (!declined) {
    billing.lastPayment = { amount, time }
    billing.failedPayments = 0
    announceSale(state, payment)
    return
  }
  subscription.nextPaymentFails -= 1
  billing.failedPayments += 1
  billing.lastFailedPayment = { amount, time }
  billing.outstanding = plus(billing.outstanding, amount)
  announceSubscription(state, subscription, "PAYMENT.FAILED")
  const threshold = planOf(state, subscription).payment_preferences.payment_failure_threshold
  if (threshold && billing.failedPayments >= threshold) {
    billing.retryAt = null
    changeStatus(subscription, "SUSPENDED", { time, note: "Payment failure threshold reached" })
    announceSubscription(state, subscription, "SUSPENDED")
  } else {
    billing.retryAt = addDuration(at, retryAfter)
  }
}

/** Writes the ledger row of a subscription payment. */
export function recordPayment(
  state: State,
  subscription: Subscription,
  { amount, time, declined }: { amount: Money; time: string; declined: boolean },
) {
  return state.payments.save({
    id: newId.payment(),
    kind: "subscription",
    sourceId: subscription.id,
    title: planOf(state, subscription).name,
    payer: buyer.email,
    payee: appOwner,
    amount,
    status: declined ? "DECLINED" : "COMPLETED",
    reason: declined ? "PAYMENT_DENIED" : null,
    customId: subscription.customId,
    invoiceId: null,
    time,
  })
}

function currentCycle(plan: Plan, completed: Record<string, number>): BillingCycle | undefined {
  return [...plan.billing_cycles]
    .sort((one, other) => one.sequence - other.sequence)
    .find(
      (cycle) =>
        cycle.total_cycles === 0 || (completed[`${plan.id}/${cycle.sequence}`] ?? 0) < cycle.total_cycles,
    )
}

function lengthOf({ frequency }: BillingCycle, periods: number) {
  const count = frequency.interval_count * periods
  const units = { DAY: "days", WEEK: "weeks", MONTH: "months", YEAR: "years" } as const
  return { [units[frequency.interval_unit]]: count }
}

function times(money: Money, quantity: string): Money {
  return moneyOf(Math.round(toMinor(money) * Number(quantity)), money.currency_code)
}
