import type { Role } from "../access/actor"
import type { Right } from "../access/rights"
import { everybody, officeRoles } from "../access/roles"
import type { MailTemplate } from "./outbox"

// Optional emails. Invoices, overdue notices, invitations and security emails are always sent.

export const mailTopics = [
  "lessons",
  "attendance",
  "changes",
  "credits",
  "notes",
  "messages",
  "receipts",
  "requests",
  "inquiries",
  "figures",
  "plan",
] as const
export type MailTopic = (typeof mailTopics)[number]

/** The topic of each template that can be turned off. The others are always sent. */
export const topicOf: Partial<Record<MailTemplate, MailTopic>> = {
  "lessons-tomorrow": "lessons",
  "attendance-missing": "attendance",
  "session-changed": "changes",
  "class-changed": "changes",
  "lessons-arranged": "changes",
  "running-late": "changes",
  "absence-noticed": "changes",
  "family-confirmation": "changes",
  "credits-expiring": "credits",
  "freed-time": "credits",
  "lesson-notes": "notes",
  "lesson-swap": "changes",
  occasion: "changes",
  "new-message": "messages",
  "payment-receipt": "receipts",
  "plan-asked": "requests",
  "inquiry-arrived": "inquiries",
  "month-figures": "figures",
  "subscription-active": "plan",
  "subscription-renewed": "plan",
}

export const topicLabels: Record<
  MailTopic,
  {
    label: string
    about: string
    roles: readonly Role[]
    /** Who has it gets the topic too, whatever their role. */
    right?: Right
  }
> = {
  lessons: {
    label: "Tomorrow’s lessons",
    about: "The afternoon before, if your school sends reminders.",
    roles: ["student", "teacher", "solo_teacher_admin"],
  },
  attendance: {
    label: "Missing attendance",
    about: "Once a day, if your school sends reminders.",
    roles: ["teacher", "solo_teacher_admin"],
  },
  changes: {
    label: "Changed lessons",
    about:
      "When a lesson is moved, swapped or canceled, gets another teacher or room, you’re invited to an event or put in charge of one, or you report an absence. Teachers also get absences.",
    roles: ["student", "teacher", "solo_teacher_admin"],
  },
  credits: {
    label: "Make-up credits",
    about: "Before a make-up credit expires, and when a lesson time is free for it.",
    roles: ["student"],
  },
  notes: {
    label: "Lesson notes",
    about: "Lesson notes, assignments and reports, if your school emails them.",
    roles: ["student"],
  },
  messages: {
    label: "Messages",
    about: "A copy of each message you get.",
    roles: everybody,
  },
  receipts: {
    label: "Receipts",
    about: "When we receive your payment.",
    roles: ["student"],
  },
  requests: {
    label: "Requests for installments",
    about: "When a family asks to pay an invoice in installments.",
    roles: officeRoles,
  },
  inquiries: {
    label: "Inquiries",
    about: "When someone asks for lessons on your public page.",
    roles: officeRoles,
  },
  figures: {
    label: "Monthly figures",
    about: "In the first days of a month: students, lessons, attendance and income of the month before.",
    roles: officeRoles,
    right: "reports",
  },
  plan: {
    label: "Your plan",
    about: "When your plan starts or renews. You’ll always hear when it ends.",
    roles: officeRoles,
  },
}

/** The topics someone can choose from, by their role and rights. */
export const topicsFor = (role: Role, rights: readonly Right[] = []): MailTopic[] =>
  mailTopics.filter((topic) => {
    const { roles, right } = topicLabels[topic]
    return roles.includes(role) || (right !== undefined && rights.includes(right))
  })
