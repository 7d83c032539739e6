import { orphanedSubscriptions } from "db/schema/accounts-subscriptions"
import { asc, desc, eq } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformChange, select } from "~/models/foundation/access/door.server"
import { type NoAnswer, noAnswerOf, ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"

// A registration was canceled while its buyer could still approve at the provider. If they do, the subscription is
// ended there immediately and shown to platform staff; the account is not restored.

type Orphan = typeof orphanedSubscriptions.$inferSelect

/** The provider's approval page is open for hours; after this no one can approve any more. */
export const approvableMs = 3 * 24 * 3_600_000

export function findOrphan(providerSubscriptionId: string): Orphan | undefined {
  return select()
    .from(orphanedSubscriptions)
    .where(eq(orphanedSubscriptions.providerSubscriptionId, providerSubscriptionId))
    .get()
}

export function listWatchedOrphans(): Orphan[] {
  return select()
    .from(orphanedSubscriptions)
    .where(eq(orphanedSubscriptions.state, "watched"))
    .orderBy(asc(orphanedSubscriptions.updatedAt))
    .limit(100)
    .all()
}

/** Paid although the registration was gone: each may need its money paid back. */
export function listPaidOrphans(_staff: SuperActor): Orphan[] {
  return select()
    .from(orphanedSubscriptions)
    .where(eq(orphanedSubscriptions.state, "paid"))
    .orderBy(desc(orphanedSubscriptions.updatedAt))
    .limit(100)
    .all()
}

/** Asks the provider, ends what runs there, and notes it. Safe to repeat. */
export async function settleOrphan(orphan: Orphan): Promise<Orphan["state"] | NoAnswer> {
  const { providerSubscriptionId } = orphan
  try {
    const { status, lastPayment } = await planSales.show(providerSubscriptionId)
    if (status === "ACTIVE" || status === "SUSPENDED") {
      await planSales.cancel(providerSubscriptionId, "The registration was canceled before it was paid.")
      log.error({ providerSubscriptionId }, "a subscription was paid after its registration was cancelled")
      return mark(orphan, "paid")
    }
    if (status === "CANCELLED" || status === "EXPIRED") return mark(orphan, lastPayment ? "paid" : "ended")
    return now() - orphan.createdAt > approvableMs ? mark(orphan, "ended") : "watched"
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (error.status === 404) return mark(orphan, "ended")
    log.warn(
      { err: error, providerSubscriptionId },
      `${platformProvider} could not say how a subscription stands`,
    )
    return noAnswerOf(error)
  }
}

function mark({ providerSubscriptionId }: Orphan, state: Orphan["state"]) {
  platformChange(
    orphanedSubscriptions,
    eq(orphanedSubscriptions.providerSubscriptionId, providerSubscriptionId),
    { state, updatedAt: now() },
  )
  return state
}
