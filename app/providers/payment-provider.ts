import type { declineReasons, paymentProviders } from "db/schema/choices"

// What a provider does for one payment of a family, whoever it is: the payer is sent to its page and approves there; then we
// take the money, or not, and later give it back. What a browser or a message says is never believed: the provider is asked.

export type ProviderName = (typeof paymentProviders)[number]
export type DeclineReason = (typeof declineReasons)[number]

/**
 * A provider refused, or could not be understood or reached. `status` is 0 without a whole answer: then the call may or may
 * not have been carried out, and must be repeated under the same request ID or looked up.
 */
export class ProviderError extends Error {
  readonly status: number
  /** The provider's name of the refusal, such as UNPROCESSABLE_ENTITY; ours are UNREACHABLE and UNREADABLE. */
  readonly code: string
  /** The exact issue, such as INSTRUMENT_DECLINED. */
  readonly issue: string | null

  constructor({
    message,
    ...facts
  }: { status: number; code: string; issue?: string | null; message: string }) {
    super(message)
    this.name = "ProviderError"
    this.status = facts.status
    this.code = facts.code
    this.issue = facts.issue ?? null
  }
}

/** Whether any other call would fail as well just now: the network, our login, too many calls, or an outage. */
const isAboutEveryCall = ({ status, code }: ProviderError): boolean =>
  code === "UNREACHABLE" || [401, 429, 503].includes(status)

/** How a call failed: "unanswered" is about this one alone, "unreachable" about every call of the moment. */
export type NoAnswer = "unanswered" | "unreachable"

export const noAnswerOf = (error: ProviderError): NoAnswer =>
  isAboutEveryCall(error) ? "unreachable" : "unanswered"

export const isNoAnswer = (state: string | undefined): state is NoAnswer =>
  state === "unanswered" || state === "unreachable"

/** Whether the school's key or account there may not do this: only the school can change that. */
export const isNotPermitted = ({ status }: ProviderError): boolean => status === 403

/** What a payer paid with: a card, an account at a bank that is debited, or what else a provider takes, and what it is called there. */
export type PaidWith = { method: "card" | "debit" | "online"; title: string | null }

/** Money that was taken. */
export type ProviderCapture = {
  id: string
  /** COMPLETED, PENDING, DECLINED, FAILED, REFUNDED, PARTIALLY_REFUNDED or REVERSED. */
  status: string
  /** Minor units. */
  amountMinor: number
  currency: string
  /** Explains a PENDING one, such as ECHECK or UNILATERAL. */
  statusReason?: string
  /** Why a DECLINED one was, where the payer's bank says so. */
  declineReason?: DeclineReason
  /** Where the provider takes several kinds. */
  paidWith?: PaidWith
  /** What the provider keeps of it, where it says so with the payment. */
  feeMinor?: number
  /** What the payer's bank has taken back, where the provider tells it apart from refunds. */
  lostMinor?: number
  /** The payer's dispute that isn't decided, or that the last one was for the school; undefined where the provider's order doesn't say. */
  dispute?: OpenDispute | "won" | null
}

/** In minor units, with the day by which the school has to answer at the provider, in UTC, if it has to. */
export type OpenDispute = { amountMinor: number; answerBy: string | null }

/** What one try to pay is at the provider. Its states are the same for all of them. */
export type ProviderOrder = {
  orderId: string
  /** CREATED, PAYER_ACTION_REQUIRED, APPROVED, COMPLETED or VOIDED. */
  status: string
  customId: string | null
  invoiceId: string | null
  /** Minor units. */
  amountMinor: number
  currency: string
  /** The account there that gets the money. */
  payeeEmail: string | null
  captures: ProviderCapture[]
  /** What was given back: COMPLETED, PENDING, CANCELLED or FAILED; minor units. */
  refunds: { id: string; status: string; amountMinor: number }[]
  /** Where the payer approves, while that is still possible. */
  approveUrl: string | null
}

export type NewProviderOrder = {
  /** A repeat with the same one gives the same order. */
  requestId: string
  amountMinor: number
  currency: string
  /** What it pays: our ID of an invoice, or of a family. */
  customId: string
  /** When its page closes by itself, UTC ms; a repeat says the same. */
  openUntil: number
  /** Unique per payee and payment. */
  invoiceId: string
  payeeEmail: string
  description: string
  brandName?: string
  /** Both absolute. */
  returnUrl: string
  cancelUrl: string
}

export type ProviderRefund = {
  id: string
  status: "COMPLETED" | "PENDING" | "CANCELLED" | "FAILED"
  /** Minor units; null where the provider doesn't say. */
  amountMinor: number | null
}

/** What a payer saved for later payments. */
export type SavedAccount = {
  paymentTokenId: string
  customerId: string | null
  /** The account's address, where the provider names one. */
  payerEmail: string | null
  /** What a card or bank account is called, such as "Visa ending 4242". */
  title: string | null
  /** The last month in which a card can be charged, `YYYY-MM`. */
  expires: string | null
}

/** A refused charge, of which nothing was taken: the saved account is gone, its payer was refused, or it isn't about the payer. */
export type RefusedCharge = { refused: "gone" | "declined" | "other"; code: string }

export type NewCharge = Pick<
  NewProviderOrder,
  "requestId" | "amountMinor" | "currency" | "customId" | "invoiceId" | "payeeEmail" | "description"
> & { paymentTokenId: string; customerId: string | null }

/** What a provider does with an account, a card or a bank account that a payer saves there and that is charged later. */
export type SavedMethods = {
  /** Whether it is saved with the school's account there and ends with it, or with the platform's. */
  isOfPayee: boolean
  takesCurrency: (currency: string) => boolean
  /** Asks for a page where the payer agrees. A repeat with the same request ID gives the same. */
  ask: (setup: {
    requestId: string
    description: string
    brandName: string
    currency: string
    payerEmail: string | null
    /** Both absolute. */
    returnUrl: string
    cancelUrl: string
  }) => Promise<{ setupTokenId: string; approveUrl: string }>
  /** What came of that. Safe to repeat. */
  finish: (setup: { requestId: string; setupTokenId: string }) => Promise<SavedAccount | "waiting" | "gone">
  /** As it is now; null once it is gone there. */
  show: (paymentTokenId: string) => Promise<SavedAccount | null>
  /** Deletes it there, with all that the provider keeps of whose it is; one that is gone already is fine. */
  forget: (saved: { paymentTokenId: string; customerId: string | null }) => Promise<void>
  /** Takes a payment with no one at the provider's page. A repeat with the same request ID takes nothing more. */
  charge: (charge: NewCharge) => Promise<{ orderId: string } | RefusedCharge>
  /** So long an unanswered charge may be repeated without the risk that it is taken twice. */
  repeatableMs: number
  /** The order of a charge whose answer was lost; undefined where there is none, or the provider can't find it. */
  findCharge: (charge: { requestId: string; customerId: string | null }) => Promise<string | undefined>
}

/** What a provider booked in the school's account there, with its fee. */
export type BookedEntry = {
  reference: string
  kind: "payment" | "refund" | "dispute" | "other"
  /** The payment that it is about. */
  captureId: string | null
  /** Before the fee, below zero where it left the account; minor units, as the fee. */
  amountMinor: number
  feeMinor: number
  currency: string
  /** UTC ms. */
  bookedAt: number
}

/** What a provider pays out to the school's bank account. */
export type Payout = {
  reference: string
  amountMinor: number
  currency: string
  /** `YYYY-MM-DD` */
  arrivesOn: string
  state: "on-its-way" | "paid" | "failed"
  /** The references of what is in it, once the provider says so. */
  entries: string[]
}

/** Each call throws a ProviderError for everything that is not its answer. */
export type PaymentProvider = {
  saved: SavedMethods
  /** Whether it can be asked for an amount (minor units) in this currency. */
  takes: (amountMinor: number, currency: string) => boolean
  /** Asks for an order for the payer to approve. */
  begin: (order: NewProviderOrder) => Promise<{ orderId: string; approveUrl: string }>
  /** So long a page stays open for the payer since the try was written down. */
  pageMs: number
  /** Closes a page on which no one has paid, for good; null where a payer takes no money there by themselves. A refusal means that it was paid on. */
  closePage: ((orderId: string) => Promise<void>) | null
  /** Whether a call that failed there fails again under the same request ID, so that another try needs another. */
  remembersFailures: boolean
  /** Whether a refused `begin` means that it doesn't take such an amount. */
  isAboutAmount: (error: ProviderError) => boolean
  show: (orderId: string) => Promise<ProviderOrder>
  /** Takes the money of an approved order. After an error of status 0 `show` is to be asked before anything else. */
  capture: (orderId: string, requestId: string) => Promise<ProviderOrder>
  /** Whether a refused capture means that the payer or the payee was refused: asking again changes nothing. */
  isDecline: (error: ProviderError) => boolean
  /** Lets go of what a payer approved and we don't take. */
  letGo: (orderId: string) => Promise<void>
  /** Gives money of a capture back. A repeat with the same request ID gives the same refund. */
  refund: (refund: {
    requestId: string
    captureId: string
    amountMinor: number
    currency: string
    payeeEmail: string
    note: string
  }) => Promise<ProviderRefund>
  showRefund: (refundId: string, payeeEmail: string) => Promise<ProviderRefund>
  /** What was booked and paid out since (UTC ms), but for what is in payouts that are known; null where it can't be asked. */
  readBooks:
    | ((asked: {
        since: number
        isKnown: (payoutReference: string) => boolean
      }) => Promise<{ entries: BookedEntry[]; payouts: Payout[] }>)
    | null
}
