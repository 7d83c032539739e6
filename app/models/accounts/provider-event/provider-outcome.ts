// What a provider message led to: each kind with the text that platform staff read. An outcome without a text
// does not compile. Stored as its key ("orphan.paid"), so that a text can change without a migration.

const texts = {
  "no-subject": "nothing to ask about",
  "not-ours": "not ours",
  "payments-reread": "payments read anew",
  /** A complaint alone changes nothing. */
  dispute: { platform: "about a payment to us", family: "about a family's payment" },
  /** A subscription whose registration was canceled. */
  orphan: { watched: "orphan watched", paid: "orphan paid", ended: "orphan ended" },
  /** A try to subscribe that is not active yet. */
  attempt: {
    waiting: "waiting",
    mismatch: "mismatch",
    superfluous: "superfluous",
    ended: "ended",
    unknown: "unknown",
  },
  subscription: { none: "none", same: "same", changed: "changed", ended: "ended" },
  order: {
    paid: "paid",
    processing: "processing",
    waiting: "waiting",
    declined: "declined",
    "not-needed": "not-needed",
    mismatch: "mismatch",
  },
  refunds: { refunded: "refunded", same: "same", unpaid: "unpaid", mismatch: "mismatch" },
} as const

type Texts = typeof texts

/** What came of a message, once the provider was asked. */
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

/** What staff read of a stored outcome; one that this version does not know is shown by its key. */
export const textOfOutcome = (key: string): string => byKey.get(key) ?? key
