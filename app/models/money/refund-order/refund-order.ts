// A refund that the office asks the provider for: what became of it, as text. Safe in the browser.

import type { ProviderName } from "~/providers/payment-provider"
import { providerLabels } from "../payment-provider/payment-provider"

export type RefundOutcome =
  | { state: "refunded" }
  /**
   * The provider keeps it pending, such as one to a bank account: it settles later. `isSecret` when the provider
   * doesn't answer us about it; then only the order that was paid can say how it ended.
   */
  | { state: "pending"; isSecret?: boolean }
  /** The provider has less than that left to give back: someone refunded it there. The order that was paid says what. */
  | { state: "refunded-there"; failure: string }
  /** That refund wasn't known here and is recorded now; this one wasn't made. */
  | { state: "found" }
  /** The provider couldn't be asked, or didn't answer: we ask again. */
  | { state: "waiting" }
  | { state: "failed"; failure: string }

/** What a provider's refusals mean for the office, with the name of whose they are. */
const failuresAt = (provider: string): Readonly<Record<string, string>> => ({
  PERMISSION_DENIED: `${provider} doesn’t let Tutti refund from your account. Refund it at ${provider}, and it’s recorded here automatically.`,
  NOT_AUTHORIZED: `${provider} doesn’t let Tutti refund from your account. Refund it at ${provider}, and it’s recorded here automatically.`,
  CAPTURE_FULLY_REFUNDED: `${provider} has already refunded this payment in full.`,
  REFUND_AMOUNT_EXCEEDED: `This is more than ${provider} has left to refund of this payment.`,
  REFUND_TIME_LIMIT_EXCEEDED: `${provider} no longer refunds this payment because it’s too old. Refund it another way.`,
  REFUND_FAILED_INSUFFICIENT_FUNDS: `Your ${provider} account doesn’t have enough money for this refund.`,
  INSUFFICIENT_FUNDS: `Your ${provider} account doesn’t have enough money for this refund.`,
  charge_already_refunded: `${provider} has already refunded this payment in full.`,
  charge_disputed: `The payer’s bank has disputed this payment, so ${provider} can’t refund it.`,
  refund_disputed_payment: `The payer’s bank has disputed this payment, so ${provider} can’t refund it.`,
  insufficient_funds: `Your ${provider} account doesn’t have enough money for this refund.`,
  StripePermissionError: `Your ${provider} key doesn’t allow refunds. Refund it at ${provider}, and it’s recorded here automatically.`,
  FAILED: `${provider} couldn’t complete it, so the money is still in your ${provider} account. Try again, or refund it another way.`,
  CANCELLED: `It was canceled in ${provider}, so the money is still in your ${provider} account.`,
})

/** Refusals that tell of a refund made at the provider. */
export const isRefundedThere = (issue: string | null): boolean =>
  issue === "CAPTURE_FULLY_REFUNDED" ||
  issue === "REFUND_AMOUNT_EXCEEDED" ||
  issue === "charge_already_refunded"

export const failureText = (way: ProviderName, issue: string | null, code: string): string => {
  const provider = providerLabels[way]
  const failures = failuresAt(provider)
  return (
    failures[issue ?? ""] ??
    failures[code] ??
    `${provider} refused this refund. Check your ${provider} account, then try again.`
  )
}
