import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

// Replies from the platform's staff.

const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean)

export const inquiryAnswerLetter = ({
  name,
  subject,
  content,
  staffName,
  quoted,
  replyTo,
}: MailData["inquiry-answer"]): Letter => ({
  subject: `Re: ${subject}`,
  greeting: greet(name),
  paragraphs: [...linesOf(content), staffName],
  closing: quoted ? `You wrote: “${quoted.length > 600 ? `${quoted.slice(0, 600)}…` : quoted}”` : undefined,
  sender: "Tutti",
  replyTo: replyTo ?? env().CONTACT_EMAIL,
})

export const supportAnswerLetter = ({ name, content, replyTo }: MailData["support-answer"]): Letter => ({
  subject: "New reply in your support chat",
  greeting: greet(name),
  paragraphs: linesOf(content),
  button: { label: "View chat", url: `${env().APP_URL}${paths.support("admin")}` },
  closing: replyTo
    ? "Reply to this email or in the chat."
    : "Answer in the chat. Replies to this email don’t reach us.",
  sender: "Tutti",
  replyTo,
})
