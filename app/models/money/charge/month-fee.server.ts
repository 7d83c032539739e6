import type { Actor } from "~/models/foundation/access/actor"
import type { LeaveDays } from "~/models/teaching/leave/leave"
import { listLeaves } from "~/models/teaching/leave/leave.server"
import { listClassTaxes } from "~/models/teaching/price/class-tax.server"
import { courseOn, installmentName } from "~/models/teaching/price/course"
import { type BillingMode, type ClassPrice, type Price, priceOf } from "~/models/teaching/price/price"
import { listClassPrices } from "~/models/teaching/price/price.server"
import { formatDate } from "~/utils/date-text"
import { earlierOf, monthBounds, monthOf } from "~/utils/dates"
import { readDiscounts } from "../discount/find-discounts.server"
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
