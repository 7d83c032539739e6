import { cacheUntilWrite } from "db/cache-until-write.server"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq, gte, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { type LeaveDays, leaveOn } from "~/models/teaching/leave/leave"
import { listLeaves } from "~/models/teaching/leave/leave.server"
import { agreedOn } from "~/models/teaching/price/agreed-on.server"
import { listClassTaxes } from "~/models/teaching/price/class-tax.server"
import { courseOn, installmentName } from "~/models/teaching/price/course"
import { type BillingMode, type ClassPrice, type Price, priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { earlierOf, monthBounds, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { readDiscounts } from "../discount/discount-rules.server"
import { listContinuedTuition } from "../tuition/continued-tuition.server"
import { listEndedTimes } from "../tuition/ended-times.server"
import { listReturned } from "../tuition/returned.server"
import {
  installmentShare,
  shareText,
  type TuitionRule,
  type TuitionShare,
  tuitionOf,
  tuitionShare,
  withLeaves,
} from "../tuition/tuition"
import { findTuitionRule, readTuitionMonth } from "../tuition/tuition-rule.server"
import { type Charging, type Due, dueOf } from "./due"

/** An enrollment with what was agreed for it in a month. */
export type MonthlyEnrollment = {
  enrollmentId: string
  classId: string
  studentId: string
  familyId: string
  startsOn: string
  endsOn: string | null
  billing: BillingMode | null
  priceMinor: number | null
}

/** A month's fee of one enrollment: the day it is owed on, what it comes to and why. */
export type MonthFee = {
  day: string
  due: Due
  reason: string
  feeMinor: number
  /** The day an installment of a course price is due; null for any other fee. */
  dueOn: string | null
  /** The rule it was worked out by, and the part that this made of it. */
  rule: TuitionRule
  share: TuitionShare
}

/**
 * What a fee was charged with, so that no setting or price that changed since is in what stands for it: a correction takes the same
 * off and has the same tax. Its price where it stays, or its part where the price alone has changed.
 */
export type Held = (enrollment: MonthlyEnrollment) => Charging & {
  feeMinor?: number | undefined
  share?: TuitionShare | undefined
  dueOn: string | null
}

/** What holds for every month of some classes: their prices, the school's rule and their taxes. Several months share it. */
export const readFeeTerms = (actor: Actor, classIds: readonly string[]) => ({
  prices: listClassPrices(actor, [...classIds]),
  rule: findTuitionRule(actor),
  taxOfClass: listClassTaxes(actor, classIds),
})

/** What several months of some enrollments ask alike, read once for all of them. */
export function readMonths(actor: Actor, months: readonly string[], all: readonly MonthlyEnrollment[]) {
  const sorted = [...months].sort()
  const [from, to] = [monthBounds(sorted[0] ?? "").first, monthBounds(sorted.at(-1) ?? "").last]
  const discountsIn = readDiscounts(actor, { from, to, families: all.map(({ familyId }) => familyId) })
  const away = listLeaves(actor, [...new Set(all.map(({ studentId }) => studentId))], { from, to })
  const classIds = classesOf(all)
  const continuedIn = listContinuedTuition(actor, months, classIds)
  return { continuedIn, discountsIn, away, isOverIn: listEndedTimes(actor, classIds) }
}

const classesOf = (all: readonly MonthlyEnrollment[]) => [...new Set(all.map(({ classId }) => classId))]

/**
 * What a month costs each of some enrollments, by the school's rule, discounts and tax; null where it is not billed by the
 * month, where the month is the fee of the class that this one continues, or of an earlier enrollment in this one, or where the
 * weekly times of the class are over, unless the fee was charged already or is an installment. The price is the one in force on the
 * first day of the month that the enrollment has.
 */
export function monthFees(
  actor: Actor,
  month: string,
  all: readonly MonthlyEnrollment[],
  { prices, rule, taxOfClass } = readFeeTerms(actor, classesOf(all)),
  held?: Held,
  { continuedIn, discountsIn, away, isOverIn } = readMonths(actor, [month], all),
): (enrollment: MonthlyEnrollment) => MonthFee | null {
  const { first, last } = monthBounds(month)
  const continued = continuedIn(month)
  const returned = rule.basis === "full" ? listReturned(actor, month, all) : new Set<string>()
  const continuing = [...continued.goesOn.values()].map(({ classId }) => classId)
  const monthOfClass = readTuitionMonth(actor, rule, month, [...new Set([...classesOf(all), ...continuing])])
  const discountsOf = discountsIn("tuition", { from: first, to: last })
  return (enrollment) => {
    const day = enrollment.startsOn.slice(0, 7) === month ? enrollment.startsOn : first
    const classPrices = prices.get(enrollment.classId) ?? []
    const was = held?.(enrollment)
    const price = heldPrice(was, priceOf(enrollment, classPrices, day))
    if (price?.billing !== "monthly") return null
    if (continued.isContinuation(enrollment.enrollmentId) || returned.has(enrollment.enrollmentId))
      return null
    const { installment } = price
    const goesOn = continued.goesOn.get(enrollment.enrollmentId)
    if (!was && !installment && !goesOn && isOverIn(enrollment.classId, month)) return null
    const ofClass = monthOfClass(enrollment, goesOn)
    const heldShare = was && (was.dueOn !== null) === Boolean(installment) ? was.share : undefined
    const leaves = away.filter((leave) => isOf(leave, enrollment, first, last))
    const share =
      heldShare ??
      (installment
        ? withLeaves(installmentShare(rule, ofClass), { skipsClosures: false }, ofClass, leaves)
        : withLeaves(tuitionShare(rule, ofClass), rule, ofClass, leaves))
    const part = shareText(share)
    const name = installment ? installmentText(actor, classPrices, { ...installment, day }) : "Monthly fee"
    return {
      day: installment ? owedOn(enrollment, firstOfPayment(classPrices, installment, day), day) : day,
      due: dueOf(
        tuitionOf(price.amountMinor, share),
        was ?? {
          tax: taxOfClass(enrollment.classId),
          discounts: discountsOf(enrollment),
        },
      ),
      reason: part ? `${name}, ${part}` : name,
      feeMinor: price.amountMinor,
      dueOn: installment?.dueOn ?? null,
      rule,
      share,
    }
  }
}

/** Whether a leave concerns an enrollment in a month. */
export const isOf = (
  { studentId, classIds, startsOn, endsOn }: LeaveDays,
  enrollment: { studentId: string; classId: string },
  first: string,
  last: string,
): boolean =>
  studentId === enrollment.studentId &&
  (classIds === null || classIds.includes(enrollment.classId)) &&
  startsOn <= last &&
  (endsOn === null || endsOn >= first)

/** The price that a fee was charged by, whatever is in force by now. */
function heldPrice(was: ReturnType<Held> | undefined, inForce: Price | null): Price | null {
  if (was?.feeMinor === undefined) return inForce
  const fee = { billing: "monthly" as const, amountMinor: was.feeMinor }
  if (was.dueOn === null) return fee
  return { ...fee, installment: inForce?.installment ?? { part: 1, parts: 1, dueOn: was.dueOn } }
}

type Installment = NonNullable<Price["installment"]>

const installmentText = (
  actor: Actor,
  prices: readonly ClassPrice[],
  { dueOn, day }: Installment & { day: string },
) => `${installmentName(prices, day)}, due ${formatDate(dueOn, "medium", actor.school)}`

/** The first day of the month that an installment is charged in: the one it is due in, or the first that it pays for. */
function firstOfPayment(prices: readonly ClassPrice[], { dueOn }: Installment, day: string): string {
  const paid = courseOn(prices, day).find((each) => each.dueOn === dueOn)
  return earlierOf(monthBounds(monthOf(dueOn)).first, paid?.fromDate ?? day)
}

/** A month that an earlier installment pays for is owed with that one's first month, or from the day the student starts. */
function owedOn({ startsOn }: MonthlyEnrollment, first: string, day: string): string {
  const owed = startsOn > first ? startsOn : first
  return owed < day ? owed : day
}

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

const keepPlanned = cacheUntilWrite<ReadonlyMap<string, readonly string[]>>(20)

/** The days of each class on the schedule of a month. */
const plannedDays = (actor: Actor, month: string): ReadonlyMap<string, readonly string[]> =>
  keepPlanned([actor.school.id, month], () => {
    const { first, last } = monthBounds(month)
    const lessons = groupBy(listPlanned(actor, first, last), ({ classId }) => classId)
    return new Map([...lessons].map(([id, those]) => [id, those.map(({ localDate }) => localDate)]))
  })

const listPlanned = (actor: Actor, first: string, last: string) =>
  ownRows(actor, sessions, ["classId", "localDate"])
    .where(and(between(sessions.localDate, first, last), eq(sessions.state, "planned")))
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
