import { db, transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, classPrices, enrollments, ownPrices } from "db/schema/teaching"
import { and, eq, gte, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { agreedOn } from "~/models/teaching/price/own-price.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { localDate, today } from "~/utils/zones"
import { writeDiscounts } from "./charge-discounts.server"
import { monthFees } from "./month-fee.server"

/** How many months back a school that was not served catches up, the present one included. */
const longestCatchUp = 12

/**
 * Charges the flat fee of a month ("YYYY-MM") for every enrollment billed monthly that is in force on any of its days. The
 * school's rule says what a month costs that is only partly attended. The price is the one in force on the first
 * such day. An enrollment is charged once a month; a fee that was taken back is not charged again.
 * @returns how many fees were charged
 */
export function chargeMonth(actor: Actor, month: string): number {
  const { first, last } = monthBounds(month)
  return transact(() => {
    const due = listDue(actor, month, first, last)
    const feeOf = monthFees(actor, month, due)
    let charged = 0
    for (const enrollment of due) {
      const fee = feeOf(enrollment)
      if (!fee || fee.due.amountMinor === 0) continue
      const row = newRow(actor)
      const { discounts, ...amount } = fee.due
      db()
        .insert(charges)
        .values({
          ...row,
          familyId: enrollment.familyId,
          studentId: enrollment.studentId,
          source: "flat",
          enrollmentId: enrollment.enrollmentId,
          month,
          description: `${enrollment.firstName}, ${enrollment.className}, ${formatDate(first, "month")}`,
          reason: fee.reason,
          occurredOn: fee.day,
          dueOn: fee.dueOn,
          feeRule: JSON.stringify(fee.rule),
          ...amount,
        })
        .run()
      writeDiscounts(actor, row.id, discounts)
      charged += 1
    }
    if (charged)
      recordEvent(actor, {
        verb: "charge-month",
        noun: "school",
        nounId: actor.school.id,
        after: { month, charged },
      })
    return charged
  })
}

/** Charges this month and any missed months before it, back to the month the school joined. */
export function chargeMonthsDue(actor: Actor): number {
  if (!billsMonthly(actor)) return 0
  const zone = actor.school.timeZone
  const school = db()
    .select({ createdAt: schools.createdAt })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  const thisMonth = monthOf(today(zone, now()))
  const began = monthOf(localDate(school?.createdAt ?? now(), zone))
  let charged = 0
  for (let back = longestCatchUp - 1; back >= 0; back -= 1) {
    const month = monthOf(addMonths(`${thisMonth}-01`, -back))
    if (month >= began) charged += chargeMonth(actor, month)
  }
  return charged
}

function billsMonthly(actor: Actor): boolean {
  const classPrice = db()
    .select({ id: classPrices.id })
    .from(classPrices)
    .where(and(own(actor, classPrices), eq(classPrices.billing, "monthly")))
    .limit(1)
    .get()
  const ownPrice = db()
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(own(actor, enrollments), eq(enrollments.billing, "monthly")))
    .limit(1)
    .get()
  const later = db()
    .select({ id: ownPrices.id })
    .from(ownPrices)
    .where(and(own(actor, ownPrices), eq(ownPrices.billing, "monthly")))
    .limit(1)
    .get()
  return classPrice !== undefined || ownPrice !== undefined || later !== undefined
}

/** Enrollments in force in the month that may be billed monthly and have no fee of it, standing or taken back. */
function listDue(actor: Actor, month: string, first: string, last: string) {
  return db()
    .select({
      enrollmentId: enrollments.id,
      classId: enrollments.classId,
      className: classes.name,
      studentId: enrollments.studentId,
      firstName: students.firstName,
      familyId: students.familyId,
      startsOn: enrollments.startsOn,
      endsOn: sql<string | null>`case when ${enrollments.endsOn} is null then ${classes.endedOn}
        else min(${enrollments.endsOn}, ifnull(${classes.endedOn}, ${enrollments.endsOn})) end`,
      ...agreedOn(sql`max(enrollments.starts_on, ${first})`),
    })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, enrollments),
        lte(enrollments.startsOn, last),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, first)),
        or(isNull(classes.endedOn), gte(classes.endedOn, first)),
        sql`(${classes.kind} <> 'trial' or exists (select 1 from ${schools}
          where ${schools.id} = ${classes.schoolId} and ${schools.trialPrice} = 'class'))`,
        // more than are due: what is in force may be another of them
        sql`(${enrollments.billing} = 'monthly' or exists (
          select 1 from ${ownPrices} where ${ownPrices.schoolId} = ${enrollments.schoolId}
          and ${ownPrices.enrollmentId} = ${enrollments.id} and ${ownPrices.billing} = 'monthly') or exists (
          select 1 from ${classPrices} where ${classPrices.schoolId} = ${classes.schoolId}
          and ${classPrices.classId} = ${classes.id} and ${classPrices.billing} = 'monthly'))`,
        sql`not exists (select 1 from ${charges} where ${charges.schoolId} = ${enrollments.schoolId}
          and ${charges.enrollmentId} = ${enrollments.id} and ${charges.month} = ${month})`,
      ),
    )
    .all()
}
