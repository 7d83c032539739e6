import { z } from "zod"
import { tooMany } from "~/http/answer"
import { act, idIn, intent } from "~/http/intents.server"
import { PayeeForm } from "~/models/accounts/school/school-settings-form"
import {
  checkStripe,
  connectStripe,
  disconnectStripe,
} from "~/models/accounts/stripe-account/stripe-account.server"
import { StripeForm, StripeRemoval } from "~/models/accounts/stripe-account/stripe-form"
import {
  connectTexts,
  disconnectTexts,
  type NumberRefusal,
  sendTestText,
} from "~/models/accounts/text-account/text-account.server"
import type { Actor } from "~/models/foundation/access/actor"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { agreeToTexts, confirmNumber, endTexts } from "~/models/people/text-consent/text-consent.server"
import { textAccountChanged } from "~/texts/accounts/refusals"
import { childConsentWords, codeText, consentWords, testText } from "~/texts/foundation/text-messages"
import { chosenKey, wholeNumber } from "~/utils/form-text"

export const passwordRefusals = {
  "wrong-password": { at: "currentPassword", says: "That’s not your password. Try again." },
  "too-many-tries": ({ seconds }: { seconds: number }) => ({
    at: "currentPassword",
    says: tooManyTries(seconds),
    status: tooMany(seconds),
  }),
}

const keyRefusals = {
  "no-key": "Enter a secret or restricted key from Stripe.",
  "wrong-key": "Stripe doesn’t know this key. Copy it again, or make a new one in Stripe.",
  "key-not-allowed": ({ missing }: { missing: string[] }) =>
    `This key doesn’t have every permission. In Stripe, allow it: ${missing.join(", ")}.`,
  "provider-unavailable": "Stripe isn’t responding, so nothing was changed. Try again in a few minutes.",
}

const besideKey = (says: string) => ({ at: "secretKey", says })

/** The forms of a school's Stripe account. */
export const stripeIntents = (actor: Actor) => ({
  stripe: intent({
    schema: StripeForm,
    run: (form) => connectStripe(actor, form),
    refusals: {
      ...passwordRefusals,
      "no-key": besideKey(keyRefusals["no-key"]),
      "wrong-key": besideKey(keyRefusals["wrong-key"]),
      "key-not-allowed": (refused) => besideKey(keyRefusals["key-not-allowed"](refused)),
      "provider-unavailable": besideKey(keyRefusals["provider-unavailable"]),
    },
    saved: ({ how }) => `Stripe account ${how}. All administrators get an email about it.`,
  }),
  "remove-stripe": intent({
    schema: StripeRemoval,
    run: (form) => disconnectStripe(actor, form),
    refusals: passwordRefusals,
    saved: ({ how }) =>
      how ? "Stripe account removed. All administrators get an email about it." : "No changes to save.",
  }),
  "check-stripe": act({
    run: () => checkStripe(actor),
    refusals: {
      "no-key": "There is no Stripe key to test.",
      "wrong-key": "Stripe no longer knows this key. Enter a new one.",
      "key-not-allowed": keyRefusals["key-not-allowed"],
      "provider-unavailable": "Stripe isn’t responding. Try again in a few minutes.",
    },
    saved: ({ name }) => `Stripe answered: the key works for ${name}.`,
  }),
})

const { currentPassword } = PayeeForm.shape

const wholeLimit = "Enter a whole number from 0 to 100,000."

/** A school's own account at Twilio. A key left blank stays as it is. */
const TextAccountForm = z.object({
  account: z
    .string({ error: "Enter the account SID from Twilio." })
    .trim()
    .regex(/^AC[0-9a-fA-F]{32}$/, "Enter the whole account SID from Twilio. It begins with AC."),
  key: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{16,64}$/, "Enter the whole auth token from Twilio.")
    .optional(),
  number: z
    .string({ error: "Enter your Twilio number." })
    .trim()
    .min(1, "Enter your Twilio number.")
    .max(40, "Keep the phone number under 40 characters."),
  /** In the currency's unit, such as 0.0083. */
  price: z
    .string()
    .trim()
    .regex(/^\d{1,2}([.,]\d{1,6})?$/, "Enter a price like 0.0083, or leave this blank.")
    .transform((text) => Math.round(Number(text.replace(",", ".")) * 1_000_000))
    .optional(),
  monthlyLimit: wholeNumber(0, 100_000, wholeLimit),
  currentPassword,
  seen: z.string().max(40).default(""),
})
const TextAccountRemoval = z.object({ currentPassword })

const TestTextForm = z.object({
  to: z
    .string({ error: "Enter a mobile number." })
    .trim()
    .min(1, "Enter a mobile number.")
    .max(40, "Keep the phone number under 40 characters."),
})

/** Why a number can't be texted, beside its field. */
export const numberRefusals: Record<NumberRefusal, string> = {
  "wrong-number": "Enter a whole phone number, like +1 512 555 0123.",
  landline: "That number can’t get texts. Enter a mobile number.",
  "other-country": "Your school can only text numbers with the same country code as its own.",
}

export const besideNumber = (field: string) => ({
  "wrong-number": { at: field, says: numberRefusals["wrong-number"] },
  landline: { at: field, says: numberRefusals.landline },
  "other-country": { at: field, says: numberRefusals["other-country"] },
  "too-many-tries": ({ seconds }: { seconds: number }) => ({
    at: field,
    says: tooManyTries(seconds),
    status: tooMany(seconds),
  }),
})

/** The forms of a school's account for text messages. */
export const textIntents = (actor: Actor) => ({
  texts: intent({
    schema: TextAccountForm,
    run: (form) => connectTexts(actor, form),
    refusals: {
      ...passwordRefusals,
      "no-key": { at: "key", says: "Enter the auth token of this account." },
      "wrong-key": {
        at: "key",
        says: "Twilio doesn’t know this account SID with this auth token. Copy both again.",
      },
      "wrong-number": { at: "number", says: numberRefusals["wrong-number"] },
      "number-in-use": {
        at: "number",
        says: "Another school on Tutti texts from this number, so replies would reach only one of you. Use another number of your account.",
      },
      "provider-unavailable": {
        at: "key",
        says: "Twilio isn’t responding, so nothing was changed. Try again in a few minutes.",
      },
      changed: textAccountChanged,
    },
    saved: ({ how }) => `Twilio account ${how}. All administrators get an email about it.`,
  }),
  "remove-texts": intent({
    schema: TextAccountRemoval,
    run: (form) => disconnectTexts(actor, form),
    refusals: passwordRefusals,
    saved: ({ how }) =>
      how ? "Twilio account removed. All administrators get an email about it." : "No changes to save.",
  }),
  "test-text": intent({
    schema: TestTextForm,
    run: ({ to }) => sendTestText(actor, to, testText),
    refusals: {
      ...besideNumber("to"),
      "no-account": { at: "to", says: "Connect your Twilio account first." },
    },
    saved: ({ phone }) => `Test text queued for ${phone}. Reload this page to see if it arrived.`,
  }),
})

/** The number that someone wants texts on, for themselves or a child of theirs, and that they agree to them. */
const TextConsentForm = z.object({
  studentId: chosenKey.optional(),
  phone: z
    .string({ error: "Enter a mobile number." })
    .trim()
    .min(1, "Enter a mobile number.")
    .max(40, "Keep the phone number under 40 characters."),
  agrees: z.literal("on", { error: "Check this box to get text messages." }),
})

const TextCodeForm = z.object({
  studentId: chosenKey.optional(),
  code: z
    .string({ error: "Enter the code." })
    .transform((code) => code.replace(/\s/g, ""))
    .refine((code) => /^\d{6}$/.test(code), "Enter the 6 digits from the text message."),
})

/** Why a child's number gets no texts. */
export const childTextRefusals = {
  grown: "At 18 and older, students agree for themselves.",
  "not-theirs": "This number is someone else’s at your school. Enter the child’s own number.",
  "no-account": "Your school can’t send text messages yet.",
} as const

/** The forms with which a person turns text messages on and off, for themselves or a child of theirs. */
export const ownTextIntents = (actor: Actor) => ({
  "agree-texts": intent({
    schema: TextConsentForm,
    run: ({ phone, studentId }) =>
      agreeToTexts(actor, {
        phone,
        studentId,
        words: (studentId ? childConsentWords : consentWords)(actor.school.name),
        code: codeText,
      }),
    refusals: {
      ...besideNumber("phone"),
      "no-account": { at: "phone", says: childTextRefusals["no-account"] },
      child: { at: "phone", says: "Text messages about your lessons go to your guardians." },
      "no-member": 404,
      grown: { at: "phone", says: childTextRefusals.grown },
      "not-theirs": { at: "phone", says: childTextRefusals["not-theirs"] },
    },
    saved: ({ phone }) => `We’re texting a code to ${phone}. Enter it to turn on text messages.`,
  }),
  "text-code": intent({
    schema: TextCodeForm,
    run: ({ code, studentId }) => confirmNumber(actor, code, studentId),
    refusals: {
      "no-code": { at: "code", says: "Ask for a code first." },
      "wrong-code": { at: "code", says: "That’s not the code we sent. Check the latest text message." },
      "old-code": { at: "code", says: "This code no longer works. Send a new code." },
      grown: { at: "code", says: childTextRefusals.grown },
      "not-theirs": { at: "code", says: childTextRefusals["not-theirs"] },
    },
    saved: ({ phone }) => `Text messages turned on for ${phone}.`,
  }),
  "end-texts": act({
    run: (form) => endTexts(actor, idIn(form, "studentId") || undefined),
    saved: "Text messages turned off.",
  }),
})
