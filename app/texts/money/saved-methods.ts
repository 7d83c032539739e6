import { providerLabels } from "~/models/money/payment-provider/payment-provider"
import type { DeclineReason, ProviderName } from "~/providers/payment-provider"
import { countOf } from "~/utils/formats"
import { platformProvider, platformWay } from "~/utils/payment-providers"

// What is said of an account, a card or a bank account that a payer saved. Safe in the browser.

/** What differs by where a payer saves what is charged. */
export const methodTexts: Record<
  ProviderName,
  {
    kind: string
    refusing: string
    alsoEnds: string
    orEnds: string
    mend: string
    another: string
    agree: string
    replace: string
    confirm: string
  }
> = {
  [platformWay]: {
    kind: `${platformProvider} account`,
    refusing: platformProvider,
    alsoEnds: `, in my ${platformProvider} account`,
    orEnds: `, or in your ${platformProvider} account`,
    mend: `Check your ${platformProvider} account`,
    another: `Use another ${platformProvider} account`,
    agree: `Agree and continue to ${platformProvider}`,
    replace: `Agree and replace account at ${platformProvider}`,
    confirm: `You’ll confirm at ${platformProvider}.`,
  },
  stripe: {
    kind: "card or bank account",
    refusing: "my bank",
    alsoEnds: "",
    orEnds: "",
    mend: "Check your card or bank account",
    another: "Use another card or bank account",
    agree: "Agree and continue to Stripe",
    replace: "Agree and replace it at Stripe",
    confirm: "You enter your card or bank account on Stripe’s page. Tutti never sees its number.",
  },
}

/** Why a charge was declined. */
export const declineTexts: Record<DeclineReason, string> = {
  "no-funds": "There isn’t enough money for it.",
  expired: "The card has expired.",
  unusable: "The card or bank account can’t be used anymore.",
  "needs-payer": "The bank wants the payer to confirm it.",
  "bank-refused": "The bank doesn’t allow this payment.",
  "no-reason": "The bank declined it and gave no reason.",
}

/** Why a charge is on hold whose payer can't be told first. */
export const unannouncedText = "emails to the payer come back"

/** The same of one that the provider refused, for a reason that isn't the payer's. */
export const refusedText = (provider: string, code: string) =>
  `${provider} refused it (${code}), which isn’t about the payer.`

/** Why one that couldn’t be announced was given up, to the payer and to the office. */
export const notAnnouncedText = (days: number) =>
  `We couldn’t announce it by email for ${countOf(days, "day")}.`

/** What the end of automatic payment leaves as it is. */
export const notStoppedText = "A charge that is already being made isn’t stopped."

/** How the way back from the provider ended. */
export type Saving = "saved" | "waiting" | "gone" | "unreachable"

/** What to tell the person who comes back from the provider. */
export function savingText(saving: Saving, way: ProviderName) {
  const provider = providerLabels[way]
  const texts = {
    saved: { title: "Automatic payment is on.", text: "We’ve emailed you what you agreed to.", tone: "good" },
    waiting: { title: `You didn’t agree at ${provider}.`, text: "Nothing was saved.", tone: "bad" },
    gone: { title: "This request has expired.", text: "Set up automatic payment again.", tone: "bad" },
    unreachable: {
      title: `${provider} isn’t responding.`,
      text: "If you agreed there, automatic payment will be on within minutes.",
      tone: "bad",
    },
  } as const satisfies Record<Saving, object>
  return texts[saving]
}

/** Why automatic payment can’t be set up now. */
export const notStartedTexts = {
  "not-offered": "Your school doesn’t offer automatic payment.",
  "no-account": "Your school doesn’t take automatic payments yet.",
  "currency-not-taken": "Automatic payment isn’t possible in your school’s currency.",
  "not-permitted": "Your school’s account doesn’t allow automatic payment yet. Ask the school.",
  "provider-unavailable": "The payment provider isn’t responding. Try again in a few minutes.",
} as const
export type NotStarted = keyof typeof notStartedTexts
