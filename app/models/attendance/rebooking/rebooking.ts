import { type MakeUpRefusal, makeUpRefusals } from "~/texts/attendance/refusals"
import { laterOf } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"

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
        : makeUpRefusals(noticeHours)[reason]
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

type Coming = { id: string; localDate: string; isNotComing: boolean }
export type Away = { lessons: string[]; away?: readonly [from: string, until: string] }

/**
 * The lessons an absence is for: those that were checked, and with a last day also the student's others from the first of them
 * until then. Undefined for a last day before it, or after the one until which lessons are made (`madeUntil`).
 */
export function lessonsAway(
  checked: readonly string[],
  until: string | undefined,
  coming: readonly Coming[],
  madeUntil: string,
): Away | undefined {
  const first = coming.find(({ id }) => checked.includes(id))
  if (!until || !first) return { lessons: [...checked] }
  const from = first.localDate
  if (until < from || until > laterOf(from, madeUntil)) return undefined
  const between = coming.filter(
    ({ localDate, isNotComing }) => from <= localDate && localDate <= until && !isNotComing,
  )
  return { lessons: [...new Set([...checked, ...between.map(({ id }) => id)])], away: [from, until] }
}
