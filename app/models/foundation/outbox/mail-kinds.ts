import type { Topic } from "../notification-preferences/topics"
import type { MailTemplate } from "./outbox"

/** What is so of every email of a template, whoever reads it. */
type MailKind = {
  /** What its reader can turn off; without one it is always sent. */
  topic?: Topic
  /** What it may wait for: the end of its reader’s quiet hours, their daily email. */
  waitsFor?: readonly ("morning" | "daily")[]
  /** Someone waits for it in front of a screen. */
  isUrgent?: true
}

/** About a school’s families and lessons: in its name, with its logo and color, and answers go there. */
const fromSchool = {
  "invoice-issued": {},
  "invoice-voided": {},
  "payment-plan": {},
  "plan-asked": { topic: "requests", waitsFor: ["morning", "daily"] },
  "package-bought": { topic: "requests", waitsFor: ["morning", "daily"] },
  voucher: {},
  "plan-declined": {},
  "invoice-reminder": {},
  "auto-pay-started": {},
  "auto-pay-ended": {},
  "auto-pay-expiring": {},
  "auto-charge-announced": {},
  "auto-charge-declined": {},
  "payment-declined": {},
  "auto-charge-confirm": {},
  "auto-charge-failed": {},
  "session-changed": { topic: "changes", waitsFor: ["morning", "daily"] },
  "lessons-arranged": { topic: "changes", waitsFor: ["morning", "daily"] },
  "running-late": { topic: "changes" },
  "class-changed": { topic: "changes" },
  "co-teaching": {},
  "correction-asked": {},
  "correction-answered": {},
  "freed-time": { topic: "credits" },
  "lesson-swap": { topic: "changes" },
  occasion: { topic: "changes" },
  "next-term": {},
  "class-ended": {},
  "lesson-notes": { topic: "notes", waitsFor: ["morning", "daily"] },
  "month-figures": { topic: "figures", waitsFor: ["morning"] },
  "new-message": { topic: "messages", waitsFor: ["morning", "daily"] },
  "guardian-invitation": {},
  "student-invitation": {},
  "teacher-invitation": {},
  "lessons-tomorrow": { topic: "lessons" },
  "attendance-missing": { topic: "attendance", waitsFor: ["morning"] },
  "inquiry-confirmation": { isUrgent: true },
  "inquiry-receipt": {},
  "inquiry-reply": {},
  "inquiry-arrived": { topic: "inquiries", waitsFor: ["morning", "daily"] },
  "trial-booked": {},
  "trial-changed": {},
  "trial-arrived": { topic: "inquiries", waitsFor: ["morning", "daily"] },
  "trial-arrived-teacher": { topic: "changes", waitsFor: ["morning", "daily"] },
  "offer-made": {},
  "offer-accepted": {},
  "offer-withdrawn": {},
  "offer-answered": { topic: "inquiries", waitsFor: ["morning", "daily"] },
  "consent-reminder": {},
  "change-answered": { topic: "answers", waitsFor: ["morning", "daily"] },
  "documents-needed": {},
  "document-answered": {},
  "time-off-requested": {},
  "time-off-answered": {},
  "work-entered": {},
  "work-answered": {},
  "absence-noticed": { topic: "changes" },
  "family-confirmation": { topic: "changes" },
  "open-time": { topic: "requests", waitsFor: ["morning", "daily"] },
  "leave-asked": { topic: "requests", waitsFor: ["morning", "daily"] },
  "leave-answered": {},
  "leave-told": { topic: "changes", waitsFor: ["morning", "daily"] },
  "credits-expiring": { topic: "credits", waitsFor: ["morning", "daily"] },
  birthday: { topic: "birthdays" },
  "place-offered": {},
  "payment-reversed": {},
  payslip: {},
  "refund-given": {},
  "credit-note-issued": {},
  "payment-receipt": { topic: "receipts", waitsFor: ["daily"] },
  digest: {},
} satisfies Partial<Record<MailTemplate, MailKind>>

/** In the platform’s name. */
const fromPlatform = {
  "account-exists": { isUrgent: true },
  "password-changed": { isUrgent: true },
  "email-change": { isUrgent: true },
  "email-change-asked": { isUrgent: true },
  "email-changed": { isUrgent: true },
  "email-confirmation": { isUrgent: true },
  "address-proven": { isUrgent: true },
  "second-factor-changed": { isUrgent: true },
  "payee-changed": {},
  "stripe-changed": {},
  "texts-changed": {},
  "bank-changed": {},
  "auto-invoices-announced": {},
  "auto-invoices-sent": {},
  "auto-pay-lost": {},
  "auto-charge-given-up": {},
  "auto-charge-held": {},
  "payment-mismatch": {},
  "staff-invitation": {},
  "administrator-changed": {},
  "emails-paused": {},
  "email-returned": {},
  "school-deletion": {},
  "text-received": {},
  "message-reply": {},
  "platform-announcement": {},
  "case-opened": {},
  "matter-handed": {},
  "staff-changed": {},
  "staff-access": { isUrgent: true },
  "subscription-active": { topic: "plan", isUrgent: true },
  "subscription-expired": {},
  "renewal-failed": {},
  "renewal-reminder": {},
  "renewal-recovered": { isUrgent: true },
  "subscription-renewed": { topic: "plan" },
  "plan-changed": { isUrgent: true },
  "subscription-canceled": {},
  "subscription-kept": {},
  "subscription-refunded": {},
  "access-changed": {},
  "payment-refunded": {},
  "refund-failed": {},
  "inquiry-answer": {},
  "support-answer": {},
  "contact-message": {},
  "demo-request": {},
  "password-reset": { isUrgent: true },
} satisfies Record<Exclude<MailTemplate, keyof typeof fromSchool>, MailKind>

const kinds: Record<MailTemplate, MailKind> = { ...fromSchool, ...fromPlatform }

/** Of a template that this build doesn’t know, as an earlier one queued it, nothing is known. */
export const mailKindOf = (template: string): MailKind => kinds[template as MailTemplate] ?? {}

export const comesFromSchool = (template: string): boolean => template in fromSchool

/** Invitations and links that prove a mailbox wait for nothing. */
export const waitingTemplates = (Object.keys(kinds) as MailTemplate[]).filter(
  (template) => kinds[template].waitsFor,
)

/** Mail that someone waits for in front of a screen has a lane of its own. */
export type MailLane = "urgent" | "bulk"
export const mailLanes: MailLane[] = ["urgent", "bulk"]

/** The queue that mail of a template waits in. */
export const laneOf = (template: string): MailLane => (mailKindOf(template).isUrgent ? "urgent" : "bulk")
