import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import { and, eq, sql } from "drizzle-orm"
import { taxOf } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, ownRows } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { removeFees } from "~/models/teaching/price/fees-follow.server"
import { now, todayOf } from "~/utils/clock.server"
import { earliestDay, monthBounds, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { readStoredRule, readWorkedOut } from "../tuition/tuition-rule.server"
import { monthDescription } from "./charge"
import { listHeldDiscounts, writeDiscountsOf } from "./charge-discounts.server"
import {
  type Behind,
  billsMonthly,
  type DueEnrollment,
  listDue,
  listDueAhead,
  listEnrolled,
  listNextEnrollments,
  monthsAhead,
  monthsDue,
} from "./due-enrollments.server"
import { type MonthFee, monthFees, readFeeTerms } from "./month-fee.server"
import { taxedColumns } from "./seat-charges.server"

/** Few enough rows that one statement stays under SQLite's limit of parameters. */
const atOnce = 500

/** Charges a month's fees, each with how it was worked out; one that comes to nothing isn't. Answers how many. */
function writeFees(
  actor: Actor,
  month: string,
  all: readonly { enrollment: DueEnrollment; fee: MonthFee | null }[],
): number {
  const { first } = monthBounds(month)
  const made = all.flatMap(({ enrollment, fee }) =>
    fee && fee.due.amountMinor !== 0 ? [{ enrollment, fee, row: newRow(actor) }] : [],
  )
  for (let start = 0; start < made.length; start += atOnce) {
    const some = made.slice(start, start + atOnce)
    addAll(
      actor,
      charges,
      some.map(({ enrollment, fee, row }) => {
        const { discounts: _, ...amount } = fee.due
        return {
          ...row,
          familyId: enrollment.familyId,
          studentId: enrollment.studentId,
          source: "flat" as const,
          enrollmentId: enrollment.enrollmentId,
          month,
          description: monthDescription(enrollment, enrollment.className, formatDate(first, "month")),
          reason: fee.reason,
          occurredOn: fee.day,
          dueOn: fee.dueOn,
          feeRule: JSON.stringify({ ...fee.rule, feeMinor: fee.feeMinor, share: fee.share }),
          ...amount,
        }
      }),
    )
    writeDiscountsOf(
      actor,
      some.map(({ fee, row }) => ({ chargeId: row.id, taken: fee.due.discounts })),
    )
  }
  return made.length
}

// A fee is charged as soon as someone is enrolled. Until the next midnight UTC, when fees were charged before that, it follows
// the price: whoever enrolls a student and then agrees a custom price means one thing.

const dayMs = 86_400_000

/** A fee of an enrollment made today that no invoice, no draft and no hand has touched. */
const isFresh = (month: string) => sql`${enrollments.createdAt} >= ${Math.floor(now() / dayMs) * dayMs}
  and (select count(*) from charges c where c.school_id = ${enrollments.schoolId}
    and c.enrollment_id = ${enrollments.id} and c.month = ${month}) = 1
  and exists (select 1 from charges c where c.school_id = ${enrollments.schoolId}
    and c.enrollment_id = ${enrollments.id} and c.month = ${month} and c.source = 'flat'
    and c.withdrawn_at is null and c.billed_lines = 0)`

/**
 * Replaces the fees of enrollments made today whose price is another one now. The rule, the part, the discounts and the tax stay
 * those that they were charged with.
 */
function replaceOutdated(actor: Actor, month: string, among: readonly string[]) {
  const fresh = listEnrolled(actor, month, isFresh(month), among)
  if (fresh.length === 0) return
  const chargedOf = listCharged(
    actor,
    month,
    fresh.map(({ enrollmentId }) => enrollmentId),
  )
  const held = listHeldDiscounts(
    actor,
    [...chargedOf.values()].map(({ chargeId }) => chargeId),
  )
  const ruleOf = ({ enrollmentId }: DueEnrollment) =>
    readStoredRule(chargedOf.get(enrollmentId)?.feeRule ?? null)
  for (const alike of groupBy(fresh, (enrollment) => JSON.stringify(ruleOf(enrollment))).values()) {
    const terms = readFeeTerms(actor, [...new Set(alike.map(({ classId }) => classId))])
    const rule = (alike[0] && ruleOf(alike[0])) ?? terms.rule
    const feeOf = monthFees(actor, month, alike, { ...terms, rule }, ({ enrollmentId, classId }) => {
      const was = chargedOf.get(enrollmentId)
      return {
        tax: was ? taxOf(was) : terms.taxOfClass(classId),
        discounts: held.get(was?.chargeId ?? "") ?? [],
        share: readWorkedOut(was?.feeRule ?? null).share,
        dueOn: was?.dueOn ?? null,
      }
    })
    for (const enrollment of alike) {
      const fee = feeOf(enrollment)
      const charged = chargedOf.get(enrollment.enrollmentId)
      const isSame =
        charged?.amountMinor === (fee?.due.amountMinor ?? 0) && charged?.dueOn === (fee?.dueOn ?? null)
      if (charged && !isSame && removeFees(actor, [enrollment.enrollmentId], month))
        writeFees(actor, month, [{ enrollment, fee }])
    }
  }
}

function listCharged(actor: Actor, month: string, among: readonly string[]) {
  const rows = ownRows(actor, charges, {
    chargeId: charges.id,
    enrollmentId: charges.enrollmentId,
    feeRule: charges.feeRule,
    dueOn: charges.dueOn,
    ...taxedColumns,
  })
    .where(
      and(
        sql`${charges.enrollmentId} in (select value from json_each(${JSON.stringify(among)}))`,
        eq(charges.month, month),
      ),
    )
    .all()
  return new Map(rows.map((row) => [row.enrollmentId, row]))
}

/**
 * Charges the flat fee of a month ("YYYY-MM") for every enrollment billed monthly that is in force on any of its days. The
 * school's rule says what a month costs that is only partly attended. The price is the one in force on the first
 * such day. An enrollment is charged once a month; a fee that was taken back is not charged again. An installment of a course
 * that pays for several months is charged with all of them.
 * @returns how many fees were charged
 */
export const chargeMonth = (actor: Actor, month: string): number =>
  transact(() => {
    const sums = Object.fromEntries(
      listUncharged(actor, month).map(({ month: each, due }) => [each, chargeAll(actor, each, due)]),
    )
    recordCharged(actor, sums)
    return Object.values(sums).reduce((sum, charged) => sum + charged, 0)
  })

/** Who has no fee yet of a month, and of the later ones that an installment due by its end pays for. */
const listUncharged = (actor: Actor, month: string) => [
  { month, due: listDue(actor, month) },
  ...monthsAhead(actor, month).map((ahead) => ({ month: ahead, due: listDueAhead(actor, ahead, month) })),
]

/** What `chargeMonth` will charge whom of a month that hasn't begun, as things are now; minor units. */
export const listComingFees = (actor: Actor, month: string): { studentId: string; amountMinor: number }[] =>
  listUncharged(actor, month).flatMap(({ month: each, due }) => {
    const feeOf = monthFees(actor, each, due)
    return due.flatMap((enrollment) => {
      const amountMinor = feeOf(enrollment)?.due.amountMinor ?? 0
      return amountMinor === 0 ? [] : [{ studentId: enrollment.studentId, amountMinor }]
    })
  })

/** Enrollments of one step; each of their months is charged with it. */
const enrollmentsInStep = 100

/** How far fees are charged: behind which enrollment, and how many of each month (`YYYY-MM`). */
type ChargedSoFar = Behind & { charged: Record<string, number> }

/**
 * Charges this month and any missed months before it, back to the month the school joined, for the next enrollments of the school or
 * of one class. There, fees of enrollments made today follow a price that changed since.
 * @returns where the next step goes on; undefined once every enrollment was looked at
 */
export function chargeNextFees(
  actor: Actor,
  { charged, ...behind }: ChargedSoFar = { after: "", charged: {} },
  most = enrollmentsInStep,
): ChargedSoFar | undefined {
  return transact(() => {
    if (behind.after === "" && !billsMonthly(actor)) return undefined
    const next = listNextEnrollments(actor, behind, most)
    const sums = addUp(
      charged,
      chargeSome(
        actor,
        next.map(({ id }) => id),
        { since: earliestMonth(next), isOfClass: behind.classId !== undefined },
      ),
    )
    const last = next.at(-1)
    if (last && next.length === most) return { ...behind, after: last.id, charged: sums }
    recordCharged(actor, sums)
    return undefined
  })
}

/** Charges some enrollments what they owe of this month and of those that were missed. */
export function chargeFeesOf(actor: Actor, all: readonly { id: string; startsOn: string }[]) {
  const ids = all.map(({ id }) => id)
  recordCharged(actor, chargeSome(actor, ids, { since: earliestMonth(all), isOfClass: true }))
}

const earliestMonth = (all: readonly { startsOn: string }[]): string =>
  monthOf(earliestDay(all.map(({ startsOn }) => startsOn)))

function addUp(sums: ChargedSoFar["charged"], more: ChargedSoFar["charged"]): ChargedSoFar["charged"] {
  const added = { ...sums }
  for (const [month, charged] of Object.entries(more))
    if (charged > 0) added[month] = (added[month] ?? 0) + charged
  return added
}

/** Charges some enrollments, of which none began before a month, what they owe of this month and earlier ones. */
function chargeSome(
  actor: Actor,
  ids: readonly string[],
  { since, isOfClass }: { since: string; isOfClass: boolean },
): ChargedSoFar["charged"] {
  if (ids.length === 0) return {}
  const months = monthsDue(actor).filter((month) => month >= since)
  const thisMonth = monthOf(todayOf(actor))
  const ahead = monthsAhead(actor, thisMonth)
  if (isOfClass) for (const month of [...months, ...ahead]) replaceOutdated(actor, month, ids)
  return Object.fromEntries([
    ...months.map((month) => [month, chargeAll(actor, month, listDue(actor, month, ids))]),
    ...ahead.map((month) => [month, chargeAll(actor, month, listDueAhead(actor, month, thisMonth, ids))]),
  ])
}

/** One entry for each month, however many steps it took. */
function recordCharged(actor: Actor, sums: ChargedSoFar["charged"]) {
  for (const [month, charged] of Object.entries(sums))
    if (charged > 0) recordEvent(actor, "school.charge-month", actor.school.id, { after: { month, charged } })
}

function chargeAll(actor: Actor, month: string, due: readonly DueEnrollment[]): number {
  if (due.length === 0) return 0
  const feeOf = monthFees(actor, month, due)
  return writeFees(
    actor,
    month,
    due.map((enrollment) => ({ enrollment, fee: feeOf(enrollment) })),
  )
}
