import { z } from "zod"
import { act, intent } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  agreeToTexts,
  chooseQuietHours,
  confirmNumber,
  endTexts,
} from "~/models/people/text-consent/text-consent.server"
import { codeText, consentWords } from "~/texts/foundation/text-messages"
import { time } from "~/utils/form-text"
import { besideNumber } from "./text-answers.server"

/** The number that someone wants texts on, and that they agree to them. */
const TextConsentForm = z.object({
  phone: z
    .string({ error: "Enter your mobile number." })
    .trim()
    .min(1, "Enter your mobile number.")
    .max(40, "Keep the phone number under 40 characters."),
  agrees: z.literal("on", { error: "Check this box to get text messages." }),
})

const TextCodeForm = z.object({
  code: z
    .string({ error: "Enter the code." })
    .transform((code) => code.replace(/\s/g, ""))
    .refine((code) => /^\d{6}$/.test(code), "Enter the 6 digits from the text message."),
})

const QuietHoursForm = z.object({
  startsAt: time("Enter when your quiet hours begin."),
  endsAt: time("Enter when your quiet hours end."),
})

/** The forms with which a person turns text messages on and off for themselves. */
export const ownTextIntents = (actor: Actor) => ({
  "agree-texts": intent({
    schema: TextConsentForm,
    run: ({ phone }) =>
      agreeToTexts(actor, { phone, words: consentWords(actor.school.name), code: codeText }),
    refusals: {
      ...besideNumber("phone"),
      "no-account": { at: "phone", says: "Your school can’t send text messages yet." },
      child: { at: "phone", says: "Text messages about your lessons go to your guardians." },
      "no-member": 404,
    },
    saved: ({ phone }) => `We’re texting a code to ${phone}. Enter it to turn on text messages.`,
  }),
  "text-code": intent({
    schema: TextCodeForm,
    run: ({ code }) => confirmNumber(actor, code),
    refusals: {
      "no-code": { at: "code", says: "Ask for a code first." },
      "wrong-code": { at: "code", says: "That’s not the code we sent. Check the latest text message." },
      "old-code": { at: "code", says: "This code no longer works. Send a new code." },
    },
    saved: ({ phone }) => `Text messages turned on for ${phone}.`,
  }),
  "quiet-hours": intent({
    schema: QuietHoursForm,
    run: (hours) => chooseQuietHours(actor, hours),
    saved: "Quiet hours saved.",
  }),
  "end-texts": act({ run: () => void endTexts(actor), saved: "Text messages turned off." }),
})
