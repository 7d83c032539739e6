import { db, transact } from "db/client.server"
import { providerEvents } from "db/schema/accounts-subscriptions"
import { and, eq, inArray, isNotNull, like, or } from "drizzle-orm"
import { platformChange, select } from "~/models/foundation/access/door.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { now } from "~/utils/clock.server"
import type { ProviderMessage } from "./provider-message.server"
import { outcomeKey, type ProviderOutcome } from "./provider-outcome"

// A provider event is a PayPal message, stored once and unchanged. It only says where to look: a job then asks the
// provider what happened, so late, repeated and out-of-order messages lead to the same state.

export type ProviderEvent = typeof providerEvents.$inferSelect

/** Keeps a message whose signature was proven, and queues the asking. False when it was known already. */
export function receiveProviderEvent(message: ProviderMessage, raw: string): boolean {
  return transact(() => {
    const { changes } = db()
      .insert(providerEvents)
      .values({
        id: message.id,
        kind: message.kind,
        resourceId: message.resourceId,
        raw,
        receivedAt: now(),
      })
      .onConflictDoNothing()
      .run()
    if (changes === 0) return false
    queueJob({
      kind: "apply-provider-event",
      payload: { eventId: message.id },
      uniqueKey: `apply-provider-event:${message.id}`,
    })
    return true
  })
}

/**
 * Applies the messages again that told what became of a payment before the payment itself was known here; in the
 * transaction that records it. By PayPal's ids of its capture and its order.
 */
export function applyEarlyEvents(resourceIds: readonly string[]) {
  const early = db()
    .update(providerEvents)
    .set({ processedAt: null, outcome: null })
    .where(
      and(
        inArray(providerEvents.resourceId, [...resourceIds]),
        isNotNull(providerEvents.processedAt),
        or(
          inArray(providerEvents.kind, ["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED"]),
          like(providerEvents.kind, "PAYMENT.REFUND.%"),
          like(providerEvents.kind, "CUSTOMER.DISPUTE.%"),
        ),
      ),
    )
    .returning({ id: providerEvents.id })
    .all()
  for (const { id } of early) queueJob({ kind: "apply-provider-event", payload: { eventId: id } })
}

export function findProviderEvent(eventId: string): ProviderEvent | undefined {
  return select().from(providerEvents).where(eq(providerEvents.id, eventId)).get()
}

export function recordEventOutcome(eventId: string, outcome: ProviderOutcome) {
  platformChange(providerEvents, eventId, { processedAt: now(), outcome: outcomeKey(outcome) })
}
