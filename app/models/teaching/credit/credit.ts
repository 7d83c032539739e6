import { type Period, periodIn } from "~/models/foundation/term/period"
import type { CreditChangeRefusal } from "~/texts/teaching/refusals"
import { addDays } from "~/utils/dates"
import { countOf } from "~/utils/formats"

// A make-up credit is one lesson owed to a student, earned by an absence notice or a mark, or granted by the office. It is open until it
// is used, revoked by a withdrawn notice or a correction, or past its last day. Issued = open + used + expired + revoked.

export const creditStates = ["open", "used", "expired", "revoked"] as const
export type CreditState = (typeof creditStates)[number]

/** What the list of credits can be narrowed to; "expiring" are open ones whose last day is near. */
export const creditFilters = ["open", "expiring", "used", "expired", "revoked"] as const
export type CreditFilterState = (typeof creditFilters)[number]

/** A credit with where it came from and what became of it. */
export type CreditRow = {
  creditId: string
  studentId: string
  studentName: string
  state: CreditState
  minutes: number
  /** The missed lesson and its day; null of a credit that the office granted. */
  originSessionId: string | null
  originClassName: string
  originDate: string | null
  expiresOn: string
  usedSessionId: string | null
  usedOn: string | null
  usedTime: string | null
  /** Whether the make-up lesson hasn't begun. */
  isAhead: boolean
  /** Whether an absence is reported for it. */
  isMissed: boolean
  revokedReason: string | null
}

/** Credits without those whose absence earned another one later, as after a change that was undone. */
export function withoutReplaced<T extends Pick<CreditRow, "state" | "originSessionId">>(
  credits: readonly T[],
): T[] {
  const kept = new Set(
    credits.flatMap(({ state, originSessionId }) => (state === "revoked" ? [] : originSessionId)),
  )
  return credits.filter(({ state, originSessionId }) => {
    if (state !== "revoked" || originSessionId === null) return true
    const isFirst = !kept.has(originSessionId)
    kept.add(originSessionId)
    return isFirst
  })
}

/** Why no credit is used for a spot. */
export type CreditRefusal = "seat-unknown" | "not-a-make-up" | "already-paid" | "no-open-credit"

/** What canceling lessons gives, said before it is done. Safe in the browser. */
export const cancelCreditText = (givesCredits: boolean): string =>
  givesCredits
    ? "Each enrolled student gets a make-up credit for each canceled lesson."
    : "Your attendance rules give no make-up credits for it."

/** What canceling one lesson does to make-up credits. */
export type CancelCredits = {
  /** Whether the attendance rules give one to each enrolled student. */
  isGiven: boolean
  /** Who comes without a make-up credit that paid for it. */
  enrolled: number
  /** Credits that paid for spots in it and are available again. */
  returned: number
}

/** "1 make-up credit is available again." and what the rules give; empty where no one is in it. */
export const creditsText = ({ isGiven, enrolled, returned }: CancelCredits): string =>
  [
    ...(enrolled > 0
      ? [
          isGiven
            ? "Each enrolled student gets a make-up credit."
            : "Your attendance rules give no make-up credit.",
        ]
      : []),
    ...(returned > 0 ? [returnedText(returned)] : []),
  ].join(" ")

export const returnedText = (returned: number): string =>
  `${countOf(returned, "make-up credit")} spent on it ${returned === 1 ? "is" : "are"} available again.`

/** The same for one lesson that is canceled where it is seen, with who is told and until when it is undone without a word. */
export const cancelEffect = (credits: CancelCredits, isSolo = false): string =>
  ["No one is charged.", creditsText(credits), toldText(isSolo)].filter(Boolean).join(" ")

const toldText = (isSolo: boolean) =>
  `Families${isSolo ? "" : " and the teacher"} get an email after 2 minutes, unless you undo it before.`

/** Of a lesson that a make-up credit was spent on; `lastDay` as text. */
export const openAgainText = (lastDay: string): string =>
  `The make-up credit is available again, to use by ${lastDay}.`

// What the office does to a make-up credit by hand, each with a reason: grant, extend, revoke, and undo of the latest.
// Safe in the browser.

export const creditActs = ["grant", "extend", "revoke"] as const
export type CreditAct = (typeof creditActs)[number]

export const creditActLabels: Record<CreditAct, string> = {
  grant: "Granted",
  extend: "Extended",
  revoke: "Revoked",
}

/** The lengths a credit can be granted for, in minutes. */
export const [shortestCredit, longestCredit] = [5, 600]

/** The field that a refusal is shown beside. */
export const creditRefusalFields: Partial<Record<CreditChangeRefusal, string>> = {
  "credit-unknown": "credit",
  "class-unknown": "classId",
  "not-ahead": "lastDay",
  "not-later": "lastDay",
  used: "credit",
  revoked: "credit",
}

// The school's make-up rules with a student's figures in this term, as sentences. Safe in the browser.

export type CreditRules = {
  noticeHours: number
  creditExpiry: "days" | "term" | "next_term"
  creditExpiryDays: number
  cap: { most: number; earned: number } | null
  allowance: { most: number; used: number }
}

const expiryTexts = {
  term: "Credits expire at the end of the term.",
  next_term: "Credits expire at the end of the next term.",
}

/** The deadline, the expiration, the limit and the allowance; what the school doesn't have isn't mentioned. */
export function ruleTexts({
  noticeHours,
  creditExpiry,
  creditExpiryDays,
  cap,
  allowance,
}: CreditRules): string[] {
  return [
    noticeHours === 0
      ? "Absences are in time until the lesson starts."
      : `Absences are in time when reported ${countOf(noticeHours, "hour")} ahead.`,
    ...(allowance.most > 0
      ? [`${allowance.used} of ${allowance.most} late absences this term count as reported in time, too.`]
      : []),
    creditExpiry === "days"
      ? `Credits expire after ${countOf(creditExpiryDays, "day")}.`
      : expiryTexts[creditExpiry],
    ...(cap ? [`${cap.earned} of ${cap.most} credits this term are earned.`] : []),
  ]
}

// When a make-up credit ends, by the school's rule. Safe in the browser.

/**
 * The last day of a credit for a lesson on a day: so many days later, the end of that lesson's term, or the end of the
 * term after it. The next term is the first recorded one that begins later, else the half-year after.
 */
export function lastDayOf(
  rule: { creditExpiry: "days" | "term" | "next_term"; creditExpiryDays: number },
  terms: readonly Period[],
  day: string,
): string {
  if (rule.creditExpiry === "days") return addDays(day, rule.creditExpiryDays)
  const { endsOn } = periodIn(terms, day)
  if (rule.creditExpiry === "term") return endsOn
  const next = [...terms]
    .sort((a, b) => a.startsOn.localeCompare(b.startsOn))
    .find(({ startsOn }) => startsOn > endsOn)
  return (next ?? periodIn(terms, addDays(endsOn, 1))).endsOn
}

/** Why a lesson or a spot in it is canceled that a credit was used for. */
export const bookingCanceled = "The make-up booking was canceled."
