import { tooMany } from "~/http/answer"
import { act, intent } from "~/http/intents.server"
import {
  checkStripe,
  connectStripe,
  disconnectStripe,
} from "~/models/accounts/stripe-account/stripe-account.server"
import { StripeForm, StripeRemoval } from "~/models/accounts/stripe-account/stripe-form"
import type { Actor } from "~/models/foundation/access/actor"
import { tooManyTries } from "~/models/foundation/throttle/throttle"

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
