import { marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { packageUses } from "db/schema/money-packages"
import { waivers } from "db/schema/money-waivers"
import { families, students } from "db/schema/people"
import { classes, classPrices, enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, count, eq, isNotNull, isNull, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import {
  billingOnDay as billing,
  inForce,
  isFreeTrial,
  priceOnDay as price,
} from "~/models/teaching/price/agreed-on.server"
import { now } from "~/utils/clock.server"
import type { BillingState } from "./billing-state"
import { enrolledOnDate } from "./seat.server"

// Nothing goes unbilled: every seat of a past session has exactly one of five billing states. Only this file decides
// which one; every figure and list uses it.

/** An enrollment that pays for each lesson, in a statement that has the session beside it. */
export const paysByLesson = sql`coalesce(${billing}, '') <> 'monthly'`

/** A seat whose lessons are taken from packages, in a statement that has the session and the enrollment beside it. */
export const isByPackage = sql`${billing} = 'package'`

const standingCharge = (condition: SQL) => sql`exists (select 1 from ${charges}
  where ${charges.schoolId} = ${seats.schoolId} and ${charges.seatId} = ${seats.id}
  and ${charges.withdrawnAt} is null and ${condition})`

/** What the seat's mark took from packages, or, of none, what waits for the next one. */
const openUse = (condition: SQL) => sql`exists (select 1 from ${packageUses}
  where ${packageUses.schoolId} = ${seats.schoolId} and ${packageUses.seatId} = ${seats.id}
  and ${packageUses.releasedAt} is null and ${condition})`

/** The seat is settled: it is marked, waived or charged. */
const isSettled = sql`(exists (select 1 from ${marks} where ${marks.schoolId} = ${seats.schoolId}
    and ${marks.seatId} = ${seats.id} and ${marks.supersededAt} is null)
  or exists (select 1 from ${waivers} where ${waivers.schoolId} = ${seats.schoolId} and ${waivers.seatId} = ${seats.id})
  or ${standingCharge(sql`1`)})`

/** The state of a seat, in SQL. */
const billingState = sql<BillingState>`case
  when ${standingCharge(sql`${charges.billedLines} = 0`)} then 'unbilled'
  when ${waivers.id} is not null then 'waived'
  when ${openUse(sql`${packageUses.packageId} is null`)} then 'unbilled'
  when ${standingCharge(sql`1`)} then 'invoiced'
  when ${sessions.state} = 'cancelled' or ${seats.kind} = 'trial' or ${isFreeTrial} then 'not-chargeable'
  when ${marks.id} is null and ${seats.kind} = 'enrolled' and not (${enrolledOnDate}) then 'not-chargeable'
  when ${seats.kind} = 'visitor' and ${billing} in ('monthly', 'package') then 'not-chargeable'
  when ${seats.kind} = 'enrolled' and ${billing} = 'monthly' then 'covered'
  when ${openUse(sql`1`)} then 'covered'
  when ${marks.id} is null then 'unbilled'
  when ${marks.chargedPercent} = 0 then 'not-chargeable'
  when ${seats.kind} = 'make_up' then 'covered'
  when ${price} is null or ${billing} = 'package' or ${marks.awaitsCharge} then 'unbilled'
  else 'not-chargeable' end`

/** The state of one seat of a past session; undefined when there is no such seat, or its session has not ended. */
export function billingStateOf(actor: Actor, seatId: string): BillingState | undefined {
  const sessionId = sql`(select ${seats.sessionId} from ${seats} where ${seats.schoolId} = ${actor.school.id} and ${seats.id} = ${seatId})`
  return countByState(actor, and(eq(sessions.id, sessionId), eq(seats.id, seatId)))[0]?.state
}

/**
 * Sessions that ended without attendance and have a student who pays for each lesson, whether the seat is a row yet or
 * follows from an enrollment: a condition on `sessions`, whose state and end are asked beside it.
 */
export const isOwed = sql`(not ${isFreeTrial} and exists (select 1 from ${enrollments}
    where ${enrollments.schoolId} = ${sessions.schoolId} and ${enrollments.classId} = ${sessions.classId}
    and ${enrolledOnDate} and ${paysByLesson}
    and not exists (select 1 from ${seats} where ${seats.schoolId} = ${sessions.schoolId}
      and ${seats.sessionId} = ${sessions.id} and ${seats.studentId} = ${enrollments.studentId}
      and (${seats.kind} = 'trial' or ${isSettled})))
  or exists (select 1 from ${seats} where ${seats.schoolId} = ${sessions.schoolId} and ${seats.sessionId} = ${sessions.id}
    and (${seats.kind} = 'make_up'
      or ${seats.kind} = 'visitor' and coalesce(${inForce(sql`${classPrices.billing}`)}, '') not in ('monthly', 'package'))
    and not ${isSettled}))`

/** A class without a price, and how many seats in it were attended and not charged. */
export type ClassWithoutPrice = { id: string; name: string; seats: number }

/**
 * Classes with seats that were marked before they had a price, from which no charge has come, also where a price was set since;
 * by name. Looks only at classes without a price and at marks that wait for their charge, so it stays quick however long the
 * school's history is.
 */
export function listClassesWithoutPrice(actor: Actor): ClassWithoutPrice[] {
  const counts = countByState(actor, and(...isBeforeItsPrice(actor)), sessions.classId)
  const unpriced = new Map(counts.flatMap(({ state, by, n }) => (state === "unbilled" ? [[by, n]] : [])))
  if (unpriced.size === 0) return []
  return ownRows(actor, classes, ["id", "name"])
    .where(among(classes.id, [...unpriced.keys()]))
    .orderBy(classes.name, classes.id)
    .all()
    .map((found) => ({ ...found, seats: unpriced.get(found.id) ?? 0 }))
}

/** The lessons of a family in a class that were marked before they had a price, and the first of their days, `YYYY-MM-DD`. */
export type LessonsWithoutPrice = {
  familyId: string
  familyName: string
  classId: string
  className: string
  lessons: number
  firstOn: string
}

/** The same seats by family and class, of all families or of one. */
export function listLessonsWithoutPrice(actor: Actor, familyId?: string): LessonsWithoutPrice[] {
  return select({
    familyId: students.familyId,
    familyName: families.name,
    classId: classes.id,
    className: classes.name,
    lessons: count(),
    firstOn: sql<string>`min(${sessions.localDate})`,
  })
    .from(sessions)
    .crossJoin(seats)
    .innerJoin(students, joined(students, seats.studentId))
    .innerJoin(families, joined(families, students.familyId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(enrollments, joined(enrollments, seats.enrollmentId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(waivers, joined(seats, waivers.seatId))
    .where(
      and(
        own(actor, sessions),
        lte(sessions.endsAt, now()),
        joined(sessions, seats.sessionId),
        ...isBeforeItsPrice(actor),
        familyId === undefined ? undefined : eq(students.familyId, familyId),
        sql`${billingState} = 'unbilled'`,
      ),
    )
    .groupBy(students.familyId, classes.id)
    .orderBy(classes.name, classes.id)
    .all()
}

/** Seats of such classes that were marked and not charged. */
const isBeforeItsPrice = (actor: Actor): SQL[] => [
  sql`${sessions.classId} in (${classesBeforeTheirPrice(actor)})`,
  isNotNull(marks.id),
  sql`not ${standingCharge(sql`1`)}`,
]

/** Classes whose first session lies before their first price, or that have none, and those with a mark that awaits its charge. */
function classesBeforeTheirPrice(actor: Actor): SQL {
  return sql`select c.id from classes c where c.school_id = ${actor.school.id} and not exists (
    select 1 from class_prices p where p.school_id = c.school_id and p.class_id = c.id and p.from_date <= (
      select min(s.original_date) from sessions s where s.school_id = c.school_id and s.class_id = c.id))
    union select s.class_id from marks m indexed by marks_awaiting
      cross join seats t on t.school_id = m.school_id and t.id = m.seat_id
      cross join sessions s on s.school_id = t.school_id and s.id = t.session_id
    where m.school_id = ${actor.school.id} and m.awaits_charge = 1`
}

/** Seats by their state, and by another column where one is given. */
function countByState(actor: Actor, condition: SQL | undefined, by: SQLWrapper = sql`''`) {
  return (
    select({ state: billingState, by: sql<string>`${by}`, n: count() })
      .from(sessions)
      // a cross join keeps SQLite from starting with all the seats of a school
      .crossJoin(seats)
      .leftJoin(enrollments, joined(enrollments, seats.enrollmentId))
      .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
      .leftJoin(waivers, joined(seats, waivers.seatId))
      .where(
        and(own(actor, sessions), lte(sessions.endsAt, now()), joined(sessions, seats.sessionId), condition),
      )
      .groupBy(billingState, sql`${by}`)
      .all()
  )
}
