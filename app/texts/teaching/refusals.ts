import { type LimitUsage, limitReached } from "~/models/accounts/subscription/plan-usage"
import { mostEntries, mostGuests } from "~/models/teaching/occasion/occasion"
import { type Lacking, lackingMessage } from "~/models/teaching/prerequisite/prerequisite"
import type { ImpossibleTime, Refused } from "~/models/teaching/session/slot-check"
import { type RefusalOf, say } from "~/texts/refusal"
import { countOf, formatDate } from "~/utils/formats"

// Why something is refused: each code with the text that people read. Models answer the code.

/** Why a lesson can’t be at a time, by the field that it’s about (`form` for the whole). */
export const slotRefusals = {
  "unknown-teacher": { teacherId: "This teacher no longer teaches at the school. Choose another." },
  "unknown-room": { roomId: "This room is no longer in use. Choose another." },
  "no-class": { classId: "This class no longer exists. Choose another." },
  "class-over": { classId: "This class ends before that date. Choose another class or an earlier date." },
  "class-ended": {
    form: "This class ends before that day. To hold a lesson then, restore the class first.",
  },
  "already-there": { startTime: "This class already has a lesson at that time." },
  "no-session": { form: "This lesson no longer exists." },
  "has-register": { form: "Attendance is taken, so you can’t move or cancel this lesson." },
  "is-cancelled": { form: "This lesson is canceled. Restore it first." },
  "credit-used": {
    form: "A make-up credit for this lesson was already used, so it stays canceled. Cancel the make-up lesson first.",
  },
  "not-cancelled": { form: "This lesson isn’t canceled." },
  "impossible-time": ({ field, message }: Pick<ImpossibleTime, "field" | "message">) => ({
    [field]: message,
  }),
  clash: ({ clashes }: Clash) => ({ form: clashes.join(" ") }),
}

/** What the form shows beside it: times that are free, and whether a reason accepts the clash. */
type Clash = { clashes: string[] } & Refused

type Messages = Record<string, string>

/** A refusal as messages by field, and what to offer instead. */
const messagesOf =
  <Texts extends Record<string, Messages | ((facts: never) => Messages)>>(texts: Texts) =>
  (refusal: RefusalOf<Texts> & { reason: string } & Partial<Refused>) => {
    const { alternatives, mayOverride, withoutSearch, leavable } = refusal
    const refused: Refused | null =
      alternatives && mayOverride !== undefined
        ? { alternatives, mayOverride, withoutSearch, leavable }
        : null
    return { messages: say<Messages, string>(texts, refusal), refused }
  }

export const slotMessages = messagesOf(slotRefusals)

/** Said where a lesson is dropped on a week that shows it elsewhere than it is. */
export const movedSince =
  "Someone changed this lesson while you had the schedule open. This is how it is now."

export const replaceRefusals = {
  "no-session": "This lesson no longer exists.",
  "has-register": "Attendance is taken, so its teachers can’t be changed.",
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

const isReplaceRefusal = (refusal: ReplaceRefused): refusal is { reason: ReplaceRefusal } =>
  refusal.reason in replaceRefusals

type Joining = { capacity: number; name: string }
type NoPlace = { planName: string; places: LimitUsage }
const studentGone = "A student you selected is no longer in the school. Check your selection."

/** Why someone can't join, leave or change a class. */
export const enrollMessages = messagesOf({
  ...slotRefusals,
  full: ({ capacity, name }: Joining) => ({
    form: `This class has ${countOf(capacity, "spot")}, and on some of those dates there’s none left for ${name}, spots that are offered to others counted. Raise the number of spots, or choose a later date or another class.`,
  }),
  "already-enrolled": ({ name }: Pick<Joining, "name">) => ({
    form: `${name} is already in this class on some of those dates.`,
  }),
  prerequisite: ({ lacking }: { lacking: Lacking[] }) => ({ prerequisiteReason: lackingMessage(lacking) }),
  "limit-reached": ({ planName, places }: NoPlace) => ({ form: limitReached("students", planName, places) }),
  ended: { startsOn: "It ends before that date. Choose an earlier one." },
  "no-student": { form: studentGone },
  "no-enrollment": { form: "This student is no longer in the class." },
  "before-start": {
    lastDay: "Choose a date on or after their first day.",
    from: "Choose a date after their first day.",
  },
  "noted-already": {
    lastDay: "An absence or a fee is on record for them. Choose a date on or after their first day.",
    from: "An absence or a fee is on record for them. Choose a date after their first day.",
  },
  "over-already": {
    lastDay: "They leave before that date. Choose an earlier one.",
    from: "They leave before that date. Choose an earlier one.",
  },
  "no-class": { toClassId: "This class no longer exists. Choose another." },
})

/** Why a class can't start. */
export const startMessages = messagesOf({
  ...slotRefusals,
  full: { capacity: "Enter at least as many spots as students you selected." },
  "no-student": { form: studentGone },
  "limit-reached": ({ planName, places }: NoPlace) => ({ form: limitReached("students", planName, places) }),
  "never-meets": { count: "That’s more lessons than fit before the end date. Enter a lower number." },
})

/** Why leaving a class, or a move to another one, isn't undone anymore. */
export const undoDropRefusals = {
  changed: "This enrollment was changed again. Nothing was undone.",
  seated: "An absence or attendance is recorded in the new class. Nothing was undone.",
  billed: "The monthly fee in the new class is on an invoice or was changed. Nothing was undone.",
} as const

/** Why a change of a weekly time isn't undone anymore. */
export const undoRuleRefusals = {
  "changed-since": "The weekly time or one of its lessons has changed. Change it again instead.",
  attendance: "A lesson at the new time has attendance. Change the weekly time again instead.",
  begun: "A lesson of these weeks has begun. Change the weekly time again instead.",
} as const

const undoFactsRefusals = {
  "no-change": "The class was changed again.",
  "changed-since": "The class now has another teacher or room.",
  gone: "The former teacher or room is no longer available.",
} as const

/** Why a class doesn't get its former teacher and room back. */
export const undoFactsText = (
  refusal: { reason: keyof typeof undoFactsRefusals } | Parameters<typeof slotMessages>[0],
): string =>
  refusal.reason in undoFactsRefusals
    ? undoFactsRefusals[refusal.reason as keyof typeof undoFactsRefusals]
    : Object.values(slotMessages(refusal as Parameters<typeof slotMessages>[0]).messages).join(" ")

/** Why two times aren't swapped, by the field it is about. */
export const swapTimesRefusals = {
  "no-schedule": { form: "This weekly time was removed. Go back to the class and try again." },
  "not-there": { withId: "This weekly time was changed or removed. Choose another." },
  "does-not-fit": { withId: "These two don’t meet on the same number of days. Choose another." },
  "past-midnight": { withId: "With these lengths a lesson would run past midnight. Choose another." },
  "in-the-past": { from: "Choose today or a later date. Past lessons don’t change." },
  "over-by-then": { from: "One of the two weekly times ends before that date. Choose an earlier one." },
}
export type SwapTimesRefusal = keyof typeof swapTimesRefusals

/** Why they aren’t from the day that was chosen, where one of the two goes on at another time by then. */
export const changedByThenText = ({ className, on }: { className: string; on: string }) =>
  `The weekly time of ${className} changes on ${formatDate(on, "medium")}. Choose an earlier date, or swap the new time.`

/** Why an ending isn't undone anymore. */
export const endingRefusals = {
  "changed-since": "The class, its students or its lessons have changed.",
  attendance: "A lesson has attendance now.",
  begun: "The time of a removed lesson has passed.",
} as const

/** What is confirmed isn’t what was previewed. */
export const notPreviewed = "This isn’t the preview you saw. Check the changes below, then confirm them."

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

const skippedTime = "The clocks change then: this time doesn’t exist on that date. Choose another time."

export const occasionRefusals = {
  "start-skipped": skippedTime,
  "end-skipped": skippedTime,
  "no-fee": "Enter the fee, or leave the last day to withdraw blank.",
  "fee-after-event": "Enter a date on or before the day of the event.",
  "fee-until-over": "This day has passed. Choose a new one for the new date, or leave it blank.",
  "being-told": "Emails about this event are being prepared. Change the fee when they’re done, in a minute.",
  "others-to-charge":
    "The fee or who takes part changed since you opened this page. Check below, then charge again.",
  "fee-changed": "The fee changed since you opened this page. Read it below, then answer again.",
  "time-changed":
    "The day, time or place changed since you opened this page. Read it below, then answer again.",
  "unknown-room": "This room is no longer in use. Choose another.",
  "unknown-teacher": "This teacher no longer teaches at the school. Choose another.",
  "teacher-leaves": "This teacher leaves before that day. Choose another.",
  "not-a-draft": "Families know this event already. Cancel it instead.",
  "not-published": "This event isn’t published.",
  over: "This event has ended.",
  "in-the-past":
    "That’s in the past, so no one would be notified. Choose a later time, or cancel the event instead.",
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
  "not-previewed": notPreviewed,
  "nothing-to-change": "No class price changes with this choice.",
  "not-found": "This price change isn’t in your school.",
  undone: "This price change is already undone.",
}
export type RiseRefusal = keyof typeof riseRefusals

export const renewalRefusals = {
  "not-found": "This question no longer exists.",
  over: "The answer date has passed. Contact the school.",
  changed: "The school changed this since you opened the page. Check the times and the price, then confirm.",
  declined: "This spot was declined. Contact the school if you change your mind.",
  "no-spot": "The school canceled this spot. Contact the school if you still want it.",
  "a-child": "Ask a parent or guardian to answer.",
  billed: "The monthly fee is on an invoice or was changed. Unenroll the student in the class instead.",
  seated: "Attendance is recorded in this class. Unenroll the student there instead.",
  "credit-used":
    "A make-up lesson is booked for an absence in this class. Cancel the make-up lesson first, then decline.",
  "made-up": "An absence in this class was made up already. Unenroll the student in the class instead.",
}
/** The same to a family. */
export const ownRenewalRefusals: typeof renewalRefusals = {
  ...renewalRefusals,
  billed: "Its monthly fee is invoiced or was changed. Message the school to decline it.",
  "made-up": "An absence in this class was made up already. Message the school to decline.",
  seated: "Attendance is recorded in this class already. Message the school to decline.",
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
/** Why another teacher doesn't get the same hours, after their names. */
export const hoursSkipped: Record<HoursRefusal, readonly [one: string, several: string]> = {
  overlaps: ["already has hours then", "already have hours then"],
  "too-many": ["already has four time ranges on a day", "already have four time ranges on a day"],
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
  changed: "The school changed this offer since you opened the page. Check it, then accept again.",
  "run-out": "This offer has expired. Ask the school whether the spot is still free.",
  clash: "There’s another lesson at the same time. Contact the school to find another time.",
  "plan-full": "The school’s plan has no room for another student. The school can upgrade it.",
  "a-child": "Ask a parent or guardian to answer.",
  past: "Choose today or a later first day.",
}
export type WaitingRefusal = keyof typeof waitingRefusals
