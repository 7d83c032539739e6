import { transact } from "db/client.server"
import { providerEvents } from "db/schema/accounts-subscriptions"
import { and, eq, inArray, isNotNull, like, or, sql } from "drizzle-orm"
import {
  platformAddUnlessThere,
  platformChange,
  platformChangeRows,
  select,
} from "~/models/foundation/access/door.server"
import { queueJob } from "~/models/foundation/job/job.server"
import type { ProviderMessage } from "~/providers/plan-sales"
import { providerMessages } from "~/providers/platform-provider.server"
import type { StripeEvent } from "~/providers/stripe/stripe-events.server"
import { now } from "~/utils/clock.server"
import { outcomeKey, type ProviderOutcome } from "./provider-outcome"

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

/**
 * When a message was written and came, UTC ms, and whether it says by itself that a payment's money is the payer's: the bank
 * reversed it, or a dispute was resolved in their favor.
 */
export function readLoss({ kind, raw, receivedAt }: ProviderEvent) {
  const { writtenAt, isLoss } = providerMessages.readLoss(kind, raw)
  return { at: writtenAt ?? receivedAt, receivedAt, isLoss }
}

// A dispute as the provider's signed messages tell of it. They come late, twice and in any order: what counts is the
// newest of those that are kept, by the provider's own time.

export type Dispute = {
  /** The provider's ID of it; the payment's while it names none. */
  id: string
  /** Whether it waits for someone, as of the newest message. */
  isOpen: boolean
  /** Whether the newest message says that it was decided for the school. */
  isWon: boolean
  /** When the provider said so last, UTC ms. */
  at: number
  amountMinor: number | null
  currency: string | null
  /** The day by which we have to answer there, in UTC. */
  answerBy: string | null
}

/** How the dispute that a message is about stands, by all messages about it; undefined for a message about nothing. */
export function findDispute({ resourceId, raw }: ProviderEvent): Dispute | undefined {
  if (!resourceId) return undefined
  const disputeId = sql`json_extract(${raw}, '$.resource.dispute_id')`
  const told = select()
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.resourceId, resourceId),
        like(providerEvents.kind, "CUSTOMER.DISPUTE.%"),
        sql`json_extract(${providerEvents.raw}, '$.resource.dispute_id') is ${disputeId}`,
      ),
    )
    .all()
    .map(read)
    .sort((one, other) => other.at - one.at || Number(other.isSettled) - Number(one.isSettled))
  const newest = told[0]
  if (!newest) return undefined
  const { at, isWon, amountMinor, currency, answerBy } = newest
  // Without the provider's own times, what is settled stays so.
  const isSettled = told.every(({ isTimed }) => isTimed)
    ? newest.isSettled
    : told.some((each) => each.isSettled)
  return {
    id: newest.disputeId ?? resourceId,
    isOpen: !isSettled,
    isWon,
    at,
    amountMinor,
    currency,
    answerBy,
  }
}

function read({ kind, raw, receivedAt }: ProviderEvent) {
  const { saidAt, ...dispute } = providerMessages.readDispute(kind, raw)
  return { ...dispute, isTimed: saidAt !== null, at: saidAt ?? receivedAt }
}
