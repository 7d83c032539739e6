import { platformRefunds, schoolCredits } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, desc, eq, gt, inArray, max, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addUnlessThere, ownRows } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"

// A school's credit with us: what our staff gave it, less what was used. Minor units of USD.

export type SchoolCredit = typeof schoolCredits.$inferSelect
type NewCredit = Pick<SchoolCredit, "id" | "kind" | "months" | "amountMinor">

/** False when this id was written before. In the caller's transaction. */
export function addCredit(school: Actor, credit: NewCredit): boolean {
  const newest = ownRows(school, platformPayments, { paidAt: max(platformPayments.paidAt) }).get()
  const paymentsAfter = Math.max(now(), newest?.paidAt ?? 0)
  return addUnlessThere(school, schoolCredits, { currency: "USD", paymentsAfter, ...credit })
}

/** What is left; what was asked of the provider and isn't answered yet counts as used. */
export function creditLeft(actor: Actor): number {
  const given = ownRows(actor, schoolCredits, {
    sumMinor: sql<number>`coalesce(sum(${schoolCredits.amountMinor}), 0)`,
  }).get()
  const used = ownRows(actor, platformRefunds, {
    sumMinor: sql<number>`coalesce(sum(${platformRefunds.amountMinor}), 0)`,
  })
    .where(
      and(eq(platformRefunds.origin, "credit"), inArray(platformRefunds.state, ["asked", "held", "done"])),
    )
    .get()
  return (given?.sumMinor ?? 0) - (used?.sumMinor ?? 0)
}

const mostCredits = 50

/** What was given and taken back, newest first. */
export const listCredits = (actor: Actor): SchoolCredit[] =>
  ownRows(actor, schoolCredits)
    .orderBy(desc(schoolCredits.createdAt), desc(schoolCredits.id))
    .limit(mostCredits)
    .all()

/** Which payments are paid back from it: those after the credit was given last, UTC ms; null without any. */
export const creditedAfter = (actor: Actor): number | null =>
  ownRows(actor, schoolCredits, { at: max(schoolCredits.paymentsAfter) })
    .where(gt(schoolCredits.amountMinor, 0))
    .get()?.at ?? null
