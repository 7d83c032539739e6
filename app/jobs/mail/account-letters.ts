import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import type { Letter } from "./letter"

// Letters about an account and its address. While no one has proven the address they greet without a name: whoever
// registered chose it, and a stranger must not put words into our mail.

const absolute = (path: string) => `${env().APP_URL}${path}`
const greetingOf = (name: string) => (name ? `Hello ${name},` : "Hello,")

export const passwordResetLetter = ({ name, email, linkId }: MailData["password-reset"]): Letter => ({
  subject: "Choose a new password",
  greeting: greetingOf(name),
  paragraphs: ["Somebody, probably you, asked for a new password for this address."],
  button: { label: "Choose a new password", url: absolute(paths.resetPassword(tokenOf(linkId), email)) },
  closing: "The link works once, for one hour. If you did not ask, leave it: your password stays as it is.",
  sender: "Tutti",
})

/** At most one a day (security 8): registering with an address that has an account. */
export const accountExistsLetter = ({ name }: MailData["account-exists"]): Letter => ({
  subject: "You already have an account",
  greeting: greetingOf(name),
  paragraphs: [
    "Someone, probably you, tried to register with this address. It already has an account, and we didn’t change it.",
    "If you want another school, log in and add it to the account you have.",
    "If you never registered, choose “Forgot password?” on the login page: the account becomes yours, and earlier logins to it end.",
  ],
  button: { label: "Log in", url: absolute(paths.login()) },
  sender: "Tutti",
})

export const emailConfirmationLetter = ({ email, linkId }: MailData["email-confirmation"]): Letter => ({
  subject: "Confirm your email",
  greeting: "Hello,",
  paragraphs: [
    `Confirm that ${email} is your email for Tutti. You choose a password on the page that opens, and every earlier login ends.`,
  ],
  button: { label: "Confirm email", url: absolute(paths.confirmEmail(tokenOf(linkId))) },
  closing:
    "The link works once, for one day. Didn’t register with us? Confirming makes the account yours and keeps others out of it.",
  sender: "Tutti",
})

export const addressProvenLetter = ({ email, schoolNames }: MailData["address-proven"]): Letter => ({
  subject: "Your account is yours alone now",
  greeting: "Hello,",
  paragraphs: [
    `You reached your account by a link we sent to ${email}. That email was never confirmed before, so everything that opened the account earlier has ended: its password, its two-factor codes, every browser that was logged in, its calendar addresses, and the open invitations to its office.`,
    ...(schoolNames.length
      ? [
          `The account belongs to: ${schoolNames.join(", ")}.`,
          "If you registered, there’s nothing more to do. If someone else used your email, the school is in your hands now: check its people, its PayPal account and its plan before you use it, or end it. We’re glad to help.",
        ]
      : []),
  ],
  button: { label: "Log in", url: absolute(paths.login()) },
  closing: schoolNames.length ? `Questions? Write to ${env().CONTACT_EMAIL}.` : undefined,
  sender: "Tutti",
  replyTo: env().CONTACT_EMAIL,
})
