import type { paymentProviders } from "db/schema/choices"

// What a provider does for one payment of a family, whoever it is: the payer is sent to its page and approves there; then we
// take the money, or not, and later give it back. What a browser or a message says is never believed: the provider is asked.

export type ProviderName = (typeof paymentProviders)[number]

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
  /** What the payer's bank has taken back, where the provider tells it apart from refunds. */
  lostMinor?: number
}

/** What one try to pay is at the provider. Its states are named as PayPal names them. */
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

/** Each call throws a ProviderError for everything that is not its answer. */
export type PaymentProvider = {
  /** Whether it can be asked for an amount (minor units) in this currency. */
  takes: (amountMinor: number, currency: string) => boolean
  /** Asks for an order for the payer to approve. */
  begin: (order: NewProviderOrder) => Promise<{ orderId: string; approveUrl: string }>
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
}
