import { db } from "db/client.server"
import { enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, between, count, eq, lte, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { billingOnDay, isFreeTrial } from "~/models/teaching/price/agreed-on.server"
import { type BillingState, billingStates } from "~/models/teaching/seat/billing-state"
import { billingStateOf } from "~/models/teaching/seat/billing-state.server"
import { expectedInSession, hasNoSeat } from "~/models/teaching/seat/seat.server"
import { now } from "~/utils/clock.server"

/**
 * How many seats of past sessions are in each state, those included that only follow from an enrollment. `from` and `to`
 * are dates, both included.
 */
export function countBillingStates(actor: Actor, from: string, to: string): Record<BillingState, number> {
  const counts = Object.fromEntries(billingStates.map((state) => [state, 0])) as Record<BillingState, number>
  const past = and(
    eq(sessions.schoolId, actor.school.id),
    lte(sessions.endsAt, now()),
    between(sessions.localDate, from, to),
  )
  for (const { id } of listSeats(past)) {
    const state = billingStateOf(actor, id)
    if (state) counts[state] += 1
  }
  for (const { state, n } of countUnseated(past)) counts[state] += n
  return counts
}

const listSeats = (past: SQL | undefined) =>
  db()
    .select({ id: seats.id })
    .from(sessions)
    .innerJoin(seats, and(eq(seats.schoolId, sessions.schoolId), eq(seats.sessionId, sessions.id)))
    .where(past)
    .all()

/** The states of students enrolled on the date of a session who have no seat in it yet. */
function countUnseated(past: SQL | undefined) {
  const state = sql<BillingState>`case
    when ${sessions.state} = 'cancelled' or ${isFreeTrial} then 'not-chargeable'
    when ${billingOnDay} = 'monthly' then 'covered'
    else 'unbilled' end`
  return db()
    .select({ state, n: count() })
    .from(sessions)
    .innerJoin(enrollments, expectedInSession)
    .where(and(past, hasNoSeat))
    .groupBy(state)
    .all()
}
