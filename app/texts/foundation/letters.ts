import type { LetterField, WordedLetter } from "~/models/foundation/outbox/wording"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { currentFormats } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type LetterText = {
  label: string
  /** When it is sent, and to whom. */
  about: string
  /** The standard, with its fields; a letter chooses between more exact ones by itself. */
  subject: string
  body: string
}

/** The letters that a school can word, with what they say until it does. */
export const letterTexts: Record<WordedLetter, LetterText> = {
  "lesson-moved": {
    label: "Lesson moved",
    about: "To families, when a lesson gets another time, room or teacher.",
    subject: "Lesson rescheduled: {when}",
    body: "This lesson has changed:",
  },
  "lesson-canceled": {
    label: "Lesson canceled",
    about: "To families, when a lesson is canceled.",
    subject: "Lesson canceled: {when}",
    body: "This lesson is canceled:",
  },
  "lesson-reminder": {
    label: "Lesson reminder",
    about: "To families, the day before.",
    subject: "{lessons} tomorrow at {school}",
    body: "Coming up on {day}:",
  },
  invoice: {
    label: "Invoice",
    about: "To payers, with the invoice as a PDF.",
    subject: "Invoice {number} from {school}",
    body: "{due} is due {dueDate}. Your new invoice is attached as a PDF.",
  },
  receipt: {
    label: "Receipt",
    about: "To payers, when you receive a payment.",
    subject: "Receipt from {school}",
    body: "{school} received your payment. Thank you!",
  },
  invitation: {
    label: "Invitation",
    about: "To guardians and students, with the link to choose a password.",
    subject: "Set up your {school} account",
    body: "{invitedBy} from {school} invited you to Tutti. See lessons and invoices, and message your teachers.",
  },
  request: {
    label: "Request for lessons or a trial",
    about: "To people who asked on your public page, once they confirmed their email.",
    subject: "{school} got your request",
    body: "Thank you. {school} has your request and will get back to you.",
  },
  consent: {
    label: "Consent",
    about: "To families whose answer to a document is missing.",
    subject: "Your answer is needed: {title}",
    body: "{school} asks for your answer to “{title}”.",
  },
}

/** What each field stands for. */
export const fieldTexts: Record<LetterField, string> = {
  recipient: "Name of the reader",
  school: "Name of your school",
  lessons: "Number of lessons, such as “2 lessons”",
  when: "Day and time of the first lesson, and how many more",
  lesson: "What the first lesson is, such as “Milo: Guitar”",
  reason: "Your reason, if you gave one",
  day: "Day of the lessons",
  number: "Invoice number",
  total: "Total of the invoice",
  share: "Share of this payer, if it is divided",
  due: "Amount that is due; with several amounts or none, the standard text is sent",
  dueDate: "Due date",
  amount: "Amount received",
  method: "Payment method",
  date: "Day it was received",
  reference: "Reference, if there is one",
  students: "Names of the students",
  invitedBy: "Who sends the invitation",
  student: "Name of the student",
  purpose: "What they asked for",
  instrument: "Instrument, if they chose one",
  title: "Title of the document",
}

/** What the fields are filled in with while no such letter has been sent, as the school writes days, times and amounts. */
export const exampleValues = (): Record<Exclude<LetterField, "recipient" | "school">, string> => ({
  lessons: "1 lesson",
  when: `${formatDate("2026-11-25", "short")}, ${formatTime("16:00")}`,
  lesson: "Milo: Guitar",
  reason: "The hall is flooded",
  day: formatDate("2026-11-25", "weekday"),
  number: "2026-0042",
  total: formatMoney(8500, currentFormats().currency),
  share: "",
  due: formatMoney(8500, currentFormats().currency),
  dueDate: formatDate("2026-12-02", "medium"),
  amount: formatMoney(8500, currentFormats().currency),
  method: "Bank transfer",
  date: formatDate("2026-11-18", "medium"),
  reference: "",
  students: "Milo and Otis",
  invitedBy: "Ruth",
  student: "Milo Haddad",
  purpose: "Lessons",
  instrument: "Guitar",
  title: "School policy",
})
