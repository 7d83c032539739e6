import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { greet, type Letter } from "./letter"

// Emails about an account and its address. While the address is not confirmed they greet without a name: the person who
// registered chose it, and a stranger must not put words into our email.

const absolute = (path: string) => `${env().APP_URL}${path}`

export const passwordResetLetter = ({ name, email, linkId }: MailData["password-reset"]): Letter => ({
  subject: "Choose a new password",
  greeting: greet(name),
  paragraphs: ["We got a request to reset the password for this account."],
  button: { label: "Choose a new password", url: absolute(paths.resetPassword(tokenOf(linkId), email)) },
  closing:
    "This link works once, for one hour. Didn’t ask for this? You can ignore this email, and your password stays the same.",
  sender: "Tutti",
})

/** At most one a day (security 8): registering with an address that has an account. */
export const accountExistsLetter = ({ name }: MailData["account-exists"]): Letter => ({
  subject: "You already have an account",
  greeting: greet(name),
  paragraphs: [
    "Someone, probably you, tried to register with this email. It already has an account, and we didn’t change it.",
    "To add another school, log in and add it to your account.",
    "Never registered? Choose “Forgot password?” on the login page. The account becomes yours, and earlier logins to it end.",
  ],
  button: { label: "Log in", url: absolute(paths.login()) },
  sender: "Tutti",
})

export const emailConfirmationLetter = ({ email, linkId }: MailData["email-confirmation"]): Letter => ({
  subject: "Confirm your email",
  greeting: "Hi,",
  paragraphs: [
    `Confirm that ${email} is your email for Tutti. You’ll choose a password on the next page, and every earlier login ends.`,
  ],
  button: { label: "Confirm email", url: absolute(paths.confirmEmail(tokenOf(linkId))) },
  closing:
    "This link works once, for one day. Didn’t register with us? Confirming makes the account yours and keeps others out of it.",
  sender: "Tutti",
})

export const addressProvenLetter = ({ email, schoolNames }: MailData["address-proven"]): Letter => ({
  subject: "Your account is now yours alone",
  greeting: "Hi,",
  paragraphs: [
    `You confirmed ${email} with a link we sent you. It was never confirmed before, so everything that gave access to the account has been reset: its password, its two-factor codes, every browser that was logged in, its calendar links and its pending staff invitations.`,
    ...(schoolNames.length
      ? [
          `The account belongs to: ${schoolNames.join(", ")}.`,
          "If you registered, you’re all set. If someone else used your email, check the school’s people, PayPal account and plan before you use it, or close it. We’re glad to help.",
        ]
      : []),
  ],
  button: { label: "Log in", url: absolute(paths.login()) },
  closing: schoolNames.length ? `Questions? Email us at ${env().CONTACT_EMAIL}.` : undefined,
  sender: "Tutti",
  replyTo: env().CONTACT_EMAIL,
})
