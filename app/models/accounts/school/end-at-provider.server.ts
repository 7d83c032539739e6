import { subscriptionAttempts } from "db/schema/accounts-subscriptions"
import { asc, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { noAnswerOf, ProviderError } from "~/providers/payment-provider"
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

/** What the provider goes on with, and how it stands there or why it wasn't ended. */
export type StillRunning = { providerSubscriptionId: string; reported: string }

/** One that its buyer can still approve: it ends by the provider's own clock, so no one has to cancel it. */
export const stillApprovable = "APPROVAL_PENDING"

/**
 * Ends all that a school would go on paying for. Not so while one can't be ended: the provider doesn't answer or refuses, its
 * buyer may still approve, or the school isn't to be ended anymore. Safe to repeat.
 * @param isWanted asked before each is canceled, which can't be taken back
 */
export async function endAtProvider(
  actor: Actor,
  isWanted: () => boolean,
): Promise<{ ok: true } | { ok: false; running: StillRunning[] }> {
  const tries = listTries(actor)
  const running: StillRunning[] = []
  for (const each of tries) {
    const { reported, isDown } = await endOne(actor, each, isWanted)
    if (reported !== undefined) running.push({ providerSubscriptionId: each.id, reported })
    // Each of the others would wait as long for nothing.
    if (isDown) break
  }
  // Tried again while the provider was being asked.
  const isAll = listTries(actor).length === tries.length
  return isAll && running.length === 0 ? { ok: true } : { ok: false, running }
}

type Ended = { reported?: string; isDown?: boolean }

/**
 * What the provider says of one that it goes on with, and whether no call reaches the provider just now. One that can't be ended
 * keeps no other from it.
 */
async function endOne(actor: Actor, { id, updatedAt }: Try, isWanted: () => boolean): Promise<Ended> {
  try {
    const status = await findStatus(id)
    const isRunning = status === "ACTIVE" || status === "SUSPENDED"
    if (isRunning && isWanted()) {
      await planSales.cancel(id, "The school was deleted.")
      return {}
    }
    const isOpen = status === stillApprovable && updatedAt > now() - approvableMs
    return isRunning || isOpen || status === "APPROVED" ? { reported: status } : {}
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn(
      { err: error, school: actor.school.id },
      `${platformProvider} did not end the subscription of a school that is deleted`,
    )
    return { reported: error.issue ?? error.code, isDown: noAnswerOf(error) === "unreachable" }
  }
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
