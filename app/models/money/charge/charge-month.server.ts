import { db, transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, classPrices, enrollments, ownPrices } from "db/schema/teaching"
import { and, asc, eq, gt, gte, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { agreedOn } from "~/models/teaching/price/own-price.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { localDate, today } from "~/utils/zones"
import { writeDiscountsOf } from "./charge-discounts.server"
import { monthFees } from "./month-fee.server"

/** How many months back a school that was not served catches up, the present one included. */
const longestCatchUp = 12
/** Few enough rows that one statement stays under SQLite's limit of parameters. */
const atOnce = 500

/**
 * Charges the flat fee of a month ("YYYY-MM") for every enrollment billed monthly that is in force on any of its days. The
 * school's rule says what a month costs that is only partly attended. The price is the one in force on the first
 * such day. An enrollment is charged once a month; a fee that was taken back is not charged again. An installment of a course
 * that pays for several months is charged with all of them.
 * @returns how many fees were charged
 */
export const chargeMonth = (actor: Actor, month: string): number =>
  transact(() => {
    const sums = { [month]: chargeAll(actor, month, listDue(actor, month)) }
    for (const ahead of monthsAhead(actor, month))
      sums[ahead] = chargeAll(actor, ahead, listDueAhead(actor, ahead, month))
    recordCharged(actor, sums)
    return Object.values(sums).reduce((sum, charged) => sum + charged, 0)
  })

/** Enrollments of one step; each of their months is charged with it. */
const enrollmentsInStep = 100

/** How far a school's fees are charged: behind which enrollment, and how many of each month (`YYYY-MM`). */
type ChargedSoFar = { after: string; charged: Record<string, number> }

/**
 * Charges this month and any missed months before it, back to the month the school joined, for the next enrollments.
 * @returns where the next step goes on; undefined once every enrollment was looked at
 */
export function chargeNextFees(
  actor: Actor,
  { after, charged }: ChargedSoFar = { after: "", charged: {} },
  most = enrollmentsInStep,
): ChargedSoFar | undefined {
  return transact(() => {
    if (after === "" && !billsMonthly(actor)) return undefined
    const ids = listNextEnrollments(actor, after, most)
    const sums = { ...charged }
    const add = (month: string, more: number) => {
      if (more > 0) sums[month] = (sums[month] ?? 0) + more
    }
    for (const month of monthsDue(actor)) add(month, chargeAll(actor, month, listDue(actor, month, ids)))
    const thisMonth = monthOf(today(actor.school.timeZone, now()))
    for (const month of monthsAhead(actor, thisMonth))
      add(month, chargeAll(actor, month, listDueAhead(actor, month, thisMonth, ids)))
    const last = ids.at(-1)
    if (last && ids.length === most) return { after: last, charged: sums }
    recordCharged(actor, sums)
    return undefined
  })
}

/** One entry for each month, however many steps it took. */
function recordCharged(actor: Actor, sums: ChargedSoFar["charged"]) {
  for (const [month, charged] of Object.entries(sums))
    if (charged > 0)
      recordEvent(actor, {
        verb: "charge-month",
        noun: "school",
        nounId: actor.school.id,
        after: { month, charged },
      })
}

function chargeAll(actor: Actor, month: string, due: ReturnType<typeof listDue>): number {
  if (due.length === 0) return 0
  const { first } = monthBounds(month)
  const feeOf = monthFees(actor, month, due)
  const made = due.flatMap((enrollment) => {
    const fee = feeOf(enrollment)
    return fee && fee.due.amountMinor !== 0 ? [{ enrollment, fee, row: newRow(actor) }] : []
  })
  for (let start = 0; start < made.length; start += atOnce)
    db()
      .insert(charges)
      .values(
        made.slice(start, start + atOnce).map(({ enrollment, fee, row }) => {
          const { discounts: _, ...amount } = fee.due
          return {
            ...row,
            familyId: enrollment.familyId,
            studentId: enrollment.studentId,
            source: "flat" as const,
            enrollmentId: enrollment.enrollmentId,
            month,
            description: `${enrollment.firstName}, ${enrollment.className}, ${formatDate(first, "month")}`,
            reason: fee.reason,
            occurredOn: fee.day,
            dueOn: fee.dueOn,
            feeRule: JSON.stringify(fee.rule),
            ...amount,
          }
        }),
      )
      .run()
  for (let start = 0; start < made.length; start += atOnce)
    writeDiscountsOf(
      actor,
      made
        .slice(start, start + atOnce)
        .map(({ fee, row }) => ({ chargeId: row.id, taken: fee.due.discounts })),
    )
  return made.length
}

function monthsDue(actor: Actor): string[] {
  const zone = actor.school.timeZone
  const school = db()
    .select({ createdAt: schools.createdAt })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  const thisMonth = monthOf(today(zone, now()))
  const began = monthOf(localDate(school?.createdAt ?? now(), zone))
  return Array.from({ length: longestCatchUp }, (_, at) =>
    monthOf(addMonths(`${thisMonth}-01`, at + 1 - longestCatchUp)),
  ).filter((month) => month >= began)
}

/** The later months that installments due by the end of a month pay for. */
const monthsAhead = (actor: Actor, month: string): string[] =>
  db()
    .selectDistinct({ month: sql<string>`substr(${classPrices.fromDate}, 1, 7)` })
    .from(classPrices)
    .where(isPaidBy(actor, month))
    .orderBy(asc(classPrices.fromDate))
    .all()
    .map((row) => row.month)

/** Prices of later months than this one whose installment is due by its end. */
const isPaidBy = (actor: Actor, month: string) =>
  and(
    own(actor, classPrices),
    gt(classPrices.fromDate, monthBounds(month).last),
    lte(classPrices.dueOn, monthBounds(month).last),
  )

/** Who is enrolled by the end of a month and has no fee yet of a later one that an installment due by then pays for. */
function listDueAhead(actor: Actor, ahead: string, month: string, among?: readonly string[]) {
  const paid = db()
    .select({ classId: classPrices.classId })
    .from(classPrices)
    .where(and(isPaidBy(actor, month), eq(classPrices.fromDate, `${ahead}-01`)))
    .all()
  const ofClasses = new Set(paid.map(({ classId }) => classId))
  const { last } = monthBounds(month)
  return listDue(actor, ahead, among).filter(
    ({ classId, startsOn }) => ofClasses.has(classId) && startsOn <= last,
  )
}

const listNextEnrollments = (actor: Actor, after: string, most: number): string[] =>
  db()
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(and(own(actor, enrollments), gt(enrollments.id, after)))
    .orderBy(asc(enrollments.id))
    .limit(most)
    .all()
    .map(({ id }) => id)

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

/** Enrollments in force in the month that may be billed monthly and have no fee of it, standing or taken back; of all, or of some. */
function listDue(actor: Actor, month: string, among?: readonly string[]) {
  const { first, last } = monthBounds(month)
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
        among && sql`${enrollments.id} in (select value from json_each(${JSON.stringify(among)}))`,
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
