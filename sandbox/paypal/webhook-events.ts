import { randomUUID } from "node:crypto"
import type { Clock } from "../clock"
import type { Collection } from "../database"
import { newId } from "./ids"
import type { Order } from "./order"
import { captureUrl, describeOrder, type OrderState } from "./order"
import type { Payment, Refund } from "./payment"
import { describeSubscription, type Subscription, type SubscriptionState } from "./subscription"
import { describeSavedMethod, type SavedMethod, type VaultState } from "./vault"

/** What an event uses of the state. */
export type EventState = OrderState &
  SubscriptionState &
  VaultState & {
    clock: Clock
    webhooks: Collection<Webhook>
    webhookEvents: Collection<WebhookEvent>
    deliveries: Collection<Delivery>
  }

/** Someone who wants to be told: where, and of what. `*` is everything. */
export type Webhook = { id: string; url: string; eventTypes: string[] }

/** One thing that happened, as PayPal tells it. */
export type WebhookEvent = {
  id: string
  create_time: string
  event_version: string
  resource_type: string
  resource_version: string
  event_type: string
  summary: string
  resource: Record<string, unknown>
}

/** One telling of an event to one webhook. `dueAt` is UTC ms on the sandbox's clock. */
export type Delivery = {
  id: string
  webhookId: string
  eventId: string
  state: "waiting" | "delivered" | "given-up"
  attempts: number
  dueAt: number
  lastStatus: number | null
}

export function announceSubscription(state: EventState, subscription: Subscription, verb: string) {
  announce(state, {
    type: `BILLING.SUBSCRIPTION.${verb}`,
    resourceType: "subscription",
    summary: `Subscription ${verb.toLowerCase().replaceAll(".", " ")}`,
    resource: () => describeSubscription(state, subscription),
  })
}

/** Money of a subscription is told as a sale of the older API: other names for the amount, and the agreement it is of. */
export function announceSale(state: EventState, payment: Payment) {
  announce(state, {
    type: "PAYMENT.SALE.COMPLETED",
    resourceType: "sale",
    summary: `Payment completed for ${payment.amount.currency_code} ${payment.amount.value}`,
    resource: () => ({
      id: payment.id,
      state: "completed",
      amount: { total: payment.amount.value, currency: payment.amount.currency_code },
      billing_agreement_id: payment.sourceId,
      ...(payment.customId && { custom: payment.customId }),
      create_time: payment.time,
      update_time: payment.time,
    }),
  })
}

export function announceOrder(state: EventState, order: Order) {
  announce(state, {
    type: "CHECKOUT.ORDER.APPROVED",
    resourceType: "checkout-order",
    summary: "An order has been approved by buyer",
    resource: () => describeOrder(state, order),
  })
}

export function announceCapture(state: EventState, order: Order) {
  const { capture } = order
  if (!capture) return
  const verb = { COMPLETED: "COMPLETED", PENDING: "PENDING", DECLINED: "DENIED" }[capture.status]
  announce(state, {
    type: `PAYMENT.CAPTURE.${verb}`,
    resourceType: "capture",
    summary: `Payment ${verb.toLowerCase()} for ${capture.amount.currency_code} ${capture.amount.value}`,
    resource: () => ({
      id: capture.id,
      status: capture.status,
      amount: capture.amount,
      custom_id: order.unit.custom_id,
      invoice_id: order.unit.invoice_id,
      supplementary_data: { related_ids: { order_id: order.id } },
      create_time: capture.createTime,
      update_time: capture.updateTime,
    }),
  })
}

/** A refund is told as a thing of its own: of an order's capture by a link, of a subscription's sale by its id. */
export function announceRefund(state: EventState, payment: Payment, refund: Refund) {
  const verb = refund.status ?? (refund.kind === "refund" ? "REFUNDED" : "REVERSED")
  const { currency_code: currency, value } = refund.amount
  const isOrder = payment.kind === "order"
  announce(state, {
    type: `PAYMENT.${isOrder ? (refund.status ? "REFUND" : "CAPTURE") : "SALE"}.${verb}`,
    resourceType: "refund",
    summary: `${currency} ${value} was ${verb.toLowerCase()}`,
    resource: () =>
      isOrder
        ? {
            id: refund.id,
            status: refund.status ?? "COMPLETED",
            amount: refund.amount,
            custom_id: payment.customId,
            invoice_id: payment.invoiceId,
            create_time: refund.time,
            update_time: refund.time,
            links: [{ href: captureUrl(state, payment.id), rel: "up", method: "GET" }],
          }
        : {
            id: refund.id,
            sale_id: payment.id,
            state: "completed",
            amount: { total: value, currency },
            create_time: refund.time,
            update_time: refund.time,
          },
  })
}

/** The payer complains about a payment to PayPal, or the complaint is settled. */
export function announceDispute(
  state: EventState,
  payment: Payment,
  verb: "CREATED" | "RESOLVED",
  outcome?: string,
) {
  announce(state, {
    type: `CUSTOMER.DISPUTE.${verb}`,
    resourceType: "dispute",
    summary: `A dispute was ${verb.toLowerCase()}`,
    resource: () => ({
      dispute_id: `PP-D-${payment.id}`,
      status: verb === "CREATED" ? "OPEN" : "RESOLVED",
      reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
      ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
      dispute_amount: payment.amount,
      disputed_transactions: [{ seller_transaction_id: payment.id }],
      create_time: state.clock.stamp(),
      update_time: state.clock.stamp(),
    }),
  })
}

/** A saved payment method came to be or was deleted, by the shop or by the buyer in their account. */
export function announceSavedMethod(state: EventState, method: SavedMethod, verb: "CREATED" | "DELETED") {
  announce(state, {
    type: `VAULT.PAYMENT-TOKEN.${verb}`,
    resourceType: "payment_token",
    summary: `A payment token has been ${verb.toLowerCase()}.`,
    resource: () => describeSavedMethod(state, method),
  })
}

/** Keeps an event for everyone who wants to be told of it; no one does, nothing is kept. */
function announce(
  state: EventState,
  happened: { type: string; resourceType: string; summary: string; resource(): Record<string, unknown> },
) {
  const subscribers = state.webhooks
    .list()
    .filter(({ eventTypes }) => eventTypes.includes("*") || eventTypes.includes(happened.type))
  if (subscribers.length === 0) return
  const event = state.webhookEvents.save({
    id: `WH-${newId.order()}-${newId.order()}`,
    create_time: state.clock.stamp(),
    event_version: "1.0",
    resource_type: happened.resourceType,
    resource_version: "2.0",
    event_type: happened.type,
    summary: happened.summary,
    resource: JSON.parse(JSON.stringify(happened.resource())),
  })
  for (const webhook of subscribers) queueDelivery(state, webhook, event)
}

export function queueDelivery(state: EventState, webhook: Webhook, event: WebhookEvent, delayMs = 0) {
  state.deliveries.save({
    id: randomUUID(),
    webhookId: webhook.id,
    eventId: event.id,
    state: "waiting",
    attempts: 0,
    dueAt: state.clock.now() + delayMs,
    lastStatus: null,
  })
}

/** The body of an event, as it is sent and as it is shown. */
export function describeEvent(state: EventState, event: WebhookEvent) {
  const self = `${state.origin}/paypal/v1/notifications/webhooks-events/${event.id}`
  return {
    ...event,
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: `${self}/resend`, rel: "resend", method: "POST" },
    ],
  }
}
