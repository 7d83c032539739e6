import { resetLinkLife } from "~/models/accounts/password-reset/password-reset"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { formatInstant } from "~/utils/zones"
import { greet, type Letter } from "./letter"

// Emails about an account and its address. While the address is not confirmed they greet without a name: the person who
// registered chose it, and a stranger must not put words into our email.

const absolute = (path: string) => `${env().APP_URL}${path}`

const passwordResetLetter = ({ name, email, linkId }: MailData["password-reset"]): Letter => ({
  subject: "Choose a new password",
  greeting: greet(name),
  paragraphs: ["We got a request to reset the password for this account."],
  button: { label: "Choose a new password", url: absolute(paths.resetPassword(tokenOf(linkId), email)) },
  closing: `This link works once, for ${resetLinkLife.text}. Didn’t ask for this? You can ignore this email, and your password stays the same.`,
  sender: "Tutti",
})

/** At most one a day (security 8): registering with an address that has an account. */
const accountExistsLetter = ({ name }: MailData["account-exists"]): Letter => ({
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

const emailConfirmationLetter = ({ email, linkId }: MailData["email-confirmation"]): Letter => ({
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

const emailChangeLetter = ({ email, linkId }: MailData["email-change"]): Letter => ({
  subject: "Confirm your new login email",
  greeting: "Hi,",
  paragraphs: [`You asked to log in to Tutti with ${email}. Confirm it, and it replaces your earlier email.`],
  button: { label: "Use this email", url: absolute(paths.changeEmail(tokenOf(linkId))) },
  closing: "This link works once, for one day. Didn’t ask for this? Ignore this email, and nothing changes.",
  sender: "Tutti",
})

export const emailChangeAskedLetter = ({ name, email, askedAt }: MailData["email-change-asked"]): Letter => ({
  subject: "You asked to change your login email",
  greeting: greet(name),
  paragraphs: [
    `On ${formatInstant(askedAt, "UTC")} (UTC), someone who knows your password asked to log in with ${email} instead of this address. It changes once the link we sent there is used.`,
    "If that was you, there’s nothing to do here. If it wasn’t you, choose a new password now: this cancels the change and logs out every browser.",
  ],
  button: { label: "Choose a new password", url: absolute(paths.forgotPassword()) },
  closing: `Questions? Email us at ${env().CONTACT_EMAIL}.`,
  sender: "Tutti",
  replyTo: env().CONTACT_EMAIL,
})

const emailChangedLetter = ({ name, email }: MailData["email-changed"]): Letter => ({
  subject: "Your login email was changed",
  greeting: greet(name),
  paragraphs: [
    `You now log in with ${email}. This address no longer opens your account.`,
    `Wasn’t you? Email us at ${env().CONTACT_EMAIL} right away.`,
  ],
  sender: "Tutti",
  replyTo: env().CONTACT_EMAIL,
})

const addressProvenLetter = ({ email, schoolNames }: MailData["address-proven"]): Letter => ({
  subject: "Your account is now yours alone",
  greeting: "Hi,",
  paragraphs: [
    `You confirmed ${email} with a link we sent you. It was never confirmed before, so everything that gave access to the account has been reset: its password, its two-factor codes, every browser that was logged in, its calendar links and its pending staff invitations.`,
    ...(schoolNames.length
      ? [
          `The account belongs to: ${schoolNames.join(", ")}.`,
          `If you registered, you’re all set. If someone else used your email, check the school’s people, ${platformProvider} account and plan before you use it, or close it. We’re glad to help.`,
        ]
      : []),
  ],
  button: { label: "Log in", url: absolute(paths.login()) },
  closing: schoolNames.length ? `Questions? Email us at ${env().CONTACT_EMAIL}.` : undefined,
  sender: "Tutti",
  replyTo: env().CONTACT_EMAIL,
})

const passwordChangedLetter = ({ name }: MailData["password-changed"]): Letter => ({
  subject: "Your password was changed",
  greeting: greet(name),
  paragraphs: [
    "Your password was just changed, and every browser that was logged in has been logged out.",
    "Wasn’t you? Choose a new password now and contact us.",
  ],
  button: { label: "Choose a new password", url: absolute(paths.forgotPassword()) },
  sender: "Tutti",
})

const secondFactorChangedLetter = ({ name, state }: MailData["second-factor-changed"]): Letter => ({
  subject: `Two-factor login was turned ${state}`,
  greeting: greet(name),
  paragraphs: [
    state === "on"
      ? "From now on, you’ll enter a code from your authenticator app when you log in. Every other browser has been logged out."
      : "From now on, you’ll log in with just your password. Every other browser has been logged out.",
    "Wasn’t you? Choose a new password now and contact us.",
  ],
  button: { label: "Choose a new password", url: absolute(paths.forgotPassword()) },
  sender: "Tutti",
})

export const accountLetters = {
  "account-exists": accountExistsLetter,
  "address-proven": addressProvenLetter,
  "email-change-asked": emailChangeAskedLetter,
  "email-changed": emailChangedLetter,
  "email-change": emailChangeLetter,
  "email-confirmation": emailConfirmationLetter,
  "password-changed": passwordChangedLetter,
  "password-reset": passwordResetLetter,
  "second-factor-changed": secondFactorChangedLetter,
}
