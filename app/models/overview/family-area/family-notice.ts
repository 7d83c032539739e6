import { lessonsText } from "~/models/money/package/package"
import type { BillingMode } from "~/models/teaching/price/price"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { localDate, localTime } from "~/utils/zones"

// What reporting an absence costs and earns, before anyone confirms it. Safe in the browser.

export type Consequence = {
  /** Whether a notice given now would be early enough. */
  inTime: boolean
  /** The last moment that is early enough, UTC ms. */
  inTimeUntil: number
  noticeHours: number
  billing: BillingMode | null
  /** What it takes from packages, in hundredths of a lesson. */
  taken: number
  /** What would be charged, minor units. */
  chargedMinor: number
  currency: string
  /** Late absences of the term that count as reported in time: how many there are, and how many were used before. */
  allowance: { most: number; used: number }
  /** Whether this one counts as reported in time although it is late, by one of them. */
  isAllowed: boolean
  /** The last day of the make-up credit it earns, or why it earns none. */
  creditUntil: string | null
  whyNoCredit: string | null
  /** The credit that a reported absence has earned: its last day, and the day of the make-up lesson booked with it. */
  earned: { until: string; usedOn: string | null } | null
}

/** The rule and its effects as sentences, with their tone. Amounts only for those who may see money. */
export function consequenceText(
  consequence: Consequence,
  { zone, seesMoney }: { zone: string; seesMoney: boolean },
) {
  const { inTime, isAllowed, inTimeUntil, noticeHours, creditUntil } = consequence
  const deadline = `${formatDate(localDate(inTimeUntil, zone), "short")}, ${formatTime(localTime(inTimeUntil, zone))}`
  const rule =
    noticeHours === 0
      ? "The school asks for notice before the lesson starts."
      : `The school asks for notice ${countOf(noticeHours, "hour")} before the lesson, by ${deadline}.`
  return {
    tone: inTime || isAllowed ? ("ink" as const) : ("amber" as const),
    rule: inTime
      ? `That’s enough notice. ${rule}`
      : `This is late notice. ${rule}${allowanceText(consequence)}`,
    money: moneyText(consequence, seesMoney),
    credit: creditUntil
      ? `You’ll get 1 make-up credit to use by ${formatDate(creditUntil, "medium")}.`
      : `You won’t get a make-up credit${consequence.whyNoCredit ? `: ${consequence.whyNoCredit}` : "."}`,
  }
}

/** What the term's late absences do for a late notice; nothing where the school has none. */
function allowanceText({ allowance: { most, used }, isAllowed }: Consequence): string {
  if (most === 0) return ""
  return isAllowed
    ? ` It counts as reported in time, as ${used + 1} of ${most} late absences of the term.`
    : ` All ${used} of ${most} late absences of the term are used.`
}

function moneyText({ billing, chargedMinor, currency, taken }: Consequence, seesMoney: boolean): string {
  if (billing === "monthly") return "The monthly fee stays the same."
  if (taken > 0) return `The lesson takes ${lessonsText(taken)} from the package.`
  if (chargedMinor === 0) return "You won’t be charged for this lesson."
  return seesMoney
    ? `You’ll still be charged ${formatMoney(chargedMinor, currency)} for this lesson.`
    : "This lesson will still be charged."
}

/** What a form of a lesson is called while it waits on the device, by its intent. */
export const unsentNotice = (intent: string): string =>
  intent === "comes" ? "Absence withdrawn" : intent === "confirm-move" ? "New time confirmed" : "Absence"
