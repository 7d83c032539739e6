import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

const reminderLetter = ({
  schoolName,
  recipientName,
  title,
  whose,
}: MailData["consent-reminder"]): Letter => ({
  subject: `Your answer is needed: ${title}`,
  greeting: greet(recipientName),
  paragraphs: [
    whose.length > 0
      ? `${schoolName} asks for your answer to “${title}” for ${joinNames(whose)}.`
      : `${schoolName} asks for your answer to “${title}”.`,
  ],
  button: { label: "Read and answer", url: `${env().APP_URL}${paths.studentConsents()}` },
  closing: "You can change your answer at any time.",
  sender: schoolName,
})

/** Letters about what families agree to. */
export const consentLetters = { "consent-reminder": reminderLetter }
