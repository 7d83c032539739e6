// Who takes our text messages to phones, whichever company that is. Each school has an account of its own there.

/** Why a text can't arrive, in words of our own. */
export const textFailures = [
  "stopped",
  "unreachable",
  "wrong-number",
  "blocked",
  "not-allowed",
  "wrong-key",
  "unknown",
  "refused",
] as const
export type TextFailure = (typeof textFailures)[number]

/** A text as the provider knows it. */
export type ProviderText = {
  id: string
  /** "accepted" until it leaves. */
  state: "accepted" | "sent" | "delivered" | "failed"
  reason: TextFailure | null
  body: string
  /** When it was handed over, UTC ms. */
  createdAt: number
  /** How many it was billed as; null until the provider says. */
  segments: number | null
  /** What it cost, in millionths of the currency's unit; null until the provider says. */
  costMicros: number | null
  currency: string | null
}

export type TextSending =
  | { is: "taken"; text: ProviderText }
  /** The provider asks for patience; this is no failed try. */
  | { is: "postponed"; waitMs: number; code: string }
  /** It was not taken. `isFinal`: a later try can't cure it. */
  | { is: "refused"; isFinal: boolean; reason: TextFailure; code: string }
  /** It may or may not have been taken: ask before another try. */
  | { is: "unknown"; code: string }

export type OutgoingText = {
  /** E.164. */
  to: string
  from: string
  body: string
  /** Where the provider says what became of it; null where it can't reach us. */
  statusUrl: string | null
  signal: AbortSignal
}

/** What a question is answered with: the provider's facts, or why there are none. */
export type TextAnswer<Facts> =
  | { ok: true; facts: Facts }
  | { ok: false; reason: "wrong-key" | "unavailable" }

export type TextProvider = {
  send: (text: OutgoingText) => Promise<TextSending>
  /** What became of one. */
  show: (id: string) => Promise<TextAnswer<ProviderText>>
  /** The latest texts that went from a number of the account, to one number or to all, the newest first. */
  list: (between: { from: string; to?: string }) => Promise<TextAnswer<ProviderText[]>>
}
