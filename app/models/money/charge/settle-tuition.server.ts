import { db, transact } from "db/client.server"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm"
import { taxOf, withTax } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { agreedOn } from "~/models/teaching/price/own-price.server"
import { now } from "~/utils/clock.server"
import { addMonths, monthOf } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import { writeDiscounts } from "./charge-discounts.server"
import { onInvoice } from "./charge-query.server"
import { type MonthFee, monthFees } from "./month-fee.server"
import { creditedAmount, taxedColumns, withdrawAll } from "./seat-charges.server"

/**
 * A student who ends in a month that was charged already pays only for its part: a fee on no invoice is replaced, one that
 * is invoiced gets a correction. Looks at this month and the last one; of one enrollment alone at every month, since its last
 * day may be long ago.
 * @returns how many fees were adjusted
 */
export function settleTuition(actor: Actor, enrollmentId?: string): number {
  return transact(() => {
    const fees = groupBy(listEnded(actor, enrollmentId), ({ month }) => month ?? "")
    let settled = 0
    for (const [month, ended] of fees) {
      const feeOf = monthFees(actor, month, ended)
      for (const fee of ended)
        if (settleOne(actor, fee, endedBefore(fee, month) ? null : feeOf(fee))) settled += 1
    }
    return settled
  })
}

type Ended = ReturnType<typeof listEnded>[number]

const endedBefore = ({ endsOn }: Ended, month: string) => endsOn !== null && endsOn < `${month}-01`

/** Standing fees of months in which, or before which, their enrollment ended. */
function listEnded(actor: Actor, enrollmentId: string | undefined) {
  const lastMonth = monthOf(addMonths(`${monthOf(today(actor.school.timeZone, now()))}-01`, -1))
  return db()
    .select({
      chargeId: charges.id,
      month: charges.month,
      description: charges.description,
      occurredOn: charges.occurredOn,
      ...taxedColumns,
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
        eq(charges.source, "flat"),
        isNull(charges.withdrawnAt),
        enrollmentId === undefined ? gte(charges.occurredOn, `${lastMonth}-01`) : undefined,
        sql`${enrollments.endsOn} < ${charges.month} || '-31'`,
        enrollmentId === undefined ? undefined : eq(enrollments.id, enrollmentId),
      ),
    )
    .all()
}

function settleOne(actor: Actor, charged: Ended, fee: MonthFee | null): boolean {
  // A credit note may have taken off more than the end of the enrollment would: then nothing is left to correct.
  const leftMinor = charged.amountMinor - charged.creditedMinor
  const feeMinor = fee?.due.amountMinor ?? 0
  const targetMinor = charged.isFrozen ? Math.min(feeMinor, leftMinor) : feeMinor
  const answer = findCorrection(actor, charged.chargeId)
  const standsMinor = leftMinor + (answer?.amountMinor ?? 0)
  if (targetMinor === standsMinor || answer?.isFrozen) return false
  const why = "Enrollment ended"
  if (charged.isFrozen) {
    if (answer) withdrawAll(actor, [answer], why)
    if (targetMinor < leftMinor) correct(actor, charged, targetMinor - leftMinor, fee)
  } else {
    // Its invoice was voided since it was corrected: the correction goes with it.
    withdrawAll(actor, [charged, ...(answer ? [answer] : [])], why)
    if (fee && targetMinor > 0) chargeAgain(actor, charged, fee)
  }
  recordEvent(actor, {
    verb: "settle-tuition",
    noun: "enrollment",
    nounId: charged.enrollmentId,
    before: { amountMinor: standsMinor },
    after: { month: charged.month ?? "", amountMinor: targetMinor },
  })
  return true
}

const findCorrection = (actor: Actor, chargeId: string) =>
  db()
    .select({
      chargeId: charges.id,
      amountMinor: charges.amountMinor,
      isFrozen: sql<number>`exists (select 1 from invoice_lines l where l.school_id = charges.school_id
        and l.charge_id = charges.id and l.released_at is null)`.mapWith(Boolean),
    })
    .from(charges)
    .where(
      and(own(actor, charges), inArray(charges.correctsChargeId, [chargeId]), isNull(charges.withdrawnAt)),
    )
    .get()

function correct(actor: Actor, charged: Ended, differenceMinor: number, fee: MonthFee | null) {
  const tax = taxOf(charged)
  db()
    .insert(charges)
    .values({
      ...newRow(actor),
      familyId: charged.familyId,
      studentId: charged.studentId,
      source: "correction",
      correctsChargeId: charged.chargeId,
      enrollmentId: charged.enrollmentId,
      description: charged.description,
      reason: fee?.reason ?? "Monthly fee, enrollment ended",
      occurredOn: charged.occurredOn,
      // the fee's amount had its tax within it, however it was added
      ...withTax(differenceMinor, tax && { ...tax, isAdded: false }),
      taxIsAdded: charged.taxIsAdded,
    })
    .run()
}

function chargeAgain(actor: Actor, charged: Ended, { due, reason, dueOn }: MonthFee) {
  const row = newRow(actor)
  const { discounts, ...amount } = due
  db()
    .insert(charges)
    .values({
      ...row,
      familyId: charged.familyId,
      studentId: charged.studentId,
      source: "flat",
      enrollmentId: charged.enrollmentId,
      month: charged.month,
      description: charged.description,
      reason,
      occurredOn: charged.occurredOn,
      dueOn,
      ...amount,
    })
    .run()
  writeDiscounts(actor, row.id, discounts)
}
