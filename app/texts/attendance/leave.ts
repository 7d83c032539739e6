import type { LeaveRules } from "~/models/attendance/leave/leave-types"
import { countOf, formatDate } from "~/utils/formats"

// What people read of leaves.

/** Why a leave can't be recorded. */
export type LeaveRefusal = "not-found" | "former" | "no-class" | "overlaps" | "clash"
export const leaveRefusals: Record<Exclude<LeaveRefusal, "not-found">, string> = {
  former: "A former student has no lessons to be on leave from.",
  "no-class": "The student isn’t enrolled on those days. Choose another class or other dates.",
  overlaps: "Another leave covers some of these days. Change that one instead.",
  clash: "The student has another lesson at the time of one in this leave. Move one of them first.",
}

/** Why a recorded leave can't be undone. */
export type UndoLeaveRefusal = "not-found" | "clash" | "changed"
export const undoLeaveRefusals: Record<Exclude<UndoLeaveRefusal, "not-found">, string> = {
  clash: leaveRefusals.clash,
  changed: "Someone has changed this leave. Check it below, then undo it there.",
}

/** Why a family can't ask for it. */
export type AskLeaveRefusal = "not-found" | "off" | "former" | "overlaps" | "asked-already"
export const askLeaveRefusals: Record<Exclude<AskLeaveRefusal, "not-found">, string> = {
  off: "The school doesn’t take requests here. Message the school instead.",
  former: "They’re no longer a student. Message the school instead.",
  overlaps: "Another leave covers some of these days.",
  "asked-already": "A request for this student is waiting. Withdraw it first.",
}
/** The classes are the student’s, now or later. */
export const noClassText = (classes: readonly string[]): string =>
  classes.length > 0
    ? `The student isn’t enrolled on those days. Choose another class or other dates. Enrolled in: ${classes.join(", ")}.`
    : "The student isn’t enrolled in any class. Message the school instead."
export const tooSoonText = (earliest: string, noticeDays: number) =>
  `The school asks for ${noticeDays === 1 ? "1 day’s" : `${noticeDays} days’`} notice. Enter ${day(earliest)} or later, or message the school.`

/** Why a request can't be approved. */
export type AnswerLeaveRefusal = LeaveRefusal | "answered" | "past" | "planned"
export const answerLeaveRefusals: Record<Exclude<AnswerLeaveRefusal, "not-found">, string> = {
  ...leaveRefusals,
  "no-class": "The student has no lessons from then on. Check their classes, or decline it.",
  answered: "It was answered or withdrawn. Reload the page.",
  past: "Its day has passed. Decline it and ask the family for another.",
  planned: "The student’s status can’t change then: a change is planned, or they’ve left. Check their page.",
}

/** Why an approval can't be undone. */
export type UndoApprovalRefusal = "not-found" | "told" | "changed" | "clash"
/** The classes and spots that don’t come back when a leaving is undone, each with why; undefined without any. */
export const notBackText = (notBack: readonly string[] = []): string | undefined =>
  notBack.length > 0 ? `Not brought back: ${notBack.join(" ")}` : undefined

export const undoApprovalRefusals: Record<Exclude<UndoApprovalRefusal, "not-found">, string> = {
  told: "The family’s email has left. Change it on the student’s page, and tell them.",
  changed: "Someone changed the student’s leave, classes or status. Check their page.",
  clash: leaveRefusals.clash,
}

/** What approving brings. */
export function approvalText({
  kind,
  lessons,
  credits,
}: {
  kind: "leave" | "end"
  lessons: number
  credits: number
}) {
  const effect =
    kind === "end"
      ? lessons === 0
        ? "No planned lessons are affected."
        : `${countOf(lessons, "planned lesson is", "planned lessons are")} freed up.`
      : `On leave for ${countOf(lessons, "planned lesson")}.`
  return credits === 0
    ? effect
    : `${effect} ${countOf(credits, "make-up credit is", "make-up credits are")} revoked.`
}

type Shown = { kind: "leave" | "end"; startsOn: string; endsOn: string | null; className?: string | null }

const day = (date: string) => formatDate(date, "medium")

/** What is asked for, or was: "Leave from Dec 5, 2026 to Jan 4, 2027, Piano", "End of lessons after Dec 20, 2026". */
export function leaveText({ kind, className, startsOn, endsOn }: Shown): string {
  const of = className ? `, ${className}` : ""
  if (kind === "end") return `End of lessons after ${day(startsOn)}${of}`
  if (endsOn === null) return `Pause from ${day(startsOn)}, no last day yet${of}`
  return startsOn === endsOn
    ? `Leave on ${day(startsOn)}${of}`
    : `Leave from ${day(startsOn)} to ${day(endsOn)}${of}`
}

/** What becomes of a spot that is left for a while, or for good. */
export const spotText = ({ kind }: Pick<Shown, "kind">): string =>
  kind === "end" ? "The spot can go to others after that day." : "The spot is kept."

/** What a leave costs of a monthly fee. */
export const leaveFeeText = (percent: number) =>
  percent === 0
    ? "No monthly fee for its days"
    : percent === 100
      ? "Monthly fee in full"
      : `${percent}% of the monthly fee for its days`

/** The same as a sentence of a policy. */
export const leaveFeeSentence = (percent: number) =>
  percent === 0
    ? "No monthly fee is charged for the days of a leave."
    : percent === 100
      ? "The monthly fee is charged in full during a leave."
      : `${percent}% of the monthly fee is charged for the days of a leave.`

export const leaveKindLabels = {
  leave: "A leave or pause: the spot is kept",
  end: "The end of lessons",
}

/** What families read before they ask. */
export const leavePolicyText = ({ leaveNoticeDays, endNoticeDays, leaveFeePercent }: LeaveRules) =>
  `Ask for a leave at least ${countOf(leaveNoticeDays, "day")} ahead and for the end of lessons at least ${countOf(endNoticeDays, "day")} ahead. On leave your spot is kept, lessons aren’t charged and earn no make-up credits. ${leaveFeeSentence(leaveFeePercent)}`
