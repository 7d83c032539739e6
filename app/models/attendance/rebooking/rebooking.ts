import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { type MakeUpRefusal, makeUpRefusalText } from "../make-up/make-up"

// A lesson that a student can't come to and the make-up lesson that is booked in the same step: both or neither. Safe in the
// browser.

/** What stops the make-up lesson, and with it the absence. */
export type RebookingRefusal = MakeUpRefusal | "while-away"
export type NotRebooked = { ok: false; reason: "not-rebooked"; why: RebookingRefusal }

/** Why neither is saved, as text. */
export function rebookingRefusalText(reason: RebookingRefusal, noticeHours: number): string {
  const why =
    reason === "no-credit"
      ? "The absence earns no make-up credit, so there’s nothing to book with."
      : reason === "while-away"
        ? "The student is away on that day. Choose a later time."
        : makeUpRefusalText(reason, noticeHours)
  return `Nothing is saved yet. ${why}`
}

type Earned = { date: string; creditUntil: string | null; whyNoCredit: string | null; open: number }

/** What the absence of a day earns, or why nothing, and what the student has already: for the office, before it is recorded. */
export function earnsText({ date, creditUntil, whyNoCredit, open }: Earned): string {
  const absence = `The absence on ${formatDate(date, "short")}`
  const earns = creditUntil
    ? `${absence} earns 1 make-up credit, to use by ${formatDate(creditUntil, "medium")}.`
    : `${absence} earns no make-up credit${whyNoCredit ? `: ${whyNoCredit}` : "."}`
  return open > 0 ? `${earns} The student has ${countOf(open, "make-up credit")} already.` : earns
}
