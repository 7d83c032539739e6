import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import type { Letter } from "./letter"

/** A copy of what someone of the school wrote; without pages of their own people answer by mail. */
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
  greeting: `Hello ${recipientName},`,
  paragraphs: [`${authorName} of ${schoolName} writes:`, ...body.split(/\s*\n\s*/).filter(Boolean)],
  ...(hasPages
    ? {
        button: {
          label: "Read and answer",
          url: `${env().APP_URL}${paths.conversation(conversationId)}`,
        },
      }
    : { closing: answerTo ? "Answer this mail to reach them." : undefined }),
  sender: schoolName,
  replyTo: hasPages ? undefined : (answerTo ?? undefined),
})
