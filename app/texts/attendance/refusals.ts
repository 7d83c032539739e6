import type { RefusalOf } from "~/texts/refusal"
import { countOf } from "~/utils/formats"

// Why something is refused: each code with the text that people read. Models answer the code.

export const arrangeRefusals = {
  "not-found": "This absence no longer exists.",
  "not-approved": "This absence isn’t approved, so its lessons don’t change.",
  "nothing-chosen": "Choose a substitute, a new time or Cancel for at least one lesson.",
}
export type ArrangeRefusal = keyof typeof arrangeRefusals

export const trialRefusals = {
  "term-unknown": "Choose a term from the list.",
  "no-families": "Your school has no families yet. Add students first.",
}

/** Each beside its field. */
export const askCorrectionRefusals = {
  "not-locked": { form: "This attendance isn’t locked anymore. You can change it yourself." },
  "unknown-student": { studentId: "Choose a student whose attendance is recorded." },
  "status-unknown": { status: "This status isn’t used anymore. Choose another." },
  unchanged: { status: "This is already recorded. Choose another status." },
  "asked-already": { studentId: "You or a colleague already asked for this student. Wait for the answer." },
  cannot: { form: "This attendance can’t be corrected right now. Message the office." },
}
export type AskCorrectionRefusal = keyof typeof askCorrectionRefusals | "not-found"

export const answerCorrectionRefusals = {
  answered: "This request was answered or withdrawn already.",
  incomplete:
    "A student was added to this lesson later. Open the lesson, complete its attendance, then approve.",
  "status-unknown":
    "The status asked for isn’t used anymore. Decline, or correct the lesson’s attendance yourself.",
  cannot: "This attendance can’t be corrected anymore. Open the lesson to see why, or decline.",
}
export type AnswerCorrectionRefusal = keyof typeof answerCorrectionRefusals | "not-found"

export const freedTimeRefusals = {
  "not-found": "This offer no longer exists.",
  "a-child": "Ask a parent or guardian to answer.",
  "run-out": "This offer has expired. Your make-up credit is still available.",
  "given-away": "This time was booked for someone else a moment ago. Your make-up credit is still available.",
  "yours-already": "You already have this time.",
  "no-longer-free": "This time is no longer free. Your make-up credit is still available.",
  "no-credit": "No make-up credit is available for this lesson anymore.",
  clash: "The student has another lesson at that time now.",
}
export type FreedTimeRefusal = keyof typeof freedTimeRefusals

export const cancelBookingRefusals = {
  "not-booked": "This make-up booking was already canceled. Reload the page.",
  begun: "This lesson has started. Take attendance instead.",
  "has-absence": "An absence was reported for this make-up lesson, so the booking stays on record.",
  "own-lesson":
    "The student is enrolled in this lesson, and others come to it, too. Cancel the lesson to return the credit.",
}
export type CancelBookingRefusal = keyof typeof cancelBookingRefusals

/** Why the lesson is not booked. */
export const makeUpRefusals = (noticeHours: number) => ({
  "no-credit": "No make-up credits are available.",
  "a-child": "Ask a parent or guardian to book it.",
  "too-late": `Book make-up lessons at least ${countOf(noticeHours, "hour")} ahead. Choose a later one.`,
  "no-credit-then": "No credit is valid on that date. Choose an earlier one.",
  "no-place": "That lesson is full now. Choose another.",
  "already-in": "The student is already in that lesson. Choose another.",
  clash: "The student has another lesson at that time. Choose another.",
  "no-session": "That lesson no longer exists. Choose another.",
  "not-offered": "This time is no longer free. Choose another.",
  moved: "That lesson is at another time now. Check the time, then book it again.",
})
export type MakeUpRefusal = keyof ReturnType<typeof makeUpRefusals>

/** Why a lesson isn't offered, asked for or swapped. */
export const swapRefusals = (noticeHours: number) => ({
  off: "Your school doesn’t offer lesson swaps.",
  "not-found": "This swap no longer exists.",
  "a-child": "Ask a parent or guardian to swap lessons.",
  "not-swappable": "This lesson can’t be swapped. Choose another.",
  "too-late": `Lessons can be swapped until ${countOf(noticeHours, "hour")} before the earlier one. Choose a later one.`,
  "already-offered": "This lesson is already offered for a swap.",
  "already-asked": "You already asked for this time with that lesson.",
  "no-longer-offered": "This time is no longer offered.",
  "does-not-fit": "These two lessons don’t fit together. Choose another.",
  changed: "One of the two lessons was changed or has an absence, so they can’t be swapped anymore.",
  clash: "A teacher, room or student isn’t free for this swap. Choose another lesson.",
})
export type SwapRefusal = keyof ReturnType<typeof swapRefusals>

export const excuseRefusals = {
  "seat-unknown": "This absence was withdrawn. Reload the page.",
  marked: "Attendance is already taken. Change it to excused in the lesson instead.",
  "other-status": "Attendance now has another status for this lesson. Open the lesson to see it.",
  locked: "This attendance is locked. Ask an administrator to count the absence as reported in time.",
  incomplete: "This lesson’s attendance isn’t complete. Open the lesson and save it first.",
  "in-time": "This absence was reported in time already.",
  "credit-used": "A make-up lesson is booked with the credit. Cancel that booking first.",
}
export type ExcuseRefusal = keyof typeof excuseRefusals

/** What stops an absence notice. */
export const noticeRefusals = {
  "session-unknown": "This lesson isn’t one of yours.",
  "session-cancelled": "This lesson is canceled, so there’s no absence to report.",
  "unknown-student": "Choose a student in this lesson.",
  "already-marked": "Attendance is already taken for this student. Change it instead.",
  "from-the-future": "Enter a time that isn’t in the future.",
}
export type NoticeRefusal = keyof typeof noticeRefusals

export const undoAbsenceRefusals = {
  "session-unknown": "A lesson no longer exists.",
  "not-booked": "The make-up booking was already canceled.",
  begun: "The make-up lesson has started.",
  "has-absence": "An absence was reported for the make-up lesson.",
  "own-lesson": "The make-up lesson is a lesson of its own now. Cancel it first.",
  "nothing-said": "The absence was withdrawn already, or attendance is taken.",
  "credit-used": "Another make-up lesson is booked with the credit for this absence. Cancel that first.",
  "time-given": "Another student has booked this lesson’s time or spot.",
}
export type UndoAbsenceRefusal = keyof typeof undoAbsenceRefusals

/** Why attendance can't be undone, as people read it. */
export const undoRegisterRefusals = {
  "session-unknown": "This lesson isn’t one of yours.",
  "not-taken": "Attendance for this lesson is already undone.",
  "too-late": "Attendance can be undone for 30 minutes by the person who took it. Correct it here instead.",
  corrected: "Someone corrected this attendance, so it can’t be undone. Correct it here instead.",
  "in-use":
    "This attendance is already invoiced, its charge was changed by hand, or its make-up credit is used. Correct it here instead.",
}
export type UndoRegisterRefusal = keyof typeof undoRegisterRefusals

/** Why lessons that had no price aren't given one: they have one by now, or only the class's price can hold for them. */
export const lessonPriceRefusals = {
  priced: "These lessons now have a price. Reload the page to see their charges.",
  "class-only": "A custom price needs an enrollment on the day of the lesson. Set the class price instead.",
}
export type LessonPriceRefusal = keyof typeof lessonPriceRefusals

export const registerRefusals = {
  "session-unknown": "This lesson isn’t one of yours.",
  "session-cancelled": "This lesson is canceled, so there’s no attendance to take.",
  "not-begun": "You can take attendance from ten minutes before the lesson.",
  "unknown-student":
    "A student left this lesson. Your changes aren’t saved yet. Check the list and save again.",
  "status-unknown":
    "A status you chose isn’t used anymore. Your changes aren’t saved yet. Check the list and save again.",
  locked: "This attendance is locked. Ask the office to correct it.",
  "reason-missing": "Enter a reason. This attendance is locked.",
  incomplete: "A student joined this lesson. Your changes aren’t saved yet. Check the list and save again.",
  stale:
    "Someone else saved attendance while you had it open. Your changes aren’t saved yet. Compare and save again.",
}
export type RegisterRefusal = keyof typeof registerRefusals

/** Why someone can't come as a guest, or their spot can't be removed. */
export const guestRefusals = {
  "no-session": "This lesson no longer exists.",
  "is-cancelled": "This lesson is canceled. Restore it first.",
  "has-register": "Attendance is already taken for this lesson, so its guests can’t change.",
  "no-student": "A student you selected is no longer in the school. Check your selection.",
  former: ({ name }: { name: string }) => `${name} has left the school. Change their status first.`,
  "already-in": ({ name }: { name: string }) => `${name} is already in this lesson.`,
  full: ({ capacity }: { capacity: number }) =>
    `This lesson has ${countOf(capacity, "spot")}, and there aren’t enough left. Raise the number of spots of the class first.`,
  "not-a-guest": "This student is no longer a guest in this lesson.",
  marked: "This guest’s attendance is recorded, so the spot can’t be removed.",
}
export type GuestRefusal = RefusalOf<typeof guestRefusals>
