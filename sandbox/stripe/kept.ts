// What the stand-in for Stripe keeps, each as Stripe answers it but for `account`, whose it is.

export type Session = {
  id: string
  account: string
  mode: "payment" | "setup"
  status: "open" | "complete" | "expired"
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  description: string
  isManual: boolean
  payment_intent: string | null
  customer: string | null
  setupMethod: string | null
  success_url: string
  cancel_url: string
  expires_at: number
  created: number
}

export type Intent = {
  id: string
  account: string
  status: "requires_capture" | "processing" | "requires_payment_method" | "succeeded" | "canceled"
  customer: string | null
  /** Why the bank declined it. */
  failure: { code: string; decline_code?: string } | null
  amount: number
  amount_received: number
  currency: string
  metadata: Record<string, string>
  chargeId: string
  /** The test number that it was paid with. */
  number: string
  created: number
  /** When it arrived, where that was later. */
  booked?: number
}

/** A card or bank account, saved with a customer until it is detached. */
export type Method = {
  id: string
  account: string
  type: "card" | "sepa_debit" | "us_bank_account"
  /** The test number by which it behaves. */
  number: string
  customer: string | null
  exp: { year: number; month: number }
  created: number
}

export type Refund = {
  id: string
  account: string
  payment_intent: string
  amount: number
  currency: string
  status: "succeeded" | "pending" | "failed" | "canceled"
  metadata: Record<string, string>
  created: number
  /** When the payer's bank returned it. */
  failed?: number
}

export type Dispute = {
  id: string
  account: string
  payment_intent: string
  amount: number
  currency: string
  status: "needs_response" | "lost" | "won"
  created: number
  /** When it was decided. */
  closed?: number
}

/** What was paid out to the account's bank, and what is in it. */
export type Payout = {
  id: string
  account: string
  amount: number
  currency: string
  status: "in_transit" | "paid" | "failed"
  automatic: true
  arrival_date: number
  transactions: string[]
  created: number
}

/** What a school's account is told to send its messages to, and signs them with; by the account. */
export type Endpoint = { id: string; url: string; secret: string; isPaused: boolean }
/** A message as it was written, whether it was sent or waits. */
export type StripeMessage = { id: string; account: string; body: string; isSent: boolean }

/** The answer to a call under an idempotency key, which Stripe repeats for a day, also where it was a failure. */
export type StripeRequest = { id: string; asked: string; status: number; body: unknown; until: number }
