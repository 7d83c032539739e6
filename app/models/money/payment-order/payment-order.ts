// An online payment of an invoice: its states and their texts. Safe in the browser.

import type { ProviderName } from "~/providers/payment-provider"
import { platformProvider } from "~/utils/payment-providers"

/** What became of a try to pay. */
export type Settled =
  | { state: "paid"; paymentId: string }
  /** Taken, but held by the provider: an e-check, a review. */
  | { state: "processing" }
  /** Not approved yet. */
  | { state: "waiting" }
  /** The bank or the provider refused it; nothing was taken. */
  | { state: "declined" }
  /** The invoice was paid in the meantime; nothing was taken. */
  | { state: "not-needed" }
  /** A part of it was paid or credited in the meantime; nothing was taken. */
  | { state: "less-due" }
  /** The invoice was voided in the meantime; nothing was taken. */
  | { state: "void" }
  /** Another payment that is under way would settle it; nothing was taken. */
  | { state: "being-paid" }
  /** The provider reports something else than was asked for; nothing is recorded. */
  | { state: "mismatch" }
  /** The provider cannot be asked right now. */
  | { state: "unreachable" }

export type UnsettledState = Exclude<Settled["state"], "paid">

/** What to tell the person who comes back from the provider without a payment. */
const unsettledTexts: Record<UnsettledState, { title: string; text: string; tone: "good" | "bad" }> = {
  processing: {
    title: "Your payment is being processed.",
    text: `We’ll email you when ${platformProvider} completes it. You don’t need to pay again.`,
    tone: "good",
  },
  waiting: {
    title: "You didn’t approve the payment.",
    text: "You weren’t charged. Try again when you’re ready.",
    tone: "bad",
  },
  declined: {
    title: "Your bank or card declined the payment.",
    text: `You weren’t charged. Try again with another card or account at ${platformProvider}.`,
    tone: "bad",
  },
  "not-needed": {
    title: "This invoice is already paid.",
    text: "You weren’t charged.",
    tone: "good",
  },
  "less-due": {
    title: "Less is due than when you began to pay.",
    text: "You weren’t charged. Pay what is still due here.",
    tone: "bad",
  },
  void: {
    title: "This invoice was voided.",
    text: "You weren’t charged. Ask the school if something else is due.",
    tone: "good",
  },
  "being-paid": {
    title: "Another payment for this invoice is being processed.",
    text: "You weren’t charged.",
    tone: "good",
  },
  mismatch: {
    title: `The ${platformProvider} payment doesn’t match this invoice.`,
    text: "We didn’t record it. Don’t pay again; ask the school to check it with you.",
    tone: "bad",
  },
  unreachable: {
    title: `${platformProvider} isn’t responding.`,
    text: "If you approved the payment, it will appear here within minutes. Don’t pay again.",
    tone: "bad",
  },
}

/** The same of a payment by card at Stripe, where the payer has no account. */
const unsettledCardTexts: typeof unsettledTexts = {
  ...unsettledTexts,
  processing: {
    ...unsettledTexts.processing,
    text: "We’ll email you when it’s completed. You don’t need to pay again.",
  },
  waiting: { ...unsettledTexts.waiting, title: "You didn’t complete the payment." },
  declined: { ...unsettledTexts.declined, text: "You weren’t charged. Try again with another card." },
  mismatch: { ...unsettledTexts.mismatch, title: "The card payment doesn’t match this invoice." },
  unreachable: {
    ...unsettledTexts.unreachable,
    title: "The card payment can’t be checked right now.",
    text: "If you completed it, it will appear here within minutes. Don’t pay again.",
  },
}

/** The same of a payment of what is owed on no invoice. */
const balanceTitles: Partial<Record<UnsettledState, string>> = {
  "not-needed": "This balance is already paid.",
  "being-paid": "Another payment of this balance is being processed.",
}

/** What to tell who comes back from a provider. */
export function unsettledTextOf(
  way: ProviderName,
  state: UnsettledState,
  of: "invoice" | "balance" = "invoice",
): (typeof unsettledTexts)[UnsettledState] {
  const text = (way === "stripe" ? unsettledCardTexts : unsettledTexts)[state]
  if (of === "invoice") return text
  return { ...text, title: balanceTitles[state] ?? text.title.replace("this invoice", "this balance") }
}

/** The payer changed their mind: nothing has failed. */
export const cancelledText = { title: "Payment canceled. You weren’t charged.", tone: "plain" } as const
