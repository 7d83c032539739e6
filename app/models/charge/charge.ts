// What a family owes, one row a reason: a mark on a seat, a flat fee for a month, an item, or the correction of an
// invoiced charge. Charges are never edited: one that is on no invoice is withdrawn, one that is gets a correction.

import type { MarkCode } from "../outcome/outcome"

export type ChargeRefusal = "unknown" | "withdrawn" | "waive-instead" | "invoiced"

export const chargeRefusals: Record<ChargeRefusal, string> = {
  unknown: "There is no such charge.",
  withdrawn: "This charge was withdrawn before.",
  "waive-instead": "This charge comes from a register. Correct the mark, or waive the lesson with a reason.",
  invoiced: "This charge is on an invoice, which is frozen. Void the invoice first.",
}

export type WaiverRefusal = "unknown" | "not-ended" | "waived" | "invoiced" | "nothing-to-waive"

export const waiverRefusals: Record<WaiverRefusal, string> = {
  unknown: "There is no such lesson.",
  "not-ended": "This lesson has not ended yet.",
  waived: "This lesson was waived before.",
  invoiced: "This lesson is on an invoice, which is frozen. Void the invoice first.",
  "nothing-to-waive": "Nothing is owed for this lesson.",
}

/** Why a mark is charged or not, in words a family reads beside the line. */
export function reasonOf(mark: {
  code: MarkCode
  minutesLate: number | null
  notice: "none" | "in-time" | "late"
}): string {
  switch (mark.code) {
    case "present":
      return "Present"
    case "late":
      return mark.minutesLate === null ? "Late" : `Late, ${mark.minutesLate} min`
    case "absent":
      return {
        none: "Absent, no notice",
        "in-time": "Absent, told us in time",
        late: "Absent, notice too late",
      }[mark.notice]
    case "excused":
      return {
        none: "Excused",
        "in-time": "Excused, told us in time",
        late: "Excused, notice came late",
      }[mark.notice]
    case "cancelled":
      return "Cancelled by the school"
  }
}

/** "Otis, violin, 30 min" */
export function seatDescription(
  firstName: string,
  lesson: { instrument: string | null; className: string; minutes: number },
): string {
  return `${firstName}, ${lesson.instrument?.toLowerCase() || lesson.className}, ${lesson.minutes} min`
}
