import type { MailTemplate } from "./outbox"

/** Mail that someone waits for in front of a screen has a lane of its own. */
export type MailLane = "urgent" | "bulk"
export const mailLanes: MailLane[] = ["urgent", "bulk"]

const urgent = new Set<string>([
  "password-reset",
  "email-change",
  "email-change-asked",
  "email-changed",
  "email-confirmation",
  "inquiry-confirmation",
  "account-exists",
  "staff-access",
  "password-changed",
  "address-proven",
  "second-factor-changed",
  // A school that has just paid for Tutti, or changed its plan, waits for the answer; families' mail doesn't hold it up.
  "subscription-active",
  "renewal-recovered",
  "plan-changed",
] satisfies MailTemplate[])

/** The queue that mail of a template waits in. */
export const laneOf = (template: string): MailLane => (urgent.has(template) ? "urgent" : "bulk")
