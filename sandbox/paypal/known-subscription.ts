import { addDuration, stampOf } from "../clock"
import type { State } from "../state"
import { moneyOf } from "./money"
import { appOwner, buyer } from "./payment"
import { priceOf, type Subscription } from "./subscription"

/** A subscription of before this sandbox: agreed to and paid once; it runs on, its renewal failed, or it was ended. Instants are UTC ms. */
export type KnownSubscription = {
  id: string
  planId: string
  customId: string | null
  title: string
  paymentId: string
  paidAt: number
  paidUntil: number
  isRunning: boolean
  /** The renewal that was due at `paidUntil` was declined. */
  hasFailed?: boolean
}

/** Takes a subscription in as if it had been agreed to here; one that is known stays as it is. False then. */
export function takeInSubscription(state: State, known: KnownSubscription): boolean {
  if (state.subscriptions.find(known.id)) return false
  const time = stampOf(known.paidAt)
  const amount = priceOf(state, known)
  const endTime = stampOf(known.paidUntil)
  const isFailed = known.hasFailed === true
  const subscription: Subscription = {
    id: known.id,
    planId: known.planId,
    status: isFailed ? "SUSPENDED" : known.isRunning ? "ACTIVE" : "CANCELLED",
    statusUpdateTime: known.isRunning ? time : endTime,
    statusChangeNote: null,
    customId: known.customId,
    quantity: "1",
    createTime: time,
    updateTime: known.isRunning ? time : endTime,
    startAt: known.paidAt,
    brandName: "Tutti",
    approval: {
      agreementToken: `BA-${known.paymentId}`,
      token: known.paymentId,
      returnUrl: state.shopOrigin,
      cancelUrl: state.shopOrigin,
      declined: false,
    },
    activatedBy: "system",
    billing: {
      outstanding: isFailed ? amount : moneyOf(0, amount.currency_code),
      failedPayments: isFailed ? 1 : 0,
      lastPayment: { amount, time },
      lastFailedPayment: isFailed ? { amount, time: endTime } : null,
      nextBillingAt: isFailed
        ? addDuration(known.paidUntil, { years: 1 })
        : known.isRunning
          ? known.paidUntil
          : null,
      retryAt: null,
      // Periods are counted from the next payment on.
      anchorAt: known.paidUntil,
      periodsSinceAnchor: 0,
      anchoredTo: `${known.planId}/1`,
      completedCycles: { [`${known.planId}/1`]: 1 },
    },
    revision: null,
    nextPaymentFails: 0,
  }
  state.together(() => {
    state.subscriptions.save(subscription)
    state.payments.save({
      id: known.paymentId,
      kind: "subscription",
      sourceId: known.id,
      title: known.title,
      payer: buyer.email,
      payee: appOwner,
      amount,
      status: "COMPLETED",
      reason: null,
      customId: known.customId,
      invoiceId: null,
      time,
    })
    if (isFailed)
      state.payments.save({
        id: known.paymentId.replace(/^DEMO/, "FAILED"),
        kind: "subscription",
        sourceId: known.id,
        title: known.title,
        payer: buyer.email,
        payee: appOwner,
        amount,
        status: "DECLINED",
        reason: "PAYMENT_DENIED",
        customId: known.customId,
        invoiceId: null,
        time: endTime,
      })
  })
  return true
}
