import { db, transact } from "db/client.server"
import { providerEvents } from "db/schema/accounts-subscriptions"
import { and, eq, sql } from "drizzle-orm"
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

export function findProviderEvent(eventId: string): ProviderEvent | undefined {
  return db().select().from(providerEvents).where(eq(providerEvents.id, eventId)).get()
}

export function recordEventOutcome(eventId: string, outcome: ProviderOutcome) {
  db()
    .update(providerEvents)
    .set({ processedAt: now(), outcome: outcomeKey(outcome) })
    .where(eq(providerEvents.id, eventId))
    .run()
}

/** Whether the dispute that a message is about was settled before: the provider’s messages come in any order. */
export function isDisputeSettled({ resourceId, raw }: ProviderEvent): boolean {
  if (!resourceId) return false
  const disputeId = sql`json_extract(${raw}, '$.resource.dispute_id')`
  const settled = db()
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.resourceId, resourceId),
        eq(providerEvents.kind, "CUSTOMER.DISPUTE.RESOLVED"),
        sql`json_extract(${providerEvents.raw}, '$.resource.dispute_id') is ${disputeId}`,
      ),
    )
    .get()
  return settled !== undefined
}
