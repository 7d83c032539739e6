import { db } from "db/client.server"
import { charges, invoiceLines, waivers } from "db/schema/money"
import { classPrices, enrollments, marks, seats, sessions } from "db/schema/teaching"
import { and, between, count, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import { type BillingState, billingStates } from "./billing-state"
import { enrolledOnDate } from "./seat.server"

// Nothing goes unbilled: every seat of a past session is exactly one of five things. This is the one place that says
// which; every figure and list asks here.

const inForce = (column: SQL) => sql`(select ${column} from ${classPrices}
  where ${classPrices.schoolId} = ${sessions.schoolId} and ${classPrices.classId} = ${sessions.classId}
  and ${classPrices.fromDate} <= ${sessions.localDate}
  order by ${classPrices.fromDate} desc, ${classPrices.id} desc limit 1)`
const billing = sql`coalesce(${enrollments.billing}, ${inForce(sql`${classPrices.billing}`)})`
const price = sql`coalesce(${enrollments.priceMinor}, ${inForce(sql`${classPrices.amountMinor}`)})`

const standingCharge = (condition: SQL) => sql`exists (select 1 from ${charges}
  where ${charges.schoolId} = ${seats.schoolId} and ${charges.seatId} = ${seats.id}
  and ${charges.withdrawnAt} is null and ${condition})`
const onInvoice = sql`exists (select 1 from ${invoiceLines} where ${invoiceLines.schoolId} = ${charges.schoolId}
  and ${invoiceLines.chargeId} = ${charges.id} and ${invoiceLines.releasedAt} is null)`

/** The state of a seat, in SQL. */
const billingState = sql<BillingState>`case
  when ${standingCharge(sql`not ${onInvoice}`)} then 'unbilled'
  when ${waivers.id} is not null then 'waived'
  when ${standingCharge(sql`1`)} then 'invoiced'
  when ${sessions.state} = 'cancelled' or ${seats.kind} = 'trial' then 'not-chargeable'
  when ${marks.id} is null and ${seats.kind} = 'enrolled' and not (${enrolledOnDate}) then 'not-chargeable'
  when ${seats.kind} in ('enrolled', 'visitor') and ${billing} in ('monthly', 'package')
    then case ${seats.kind} when 'enrolled' then 'covered' else 'not-chargeable' end
  when ${marks.id} is null then 'unbilled'
  when ${marks.chargedPercent} = 0 then 'not-chargeable'
  when ${seats.kind} = 'make_up' then 'covered'
  when ${price} is null then 'unbilled'
  else 'not-chargeable' end`

/** The state of one seat of a past session; undefined when there is no such seat, or its session has not ended. */
export function billingStateOf(actor: Actor, seatId: string): BillingState | undefined {
  const own = sql`(select ${seats.sessionId} from ${seats} where ${seats.schoolId} = ${actor.school.id} and ${seats.id} = ${seatId})`
  return countByState(actor, and(eq(sessions.id, own), eq(seats.id, seatId)))[0]?.state
}

/** How many seats of past sessions are in each state. `from` and `to` are dates, both included. */
export function countBillingStates(actor: Actor, from: string, to: string): Record<BillingState, number> {
  const found = new Map(
    countByState(actor, between(sessions.localDate, from, to)).map(({ state, n }) => [state, n]),
  )
  const counts = billingStates.map((state) => [state, found.get(state) ?? 0])
  return Object.fromEntries(counts) as Record<BillingState, number>
}

/**
 * Unbilled seats of past sessions from which no charge has come: nobody marked them, or they were marked in a class
 * that had no price. Looks only at sessions without a register and at classes without a price, so it stays quick
 * however long the school's history is.
 */
export function countSeatsOwing(actor: Actor): { seatsWithoutMark: number; seatsWithoutPrice: number } {
  const unmarked = countByState(
    actor,
    // 'planned' in letters: SQLite can only then use the index of sessions without a register
    and(isNull(sessions.registerTakenAt), sql`${sessions.state} = 'planned'`, isNull(marks.id)),
  )
  const unpriced = countByState(
    actor,
    and(
      sql`${sessions.classId} in (${classesBeforeTheirPrice(actor)})`,
      isNotNull(marks.id),
      sql`not ${standingCharge(sql`1`)}`,
    ),
  )
  const unbilled = (rows: typeof unmarked) => rows.find(({ state }) => state === "unbilled")?.n ?? 0
  return { seatsWithoutMark: unbilled(unmarked), seatsWithoutPrice: unbilled(unpriced) }
}

/** Classes whose first session lies before their first price, or that have none. */
function classesBeforeTheirPrice(actor: Actor): SQL {
  return sql`select c.id from classes c where c.school_id = ${actor.school.id} and not exists (
    select 1 from class_prices p where p.school_id = c.school_id and p.class_id = c.id and p.from_date <= (
      select min(substr(s.slot, 1, 10)) from sessions s where s.school_id = c.school_id and s.class_id = c.id))`
}

function countByState(actor: Actor, condition: SQL | undefined) {
  return (
    db()
      .select({ state: billingState, n: count() })
      .from(sessions)
      // a cross join keeps SQLite from starting with all the seats of a school
      .crossJoin(seats)
      .leftJoin(
        enrollments,
        and(eq(enrollments.schoolId, seats.schoolId), eq(enrollments.id, seats.enrollmentId)),
      )
      .leftJoin(
        marks,
        and(eq(marks.schoolId, seats.schoolId), eq(marks.seatId, seats.id), isNull(marks.supersededAt)),
      )
      .leftJoin(waivers, and(eq(waivers.schoolId, seats.schoolId), eq(waivers.seatId, seats.id)))
      .where(
        and(
          eq(sessions.schoolId, actor.school.id),
          lte(sessions.endsAt, now()),
          eq(seats.schoolId, sessions.schoolId),
          eq(seats.sessionId, sessions.id),
          condition,
        ),
      )
      .groupBy(billingState)
      .all()
  )
}
