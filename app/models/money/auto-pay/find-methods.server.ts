import { savedMethods } from "db/schema/money-auto-pay"
import { and, eq, gt, inArray, lte, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"

export type SavedMethod = typeof savedMethods.$inferSelect

/** How long an agreement no one came back from is asked about: Stripe's page can be finished within a day. */
const askMs = 28 * 3_600_000

/** One of the person's own, whatever became of it. */
export const findOwnMethod = (actor: Actor, methodId: string): SavedMethod | undefined =>
  ownRows(actor, savedMethods)
    .where(and(eq(savedMethods.id, methodId), eq(savedMethods.memberId, actor.memberId ?? "")))
    .get()

export const findMethod = (actor: Actor, methodId: string): SavedMethod | undefined =>
  find(actor, savedMethods, methodId)

/** Whether a saved account is in use, or paused. */
export const isStanding = () => inArray(savedMethods.state, ["active", "paused"])

/** The one in use, or paused, with which the person pays a family's invoices. */
export const findStanding = (actor: Actor, familyId: string): SavedMethod | undefined =>
  ownRows(actor, savedMethods)
    .where(
      and(eq(savedMethods.familyId, familyId), eq(savedMethods.memberId, actor.memberId ?? ""), isStanding()),
    )
    .get()

/** Whose saved account the provider's token is, of all schools. For jobs. */
export const findMethodOfToken = (paymentTokenId: string): SavedMethod | undefined =>
  select().from(savedMethods).where(eq(savedMethods.paymentTokenId, paymentTokenId)).get()

/**
 * Agreements that may have been given at the provider while no one came back, of all schools. The older one is, the less often it
 * is asked about: again after an eighth of its age. For jobs.
 */
export const listMethodsToAskAbout = (limit = 20): SavedMethod[] =>
  select()
    .from(savedMethods)
    .where(
      and(
        eq(savedMethods.state, "asked"),
        gt(savedMethods.agreedAt, now() - askMs),
        lte(sql`${savedMethods.updatedAt} + (${now()} - ${savedMethods.agreedAt}) / 8`, now() - 60_000),
      ),
    )
    .orderBy(savedMethods.updatedAt)
    .limit(limit)
    .all()
