import type { ProviderRefund } from "./payment-provider"

// What the platform's provider does for the plans that schools buy from us: standing agreements, their payments and
// refunds, its pages and its messages. What a browser or a message says is never believed: the provider is asked.

/** A school's standing agreement to pay for a plan. */
export type ProviderSubscription = {
  subscriptionId: string
  status: "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED"
  planId: string | null
  customId: string | null
  /** Minor units; null before the first payment. */
  lastPayment: { amountMinor: number; currency: string } | null
  /** UTC ms. */
  lastPaidAt: number | null
  /** Consecutive failed payments; zero when nothing is due. */
  failedPayments: number
  /** The charge that failed last: minor units, when, and when it's tried again (UTC ms); null when none ever did. */
  lastFailure: { amountMinor: number; currency: string; failedAt: number; nextTryAt: number | null } | null
  /** What is due and wasn't charged, minor units. */
  outstandingMinor: number
  /** UTC ms: when the next payment is due. What is paid for lasts until then, as long as none has failed. */
  nextBillingAt: number | null
  /** Where the buyer approves, while that is still possible. */
  approveUrl: string | null
}

export type ProviderTransaction = {
  id: string
  /** COMPLETED, DECLINED, PENDING, REFUNDED or PARTIALLY_REFUNDED. */
  status: string
  /** Minor units. */
  amountMinor: number
  currency: string
  /** UTC ms. */
  paidAt: number
}

/** `not-configured`: can't be verified, so not trusted. `unreachable`: what it is verified with could not be fetched. */
export type Verdict = "genuine" | "forged" | "not-configured" | "unreachable"

/** Where a buyer is sent, and comes from again; both absolute. */
type Ways = { returnUrl: string; cancelUrl: string }

/** Each call throws a ProviderError for everything that is not its answer. */
export type PlanSales = {
  /**
   * Creates a subscription for the buyer to approve. With `later`, a fee is due on approval, and the plan's own periods
   * begin at `startsAt` (UTC ms); without the fee there is no subscription. A repeat with the same `requestId` gives
   * the same one.
   */
  create: (
    requested: Ways & {
      requestId: string
      planId: string
      customId: string
      later?: { startsAt: number; feeMinor: number; currency: string }
    },
  ) => Promise<ProviderSubscription>
  show: (subscriptionId: string) => Promise<ProviderSubscription>
  /** Ends the agreement; the buyer reads the reason (at most 128 characters). */
  cancel: (subscriptionId: string, reason: string) => Promise<void>
  /** Holds the agreement: nothing is charged until it's activated again. Refused for one that isn't active. */
  suspend: (subscriptionId: string, reason: string) => Promise<void>
  /** Resumes a suspended agreement; refused for one that is cancelled, or whose payments failed too often. */
  activate: (subscriptionId: string, reason: string) => Promise<void>
  /**
   * Requests another plan of the same product. The subscription keeps its plan until the buyer agrees at `approveUrl`;
   * null when no agreement is needed. A repeat with the same `requestId` changes nothing.
   */
  revise: (
    subscriptionId: string,
    requested: Ways & { requestId: string; planId: string },
  ) => Promise<{ approveUrl: string | null }>
  /** Charges what is due and failed, once for a `requestId`. */
  captureOutstanding: (
    subscriptionId: string,
    due: { requestId: string; amountMinor: number; currency: string },
  ) => Promise<void>
  /** The payments of a subscription between two instants (UTC ms). */
  listTransactions: (subscriptionId: string, from: number, to: number) => Promise<ProviderTransaction[]>
  /** A plan like another of ours, but with its first payments at a lower price. A repeat gives the same plan. */
  createDiscountedPlan: (requested: {
    requestId: string
    likePlanId: string
    name: string
    interval: "monthly" | "yearly"
    /** Minor units: what each of the first `periods` payments costs, zero for nothing, and every later one. */
    firstMinor: number
    periods: number
    regularMinor: number
    currency: string
  }) => Promise<string>
  /** Gives money of a payment to us back; the school reads the note. A repeat gives the same refund. */
  refund: (refund: {
    requestId: string
    captureId: string
    amountMinor: number
    currency: string
    note: string
  }) => Promise<ProviderRefund>
  showRefund: (refundId: string) => Promise<ProviderRefund>
}

/** The provider's own pages and scripts. */
export type ProviderPages = {
  /** The only origin on which a buyer approves. */
  origin: () => string
  /** The origins of its buttons and what they load. */
  scriptSources: () => string[]
  /** Where a buyer changes how a subscription is paid; null where there is no such page. */
  accountUrl: () => string | null
  /** Whether payments move no money: pages that lead to one then say so. */
  arePractice: () => boolean
  /** What a browser needs for its script; undefined for a provider we do not use. */
  findConfig: (provider: string) => Record<string, string> | undefined
}

/** The outline of a message: enough to know what to ask about. */
export type ProviderMessage = {
  id: string
  kind: string
  /** The subscription, order or payment it is about; null for something else. */
  resourceId: string | null
}

/** `plan-refund` is of a payment to us, `refund` of one to a school. */
export type MessageSubject =
  | "subscription"
  | "plan-refund"
  | "order"
  | "refund"
  | "dispute"
  | "settled-dispute"
  | "saved-account"

export type DisputeMessage = {
  disputeId: string | null
  isSettled: boolean
  /** Whether it was decided for whom the payment was to. */
  isWon: boolean
  /** UTC ms, by the provider's own time. */
  saidAt: number | null
  amountMinor: number | null
  currency: string | null
  /** The day by which we have to answer there, in UTC. */
  answerBy: string | null
}

/** The messages in which it tells the platform of all schools' payments. */
export type ProviderMessages = {
  /** @param raw the body byte for byte as it came */
  judge: (headers: Headers, raw: Buffer) => Promise<Verdict>
  /** Its own ID of a message, for the log. */
  idOf: (headers: Headers) => string | undefined
  /** The outline of a raw message; undefined when it is none. */
  read: (raw: string) => ProviderMessage | undefined
  subjectOf: (kind: string) => MessageSubject | undefined
  /** When a message was written, UTC ms, and whether it says by itself that a payment's money is the payer's. */
  readLoss: (kind: string, raw: string) => { writtenAt: number | null; isLoss: boolean }
  readDispute: (kind: string, raw: string) => DisputeMessage
}
