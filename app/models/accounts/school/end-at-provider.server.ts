import { subscriptionAttempts } from "db/schema/accounts-subscriptions"
import { asc, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { platformProvider } from "~/utils/payment-providers"
import { approvableMs } from "./orphaned-subscription.server"

// What the provider has of a school that goes: a subscription for each try that it knows of.

type Try = { id: string; updatedAt: number }

/** The tries that the provider knows of, by its own IDs, oldest first. */
export const listTries = (actor: Actor): Try[] =>
  ownRows(actor, subscriptionAttempts, {
    id: subscriptionAttempts.providerSubscriptionId,
    updatedAt: subscriptionAttempts.updatedAt,
  })
    .where(isNotNull(subscriptionAttempts.providerSubscriptionId))
    .orderBy(asc(subscriptionAttempts.createdAt))
    .all()
    .flatMap(({ id, updatedAt }) => (id ? [{ id, updatedAt }] : []))

/**
 * Ends all that a school would go on paying for. False while one can't be ended: the provider doesn't answer, its buyer may
 * still approve, or the school isn't to be ended anymore. Safe to repeat.
 * @param isWanted asked before each is canceled, which can't be taken back
 */
export async function endAtProvider(actor: Actor, isWanted: () => boolean): Promise<boolean> {
  const tries = listTries(actor)
  let isEnded = true
  try {
    for (const each of tries) if (!(await endOne(each, isWanted))) isEnded = false
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn(
      { err: error, school: actor.school.id },
      `${platformProvider} did not end the subscription of a school that is deleted`,
    )
    return false
  }
  // Tried again while the provider was being asked.
  return isEnded && listTries(actor).length === tries.length
}

async function endOne({ id, updatedAt }: Try, isWanted: () => boolean): Promise<boolean> {
  const status = await findStatus(id)
  if (!isWanted()) return false
  if (status === "ACTIVE" || status === "SUSPENDED") await planSales.cancel(id, "The school was deleted.")
  const isOpen = status === "APPROVAL_PENDING" && updatedAt > now() - approvableMs
  return !isOpen && status !== "APPROVED"
}

/** How it stands there; undefined for one that the provider doesn't know. */
export async function findStatus(subscriptionId: string) {
  try {
    return (await planSales.show(subscriptionId)).status
  } catch (error) {
    if (error instanceof ProviderError && error.status === 404) return undefined
    throw error
  }
}
