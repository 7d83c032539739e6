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
  "package-bought": "requests",
  "open-time": "requests",
  "inquiry-arrived": "inquiries",
  "trial-arrived": "inquiries",
  "month-figures": "figures",
  "subscription-active": "plan",
  "subscription-renewed": "plan",
}

/** Who can choose a topic: some roles, and whoever has the right. */
const topicReaders: Record<MailTopic, { roles: readonly Role[]; right?: Right }> = {
  lessons: { roles: ["student", "teacher", "solo_teacher_admin"] },
  attendance: { roles: ["teacher", "solo_teacher_admin"] },
  changes: { roles: ["student", "teacher", "solo_teacher_admin"] },
  credits: { roles: ["student"] },
  notes: { roles: ["student"] },
  messages: { roles: everybody },
  receipts: { roles: ["student"] },
  requests: { roles: officeRoles },
  inquiries: { roles: officeRoles },
  figures: { roles: officeRoles, right: "reports" },
  plan: { roles: officeRoles },
}

/** The topics someone can choose from, by their role and rights. */
export const topicsFor = (role: Role, rights: readonly Right[] = []): MailTopic[] =>
  mailTopics.filter((topic) => {
    const { roles, right } = topicReaders[topic]
    return roles.includes(role) || (right !== undefined && rights.includes(right))
  })
