// A month's fee: the whole, or what its days or lessons come to when a student starts or ends in it, when it has four or
// five weeks, or when the school is closed. Safe in the browser.

import { tuitionBases } from "db/schema/choices"
import { daysBetween, monthBounds } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import { smallestAmount } from "~/utils/smallest-amount"

export { tuitionBases }

export type TuitionRule = {
  basis: (typeof tuitionBases)[number]
  /** The lessons a fee is for, with the basis `count`. */
  lessons: number
  skipsClosures: boolean
}

/** What is known of an enrollment's month. Dates are `YYYY-MM-DD`. */
export type TuitionMonth = {
  /** `YYYY-MM` */
  month: string
  startsOn: string
  endsOn: string | null
  /** Every lesson of the weekly times in the month, those on closures included. */
  lessonDates: readonly string[]
  closures: readonly { startsOn: string; endsOn: string }[]
}

/** What another rule would make of a month's fees; amounts in minor units. */
export type TuitionPlan = {
  /** `YYYY-MM` */
  month: string
  /** The first day of the student who starts within the month. */
  startsOn: string
  changes: { classId: string; className: string; all: FeeChange; part: FeeChange }[]
  /** Classes whose fees stay as they are. */
  same: number
  /** There are more classes than were looked at. */
  more: boolean
}

export type FeeChange = { beforeMinor: number; afterMinor: number }

export const basisLabels: Record<TuitionRule["basis"], string> = {
  full: "Full fee every month",
  days: "First and last month by days",
  lessons: "First and last month by lessons",
  count: "Every month by its lessons",
}

/** The rule as a sentence with the months it changes. */
export function tuitionRuleText({ basis, lessons, skipsClosures }: TuitionRule): string {
  const rule = {
    full: "A month costs the full fee, also the first and the last.",
    days: "A student who starts or ends in a month pays for the days enrolled.",
    lessons: "A student who starts or ends in a month pays for the lessons in those days.",
    count: `The fee is for ${countOf(lessons, "lesson")}: a month with more or fewer costs more or less.`,
  }[basis]
  return skipsClosures ? `${rule} Days or lessons in closures aren’t charged.` : rule
}

/**
 * The rule for an installment of a course price: the same amount whatever lessons its month has, and only less where a
 * student starts or ends in it and misses lessons of the month.
 */
const installmentRule = (rule: TuitionRule): TuitionRule => ({
  ...rule,
  basis: rule.basis === "count" ? "lessons" : rule.basis,
  skipsClosures: false,
})

/** Which part of an installment a month costs. Who is there for each lesson of the month owes it whole. */
export function installmentShare(rule: TuitionRule, month: TuitionMonth): TuitionShare {
  const { startsOn, endsOn, lessonDates } = month
  const isThere = (date: string) => date >= startsOn && (endsOn === null || date <= endsOn)
  return lessonDates.length > 0 && lessonDates.every(isThere)
    ? { part: 1, whole: 1, unit: "lesson" }
    : tuitionShare(installmentRule(rule), month)
}

/**
 * A fee as a part of the whole: `part` of `whole` days or lessons. Equal numbers are the whole fee. With a leave both are hundredths,
 * and `leave` says how many of how many days or lessons it has and how much of the fee these cost.
 */
export type TuitionShare = {
  part: number
  whole: number
  unit: "day" | "lesson"
  leave?: { away: number; of: number; percent: number | null } | undefined
}

/** A leave that a month's fee is shortened by; days are `YYYY-MM-DD`, without a last one until it is set. */
export type MonthLeave = { startsOn: string; endsOn: string | null; feePercent: number }

/**
 * The share of a month with leaves in it: their days, or lessons where the fee goes by lessons, cost so much of the fee as each
 * leave says, also where a month otherwise costs the full fee.
 */
export function withLeaves(
  share: TuitionShare,
  { skipsClosures }: Pick<TuitionRule, "skipsClosures">,
  { month, startsOn, endsOn, lessonDates, closures }: TuitionMonth,
  leaves: readonly MonthLeave[],
): TuitionShare {
  if (leaves.length === 0) return share
  const { first, last } = monthBounds(month)
  const length = daysBetween(first, last) + 1
  const isThere = (date: string) => date >= startsOn && (endsOn === null || date <= endsOn)
  // A fee that goes by nothing, as it is always the full one, goes by days; a whole installment by its lessons.
  const isWholeInstallment = share.unit === "lesson" && share.whole === 1 && lessonDates.every(isThere)
  const counted = isWholeInstallment ? lessonDates.length : length
  const usual =
    isWholeInstallment || (share.unit === "day" && share.whole !== length)
      ? { part: counted, whole: counted }
      : share
  const isOpen = (date: string) =>
    !skipsClosures || !closures.some((closed) => closed.startsOn <= date && date <= closed.endsOn)
  const dates =
    share.unit === "lesson"
      ? lessonDates
      : Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`)
  const away = dates
    .filter((date) => isThere(date) && isOpen(date))
    .flatMap((date) => leaves.find((leave) => isWithin(leave, date)) ?? [])
  if (away.length === 0) return share
  const percents = new Set(away.map(({ feePercent }) => feePercent))
  const off = away.reduce((sum, { feePercent }) => sum + 100 - feePercent, 0)
  const [percent] = percents.size === 1 ? percents : []
  return {
    part: Math.max(0, usual.part * 100 - off),
    whole: usual.whole * 100,
    unit: share.unit,
    leave: { away: away.length, of: usual.part, percent: percent ?? null },
  }
}

const isWithin = ({ startsOn, endsOn }: MonthLeave, date: string) =>
  startsOn <= date && (endsOn === null || date <= endsOn)

/** Which part of the fee a month costs. Without lessons in the month it follows the days. */
export function tuitionShare(rule: TuitionRule, month: TuitionMonth): TuitionShare {
  const { first, last } = monthBounds(month.month)
  const from = month.startsOn > first ? month.startsOn : first
  const to = month.endsOn !== null && month.endsOn < last ? month.endsOn : last
  const isWhole = from === first && to === last
  const isOpen = (date: string) =>
    !rule.skipsClosures || !month.closures.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
  const planned = month.lessonDates.length
  const held = month.lessonDates.filter((date) => date >= from && date <= to && isOpen(date)).length
  if (rule.basis === "count" && planned > 0) return { part: held, whole: rule.lessons, unit: "lesson" }
  if (rule.basis === "lessons" && planned > 0) return { part: held, whole: planned, unit: "lesson" }
  if (rule.basis === "full") {
    const open = month.lessonDates.filter(isOpen).length
    return planned > 0 ? { part: open, whole: planned, unit: "lesson" } : { part: 1, whole: 1, unit: "day" }
  }
  const whole = daysBetween(first, last) + 1
  if (isWhole && !rule.skipsClosures) return { part: whole, whole, unit: "day" }
  let part = 0
  for (let date = Number(from.slice(8)); date <= Number(to.slice(8)); date += 1)
    if (isOpen(`${month.month}-${String(date).padStart(2, "0")}`)) part += 1
  return { part, whole, unit: "day" }
}

/** The fee of a month in minor units, half a cent rounded up: half a yen where there are no cents. */
export function tuitionOf(feeMinor: number, { part, whole }: TuitionShare): number {
  const step = smallestAmount()
  return Math.floor((2 * feeMinor * part + whole * step) / (2 * whole * step)) * step
}

/** "3 of 5 lessons", "16 of 30 days", "5 lessons, 4 in the fee"; nothing for the whole fee. */
export function shareText({ part, whole, unit, leave }: TuitionShare): string | null {
  if (part === whole) return null
  if (part > whole && !leave) return `${countOf(part, unit)}, fee is for ${whole}`
  const { before, some, all, cost } = leave
    ? { before: "on leave ", some: leave.away, all: leave.of, cost: costOfLeave(leave.percent) }
    : { before: "", some: part, all: whole, cost: "" }
  return `${before}${some} of ${countOf(all, unit)}${cost}`
}

const costOfLeave = (percent: number | null): string =>
  percent === null || percent === 0 ? "" : [", ", percent, "% of the fee for it"].join("")
