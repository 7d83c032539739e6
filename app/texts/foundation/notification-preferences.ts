import type { Channel, Choice, Topic } from "~/models/foundation/notification-preferences/topics"
import { upperFirst } from "~/utils/names"

/** The kinds of events that people are told of, and what each is about. */
export const topicTexts: Record<Topic, { label: string; about: string }> = {
  lessons: {
    label: "Lesson reminders",
    about: "The day before, or as many days as your school chose, if it sends reminders.",
  },
  attendance: {
    label: "Missing attendance",
    about: "Once a day, if your school sends reminders.",
  },
  changes: {
    label: "Changed lessons",
    about:
      "When a lesson is moved, swapped, canceled or starts late, gets another teacher or room, you’re invited to an event or put in charge of one, or you report an absence. Teachers also get absences. By text only what is within 48 hours.",
  },
  credits: {
    label: "Make-up credits",
    about: "Before a make-up credit expires, and when a lesson time is free for it.",
  },
  notes: {
    label: "Lesson notes",
    about: "Lesson notes, assignments and reports, if your school emails them.",
  },
  birthdays: {
    label: "Birthdays",
    about: "On a student’s birthday, if your school sends these emails.",
  },
  messages: {
    label: "Messages",
    about: "A copy of each message you get. By text only if its sender chooses to.",
  },
  invoices: {
    label: "Invoices",
    about: "When you get an invoice. By text when one is past its due date.",
  },
  receipts: {
    label: "Receipts",
    about: "When we receive your payment.",
  },
  answers: {
    label: "Changes you ask for",
    about: "When your school approves or declines a change of your family’s details.",
  },
  requests: {
    label: "Families’ requests and bookings",
    about:
      "When a family asks for installments, a leave or the end of lessons, books or cancels an open time, or buys a package.",
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

export const channelTexts: Record<Channel, { label: string; by: string }> = {
  email: { label: "Email", by: "by email" },
  text: { label: "Text", by: "by text message" },
  push: { label: "Notification", by: "by notification" },
}

export const choiceTexts: Record<Choice, string> = { now: "At once", daily: "Once a day", off: "Off" }

/** "Email and text message", "Email once a day", "Off". */
export function waysText(ways: Partial<Record<Channel, Choice>>, isAlwaysEmailed: boolean): string {
  const email = isAlwaysEmailed || ways.email === "now" ? ["email"] : []
  const daily = ways.email === "daily" ? ["email once a day"] : []
  const text = ways.text === "now" ? ["text message"] : []
  const push = ways.push === "now" ? ["notification"] : []
  const all = [...email, ...daily, ...text, ...push]
  const last = all.pop()
  const joined = all.length > 0 ? `${all.join(", ")} and ${last}` : (last ?? "off")
  return upperFirst(joined)
}
