import type { PlanSales, ProviderMessages } from "../plan-sales"
import { readDispute, readLoss, readMessage, subjectOf } from "./messages"
import { createDiscountedPlan } from "./plans.server"
import { refundCapture, showRefund } from "./refunds.server"
import {
  activateSubscription,
  cancelSubscription,
  captureOutstanding,
  createSubscription,
  listSubscriptionTransactions,
  reviseSubscription,
  showSubscription,
  suspendSubscription,
} from "./subscriptions.server"
import { judgeWebhook } from "./webhook-signature.server"

/** Our plans, sold through PayPal. */
export const paypalPlanSales: PlanSales = {
  create: createSubscription,
  show: showSubscription,
  cancel: cancelSubscription,
  suspend: suspendSubscription,
  activate: activateSubscription,
  revise: reviseSubscription,
  captureOutstanding,
  listTransactions: listSubscriptionTransactions,
  createDiscountedPlan,
  refund: refundCapture,
  showRefund,
}

export const paypalMessages: ProviderMessages = {
  judge: judgeWebhook,
  idOf: (headers) => headers.get("paypal-transmission-id")?.slice(0, 64),
  read: readMessage,
  subjectOf,
  readLoss,
  readDispute,
}
