// A seat is one student in one session, with the absence notice and the mark. It becomes a row once
// the session begins or a notice or mark refers to it; before that it follows from the enrollment.

import type { excuses } from "db/schema/choices"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Price } from "../price/price"

export type SeatKind = "enrolled" | "visitor" | "trial" | "make_up"

/** What a student who isn't enrolled is there for, beside their name: "Leo Marsh, trial lesson". */
export const guestKinds: Record<Exclude<SeatKind, "enrolled">, string> = {
  visitor: "guest",
  trial: "trial lesson",
  make_up: "make-up lesson",
}

export type CurrentMark = {
  markId: string
  code: MarkCode
  /** The school's own status that counts as it. */
  statusId: string | null
  statusName: string | null
  minutesLate: number | null
  chargedPercent: number
  paidPercent: number
  issuesCredit: boolean
  countsAsAttended: boolean
}

/** Why a notice counts as reported in time although it came late. */
export type Excuse = (typeof excuses)[number]

/**
 * An absence notice: when it came (UTC ms), its text, and whether it counts as reported in time: early enough for the school's rule,
 * or excused.
 */
export type Notice = { at: number; text: string | null; inTime: boolean; excusedBy: Excuse | null }

export type ExpectedSeat = {
  /** Null while the seat only follows from the enrollment. */
  seatId: string | null
  studentId: string
  enrollmentId: string | null
  familyId: string
  name: string
  firstName: string
  kind: SeatKind
  medicalNotes: string | null
  notice: Notice | null
  mark: CurrentMark | null
  isWaived: boolean
  /** What the seat costs; null when no one has set a price, or it is of a kind that is not charged. */
  price: Price | null
  /** Of a make-up lesson: the part of its price that the lesson it replaces was charged, 0 to 100. */
  prepaidPercent: number
  /** Of a make-up lesson: the last day of the credit that paid for it. */
  firstUntil: string | null
}

/** A notice is in time when it came at least the school's notice hours before the start. */
export function noticeInTime(noticeAt: number, startsAt: number, noticeHours: number): boolean {
  return noticeAt <= startsAt - noticeHours * 3_600_000
}

/** The same with the excuses: an illness with a note, or an allowance of the term. */
export const noticeCounts = (
  { at, excusedBy }: Pick<Notice, "at" | "excusedBy">,
  startsAt: number,
  noticeHours: number,
): boolean => excusedBy !== null || noticeInTime(at, startsAt, noticeHours)

/** What the register suggests before anyone taps: present, or by the notice excused or absent. */
export function suggestedCode({ notice }: Pick<ExpectedSeat, "notice">): MarkCode {
  if (!notice) return "present"
  return notice.inTime ? "excused" : "absent"
}
