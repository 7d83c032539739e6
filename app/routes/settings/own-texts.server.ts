import { act, intent } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  agreeToTexts,
  chooseQuietHours,
  confirmNumber,
  endTexts,
} from "~/models/people/text-consent/text-consent.server"
import { QuietHoursForm, TextCodeForm, TextConsentForm } from "~/models/people/text-consent/text-consent-form"
import { besideNumber } from "./text-answers.server"

/** The forms with which a person turns text messages on and off for themselves. */
export const ownTextIntents = (actor: Actor) => ({
  "agree-texts": intent({
    schema: TextConsentForm,
    run: ({ phone }) => agreeToTexts(actor, phone),
    refusals: {
      ...besideNumber("phone"),
      "no-account": { at: "phone", says: "Your school can’t send text messages yet." },
      child: { at: "phone", says: "Text messages about your lessons go to your guardians." },
      "no-member": 404,
    },
    saved: ({ phone }) => `We texted a code to ${phone}. Enter it to turn on text messages.`,
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
