import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, eq, gte, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, ownRows, select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { now, todayOf } from "~/utils/clock.server"
import { addMonths, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { onInvoice } from "./charge-query.server"
import { type Answer, isDecided, readHistory } from "./month-history"
import { creditedAmount, taxedColumns } from "./seat-charges.server"

// The monthly fees that the end of an enrollment concerns, and those that it concerned until the end was undone.

/** Why a fee was withdrawn: by this it is found again when the end is undone. */
export const enrollmentEnded = "Enrollment ended"

const dayMs = 86_400_000
/** How long ago a fee may have been settled for the end of its enrollment to be looked at again. */
const lookBackMs = 62 * dayMs

/** A month (`YYYY-MM`) of an enrollment. */
export type MonthOf = { enrollmentId: string; month: string }

/** So many enrollments are looked at in one statement, whatever comes of it. */
const lookedAt = 100
/** Behind every month: the months of an enrollment are all looked at. */
const lastOfAll = "9999-12"

/**
 * The next months that may have to be settled, behind an earlier one: fees of this month and the last one whose enrollment
 * ends in it, of months after the last day and then of its own month, and what was settled within two months.
 * @returns with the month to go on behind, until every enrollment was looked at
 */
export function listNextToSettle(
  actor: Actor,
  behind: MonthOf = { enrollmentId: "", month: "" },
  { classId, most }: { classId?: string | undefined; most: number },
): { months: MonthOf[]; behind: MonthOf | undefined } {
  const enrollmentIds = listNextEnrollments(actor, behind, classId)
  const months = enrollmentIds.length === 0 ? [] : listMonthsToSettle(actor, enrollmentIds, behind, most)
  if (months.length === most) return { months, behind: months.at(-1) }
  const last = enrollmentIds.at(-1)
  const isMore = last !== undefined && enrollmentIds.length === lookedAt
  return { months, behind: isMore ? { enrollmentId: last, month: lastOfAll } : undefined }
}

/** That of the month itself is one of them: more of its months may follow. */
const listNextEnrollments = (actor: Actor, { enrollmentId }: MonthOf, classId?: string): string[] =>
  ownRows(actor, enrollments, ["id"])
    .where(
      and(
        gte(enrollments.id, enrollmentId),
        classId === undefined ? undefined : eq(enrollments.classId, classId),
      ),
    )
    .orderBy(classId === undefined ? asc(enrollments.id) : sql`+${enrollments.id}`)
    .limit(lookedAt)
    .all()
    .map(({ id }) => id)

function listMonthsToSettle(
  actor: Actor,
  enrollmentIds: readonly string[],
  { enrollmentId, month }: MonthOf,
  most: number,
): MonthOf[] {
  const school = actor.school.id
  const lastMonth = monthOf(addMonths(`${monthOf(todayOf(actor))}-01`, -1))
  const since = now() - lookBackMs
  return askAll<MonthOf>(sql`
    with found (enrollmentId, month) as (
    select c.enrollment_id, c.month from json_each(${JSON.stringify(enrollmentIds)}) i
      cross join enrollments e on e.school_id = ${school} and e.id = i.value
      cross join charges c on c.school_id = e.school_id and c.enrollment_id = e.id and c.source = 'flat'
    where (c.withdrawn_at is null and e.ends_on is not null and c.month >= ${lastMonth} and e.ends_on < c.month || '-31')
      or (c.withdrawn_at is null and e.ends_on is not null and c.month > substr(e.ends_on, 1, 7)
        and not exists (select 1 from charges k where k.school_id = c.school_id and k.corrects_charge_id = c.id
          and k.source = 'correction' and k.withdrawn_at is null))
      or (c.withdrawn_at >= ${since} and c.withdrawn_reason = ${enrollmentEnded})
      or exists (select 1 from charges k where k.school_id = c.school_id and k.corrects_charge_id = c.id
        and k.source = 'correction' and k.withdrawn_at is null and k.created_at >= ${since}))
    select enrollmentId, month from (
      select enrollmentId, month from found
      union
      select f.enrollmentId, substr(e.ends_on, 1, 7) from found f
        cross join enrollments e on e.school_id = ${school} and e.id = f.enrollmentId
        and substr(e.ends_on, 1, 7) < f.month)
    where (enrollmentId, month) > (${enrollmentId}, ${month})
    order by enrollmentId, month limit ${most}`)
}

/** The months that an enrollment was ever charged for. */
export const listMonthsOf = (actor: Actor, enrollmentId: string): MonthOf[] =>
  selectDistinct({
    enrollmentId: sql<string>`${charges.enrollmentId}`,
    month: sql<string>`${charges.month}`,
  })
    .from(charges)
    .where(and(own(actor, charges), eq(charges.enrollmentId, enrollmentId), eq(charges.source, "flat")))
    .all()

export const keyOf = ({ enrollmentId, month }: MonthOf) => `${enrollmentId} ${month}`

/** Every monthly fee that was ever charged for these months, in the order in which they were. */
const feesOf = (actor: Actor, months: readonly MonthOf[]) =>
  select({
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
        sql`(${charges.enrollmentId}, ${charges.month}) in (select value ->> 0, value ->> 1
          from json_each(${JSON.stringify(months.map((each) => [each.enrollmentId, each.month]))}))`,
        eq(charges.source, "flat"),
      ),
    )
    // with the plus they are sorted: in the order of the index SQLite reads every charge of the school
    .orderBy(sql`+${charges.id}`)
    .all()

export type Fee = ReturnType<typeof feesOf>[number]

/** A month of an enrollment: the fee that stands or was withdrawn last, and the one that was charged before any end. */
export type FeeToSettle = {
  fee: Fee
  original: Fee
  /** Every fee that the month ever had: what takes something off it may name an earlier one. */
  chargeIds: readonly string[]
  /** Whether the office changed by hand what a last day had left of it: then it has decided. */
  isByHand: boolean
  /** Whether the office gave the original its amount by hand. */
  isSetByHand: boolean
}

/** What was charged for some months, where a last day may change it. */
export function listFeesToSettle(actor: Actor, months: readonly MonthOf[]): FeeToSettle[] {
  return [...groupBy(feesOf(actor, months), keyOf).values()].flatMap((fees) => {
    const history = readHistory(fees, enrollmentEnded)
    if (!history) return []
    const { last: fee, original, isByHand, isSetByHand } = history
    return [{ fee, original, chargeIds: fees.map(({ chargeId }) => chargeId), isByHand, isSetByHand }]
  })
}

// What was added to or taken off the monthly fees that the end of an enrollment concerns.

export type Answers = {
  answersOf: (fee: Fee) => readonly Answer[]
  /** Whether the office changed or waived by hand what put the month's fee up again or took more off it: then it has decided. */
  isWaived: (fee: Fee) => boolean
}

/** What was added to or taken off some months' fees since, in two statements. */
export function listAnswers(actor: Actor, found: readonly FeeToSettle[]): Answers {
  const monthOf = new Map(
    found.flatMap(({ fee, chargeIds }) => chargeIds.map((id) => [id, keyOf(fee)] as const)),
  )
  const corrections = groupBy(correctionsOf(actor, [...monthOf.keys()]), ({ corrected }) =>
    monthOf.get(corrected),
  )
  const items = groupBy(
    itemsOf(
      actor,
      found.map(({ fee }) => fee),
    ),
    keyOf,
  )
  return {
    answersOf: (fee) => [
      ...(corrections.get(keyOf(fee)) ?? []),
      ...(items.get(keyOf(fee)) ?? []).filter(({ withdrawnAt }) => withdrawnAt === null),
    ],
    isWaived: (fee) => isDecided(items.get(keyOf(fee)) ?? [], enrollmentEnded),
  }
}

export const answerColumns = {
  chargeId: charges.id,
  source: charges.source,
  amountMinor: charges.amountMinor,
  isFrozen: sql<number>`${onInvoice}`.mapWith(Boolean),
  creditedMinor: creditedAmount,
}

const correctionsOf = (actor: Actor, chargeIds: readonly string[]) =>
  ownRows(actor, charges, { ...answerColumns, corrected: sql<string>`${charges.correctsChargeId}` })
    .where(
      and(
        isNotNull(charges.correctsChargeId),
        sql`${charges.correctsChargeId} in (select value
          from json_each(${JSON.stringify(chargeIds)}))`,
        isNull(charges.withdrawnAt),
      ),
    )
    .all()

const itemsOf = (actor: Actor, fees: readonly Fee[]) =>
  ownRows(actor, charges, {
    ...answerColumns,
    enrollmentId: sql<string>`${charges.enrollmentId}`,
    month: sql<string>`${charges.month}`,
    createdAt: charges.createdAt,
    withdrawnAt: charges.withdrawnAt,
    withdrawnReason: charges.withdrawnReason,
  })
    .where(
      and(
        sql`(${charges.enrollmentId}, ${charges.month}) in (select value ->> 0, value ->> 1
          from json_each(${JSON.stringify(fees.map(({ enrollmentId, month }) => [enrollmentId, month]))}))`,
        eq(charges.source, "item"),
      ),
    )
    .orderBy(sql`+${charges.id}`)
    .all()
