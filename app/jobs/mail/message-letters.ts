import type { MailData } from "~/models/foundation/outbox/outbox"
import type { LeasedMail } from "~/models/foundation/outbox/outbox.server"
import { replyBy } from "~/models/platform/reply-address/reply-address.server"
import { bareFrom } from "~/providers/mail/mail-provider"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

/** A copy of a message; people without a login reply by email. */
const newMessageLetter = ({
  schoolName,
  recipientName,
  authorName,
  subject,
  body,
  conversationId,
  hasPages,
  answerTo,
  replyTo,
  asksReceipt,
  isReminder,
}: MailData["new-message"]): Letter => ({
  subject: isReminder ? `Reminder: ${subject}` : subject,
  greeting: greet(recipientName),
  paragraphs: [`${authorName} wrote:`, ...body.split(/\s*\n\s*/).filter(Boolean)],
  ...(hasPages
    ? {
        button: {
          label: asksReceipt ? "Confirm you’ve read it" : "Read and reply",
          url: `${env().APP_URL}${paths.conversation(conversationId)}`,
        },
        closing: replyTo ? "Reply to this email or in Tutti." : undefined,
      }
    : { closing: answerTo ? `Reply to this email to reach ${authorName}.` : undefined }),
  sender: schoolName,
  replyTo: hasPages ? replyTo : (answerTo ?? undefined),
})

/** A reply by mail that couldn't join the conversation, to the author of the message. */
const messageReplyLetter = ({
  schoolName,
  recipientName,
  subject,
  body,
  answerTo,
  isUnproven,
}: MailData["message-reply"]): Letter => ({
  subject: `Re: ${subject}`,
  greeting: greet(recipientName),
  paragraphs: [
    `${answerTo ?? "Someone"} replied to your message by email:`,
    ...body.split(/\s*\n\s*/).filter(Boolean),
  ],
  closing: isUnproven
    ? "We couldn’t prove that this email is really from this address, so we didn’t add it to the conversation in Tutti. Make sure before you act on it."
    : "We couldn’t add it to the conversation in Tutti. Reply to this email to answer.",
  sender: schoolName,
  replyTo: answerTo ?? undefined,
})

/** To the office: a text from a number that no one agreed to texts on. */
const textReceivedLetter = ({
  schoolName,
  recipientName,
  phone,
  whose,
  body,
}: MailData["text-received"]): Letter => ({
  subject: `Text message from ${phone}`,
  greeting: greet(recipientName),
  paragraphs: [
    `Someone texted your school from ${phone}${whose ? `, the number of ${whose} in your records` : ""}:`,
    ...body.split(/\s*\n\s*/).filter(Boolean),
  ],
  button: { label: "Read text messages", url: `${env().APP_URL}${paths.unknownTexts()}` },
  closing: "No one turned on text messages for this number, so we couldn’t add it to a conversation.",
  sender: schoolName,
})

export const messageLetters = {
  "new-message": newMessageLetter,
  "message-reply": messageReplyLetter,
  "text-received": textReceivedLetter,
}

/** What a mail is written from; a copy of a message, or an email of lesson notes, gets the address where a reply joins a conversation. */
export function withReplyAddress(
  { id, template }: Pick<LeasedMail, "id" | "template">,
  data: unknown,
): unknown {
  if (template === "lesson-notes") return { ...(data as object), ...replyBy("message", id) }
  if (template !== "new-message") return data
  const message = data as MailData["new-message"]
  return message.joins && message.hasPages ? { ...message, ...replyBy("message", id) } : message
}

/**
 * Keeps the copies of one conversation's messages together in mail programs (RFC 5322, 3.6.4). Each answers an ID that no email has, as
 * the ID of an earlier copy isn't ours everywhere: Resend gives its own.
 */
export function threading({ template, data }: Pick<LeasedMail, "template" | "data">): Record<string, string> {
  if (template !== "new-message") return {}
  const { conversationId }: MailData["new-message"] = JSON.parse(data)
  const from = bareFrom(env().MAIL_FROM)
  const thread = `<conversation-${conversationId}${from.slice(from.lastIndexOf("@"))}>`
  return { "In-Reply-To": thread, References: thread }
}
