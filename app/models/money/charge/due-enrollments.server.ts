import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes, classPrices, enrollments, ownPrices } from "db/schema/teaching"
import { and, asc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, ownRows, select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { now } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { localDate, today } from "~/utils/zones"

// Which enrollments have a monthly fee to come, and of which months.

/** How many months back a school that was not served catches up, the present one included. */
const longestCatchUp = 12

/** This month and those before it, back to the month the school joined. */
export function monthsDue(actor: Actor): string[] {
  const zone = actor.school.timeZone
  const school = select({ createdAt: schools.createdAt })
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
export const monthsAhead = (actor: Actor, month: string): string[] =>
  selectDistinct({ month: sql<string>`substr(${classPrices.fromDate}, 1, 7)` })
    .from(classPrices)
    .where(isPaidBy(actor, month))
    .orderBy(asc(classPrices.fromDate))
    .all()
    .map((row) => row.month)

/** Prices of later months than this one whose installment is due by its end, or pays for a month that has begun. */
const isPaidBy = (actor: Actor, month: string) =>
  and(
    own(actor, classPrices),
    gt(classPrices.fromDate, monthBounds(month).last),
    isNotNull(classPrices.dueOn),
    or(
      lte(classPrices.dueOn, monthBounds(month).last),
      sql`exists (select 1 from class_prices e where e.school_id = ${classPrices.schoolId}
        and e.class_id = ${classPrices.classId} and e.due_on = ${classPrices.dueOn}
        and e.from_date <= ${monthBounds(month).last})`,
    ),
  )

/** Who is enrolled by the end of a month and has no fee yet of a later one that an installment due by then pays for. */
export function listDueAhead(actor: Actor, ahead: string, month: string, among?: readonly string[]) {
  const paid = select({ classId: classPrices.classId })
    .from(classPrices)
    .where(and(isPaidBy(actor, month), eq(classPrices.fromDate, `${ahead}-01`)))
    .all()
  const ofClasses = new Set(paid.map(({ classId }) => classId))
  const { last } = monthBounds(month)
  return listDue(actor, ahead, among).filter(
    ({ classId, startsOn }) => ofClasses.has(classId) && startsOn <= last,
  )
}

/** Where to go on: behind an enrollment of the school, or of one class, or of those made since then (UTC ms). */
export type Behind = { after: string; classId?: string | undefined; madeSince?: number | undefined }

/** The next enrollments behind one. With the plus SQLite sorts the few of a class. */
export const listNextEnrollments = (actor: Actor, { after, classId, madeSince }: Behind, most: number) =>
  ownRows(actor, enrollments, ["id", "startsOn"])
    .where(
      and(
        gt(enrollments.id, after),
        classId === undefined ? undefined : eq(enrollments.classId, classId),
        madeSince === undefined ? undefined : gte(enrollments.createdAt, madeSince),
      ),
    )
    .orderBy(classId === undefined ? asc(enrollments.id) : sql`+${enrollments.id}`)
    .limit(most)
    .all()

/** Whether anything in the school may be billed by the month. */
export function billsMonthly(actor: Actor): boolean {
  const hasMonthly = (table: typeof classPrices | typeof enrollments | typeof ownPrices) =>
    hasRow(actor, table, eq(table.billing, "monthly"))
  return hasMonthly(classPrices) || hasMonthly(enrollments) || hasMonthly(ownPrices)
}

/** May be billed monthly and has no fee of the month, standing or taken back. More than are due: what is in force may be another price. */
const uncharged = (month: string) => sql`(${enrollments.billing} = 'monthly' or exists (
    select 1 from ${ownPrices} where ${ownPrices.schoolId} = ${enrollments.schoolId}
    and ${ownPrices.enrollmentId} = ${enrollments.id} and ${ownPrices.billing} = 'monthly') or exists (
    select 1 from ${classPrices} where ${classPrices.schoolId} = ${classes.schoolId}
    and ${classPrices.classId} = ${classes.id} and ${classPrices.billing} = 'monthly'))
  and not exists (select 1 from ${charges}
  where ${charges.schoolId} = ${enrollments.schoolId}
  and ${charges.enrollmentId} = ${enrollments.id} and ${charges.month} = ${month})`

/** Enrollments in force in the month that may be billed monthly and have no fee of it; of all, or of some. */
export const listDue = (actor: Actor, month: string, among?: readonly string[]) =>
  listEnrolled(actor, month, uncharged(month), among)

export type DueEnrollment = ReturnType<typeof listEnrolled>[number]

/** Enrollments in force in the month; which of them SQL says. */
export function listEnrolled(actor: Actor, month: string, which: SQL, among?: readonly string[]) {
  const { first, last } = monthBounds(month)
  return select({
    enrollmentId: enrollments.id,
    classId: enrollments.classId,
    className: classes.name,
    studentId: enrollments.studentId,
    firstName: students.firstName,
    name: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
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
        // Who was to start after their class ended never was in it.
        or(isNull(classes.endedOn), sql`${classes.endedOn} >= max(${enrollments.startsOn}, ${first})`),
        sql`(${classes.kind} <> 'trial' or exists (select 1 from ${schools}
          where ${schools.id} = ${classes.schoolId} and ${schools.trialPrice} = 'class'))`,
        which,
      ),
    )
    .all()
}
