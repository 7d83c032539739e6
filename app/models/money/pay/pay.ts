import type { classKinds, payLineKinds } from "db/schema/choices"
import { payRateKinds } from "db/schema/choices"
import { durationText } from "~/utils/durations"
import { countOf, formatFigure } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { toSmallest } from "~/utils/smallest-amount"

// What a teacher earns by a session: the rate that fits it best, and how much of it the best-paid mark of its register
// grants. Safe in the browser.

export { payRateKinds }
export type ClassKind = (typeof classKinds)[number]

/** Which lessons a rate is for; null for any. */
export type RateScope = { classKind: ClassKind | null; minutes: number | null; studentsFrom: number | null }

export const anyLesson: RateScope = { classKind: null, minutes: null, studentsFrom: null }

/** Minor units per session or per hour, or a part of what was charged, from a day on. */
export type PayRate = RateScope & {
  kind: (typeof payRateKinds)[number]
  amountMinor: number
  /** Hundredths of a percent; only for a percentage. */
  basisPoints: number | null
  fromDate: string
  lastDay: string | null
}

/** What a rate from a past day changes: so many lessons since a day, that came to one sum and come to another. */
export type PastRate = { from: string; lessons: number; beforeMinor: number; afterMinor: number }

/** The preview as a form sends it back, so that what changed since is looked at again. */
export const reviewedRate = ({ from, lessons, beforeMinor, afterMinor }: PastRate): string =>
  [from, lessons, beforeMinor, afterMinor].join(" ")

/** What decides about a session's pay. */
export type PaidSession = {
  localDate: string
  minutes: number
  classKind: ClassKind
  students: number
  paidPercent: number
  /** What families were charged for it without tax, in minor units; not rounded. */
  chargedMinor: number
}

export type PayLine = {
  kind: (typeof payLineKinds)[number]
  sessionId: string | null
  extraWorkId: string | null
  title: string
  localDate: string
  minutes: number | null
  /** Minor units; null while no one has set a rate. */
  amountMinor: number | null
  rule: string
}

/** The sum of lines; those without a rate count nothing. */
export const sumLines = (lines: readonly Pick<PayLine, "amountMinor">[]): number =>
  lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)

const conditions = ({ classKind, minutes, studentsFrom }: RateScope) =>
  Number(classKind !== null) + Number(minutes !== null) + Number(studentsFrom !== null)

const holdsOn = ({ fromDate, lastDay }: PayRate, date: string) =>
  fromDate <= date && (lastDay === null || date <= lastDay)

/**
 * The rate that fits a session best: of those that hold on its day the one with the most conditions, then for the larger
 * group, then the newest (rates arrive oldest first).
 */
export function rateFor(
  rates: readonly PayRate[],
  session: Pick<PaidSession, "localDate" | "classKind" | "minutes" | "students">,
): PayRate | undefined {
  return rates
    .filter(
      (rate) =>
        holdsOn(rate, session.localDate) &&
        (rate.classKind === null || rate.classKind === session.classKind) &&
        (rate.minutes === null || rate.minutes === session.minutes) &&
        (rate.studentsFrom === null || rate.studentsFrom <= session.students),
    )
    .reduce<PayRate | undefined>((best, rate) => (best && isBetter(best, rate) ? best : rate), undefined)
}

function isBetter(best: PayRate, later: PayRate): boolean {
  const more = conditions(best) - conditions(later)
  if (more !== 0) return more > 0
  const larger = (best.studentsFrom ?? 0) - (later.studentsFrom ?? 0)
  return larger !== 0 ? larger > 0 : best.fromDate > later.fromDate
}

/** The rate for the same lessons that holds on a day. */
export const sameRateOn = (rates: readonly PayRate[], scope: RateScope, date: string): PayRate | undefined =>
  rates
    .filter(
      (rate) =>
        holdsOn(rate, date) &&
        rate.classKind === scope.classKind &&
        rate.minutes === scope.minutes &&
        rate.studentsFrom === scope.studentsFrom,
    )
    .at(-1)

/**
 * What a session earns, minor units, rounded once. A percentage is of what was charged, which attendance has decided
 * already; a session whose attendance pays nothing earns nothing.
 */
export function earnedBy(
  rate: PayRate,
  { minutes, paidPercent, chargedMinor }: Pick<PaidSession, "minutes" | "paidPercent" | "chargedMinor">,
): number {
  if (rate.kind === "percent")
    return paidPercent === 0 ? 0 : toSmallest(exactly((chargedMinor * (rate.basisPoints ?? 0)) / 10_000))
  // Divided once: of a third of an hour, half a cent would come out as a little less.
  const [times, parts] = rate.kind === "per_hour" ? [minutes, 60] : [1, 1]
  return toSmallest((rate.amountMinor * times * paidPercent) / (parts * 100))
}

/** Without what thirds and sevenths of a fee lose when they are added up, so that half a cent is rounded up. */
const exactly = (minor: number): number => Math.round(minor * 1e6) / 1e6

type Rated = Pick<PayRate, "kind" | "amountMinor" | "basisPoints">

/** "$34.00 an hour", "40% of charges" */
export const rateText = ({ kind, amountMinor, basisPoints }: Rated, currency: string): string => {
  if (kind === "percent") return `${formatFigure((basisPoints ?? 0) / 100)}% of charges`
  return `${formatMoney(amountMinor, currency)} ${kind === "per_hour" ? "an hour" : "a lesson"}`
}

const kindsInText: Record<ClassKind, string> = {
  private: "private lessons",
  group: "group classes",
  ensemble: "ensembles",
  trial: "trial lessons",
}

/** "group classes of 45 minutes with 4 or more students"; null for a rate of any lesson. */
export function scopeText({ classKind, minutes, studentsFrom }: RateScope): string | null {
  if (classKind === null && minutes === null && studentsFrom === null) return null
  const what = classKind === null ? "lessons" : kindsInText[classKind]
  const length = minutes === null ? "" : ` of ${countOf(minutes, "minute")}`
  const size = studentsFrom === null ? "" : ` with ${formatFigure(studentsFrom)} or more students`
  return `${what}${length}${size}`
}

/** "$45.00 an hour for group classes" */
export function scopedRateText(rate: Rated & RateScope, currency: string): string {
  const scope = scopeText(rate)
  return `${rateText(rate, currency)}${scope ? ` for ${scope}` : ""}`
}

/** Why it is that much: "$34.00 an hour", "$34.00 an hour, 50% based on attendance", "40% of charges: $40.00". */
export function ruleText(
  rate: PayRate | undefined,
  { paidPercent, chargedMinor }: Pick<PaidSession, "paidPercent" | "chargedMinor">,
  currency: string,
): string {
  if (!rate) return "No rate set"
  if (paidPercent === 0) return "Not paid, based on attendance"
  const text = scopedRateText(rate, currency)
  if (rate.kind === "percent") return `${text}: ${formatMoney(Math.round(chargedMinor), currency)}`
  return paidPercent === 100 ? text : `${text}, ${paidPercent}% based on attendance`
}

/** How a payslip says that a line pays an expense back. */
export const paidBackRule = "Expense paid back"

/** What extra work is paid by: "2 h 30 min at $20.00 an hour", or that its amount was agreed. */
export const extraRule = (
  { minutes, hourlyMinor }: { minutes: number | null; hourlyMinor: number | null },
  currency: string,
): string =>
  minutes === null || hourlyMinor === null
    ? "Extra work"
    : `${durationText(minutes)} at ${formatMoney(hourlyMinor, currency)} an hour`
