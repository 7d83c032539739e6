// An online payment of an invoice: its states and their texts. Safe in the browser.

export type PayRefusal =
  | "no-invoice"
  | "nothing-open"
  | "processing"
  | "no-payee"
  | "currency-not-taken"
  | "provider-unavailable"

export const payRefusals: Record<PayRefusal, string> = {
  "no-invoice": "This invoice is not there any more.",
  "nothing-open": "Nothing of yours is open on this invoice.",
  processing: "A payment of yours is on its way already. It is not taken twice.",
  "no-payee": "The school has not set up PayPal yet. Ask the school how to pay.",
  "currency-not-taken": "PayPal does not take this amount in this currency. Ask the school how to pay.",
  "provider-unavailable": "PayPal does not answer just now. Nothing was paid. Try again in a few minutes.",
}

/** What became of a try to pay. */
export type Settled =
  | { state: "paid"; paymentId: string }
  /** Taken, but held by the provider: an e-check, a review. */
  | { state: "processing" }
  /** Not approved yet. */
  | { state: "waiting" }
  /** The bank or the provider refused it; nothing was taken. */
  | { state: "declined" }
  /** The invoice was paid or voided in the meantime; nothing was taken. */
  | { state: "not-needed" }
  /** The provider reports something else than was asked for; nothing is recorded. */
  | { state: "mismatch" }
  /** The provider cannot be asked right now. */
  | { state: "unreachable" }

export type UnsettledState = Exclude<Settled["state"], "paid">

/** What to tell the person who comes back from the provider without a payment. */
export const unsettledTexts: Record<UnsettledState, { title: string; text: string; tone: "good" | "bad" }> = {
  processing: {
    title: "Your payment is being processed.",
    text: "PayPal holds it for now. We write to you when it has arrived; you need not pay again.",
    tone: "good",
  },
  waiting: {
    title: "The payment was not approved.",
    text: "Nothing was paid. Start again when you are ready.",
    tone: "bad",
  },
  declined: {
    title: "Your bank or card declined the payment.",
    text: "Nothing was paid. Pay again and choose another card or account at PayPal.",
    tone: "bad",
  },
  "not-needed": {
    title: "This has been paid already.",
    text: "Nothing was taken from your PayPal account this time.",
    tone: "good",
  },
  mismatch: {
    title: "PayPal reports something else than this invoice asks for.",
    text: "Nothing was recorded. Do not pay again; ask the school to look at it with you.",
    tone: "bad",
  },
  unreachable: {
    title: "PayPal does not answer just now.",
    text: "If you approved the payment, it appears here by itself within minutes. Do not pay twice.",
    tone: "bad",
  },
}

export const cancelledText = { title: "Payment cancelled. Nothing was paid.", tone: "bad" } as const
