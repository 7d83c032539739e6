// The outcome of a provider message: each kind with the text that platform staff read. An outcome without a text
// does not compile. Stored as its key ("orphan.paid"), so that a text can change without a migration.

const texts = {
  "no-subject": "No action needed",
  "not-ours": "Not ours",
  "payments-reread": "Payments updated",
  /** A complaint alone changes nothing. */
  dispute: { platform: "Dispute of a payment to Tutti", family: "Dispute of a family’s payment" },
  /** A subscription whose registration was canceled. */
  orphan: {
    watched: "Canceled registration, pending",
    paid: "Canceled registration, paid",
    ended: "Canceled registration, ended",
  },
  /** A try to subscribe that is not active yet. */
  attempt: {
    waiting: "Not paid yet at that time",
    mismatch: "Mismatch",
    superfluous: "Duplicate",
    ended: "Ended",
    unknown: "Unknown",
  },
  subscription: {
    none: "No subscription",
    same: "No change",
    changed: "Subscription changed",
    ended: "Subscription ended",
  },
  order: {
    paid: "Paid",
    processing: "Processing",
    waiting: "Waiting",
    declined: "Declined",
    "not-needed": "Not needed",
    "less-due": "Less due",
    void: "Invoice voided",
    "being-paid": "Another payment processing",
    mismatch: "Mismatch",
  },
  "saved-account": { standing: "Saved account in use", ended: "Saved account ended" },
  refunds: { refunded: "Refunded", same: "No change", unpaid: "Unpaid", mismatch: "Mismatch" },
} as const

type Texts = typeof texts

/** The outcome of a message, once the provider was asked. */
export type ProviderOutcome = {
  [Kind in keyof Texts]: Texts[Kind] extends string
    ? { kind: Kind }
    : { kind: Kind; state: keyof Texts[Kind] }
}[keyof Texts]

export const outcomeKey = (outcome: ProviderOutcome): string =>
  "state" in outcome ? `${outcome.kind}.${outcome.state}` : outcome.kind

const byKey = new Map<string, string>(
  Object.entries(texts).flatMap(([kind, text]): [string, string][] =>
    typeof text === "string"
      ? [[kind, text]]
      : Object.entries(text).map(([state, each]) => [`${kind}.${state}`, each]),
  ),
)

/** The text of a stored outcome; an unknown one shows its key. */
export const textOfOutcome = (key: string): string => byKey.get(key) ?? key
