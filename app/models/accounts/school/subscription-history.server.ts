import { subscriptions } from "db/schema/accounts-subscriptions"
import { events } from "db/schema/foundation-audit"
import { and, asc, eq, like } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"

// What a school's subscription did, without the school: plans, periods, discounts and instants. It is all that is kept of a
// deleted school for the revenue of those months.

/** One entry of the school's log about its subscription, as far as revenue needs it. */
type HistoryEntry = { at: number; facts: Record<string, unknown> }
export type SubscriptionHistory = {
  entries: HistoryEntry[]
  /** What the subscription was last. */
  last: {
    status: string
    plan: string | null
    interval: string | null
    discountMinor: number
    discountUntil: number | null
    activatedAt: number | null
    updatedAt: number
    createdAt: number
  } | null
}

const kept = ["status", "plan", "interval", "discountMinor", "discountUntil"]

export function readSubscriptionHistory(actor: Actor): SubscriptionHistory {
  const entries = ownRows(actor, events, { at: events.createdAt, after: events.after })
    .where(and(eq(events.noun, "subscription"), like(events.after, '%"status"%')))
    .orderBy(asc(events.createdAt), asc(events.id))
    .all()
    .map(({ at, after }) => {
      const facts = JSON.parse(after ?? "{}") as Record<string, unknown>
      return { at, facts: Object.fromEntries(Object.entries(facts).filter(([name]) => kept.includes(name))) }
    })
  const last =
    ownRows(actor, subscriptions, {
      ...columns(subscriptions, "status", "plan", "interval", "discountMinor"),
      ...columns(subscriptions, "discountUntil", "activatedAt", "updatedAt", "createdAt"),
    }).get() ?? null
  return { entries, last }
}
