// A charge is one thing a family owes: a marked seat, a month's flat fee or hire, a package or its rest, a material, an item, or the
// correction of an invoiced charge. Charges are never edited: one that is on no invoice is withdrawn, one that is gets a correction.

import type { chargeSources } from "db/schema/choices"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { afterName } from "~/models/people/student/class-title"
import { instrumentWord } from "~/utils/word-within"

/** What a charge comes from. */
export type ChargeSource = (typeof chargeSources)[number]

/** Why a charge is not taken back by hand: one from a register is corrected or waived, one on an invoice is frozen. */
export type ChargeRefusal = "unknown" | "withdrawn" | "waive-instead" | "end-package-instead" | "invoiced"

/** How the reason begins for which a charge was withdrawn that the office changed: the next one took its place. */
export const changedByHand = "Changed: "

/** Charges that are taken back by hand, with a reason; the others follow from attendance or a package. */
const removableSources: readonly ChargeSource[] = ["flat", "item", "late_fee", "material", "hire"]

/** Why a charge is not taken back by hand, by what it comes from; null for those that are. */
export function keptBecause(source: ChargeSource): ChargeRefusal | null {
  if (removableSources.includes(source)) return null
  return source === "package" || source === "package_rest" ? "end-package-instead" : "waive-instead"
}

/** Charges that stay what they are when the office sets their amount by hand: of a lesson, and of a package that was sold. */
export const hasUsualAmount = (source: ChargeSource): boolean => source === "seat" || source === "package"

/** Whether the office can change the charge, or its amount, while it is on no invoice. */
export const isChangedByHand = (source: ChargeSource): boolean =>
  keptBecause(source) === null || hasUsualAmount(source)

const statusTexts: Record<MarkCode, string> = {
  present: "Present",
  late: "Late",
  absent: "Absent",
  excused: "Excused",
  cancelled: "Canceled by the school",
}

const noticeTexts = { none: "", "in-time": ", notice in time", late: ", late notice" }

/**
 * Why a mark is charged or not, as text a family reads beside the line: "Absent, late notice". A status of the school's own
 * stands under its name, where families may read it.
 */
export function reasonOf(mark: {
  code: MarkCode
  statusName?: string | null
  minutesLate: number | null
  notice: "none" | "in-time" | "late"
}): string {
  const { code, notice, minutesLate } = mark
  const status = mark.statusName ?? statusTexts[code]
  if (code === "late" && minutesLate !== null) return `${status}, ${minutesLate} min`
  if (code === "absent" && notice === "none") return `${status}, no notice`
  return code === "absent" || code === "excused" ? `${status}${noticeTexts[notice]}` : status
}

/** A student on a line: the first name begins it, the whole name tells their own class. */
type OnLine = { firstName: string; name: string }

/** "Otis, violin, 30 min"; a lesson without an instrument has its class's name, or "lesson" where that is the student's. */
export function seatDescription(
  { firstName, name }: OnLine,
  lesson: { instrument: string | null; className: string; minutes: number },
): string {
  const what = instrumentWord(lesson.instrument ?? "") || classBeside(name, lesson.className) || "lesson"
  return `${firstName}, ${what}, ${lesson.minutes} min`
}

/** "Otis, Strings, November 2026"; a class called like its student is "lessons", or what follows the name. */
export const monthDescription = ({ firstName, name }: OnLine, className: string, month: string): string =>
  `${firstName}, ${classBeside(name, className) || "lessons"}, ${month}`

/** What a class is called beside its student's name: "Otis Haddad, piano" is "piano", and "Otis Haddad" nothing. */
const classBeside = (name: string, className: string): string => afterName(name, className) ?? className

export const twinChargeText = "This family already has this charge on that day. Add it anyway, or change it."

/** What a student pays for a month of a class: the month, the amount with tax, and which part of the fee it is. */
export type PreviewedMonth = {
  studentId: string
  name: string
  month: string
  amountMinor: number
  /** What the month was charged with, where that changes. */
  wasMinor?: number
  reason: string
  /** Before this month: it is charged right away. */
  isMissed?: boolean
}
