import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

/** What the platform's staff tell everyone who administers a school. */
export const announcementLetter = ({ name, subject, body }: MailData["platform-announcement"]): Letter => ({
  subject,
  greeting: greet(name),
  paragraphs: body.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
  closing: "You get this email because you administer a school on Tutti.",
  sender: "Tutti",
})

/** To a new member of the platform's staff: the link that opens the account. */
export const staffAccessLetter = ({ name, email, linkId }: MailData["staff-access"]): Letter => ({
  subject: "Set up your Tutti staff account",
  greeting: greet(name),
  paragraphs: [
    `You now have a staff account on ${new URL(env().APP_URL).host}. Choose a password to start. When you first log in, you also set up two-factor login.`,
  ],
  button: {
    label: "Choose a password",
    url: `${env().APP_URL}${paths.resetPassword(tokenOf(linkId), email)}`,
  },
  closing: "This link works once, for 24 hours. Didn’t expect this? You can ignore this email.",
  sender: "Tutti",
})
