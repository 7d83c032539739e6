import { db, transact } from "db/client.server"
import { platformPayments } from "db/schema/platform"
import { and, desc, eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import {
  listSubscriptionTransactions,
  type PayPalSubscription,
  type PayPalTransaction,
} from "~/utils/paypal/subscriptions.server"
import type { Actor } from "../access/actor"

// What schools paid us, as the provider lists it. Its list is the truth; these rows are how staff read it.

const day = 86_400_000
/** How far back the list is read again: a refund changes a payment that is long known. */
const lookBackMs = 400 * day

/**
 * Brings the school's payments up to date with the provider's list. Asked for only when the subscription names a payment
 * that is not known yet, one has failed, or the subscription does not run.
 */
export async function recordPlatformPayments(actor: Actor, reported: PayPalSubscription) {
  if (isWorthAsking(actor, reported))
    await rereadPlatformPayments(actor, reported.subscriptionId, reported.lastPaidAt ?? 0)
}

/** Reads the provider's list of a subscription's payments anew: one that is long known may have been given back. */
export async function rereadPlatformPayments(actor: Actor, subscriptionId: string, lastPaidAt = 0) {
  const at = now()
  // The provider's clock may be ahead of ours.
  const until = Math.max(at, lastPaidAt) + day
  const listed = await listSubscriptionTransactions(subscriptionId, at - lookBackMs, until)
  transact(() => {
    for (const transaction of listed) record(actor, subscriptionId, transaction)
  })
}

/** Whose payment it is and for which subscription, by the provider's id of the payment. For jobs. */
export function findPlatformPayment(paymentId: string) {
  return db()
    .select({
      schoolId: platformPayments.schoolId,
      subscriptionId: platformPayments.providerSubscriptionId,
      paidAt: platformPayments.paidAt,
    })
    .from(platformPayments)
    .where(eq(platformPayments.id, paymentId))
    .get()
}

function isWorthAsking(
  actor: Actor,
  { subscriptionId, status, lastPaidAt, failedPayments }: PayPalSubscription,
): boolean {
  if (failedPayments > 0 || status !== "ACTIVE") return true
  const newest = db()
    .select({ paidAt: platformPayments.paidAt })
    .from(platformPayments)
    .where(
      and(
        eq(platformPayments.schoolId, actor.school.id),
        eq(platformPayments.providerSubscriptionId, subscriptionId),
      ),
    )
    .orderBy(desc(platformPayments.paidAt))
    .limit(1)
    .get()
  return lastPaidAt !== null && (newest?.paidAt ?? 0) < lastPaidAt
}

function record(
  actor: Actor,
  providerSubscriptionId: string,
  { id, status, amountMinor, currency, paidAt }: PayPalTransaction,
) {
  const at = now()
  db()
    .insert(platformPayments)
    .values({
      id,
      schoolId: actor.school.id,
      providerSubscriptionId,
      amountMinor,
      currency,
      status,
      paidAt,
      updatedAt: at,
    })
    .onConflictDoUpdate({
      target: platformPayments.id,
      set: { status, amountMinor, currency, updatedAt: at },
    })
    .run()
}
