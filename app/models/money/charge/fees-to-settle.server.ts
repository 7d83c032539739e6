import { db } from "db/client.server"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { agreedOn } from "~/models/teaching/price/own-price.server"
import { now } from "~/utils/clock.server"
import { addMonths, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import { onInvoice } from "./charge-query.server"
import { creditedAmount, taxedColumns } from "./seat-charges.server"

// The monthly fees that the end of an enrollment concerns, and those that it concerned until the end was undone.

/** Why a fee was withdrawn: by this it is found again when the end is undone. */
export const enrollmentEnded = "Enrollment ended"

const dayMs = 86_400_000
/** How long ago a fee may have been settled for the end of its enrollment to be looked at again. */
const lookBackMs = 62 * dayMs

/** A month (`YYYY-MM`) of an enrollment; null for all of them. */
export type MonthOf = { enrollmentId: string; month: string | null }

/**
 * What may have to be settled: fees of this month and the last one whose enrollment ends in it, of months after the last
 * day and then of its own month, and what was settled within two months.
 */
export function listToSettle(actor: Actor): MonthOf[] {
  const school = actor.school.id
  const lastMonth = monthOf(addMonths(`${monthOf(today(actor.school.timeZone, now()))}-01`, -1))
  const since = now() - lookBackMs
  return db().all<MonthOf>(sql`
    with found (enrollmentId, month) as (
    select c.enrollment_id, c.month from enrollments e cross join charges c on c.school_id = e.school_id and c.enrollment_id = e.id
      and c.month >= ${lastMonth} and c.source = 'flat' and c.withdrawn_at is null
    where e.school_id = ${school} and e.ends_on is not null and e.ends_on < c.month || '-31'
    union
    select c.enrollment_id, c.month from enrollments e cross join charges c on c.school_id = e.school_id and c.enrollment_id = e.id
      and c.month > substr(e.ends_on, 1, 7) and c.source = 'flat' and c.withdrawn_at is null
    where e.school_id = ${school} and e.ends_on is not null
      and not exists (select 1 from charges k where k.school_id = c.school_id and k.corrects_charge_id = c.id
        and k.source = 'correction' and k.withdrawn_at is null)
    union
    select c.enrollment_id, c.month from charges c where c.school_id = ${school} and c.withdrawn_at >= ${since}
      and c.source = 'flat' and c.withdrawn_reason = ${enrollmentEnded}
    union
    select c.enrollment_id, c.month from charges k
      cross join charges c on c.school_id = k.school_id and c.id = k.corrects_charge_id and c.source = 'flat'
    where k.school_id = ${school} and k.created_at >= ${since} and k.source = 'correction'
      and k.withdrawn_at is null)
    select enrollmentId, month from found
    union
    select f.enrollmentId, substr(e.ends_on, 1, 7) from found f
      cross join enrollments e on e.school_id = ${school} and e.id = f.enrollmentId
      and substr(e.ends_on, 1, 7) < f.month`)
}

export const listEnrollmentsOf = (actor: Actor, classId: string): string[] =>
  db()
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(own(actor, enrollments), eq(enrollments.classId, classId)))
    .all()
    .map(({ id }) => id)

/** Every monthly fee that these enrollments were ever charged, in the order in which they were. */
function listFees(actor: Actor, months: readonly MonthOf[]) {
  const ids = [...new Set(months.map(({ enrollmentId }) => enrollmentId))]
  const wanted = new Set(months.map(keyOf))
  return feesOf(actor, ids).filter(
    ({ enrollmentId, month }) =>
      wanted.has(keyOf({ enrollmentId, month: null })) || wanted.has(keyOf({ enrollmentId, month })),
  )
}

const keyOf = ({ enrollmentId, month }: MonthOf) => `${enrollmentId} ${month ?? ""}`

const feesOf = (actor: Actor, enrollmentIds: readonly string[]) =>
  db()
    .select({
      chargeId: charges.id,
      month: sql<string>`${charges.month}`,
      description: charges.description,
      reason: charges.reason,
      occurredOn: charges.occurredOn,
      dueOn: charges.dueOn,
      feeRule: charges.feeRule,
      ...taxedColumns,
      withdrawnAt: charges.withdrawnAt,
      withdrawnReason: charges.withdrawnReason,
      isFrozen: sql<number>`${onInvoice}`.mapWith(Boolean),
      creditedMinor: creditedAmount,
      enrollmentId: enrollments.id,
      classId: enrollments.classId,
      studentId: enrollments.studentId,
      familyId: charges.familyId,
      startsOn: enrollments.startsOn,
      endsOn: enrollments.endsOn,
      ...agreedOn(sql`max(enrollments.starts_on, ${charges.month} || '-01')`),
    })
    .from(charges)
    .innerJoin(enrollments, joined(enrollments, charges.enrollmentId))
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, charges),
        sql`${charges.enrollmentId} in (select value from json_each(${JSON.stringify(enrollmentIds)}))`,
        eq(charges.source, "flat"),
      ),
    )
    .orderBy(asc(charges.id))
    .all()

export type Fee = ReturnType<typeof feesOf>[number]

/** A month of an enrollment: the fee that stands or was withdrawn last, and the one that was charged before any end. */
export type FeeToSettle = {
  fee: Fee
  original: Fee
  /** Whether the office changed by hand what a last day had left of it: then it has decided. */
  isByHand: boolean
}

/** What was charged for some months, where a last day may change it. */
export function listFeesToSettle(actor: Actor, months: readonly MonthOf[]): FeeToSettle[] {
  return [...groupBy(listFees(actor, months), keyOf).values()].flatMap((fees) => {
    const fee = fees.at(-1)
    if (!fee || (fee.withdrawnAt !== null && fee.withdrawnReason !== enrollmentEnded)) return []
    let first = fees.length - 1
    while (fees[first - 1]?.withdrawnReason === enrollmentEnded) first -= 1
    return [{ fee, original: fees[first] ?? fee, isByHand: wasPartChanged(fees.slice(0, first)) }]
  })
}

/** Whether the office changed by hand what was left of a fee by a last day. */
function wasPartChanged(earlier: readonly Fee[]): boolean {
  let whole: Fee | undefined
  for (const fee of earlier) {
    if (fee.withdrawnReason === enrollmentEnded) whole ??= fee
    else if (whole && fee.amountMinor < whole.amountMinor) return true
    else whole = undefined
  }
  return false
}

/** What was added to or taken off a month's fee since: the correction of it, and what put it up again. */
export function listAnswers(actor: Actor, { chargeId, enrollmentId, month }: Fee) {
  return db()
    .select({
      chargeId: charges.id,
      source: charges.source,
      amountMinor: charges.amountMinor,
      isFrozen: sql<number>`${onInvoice}`.mapWith(Boolean),
      creditedMinor: creditedAmount,
    })
    .from(charges)
    .where(
      and(
        own(actor, charges),
        isNull(charges.withdrawnAt),
        or(
          and(isNotNull(charges.correctsChargeId), eq(charges.correctsChargeId, chargeId)),
          and(eq(charges.source, "item"), eq(charges.enrollmentId, enrollmentId), eq(charges.month, month)),
        ),
      ),
    )
    .all()
}
