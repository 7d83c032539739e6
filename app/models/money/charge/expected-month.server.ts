import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { keepUnchanged } from "db/unchanged.server"
import { and, between, eq, gte, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { leaveOn } from "~/models/teaching/leave/leave"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { priceOf } from "~/models/teaching/price/price"
import { monthBounds } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { dueOf } from "./due"
import { monthFees, readFeeTerms, readMonths } from "./month-fee.server"

/** What an enrollment is expected to be billed for a month, in minor units. */
export type ExpectedBill = {
  enrollmentId: string
  classId: string
  studentId: string
  name: string
  /** A month's fee, or that many lessons of which each is paid. */
  kind: "fee" | "lessons"
  lessons: number
  amountMinor: number
  reason: string
}

/**
 * What a month to come is expected to be billed by the rules as they are today: fees as they will be charged on its first
 * day, and every lesson on the schedule as if everyone attended. Who pays by package pays nothing more; trial classes
 * count nothing.
 */
export function listExpectedBills(actor: Actor, month: string): ExpectedBill[] {
  const { first, last } = monthBounds(month)
  const enrolled = listEnrolled(actor, first, last)
  const terms = readFeeTerms(actor, [...new Set(enrolled.map(({ classId }) => classId))])
  const read = readMonths(actor, [month], enrolled)
  const feeOf = monthFees(actor, month, enrolled, terms, undefined, read)
  const discountsOf = read.discountsIn("lessons", { from: first, to: last })
  const planned = plannedDays(actor, month)
  return enrolled.flatMap((enrollment): ExpectedBill[] => {
    const { enrollmentId, classId, studentId, name } = enrollment
    const facts = { enrollmentId, classId, studentId, name }
    const fee = feeOf(enrollment)
    const fees: ExpectedBill[] =
      fee && fee.due.amountMinor !== 0
        ? [{ ...facts, kind: "fee", lessons: 0, amountMinor: fee.due.amountMinor, reason: fee.reason }]
        : []
    const prices = terms.prices.get(classId) ?? []
    const each = (planned.get(classId) ?? []).flatMap((localDate) => {
      const isIn =
        localDate >= enrollment.startsOn && (enrollment.endsOn === null || localDate <= enrollment.endsOn)
      const isAway = leaveOn(read.away, enrollment, localDate) !== undefined
      const price = isIn && !isAway ? priceOf(enrollment, prices, localDate) : null
      if (price?.billing !== "per_session" || price.amountMinor === 0) return []
      return [
        dueOf(price.amountMinor, { tax: terms.taxOfClass(classId), discounts: discountsOf(enrollment) })
          .amountMinor,
      ]
    })
    if (each.length === 0) return fees
    const amountMinor = each.reduce((sum, minor) => sum + minor, 0)
    return [...fees, { ...facts, kind: "lessons", lessons: each.length, amountMinor, reason: "" }]
  })
}

const keepPlanned = keepUnchanged<ReadonlyMap<string, readonly string[]>>(20)

/** The days of each class on the schedule of a month. */
const plannedDays = (actor: Actor, month: string): ReadonlyMap<string, readonly string[]> =>
  keepPlanned([actor.school.id, month], () => {
    const { first, last } = monthBounds(month)
    const lessons = groupBy(listPlanned(actor, first, last), ({ classId }) => classId)
    return new Map([...lessons].map(([id, those]) => [id, those.map(({ localDate }) => localDate)]))
  })

const listPlanned = (actor: Actor, first: string, last: string) =>
  select({ classId: sessions.classId, localDate: sessions.localDate })
    .from(sessions)
    .where(and(own(actor, sessions), between(sessions.localDate, first, last), eq(sessions.state, "planned")))
    .all()

/** Who is in which class on a day of the month, with what was agreed on the first such day. */
const listEnrolled = (actor: Actor, first: string, last: string) =>
  select({
    enrollmentId: enrollments.id,
    classId: enrollments.classId,
    studentId: enrollments.studentId,
    firstName: students.firstName,
    lastName: students.lastName,
    familyId: students.familyId,
    startsOn: enrollments.startsOn,
    endsOn: sql<string | null>`case when ${enrollments.endsOn} is null then ${classes.endedOn}
        else min(${enrollments.endsOn}, ifnull(${classes.endedOn}, ${enrollments.endsOn})) end`,
    ...agreedOn(sql`max(enrollments.starts_on, ${first})`),
  })
    .from(classes)
    .innerJoin(enrollments, joined(enrollments.classId, classes.id))
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, classes),
        sql`${classes.kind} <> 'trial'`,
        or(isNull(classes.endedOn), sql`${classes.endedOn} >= max(${enrollments.startsOn}, ${first})`),
        lte(enrollments.startsOn, last),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, first)),
      ),
    )
    .all()
    .map(({ firstName, lastName, ...row }) => ({ ...row, name: fullName({ firstName, lastName }) }))
