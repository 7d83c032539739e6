import type { Role } from "../access/actor"
import { everybody, officeRoles } from "../access/roles"
import type { MailTemplate } from "./outbox"

// Mail a person can do without. Invoices, what is overdue, invitations and everything about the sign-in always come.

export const mailTopics = ["lessons", "changes", "messages", "receipts", "plan"] as const
export type MailTopic = (typeof mailTopics)[number]

/** The topic of each template that someone can turn off; the others always come. */
export const topicOf: Partial<Record<MailTemplate, MailTopic>> = {
  "lessons-tomorrow": "lessons",
  "session-changed": "changes",
  "absence-noticed": "changes",
  "new-message": "messages",
  "payment-receipt": "receipts",
  "subscription-active": "plan",
}

export const topicLabels: Record<MailTopic, { label: string; about: string; roles: readonly Role[] }> = {
  lessons: {
    label: "Tomorrow’s lessons",
    about: "In the afternoon of the day before, where the school sends them.",
    roles: ["student", "teacher", "solo_teacher_admin"],
  },
  changes: {
    label: "Changed lessons",
    about: "When a lesson moves or is cancelled; for teachers also who cannot come.",
    roles: ["student", "teacher", "solo_teacher_admin"],
  },
  messages: {
    label: "Messages",
    about: "A copy of what somebody writes to you here.",
    roles: everybody,
  },
  receipts: {
    label: "Receipts",
    about: "As soon as a payment of yours has arrived.",
    roles: ["student"],
  },
  plan: {
    label: "Your plan",
    about: "When it begins or is paid again. That it ends is always said.",
    roles: officeRoles,
  },
}

/** What someone of a role can choose. */
export const topicsFor = (role: Role): MailTopic[] =>
  mailTopics.filter((topic) => topicLabels[topic].roles.includes(role))
