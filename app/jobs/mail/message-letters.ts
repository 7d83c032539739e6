import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

/** A copy of a message; people without a login reply by email. */
export const newMessageLetter = ({
  schoolName,
  recipientName,
  authorName,
  subject,
  body,
  conversationId,
  hasPages,
  answerTo,
}: MailData["new-message"]): Letter => ({
  subject,
  greeting: greet(recipientName),
  paragraphs: [`${authorName} wrote:`, ...body.split(/\s*\n\s*/).filter(Boolean)],
  ...(hasPages
    ? {
        button: {
          label: "Read and reply",
          url: `${env().APP_URL}${paths.conversation(conversationId)}`,
        },
      }
    : { closing: answerTo ? `Reply to this email to reach ${authorName}.` : undefined }),
  sender: schoolName,
  replyTo: hasPages ? undefined : (answerTo ?? undefined),
})
