import { type AnswerRefusal, mostDays } from "~/models/teaching/offer/offer"
import type { OfferState } from "~/models/teaching/shown-offer/shown-offer"
import { platformProvider } from "~/utils/payment-providers"

// What people read of an offer to someone who asked for lessons.

/** To the office. */
export const offerStateLabels: Record<OfferState, string> = {
  open: "Waiting for an answer",
  accepted: "Accepted",
  declined: "Declined",
  expired: "Ended without an answer",
  withdrawn: "Withdrawn",
  replaced: "Changed",
}

/** What the page of a link says once its offer is over, or the person it was for was erased. */
export const offerStates = (
  schoolName: string,
): Record<Exclude<OfferState, "replaced"> | "gone", { title: string; text: string }> => ({
  open: { title: "An offer", text: "" },
  accepted: {
    title: "You accepted this offer",
    text: `${schoolName} has your answer, and the spot is yours. A price below is the one you agreed to; everything else is current.`,
  },
  declined: {
    title: "You declined this offer",
    text: `${schoolName} knows, and the spot is free for others. Did something change? Ask below.`,
  },
  expired: {
    title: "This offer has ended",
    text: `It wasn’t answered in time, so the spot is free for others. Ask ${schoolName} whether there’s another.`,
  },
  withdrawn: {
    title: "This offer was withdrawn",
    text: `${schoolName} withdrew it, so it can’t be accepted anymore. You can ask for another time.`,
  },
  gone: {
    title: "This link no longer works",
    text: "What it was for no longer exists. Ask your school for a new one.",
  },
})

/** Said over the invoice of the deposit. */
export const acceptedText = "You accepted the offer: the spot is yours. Now pay the deposit."

/** The item on the invoice of a deposit. */
export const depositItem = (studentName: string) => `Deposit, ${studentName}`

/** Why a family’s answer isn’t taken. */
export const answerRefusals = (schoolName: string): Record<Exclude<AnswerRefusal, "not-found">, string> => ({
  over: "This offer has ended, was answered or was withdrawn. Reload the page to see what it is now.",
  changed: `${schoolName} changed this offer since you opened the page. Check it, then accept again.`,
  "no-place": `The spot isn’t free anymore. Tell ${schoolName} below which other times suit you.`,
  clash: `The student now has another lesson at this time. Tell ${schoolName} below which other times suit you.`,
  "plan-full": `${schoolName} can’t add another student right now. The offer is still yours. Write to the school.`,
  "no-invoice": `${schoolName} can’t write an invoice for the deposit right now. The offer is still yours. Write to the school.`,
  prerequisite: `The class requires something that ${schoolName} has to confirm first. Write to the school.`,
})

/** Why an offer isn’t made, by the field it’s about (`form` for the whole). */
export const makeOfferRefusals = {
  "is-student": { form: "This is already a student. Enroll them on the class’s page." },
  "is-lost": { form: "This inquiry is marked as lost. Reopen it first." },
  "no-email": { form: "There’s no email to send the offer to. Add one to the family first." },
  "offered-since": {
    form: "An offer was sent to them since you opened this page. Yours replaces it if you send it again.",
  },
  "in-the-past": { date: "Choose a first day from tomorrow on, and a last day to answer from today on." },
  "too-late": { answerBy: `Enter a day within the next ${mostDays} days.` },
  "no-way-to-pay": {
    deposit: `Families can’t pay online yet. Connect ${platformProvider} or Stripe under Settings, or leave this blank.`,
  },
  "no-class": { classId: "This class no longer exists. Choose another." },
  "class-ended": { date: "The class ends before that day. Choose an earlier one." },
  "class-full": {
    classId: "No spot is free in this class from that day on. Choose another, or a later day.",
  },
  "in-it": { classId: "The student is in this class already. Choose another." },
} as const
