import type { TextReason, TextState } from "~/models/foundation/text-message/text-message"
import { formatDate } from "~/utils/formats"

// What people read about text messages.

/** What a person agrees to, word for word as the page says it; kept with their agreement. */
export const consentWords = (schoolName: string): string =>
  `I agree to get text messages from ${schoolName} at this number, about what I choose here. How many depends on my lessons. Message and data rates may apply. I can reply STOP at any time to end them, or HELP for help.`

/** The same of a guardian, for a child's own phone. */
export const childConsentWords = (schoolName: string): string =>
  `I agree that ${schoolName} sends text messages about lessons to my child at this number: canceled and moved lessons, an ill teacher, and reminders. How many depends on the lessons. Message and data rates may apply. A reply of STOP ends them at any time, and so can I. HELP brings help.`

/** What proves that a number is the person's. */
export const codeText = "{code} is your code to get text messages. Didn’t ask for it? Ignore this text."
export const testText = "This is a test. Text messages from Tutti work."

export const textStateLabels: Record<TextState, string> = {
  queued: "Waiting",
  accepted: "On its way",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
  withheld: "Not sent",
}

/** Why a text wasn't sent or didn't arrive, in words. */
export const textReasons = {
  "no-account": "The school had no text message account.",
  "no-consent": "They haven’t agreed to these text messages, or turned them off.",
  limit: "The school’s monthly limit was reached.",
  old: "It was too late to be useful.",
  quiet: "It leaves when their quiet hours end.",
  stopped: "They replied STOP.",
  unreachable: "The phone can’t be reached.",
  "wrong-number": "It isn’t a mobile number that gets texts.",
  blocked: "The phone company blocked it.",
  "not-allowed": "Twilio doesn’t allow texts to this country or from this number.",
  "wrong-key": "Twilio no longer knows the key.",
  unknown: "Twilio didn’t say what became of it.",
  refused: "Twilio refused it.",
} satisfies Record<TextReason, string>

export const reasonText = (reason: string | null): string =>
  reason === null
    ? ""
    : Object.hasOwn(textReasons, reason)
      ? textReasons[reason as TextReason]
      : textReasons.refused

type Agreement = { agreedBy: string | null; agreedOn: string | null; enteredBy: string | null; on: string }

/** Who agreed to a child's texts and when: "Jonas Haddad, Nov 18, 2026, entered by Ruth Castellano". */
export const agreedText = ({ agreedBy, agreedOn, enteredBy, on }: Agreement): string =>
  [agreedBy, formatDate(agreedOn ?? on, "medium"), enteredBy === null ? null : `entered by ${enteredBy}`]
    .filter(Boolean)
    .join(", ")
