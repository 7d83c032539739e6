import type { BillingMode } from "~/models/teaching/price/price"
import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { localDate, localTime } from "~/utils/zones"

// "Can't come": what it decides, before anyone confirms it. Safe in the browser.

export type Consequence = {
  /** Whether a notice given now would be early enough. */
  inTime: boolean
  /** The last moment that is early enough, UTC ms. */
  inTimeUntil: number
  noticeHours: number
  billing: BillingMode | null
  /** What would be charged, minor units. */
  chargedMinor: number
  currency: string
  /** The last day of the make-up credit it earns. */
  creditUntil: string | null
  /** The credit that the notice given has earned already: its last day, and the day of the make-up booked with it. */
  earned: { until: string; usedOn: string | null } | null
}

/** The rule and what follows from it, as sentences, and how they sound. Amounts only for who may see money. */
export function consequenceText(
  consequence: Consequence,
  { zone, seesMoney }: { zone: string; seesMoney: boolean },
) {
  const { inTime, inTimeUntil, noticeHours, creditUntil } = consequence
  const deadline = `${formatDate(localDate(inTimeUntil, zone), "short")}, ${formatTime(localTime(inTimeUntil, zone))}`
  const rule =
    noticeHours === 0
      ? "The school asks to know before the lesson begins."
      : `The school asks to know ${countOf(noticeHours, "hour")} before, that ${inTime ? "is" : "was"} by ${deadline}.`
  return {
    tone: inTime ? ("ink" as const) : ("amber" as const),
    rule: inTime ? `You are in time. ${rule}` : `It is late. ${rule}`,
    money: moneyText(consequence, seesMoney),
    credit: creditUntil
      ? `There is 1 make-up credit for it, to be used by ${formatDate(creditUntil, "medium")}.`
      : "There is no make-up credit for it.",
  }
}

function moneyText({ billing, chargedMinor, currency }: Consequence, seesMoney: boolean): string {
  if (billing === "monthly") return "The monthly fee stays as it is."
  if (billing === "package") return "The package covers it."
  if (chargedMinor === 0) return "The lesson is not charged."
  return seesMoney
    ? `The lesson is charged all the same: ${formatMoney(chargedMinor, currency)}.`
    : "The lesson is charged all the same."
}

export type FamilyNoticeRefusal =
  | "not-theirs"
  | "begun"
  | "cancelled"
  | "marked"
  | "nothing-said"
  | "credit-used"
  | "a-child"

export const familyNoticeRefusals: Record<FamilyNoticeRefusal, string> = {
  "not-theirs": "This lesson is not one of yours.",
  begun: "The lesson has begun. Tell the school directly.",
  cancelled: "The lesson is cancelled: nobody is expected.",
  marked: "The register is taken. Tell the school directly.",
  "nothing-said": "Nothing was said that could be taken back.",
  "credit-used":
    "A make-up lesson is booked with the credit for this absence, so you can’t withdraw it here. Ask the school to cancel the make-up lesson first.",
  "a-child": "A grown-up of your family tells the school.",
}
