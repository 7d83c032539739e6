import { transact } from "db/client.server"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, platformAddOrChange, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import type { ProviderSubscription, ProviderTransaction } from "~/providers/plan-sales"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { fileCase } from "../subscription-case/subscription-case.server"
import { freezeReceipt } from "./frozen-receipt.server"
import { syncRefunds } from "./platform-refund.server"

// What schools paid us, as the provider lists it. Its list is the truth; these rows are how staff read it.

const day = 86_400_000
/** How far back the list is read again: a refund changes a payment that is long known. */
const lookBackMs = 400 * day

/**
 * Brings the school's payments up to date with the provider's list. Asked for only when the subscription names a payment
 * that is not known yet, one has failed, or the subscription does not run.
 */
export async function recordPlatformPayments(actor: Actor, reported: ProviderSubscription) {
  if (isWorthAsking(actor, reported))
    await rereadPlatformPayments(actor, reported.subscriptionId, reported.lastPaidAt ?? 0)
}

/** Reads the provider's list of a subscription's payments again: one that is long known may have been given back. */
export async function rereadPlatformPayments(actor: Actor, subscriptionId: string, lastPaidAt = 0) {
  const at = now()
  // The provider's clock may be ahead of ours.
  const until = Math.max(at, lastPaidAt) + day
  const listed = await planSales.listTransactions(subscriptionId, at - lookBackMs, until)
  transact(() => {
    for (const transaction of listed) record(actor, subscriptionId, transaction)
  })
}

/** Whose payment it is and for which subscription, by the provider's id of the payment. For jobs. */
export function findPlatformPayment(paymentId: string) {
  return select({
    schoolId: platformPayments.schoolId,
    subscriptionId: platformPayments.providerSubscriptionId,
    ...columns(platformPayments, "paidAt", "amountMinor", "refundedMinor", "currency"),
  })
    .from(platformPayments)
    .where(eq(platformPayments.id, paymentId))
    .get()
}

/** The newest payment of a subscription that came, as its receipt's id. */
export const findNewestReceipt = (actor: Actor, subscriptionId: string): string | null =>
  ownRows(actor, platformPayments, ["id"])
    .where(
      and(
        eq(platformPayments.providerSubscriptionId, subscriptionId),
        eq(platformPayments.status, "COMPLETED"),
      ),
    )
    .orderBy(desc(platformPayments.paidAt))
    .limit(1)
    .get()?.id ?? null

function isWorthAsking(
  actor: Actor,
  { subscriptionId, status, lastPaidAt, failedPayments }: ProviderSubscription,
): boolean {
  if (failedPayments > 0 || status !== "ACTIVE") return true
  const newest = ownRows(actor, platformPayments, ["paidAt"])
    .where(eq(platformPayments.providerSubscriptionId, subscriptionId))
    .orderBy(desc(platformPayments.paidAt))
    .limit(1)
    .get()
  return lastPaidAt !== null && (newest?.paidAt ?? 0) < lastPaidAt
}

/** One payment as the provider lists it, with what was refunded of it; a refund we didn't ask for is a case for our staff. */
function record(
  actor: Actor,
  providerSubscriptionId: string,
  { id, status, amountMinor, currency, paidAt }: ProviderTransaction,
) {
  const at = now()
  const payment = platformAddOrChange(
    platformPayments,
    {
      id,
      schoolId: actor.school.id,
      providerSubscriptionId,
      amountMinor,
      currency,
      status,
      paidAt,
      updatedAt: at,
    },
    { as: [platformPayments.id], to: { status, amountMinor, currency, updatedAt: at } },
  )
  freezeReceipt(actor, payment)
  const fresh = syncRefunds(payment)
  // One case for each payment, with all that went back of it.
  const { refundedMinor } = findPlatformPayment(id) ?? payment
  for (const { origin } of fresh)
    fileCase(actor, "refund", { paymentId: id, refundedMinor, amountMinor, currency, origin }, id)
}
