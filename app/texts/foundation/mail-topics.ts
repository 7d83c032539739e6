import type { MailTopic } from "~/models/foundation/outbox/mail-topics"

/** The emails that can be turned off, and what each is about. */
export const topicTexts: Record<MailTopic, { label: string; about: string }> = {
  lessons: {
    label: "Tomorrow’s lessons",
    about: "The afternoon before, if your school sends reminders.",
  },
  attendance: {
    label: "Missing attendance",
    about: "Once a day, if your school sends reminders.",
  },
  changes: {
    label: "Changed lessons",
    about:
      "When a lesson is moved, swapped or canceled, gets another teacher or room, you’re invited to an event or put in charge of one, or you report an absence. Teachers also get absences.",
  },
  credits: {
    label: "Make-up credits",
    about: "Before a make-up credit expires, and when a lesson time is free for it.",
  },
  notes: {
    label: "Lesson notes",
    about: "Lesson notes, assignments and reports, if your school emails them.",
  },
  messages: {
    label: "Messages",
    about: "A copy of each message you get.",
  },
  receipts: {
    label: "Receipts",
    about: "When we receive your payment.",
  },
  requests: {
    label: "Requests for installments",
    about: "When a family asks to pay an invoice in installments.",
  },
  inquiries: {
    label: "Inquiries",
    about: "When someone asks for lessons on your public page.",
  },
  figures: {
    label: "Monthly figures",
    about: "In the first days of a month: students, lessons, attendance and income of the month before.",
  },
  plan: {
    label: "Your plan",
    about: "When your plan starts or renews. You’ll always hear when it ends.",
  },
}
