import type { Topic } from "../told/topics"
import type { MailTemplate } from "./outbox"

/** The topic of each template that can be turned off. The others are always sent. */
export const topicOf: Partial<Record<MailTemplate, Topic>> = {
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
  birthday: "birthdays",
  "lesson-notes": "notes",
  "lesson-swap": "changes",
  occasion: "changes",
  "new-message": "messages",
  "payment-receipt": "receipts",
  "plan-asked": "requests",
  "package-bought": "requests",
  "open-time": "requests",
  "leave-asked": "requests",
  "inquiry-arrived": "inquiries",
  "trial-arrived": "inquiries",
  "offer-answered": "inquiries",
  "trial-arrived-teacher": "changes",
  "month-figures": "figures",
  "subscription-active": "plan",
  "subscription-renewed": "plan",
}

/** What waits for the morning in its reader's quiet hours. */
export const waitsAtNight: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  "session-changed",
  "lessons-arranged",
  "attendance-missing",
  "credits-expiring",
  "lesson-notes",
  "new-message",
  "plan-asked",
  "package-bought",
  "open-time",
  "leave-asked",
  "inquiry-arrived",
  "trial-arrived",
  "offer-answered",
  "trial-arrived-teacher",
  "month-figures",
])

/** What can be in a daily email. */
export const waitsForDay: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  "session-changed",
  "lessons-arranged",
  "credits-expiring",
  "lesson-notes",
  "new-message",
  "payment-receipt",
  "plan-asked",
  "package-bought",
  "open-time",
  "leave-asked",
  "inquiry-arrived",
  "trial-arrived",
  "offer-answered",
  "trial-arrived-teacher",
])
