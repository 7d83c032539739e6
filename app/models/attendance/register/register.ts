// The register of a session: one mark per seat, and its effect by the school's outcome table. The same rules run
// before saving (in the browser's preview) and when saving (in the database).

import type { MarkCode, Outcome } from "~/models/accounts/outcome/outcome"
import type { Tax } from "~/models/accounts/tax/tax"
import { type Due, dueOf } from "~/models/money/charge/due"
import type { Discount } from "~/models/money/discount/discount"
import { lessonsText, type PackageBeyond } from "~/models/money/package/package"
import { creditUntilOf, earnsCredit, type SeatTerms, wouldEarn } from "~/models/teaching/credit/seat-terms"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { formatMoney, percentOf } from "~/utils/money"

/** A register opens ten minutes before its session begins: people arrive, and the teacher has the phone in hand. */
export const opensBeforeMs = 10 * 60_000

/** A mark as someone taps it; minutes late only count for "late", and one of the school's own statuses counts as it. */
export type NewMark = {
  studentId: string
  code: MarkCode
  minutesLate?: number | null
  statusId?: string | null
}

/** The terms of a seat, and what comes off its price, on top of it or is within it. */
export type RegisterTerms = SeatTerms & {
  tax: Tax | null
  discounts: readonly Discount[]
  /** What packages have left for it, in hundredths of a lesson, where the class is billed by package. */
  cover: { units: number; beyond: PackageBeyond } | null
  /** The amount that the office set by hand for the attendance that is recorded, which charges so many percent. */
  byHand: { due: Due & { usualMinor: number }; percent: number } | null
}

/** The terms for someone who may not see what families pay: what is left is whether something is charged. */
export function withoutAmounts(terms: RegisterTerms): RegisterTerms {
  const { byHand } = terms
  const hidden = {
    ...terms,
    currency: null,
    amountMinor: terms.amountMinor > 0 ? 100 : 0,
    tax: null,
    discounts: [],
  }
  if (!byHand) return hidden
  const usualMinor = keepsByHand(terms, byHand.percent) ? usualFor(hidden, byHand.percent).amountMinor : -1
  return { ...hidden, byHand: { ...byHand, due: { ...dueOf(100, hidden), usualMinor } } }
}

export type MarkEffect = {
  chargedMinor: number
  /** The last day of the credit it issues, or null. */
  creditUntil: string | null
  /** What it takes from packages, in hundredths of a lesson, if anything. */
  packageUnits?: number
  /** "Not charged, 1 make-up credit until Feb 16" */
  text: string
}

/**
 * What a family is charged for a mark with this percentage, less discounts and with the tax within it. An amount that the
 * office set by hand stays where the mark charges what the recorded one did before it was set.
 */
export const dueFor = (terms: RegisterTerms, chargedPercent: number): Due =>
  terms.byHand && keepsByHand(terms, chargedPercent) ? terms.byHand.due : usualFor(terms, chargedPercent)

const usualFor = (terms: RegisterTerms, chargedPercent: number): Due =>
  dueOf(priceFor(terms, chargedPercent), terms)

/** Whether the amount that the office set by hand stays with a mark of this percentage. */
export const keepsByHand = (terms: RegisterTerms, chargedPercent: number): boolean =>
  terms.byHand?.due.usualMinor === usualFor(terms, chargedPercent).amountMinor

/** The same as one amount. */
export const chargeFor = (terms: RegisterTerms, chargedPercent: number): number =>
  dueFor(terms, chargedPercent).amountMinor

function priceFor(terms: RegisterTerms, chargedPercent: number): number {
  if (terms.billing === "package") {
    const { missing } = takenFor(terms, chargedPercent)
    return terms.cover?.beyond === "charge" ? percentOf(terms.amountMinor, missing) : 0
  }
  if (terms.isWaived || terms.kind === "trial" || terms.billing !== "per_session") return 0
  return percentOf(terms.amountMinor, (chargedPercent * restPercent(terms)) / 100)
}

/** A make-up costs what was not charged for the lesson it replaces. */
const restPercent = (terms: RegisterTerms): number =>
  terms.kind === "make_up" ? 100 - terms.prepaidPercent : 100

/** What a mark takes from packages and what none of them has, in hundredths of a lesson. */
export function takenFor(terms: RegisterTerms, chargedPercent: number): { taken: number; missing: number } {
  const isCounted =
    terms.billing === "package" && !terms.isWaived && terms.kind !== "trial" && terms.kind !== "visitor"
  const needed = isCounted ? Math.round((chargedPercent * restPercent(terms)) / 100) : 0
  const taken = Math.min(needed, terms.cover?.units ?? 0)
  return { taken, missing: needed - taken }
}

/** What a mark decides for a seat, and how to say it. */
export function effectOf(terms: RegisterTerms, outcome: Outcome): MarkEffect {
  const chargedMinor = chargeFor(terms, outcome.chargedPercent)
  const creditUntil = earnsCredit(terms, outcome) ? creditUntilOf(terms, outcome) : null
  const { taken } = takenFor(terms, outcome.chargedPercent)
  return {
    chargedMinor,
    creditUntil,
    ...(taken > 0 ? { packageUnits: taken } : {}),
    text: consequence(terms, outcome, chargedMinor, creditUntil),
  }
}

function consequence(
  terms: RegisterTerms,
  outcome: Outcome,
  chargedMinor: number,
  creditUntil: string | null,
): string {
  const money = [moneyText(terms, outcome, chargedMinor), byHandText(terms, outcome)]
    .filter(Boolean)
    .join(", ")
  const credit = creditUntil
    ? `1 make-up credit until ${formatDate(creditUntil, "day")}`
    : terms.madeUpOn
      ? `made up on ${formatDate(terms.madeUpOn, "day")}`
      : terms.hasNoticeCredit
        ? "make-up credit revoked"
        : terms.isCapReached && wouldEarn(terms, outcome)
          ? "no credit: term limit reached"
          : null
  if (outcome.code === "present" || outcome.code === "late") {
    const asUsual =
      chargedMinor > 0 &&
      !terms.byHand &&
      terms.billing === "per_session" &&
      outcome.chargedPercent === 100 &&
      terms.kind !== "make_up"
    return [asUsual ? "charged as usual" : money.toLowerCase(), credit].filter(Boolean).join(", ")
  }
  const text = `${money}, ${credit ?? "no credit"}`
  if (outcome.code !== "absent") return text
  const notice = { none: "No notice", late: "Notice too late", "in-time": "Notice in time" }[terms.notice]
  return `${notice}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** What becomes of the amount that the office set by hand, with another mark; null where it set none. */
export const byHandChange = (terms: RegisterTerms, { chargedPercent }: Outcome): "stays" | "ends" | null =>
  terms.byHand && (keepsByHand(terms, chargedPercent) ? "stays" : "ends")

/** The same as words beside a status. */
function byHandText(terms: RegisterTerms, outcome: Outcome): string | null {
  const change = byHandChange(terms, outcome)
  return (
    change && { stays: "as changed by hand", ends: "the amount changed by hand no longer applies" }[change]
  )
}

function moneyText(terms: RegisterTerms, outcome: Outcome, chargedMinor: number): string {
  if (terms.isWaived) return "Waived, not charged"
  if (terms.kind === "trial") return "Trial, not charged"
  if (terms.billing === "package" && terms.kind !== "visitor")
    return packageText(terms, outcome, chargedMinor)
  if (chargedMinor > 0)
    return terms.currency === null ? "Charged" : `${formatMoney(chargedMinor, terms.currency)} charged`
  if (terms.billing === null) return "No price set, not charged"
  if (terms.billing !== "per_session" && terms.kind !== "visitor") return "Covered by the monthly fee"
  if (terms.kind === "make_up" && terms.prepaidPercent > 0) return "Paid with the lesson it replaces"
  return "Not charged"
}

/** "1 lesson from the package, 3 lessons left"; without a package what becomes of the lesson. */
function packageText(terms: RegisterTerms, { chargedPercent }: Outcome, chargedMinor: number): string {
  const { taken, missing } = takenFor(terms, chargedPercent)
  if (taken + missing === 0) return "Nothing taken from the package"
  const left = (terms.cover?.units ?? 0) - taken
  const from =
    taken > 0 ? `${lessonsText(taken)} from the package, ${lessonsText(left)} left` : "No package left"
  if (missing === 0) return from
  if (chargedMinor === 0) return `${from}, ${lessonsText(missing)} waiting for the next package`
  return terms.currency === null
    ? `${from}, charged`
    : `${from}, ${formatMoney(chargedMinor, terms.currency)} charged`
}

/**
 * Whether recorded attendance may still be changed: after the school's days it is locked, for teachers for good, for the office
 * until it gives a reason.
 * @param lesson the day of the lesson, `YYYY-MM-DD`
 */
export function lockOf(
  lesson: string,
  today: string,
  { lockDays, isOffice }: { lockDays: number | null; isOffice: boolean },
): "open" | "reason" | "closed" {
  if (lockDays === null || addDays(lesson, lockDays) >= today) return "open"
  return isOffice ? "reason" : "closed"
}
