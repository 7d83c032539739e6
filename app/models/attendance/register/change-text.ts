import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { creditUntilOf } from "~/models/teaching/credit/seat-terms"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { upperFirst } from "~/utils/names"

const markLabels: Record<MarkCode, string> = {
  present: "present",
  late: "late",
  absent: "absent",
  excused: "excused",
  cancelled: "canceled by the school",
}

const byHandTexts = {
  stays: "The amount changed by hand stays.",
  ends: "The amount changed by hand no longer applies.",
}

/** A charge and what credit notes took off it; minor units. */
type Charged = { amountMinor: number; creditedMinor: number }

/** The part of a correction that its text needs; the plan of a seat fits. */
type Correction = {
  seat: {
    mark: { code: MarkCode; minutesLate: number | null; statusName: string | null } | null
    terms: {
      currency: string | null
      creditUntil: string
      firstUntil?: string | null
      madeUpOn: string | null
    }
    charges: readonly (Charged & { isWithdrawn: boolean })[]
  }
  wanted: { outcome: { code: MarkCode }; minutesLate: number | null; status: { name: string } | null }
  settlement: { correct: readonly Charged[] } | null
  /** What becomes of an amount that the office set by hand. */
  byHand: "stays" | "ends" | null
  revoke: readonly unknown[]
  issuesCredit: boolean
}

/** What correcting a mark changes: "Present becomes excused. $18.00 is no longer charged. 1 make-up credit until Feb 16." */
export function changeText(correction: Correction, willStandMinor: number): string {
  const { seat, wanted } = correction
  const before = seat.mark
    ? markText(seat.mark.code, seat.mark.minutesLate, seat.mark.statusName)
    : "unmarked"
  const after = markText(wanted.outcome.code, wanted.minutesLate, wanted.status?.name)
  const sentences = [
    `${upperFirst(before)} becomes ${after}.`,
    moneyChange(correction, willStandMinor),
    correction.byHand && byHandTexts[correction.byHand],
    creditChange(correction),
  ]
  return sentences.filter(Boolean).join(" ")
}

/** "late, 8 min"; a status of the school's own by its name. */
export const markText = (
  code: MarkCode,
  minutesLate: number | null,
  statusName: string | null = null,
): string =>
  [statusName ?? markLabels[code], code === "late" && minutesLate !== null ? `${minutesLate} min` : null]
    .filter(Boolean)
    .join(", ")

function moneyChange({ seat, settlement }: Correction, willStandMinor: number): string {
  const { currency } = seat.terms
  const standing = seat.charges.filter(({ isWithdrawn }) => !isWithdrawn)
  const difference = willStandMinor - leftSum(standing)
  const invoiced = leftSum(settlement?.correct ?? [])
  if (currency === null)
    return difference < 0
      ? "The family is charged less."
      : difference > 0
        ? "The family is charged."
        : "The charge stays the same."
  const frozen = invoiced
    ? ` It’s already invoiced, so the next invoice gets a correction of ${formatMoney(-invoiced, currency)}.`
    : ""
  if (difference < 0)
    return `${formatMoney(-difference, currency)} ${invoiced ? "credited back" : "is no longer charged"}.${frozen}`
  if (difference > 0) return `${formatMoney(difference, currency)} charged.${frozen}`
  const isCredited = willStandMinor === 0 && standing.some(({ creditedMinor }) => creditedMinor > 0)
  return isCredited ? "A credit note has credited it already." : `The charge stays the same.${frozen}`
}

/** What is left after credit notes. */
const leftSum = (list: readonly Charged[]): number =>
  list.reduce((sum, { amountMinor, creditedMinor }) => sum + amountMinor - creditedMinor, 0)

function creditChange({ seat, wanted, revoke, issuesCredit }: Correction): string {
  if (seat.terms.madeUpOn !== null)
    return `The make-up credit stays: it’s used for ${formatDate(seat.terms.madeUpOn, "day")}.`
  const until = formatDate(creditUntilOf(seat.terms, wanted.outcome), "day")
  if (issuesCredit) return revoke.length ? "The make-up credit stays." : `1 make-up credit until ${until}.`
  return revoke.length ? "The make-up credit is revoked." : ""
}
