import { tooMany } from "~/http/answer"
import { intent } from "~/http/intents.server"
import {
  connectTexts,
  disconnectTexts,
  type NumberRefusal,
  sendTestText,
} from "~/models/accounts/text-account/text-account.server"
import {
  TestTextForm,
  TextAccountForm,
  TextAccountRemoval,
} from "~/models/accounts/text-account/text-account-form"
import type { Actor } from "~/models/foundation/access/actor"
import { tooManyTries } from "~/models/foundation/throttle/throttle"
import { passwordRefusals } from "./stripe-answers.server"

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
      "provider-unavailable": {
        at: "key",
        says: "Twilio isn’t responding, so nothing was changed. Try again in a few minutes.",
      },
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
    run: ({ to }) => sendTestText(actor, to),
    refusals: {
      ...besideNumber("to"),
      "no-account": { at: "to", says: "Connect your Twilio account first." },
    },
    saved: ({ phone }) => `Test text queued for ${phone}. Reload this page to see if it arrived.`,
  }),
})
