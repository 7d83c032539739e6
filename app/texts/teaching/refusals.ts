import { type LimitUsage, limitReached } from "~/models/accounts/subscription/plan-usage"
import { mostEntries, mostGuests } from "~/models/teaching/occasion/occasion"
import { type Lacking, lackingMessage } from "~/models/teaching/prerequisite/prerequisite"
import type { ImpossibleTime, Refused } from "~/models/teaching/session/slot-refusals"
import { countOf } from "~/utils/count-of"

// Why something is refused: each code with the text that people read. Models answer the code.

export const slotRefusals = {
  "unknown-teacher": { teacherId: "This teacher no longer teaches at the school. Choose another." },
  "unknown-room": { roomId: "This room is no longer in use. Choose another." },
  "no-class": { classId: "This class no longer exists. Choose another." },
  "class-over": { classId: "This class ends before that date. Choose another class or an earlier date." },
  "already-there": { startTime: "This class already has a lesson at that time." },
  "no-session": { form: "This lesson no longer exists." },
  "has-register": { form: "Attendance is taken, so you can’t move or cancel this lesson." },
  "is-cancelled": { form: "This lesson is canceled. Restore it first." },
  "credit-used": {
    form: "A make-up credit for this lesson is used already, so it stays canceled. Cancel the make-up lesson first.",
  },
  "not-cancelled": { form: "This lesson isn’t canceled." },
}
export type SlotReason = keyof typeof slotRefusals

type SlotRefused =
  | Omit<ImpossibleTime, "ok">
  | ({ reason: "clash"; clashes: string[] } & Refused)
  | { reason: SlotReason }

/** A refusal as messages by field (`form` for the whole), and what to offer instead. */
export function slotMessages(refusal: SlotRefused): {
  messages: Record<string, string>
  refused: Refused | null
} {
  if (refusal.reason === "impossible-time")
    return { messages: { [refusal.field]: refusal.message }, refused: null }
  if (refusal.reason !== "clash") return { messages: slotRefusals[refusal.reason], refused: null }
  const { clashes, alternatives, mayOverride, withoutSearch, leavable } = refusal
  return {
    messages: { form: clashes.join(" ") },
    refused: { alternatives, mayOverride, withoutSearch, leavable },
  }
}

export const replaceRefusals = {
  "no-session": "This lesson no longer exists.",
  "has-register": "Attendance is taken, so its teachers stay as they are.",
  "is-cancelled": "This lesson is canceled. Restore it first.",
  "no-place": "This teacher no longer gives this lesson with others. Reload the page.",
  "gives-it": "This teacher gives this lesson already. Choose another.",
}
export type ReplaceRefusal = keyof typeof replaceRefusals

type ReplaceRefused = { reason: ReplaceRefusal } | Parameters<typeof slotMessages>[0]

/** Why a co-teacher can't be replaced in a lesson. */
export const replaceText = (refusal: ReplaceRefused): string =>
  isReplaceRefusal(refusal)
    ? replaceRefusals[refusal.reason]
    : Object.values(slotMessages(refusal).messages).join(" ")

export const isReplaceRefusal = (refusal: ReplaceRefused): refusal is { reason: ReplaceRefusal } =>
  refusal.reason in replaceRefusals

type EnrollRefused =
  | { reason: "no-class" | "ended" | "no-student" | "no-enrollment" | "before-start" | "over-already" }
  | { reason: "full"; capacity: number; name: string }
  | { reason: "already-enrolled"; name: string }
  | { reason: "prerequisite"; lacking: Lacking[] }
  | { reason: "limit-reached"; planName: string; places: LimitUsage }
  | Parameters<typeof slotMessages>[0]

/** Why someone cannot join, leave or change a class, as messages by field (`form` for the whole). */
export function enrollMessages(refusal: EnrollRefused): {
  messages: Record<string, string>
  refused: Refused | null
} {
  const only = (messages: Record<string, string>) => ({ messages, refused: null })
  switch (refusal.reason) {
    case "full":
      return only({
        form: `This class has ${countOf(refusal.capacity, "spot")}, and on some of those dates there’s none left for ${refusal.name}. Raise the number of spots, or choose a later date or another class.`,
      })
    case "already-enrolled":
      return only({ form: `${refusal.name} is already in this class on some of those dates.` })
    case "prerequisite":
      return only({ prerequisiteReason: lackingMessage(refusal.lacking) })
    case "limit-reached":
      return only({ form: limitReached("students", refusal.planName, refusal.places) })
    case "ended":
      return only({ startsOn: "It ends before that date. Choose an earlier one." })
    case "no-student":
      return only({ form: "A student you selected is no longer in the school. Check your selection." })
    case "no-enrollment":
      return only({ form: "This student is no longer in the class." })
    case "before-start":
      return only({
        lastDay: "Choose a date on or after their first day.",
        from: "Choose a date after their first day.",
      })
    case "over-already":
      return only({
        lastDay: "They leave before that date. Choose an earlier one.",
        from: "They leave before that date. Choose an earlier one.",
      })
    case "no-class":
      return only({ toClassId: "This class no longer exists. Choose another." })
    default:
      return slotMessages(refusal)
  }
}

/** Why a change of a weekly time isn't undone anymore. */
export const undoRuleRefusals = {
  "changed-since": "The weekly time or one of its lessons has changed since. Change it again instead.",
  attendance: "A lesson at the new time has attendance. Change the weekly time again instead.",
  begun: "A lesson of these weeks has begun. Change the weekly time again instead.",
} as const

/** Why two times aren't swapped, by the field it is about. */
export const swapTimesRefusals = {
  "no-schedule": { form: "This weekly time was removed. Go back to the class and try again." },
  "not-there": { withId: "This weekly time was removed. Choose another." },
  "does-not-fit": { withId: "These two don’t meet on the same number of days. Choose another." },
  "past-midnight": { withId: "With these lengths a lesson would run past midnight. Choose another." },
  "in-the-past": { from: "Choose today or a later date. Past lessons don’t change." },
  "over-by-then": { from: "One of the two weekly times ends before that date. Choose an earlier one." },
}
export type SwapTimesRefusal = keyof typeof swapTimesRefusals

/** Why an ending isn't undone anymore. */
export const endingRefusals = {
  "changed-since": "The class, its students or its lessons have changed since.",
  attendance: "A lesson has attendance now.",
  begun: "The time of a removed lesson has passed.",
} as const

export const endClassRefusals = {
  "no-schedule": { scheduleId: "This weekly time was removed. Choose another." },
  "over-already": { lastDay: "It ends before that date. Choose an earlier one." },
  "before-start": { lastDay: "This weekly time starts after that date. Choose a later one." },
}
export type EndClassRefusal = keyof typeof endClassRefusals | "no-class"

/** Why someone can't teach a class beside its teacher, by field (`form` for the whole). */
export const coTeacherRefusals = {
  "no-class": { form: "This class no longer exists." },
  "is-over": { startsOn: "The class ends before that date. Choose an earlier one." },
  "in-the-past": { startsOn: "Choose today or a later date." },
  "is-main": { teacherId: "This is the class’s own teacher. Choose another." },
  already: { teacherId: "This teacher already teaches the class from that day. Choose another." },
}
export type CoTeacherRefusal = keyof typeof coTeacherRefusals

export const creditChangeRefusals = {
  "credit-unknown": "Choose one of the student’s credits.",
  "class-unknown": "Choose one of the student’s classes.",
  "not-ahead": "Enter a last day from today to two years ahead.",
  "not-later": "Enter a day after the credit’s last day.",
  used: "A make-up lesson is booked with this credit. Cancel that booking first.",
  revoked: "This credit is already revoked.",
  "not-latest": "This credit changed since then. Undo the latest change first.",
  "earned-again": "The absence has earned another credit since then.",
}
export type CreditChangeRefusal = keyof typeof creditChangeRefusals

export const occasionRefusals = {
  "unknown-room": "This room is no longer in use. Choose another.",
  "unknown-teacher": "This teacher no longer teaches at the school. Choose another.",
  "not-a-draft": "Families know this event already. Cancel it instead.",
  "not-published": "This event isn’t published.",
  over: "This event is over.",
  "in-the-past":
    "That’s in the past, so no one would be told. Choose a later time, or cancel the event instead.",
  "is-canceled": "This event is canceled.",
  "too-many": `Invite up to ${mostGuests} students to one event. Choose fewer, or hold it in two parts.`,
  "no-guests": "Invite at least one student first.",
  "not-invited": "Choose students who are invited.",
  "sent-before": "This form was sent before with other entries. Reload the page and enter them again.",
  "has-result": "This student has a result. Clear it first.",
  "program-full": `Keep the program to ${mostEntries} pieces. Remove one first.`,
}
export type OccasionRefusal = keyof typeof occasionRefusals | "not-found"

export const riseRefusals = {
  "not-previewed": "This isn’t the preview you saw. Check the changes below, then confirm them.",
  "nothing-to-change": "No class price changes with this choice.",
  "not-found": "This price change isn’t in your school.",
  undone: "This price change is already undone.",
}
export type RiseRefusal = keyof typeof riseRefusals

export const renewalRefusals = {
  "not-found": "This question no longer exists.",
  over: "The answer date is over. Contact the school.",
  declined: "This spot was declined. Contact the school if you change your mind.",
  "a-child": "Ask a parent or guardian to answer.",
  billed: "The monthly fee is on an invoice or was changed. Unenroll the student in the class instead.",
  seated: "Attendance is recorded in this class. Unenroll the student there instead.",
}
export type RenewalRefusal = keyof typeof renewalRefusals

export const timeOffRefusals = {
  "in-the-past": "Choose dates from today on.",
  "too-long": "Request at most six months at a time, or talk to the office.",
  overlaps: "Some of these days are already requested or recorded as time off.",
  "not-found": "This request no longer exists.",
  decided: "This request was already answered.",
  begun: "These days have begun. Decline the request, then record an absence for the days that are left.",
}
export type TimeOffRefusal = keyof typeof timeOffRefusals

export const hoursRefusals = {
  overlaps: "These hours overlap others of that day. Choose another time.",
  "too-many": "A day can have up to four time ranges. Remove one first.",
}
export type HoursRefusal = keyof typeof hoursRefusals

export const waitingRefusals = {
  "not-found": "This student is no longer on the waiting list.",
  ended: "This class has ended.",
  "in-it": "Already enrolled in this class.",
  "waiting-already": "Already on this waiting list.",
  "not-full": "This class has a free spot. Enroll them instead.",
  "no-place": "There’s no free spot to offer. Raise the number of spots, or wait until a student leaves.",
  "not-offered": "This offer is no longer available.",
  "run-out": "This offer has expired. Ask the school whether the spot is still free.",
  clash: "There’s another lesson at the same time. Contact the school to find another time.",
  "plan-full": "The school’s plan has no room for another student. The school can upgrade it.",
  "a-child": "Ask a parent or guardian to answer.",
  past: "Choose today or a later first day.",
}
export type WaitingRefusal = keyof typeof waitingRefusals
