import type { ReportReason } from "~/models/communication/messaging/messaging"

// What is said of reported messages.

export const reportReasonLabels: Record<ReportReason, string> = {
  insult: "Insult or bullying",
  threat: "Threat",
  sexual: "Sexual content, or improper contact with a child",
  spam: "Advertising or spam",
  other: "Something else",
}

/** What readers see of a message that the office hid. */
export const hiddenText = "The office hid this message."

export type ReportedFacts = {
  reason: ReportReason
  note: string
  author: string
  /** When it was sent. */
  sent: string
  subject: string
  body: string
}

/** How the platform’s staff read a report of what an office wrote, in the support chat of who reported it. */
export const reportCaseText = ({ reason, note, author, sent, subject, body }: ReportedFacts): string =>
  [
    `Report of a message by the office: ${reportReasonLabels[reason]}.`,
    ...(note ? [note] : []),
    `${author} wrote “${subject}” on ${sent}:`,
    body,
  ].join("\n\n")
