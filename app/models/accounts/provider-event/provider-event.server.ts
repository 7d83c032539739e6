import { transact } from "db/client.server"
import { providerEvents } from "db/schema/accounts-subscriptions"
import { and, eq, inArray, isNotNull, like, or } from "drizzle-orm"
import { z } from "zod"
import {
  platformAddUnlessThere,
  platformChange,
  platformChangeRows,
  select,
} from "~/models/foundation/access/door.server"
import { queueJob } from "~/models/foundation/job/job.server"
import type { StripeEvent } from "~/providers/stripe/stripe-events.server"
import { now } from "~/utils/clock.server"
import { outcomeKey, type ProviderOutcome } from "./provider-outcome"

// The outline of a message from the provider: enough to know what to ask about. Its own facts are never believed.

const Body = z.object({
  id: z.string().min(1).max(128),
  event_type: z.string().min(1).max(128),
  resource: z
    .object({
      id: z.string().max(128).optional(),
      custom_id: z.string().max(127).optional(),
      billing_agreement_id: z.string().max(128).optional(),
      sale_id: z.string().max(128).optional(),
      supplementary_data: z
        .object({
          related_ids: z
            .object({
              order_id: z.string().max(128).optional(),
              capture_id: z.string().max(128).optional(),
            })
            .optional(),
        })
        .optional(),
      disputed_transactions: z
        .array(z.object({ seller_transaction_id: z.string().max(128).optional() }))
        .default([]),
      links: z.array(z.object({ rel: z.string(), href: z.string().max(2048) })).default([]),
    })
    .prefault({}),
})

type ProviderMessage = {
  id: string
  kind: string
  /** The subscription, order or payment it is about; null for something else. */
  resourceId: string | null
}

/** The outline of a raw message; undefined when it is none. */
export function readProviderMessage(raw: string): ProviderMessage | undefined {
  let body: unknown
  try {
    body = JSON.parse(raw)
  } catch {
    return undefined
  }
  const parsed = Body.safeParse(body)
  if (!parsed.success) return undefined
  const { id, event_type: kind, resource } = parsed.data
  return { id, kind, resourceId: resourceOf(kind, resource) ?? null }
}

function resourceOf(kind: string, resource: z.output<typeof Body>["resource"]): string | undefined {
  if (kind.startsWith("BILLING.SUBSCRIPTION.")) return resource.id
  // Money of a subscription arrives as a v1 sale that names its agreement.
  if (kind.startsWith("PAYMENT.SALE.")) return resource.billing_agreement_id ?? resource.sale_id
  if (kind.startsWith("CHECKOUT.ORDER.") || kind.startsWith("VAULT.PAYMENT-TOKEN.")) return resource.id
  if (kind.startsWith("PAYMENT.CAPTURE.") || kind.startsWith("PAYMENT.REFUND.")) {
    const related = resource.supplementary_data?.related_ids
    // A refund is its own resource: it names the capture it is of, sometimes only by a link.
    const up = resource.links.find(({ rel, href }) => rel === "up" && href.includes("/captures/"))
    return related?.order_id ?? related?.capture_id ?? up?.href.split("/").at(-1)
  }
  if (kind.startsWith("CUSTOMER.DISPUTE."))
    return resource.disputed_transactions.find(({ seller_transaction_id: id }) => id)?.seller_transaction_id
  return undefined
}

// A provider event is a message of the platform's provider, or of a school's own Stripe account, stored once and unchanged. It only says where to look: a job then asks the
// provider what happened, so late, repeated and out-of-order messages lead to the same state.

export type ProviderEvent = typeof providerEvents.$inferSelect

/** Keeps a message whose signature was proven, and queues the asking. False when it was known already. */
export function receiveProviderEvent(message: ProviderMessage, raw: string): boolean {
  return transact(() => {
    const event = platformAddUnlessThere(providerEvents, {
      id: message.id,
      kind: message.kind,
      resourceId: message.resourceId,
      raw,
      receivedAt: now(),
    })
    if (!event) return false
    queueJob({
      kind: "apply-provider-event",
      payload: { eventId: message.id },
      uniqueKey: `apply-provider-event:${message.id}`,
    })
    return true
  })
}

/** What the kinds of Stripe's messages begin with here. */
const ofStripe = "stripe."

/**
 * Keeps a message of a school's own Stripe account whose signature was proven: its outline alone, as the rest is about that
 * school's families. Its ID holds the school's, so that no school can take the place of another's message.
 */
export const receiveStripeEvent = (schoolId: string, event: StripeEvent): boolean =>
  receiveProviderEvent(
    { id: `${schoolId}:${event.id}`, kind: `${ofStripe}${event.kind}`, resourceId: event.subject },
    JSON.stringify(event),
  )

/** Whose Stripe account a message is of; undefined for one of the platform's provider. */
export const schoolOfStripeEvent = ({ id, kind }: ProviderEvent): string | undefined =>
  kind.startsWith(ofStripe) ? id.slice(0, id.indexOf(":")) : undefined

/**
 * Applies the messages again that told what became of a payment before the payment itself was known here; in the
 * transaction that records it. By the provider's ids of its capture and its order.
 */
export function applyEarlyEvents(resourceIds: readonly string[]) {
  const early = platformChangeRows(
    providerEvents,
    and(
      inArray(providerEvents.resourceId, [...resourceIds]),
      isNotNull(providerEvents.processedAt),
      or(
        inArray(providerEvents.kind, ["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]),
        like(providerEvents.kind, "PAYMENT.REFUND.%"),
        like(providerEvents.kind, "CUSTOMER.DISPUTE.%"),
        like(providerEvents.kind, "stripe.charge.%"),
      ),
    ),
    { processedAt: null, outcome: null },
  )
  for (const { id } of early) queueJob({ kind: "apply-provider-event", payload: { eventId: id } })
}

export function findProviderEvent(eventId: string): ProviderEvent | undefined {
  return select().from(providerEvents).where(eq(providerEvents.id, eventId)).get()
}

export function recordEventOutcome(eventId: string, outcome: ProviderOutcome) {
  platformChange(providerEvents, eventId, { processedAt: now(), outcome: outcomeKey(outcome) })
}

const Message = z.object({
  resource: z
    .object({ dispute_outcome: z.object({ outcome_code: z.string() }).nullish().catch(null) })
    .nullish()
    .catch(null),
  create_time: z.iso.datetime({ offset: true }).nullish().catch(null),
})

/**
 * When a message was written and came, UTC ms, and whether it says by itself that a payment's money is the payer's: the bank
 * reversed it, or a dispute was resolved in their favor.
 */
export function readLoss({ kind, raw, receivedAt }: ProviderEvent) {
  const { resource, create_time } = Message.parse(JSON.parse(raw))
  const isLoss =
    kind === "PAYMENT.CAPTURE.REVERSED" ||
    (kind === "CUSTOMER.DISPUTE.RESOLVED" &&
      resource?.dispute_outcome?.outcome_code === "RESOLVED_BUYER_FAVOUR")
  return { at: create_time ? Date.parse(create_time) : receivedAt, receivedAt, isLoss }
}
