// A refund that the office asks PayPal for: what became of it, as text. Safe in the browser.

import type { ProviderName } from "~/providers/payment-provider"
import { providerLabels } from "../payment-provider/payment-provider"

export type RefundOutcome =
  | { state: "refunded" }
  /**
   * PayPal keeps it pending, such as one to a bank account: it settles later. `isSecret` when PayPal doesn't answer us about
   * it; then only the order that was paid can say how it ended.
   */
  | { state: "pending"; isSecret?: boolean }
  /** PayPal has less than that left to give back: someone refunded it there. The order that was paid says what. */
  | { state: "refunded-there"; failure: string }
  /** That refund wasn't known here and is recorded now; this one wasn't made. */
  | { state: "found" }
  /** PayPal couldn't be asked, or didn't answer: we ask again. */
  | { state: "waiting" }
  | { state: "failed"; failure: string }

/** What a provider's refusals mean for the office; Stripe's name takes PayPal's place where it is Stripe's. */
const failures: Readonly<Record<string, string>> = {
  PERMISSION_DENIED:
    "PayPal doesn’t let Tutti refund from your account. Refund it at PayPal, and it’s recorded here automatically.",
  NOT_AUTHORIZED:
    "PayPal doesn’t let Tutti refund from your account. Refund it at PayPal, and it’s recorded here automatically.",
  CAPTURE_FULLY_REFUNDED: "PayPal has already refunded this payment in full.",
  REFUND_AMOUNT_EXCEEDED: "This is more than PayPal has left to refund of this payment.",
  REFUND_TIME_LIMIT_EXCEEDED:
    "PayPal no longer refunds this payment because it’s too old. Refund it another way.",
  REFUND_FAILED_INSUFFICIENT_FUNDS: "Your PayPal account doesn’t have enough money for this refund.",
  INSUFFICIENT_FUNDS: "Your PayPal account doesn’t have enough money for this refund.",
  charge_already_refunded: "PayPal has already refunded this payment in full.",
  charge_disputed: "The payer’s bank has disputed this payment, so PayPal can’t refund it.",
  refund_disputed_payment: "The payer’s bank has disputed this payment, so PayPal can’t refund it.",
  insufficient_funds: "Your PayPal account doesn’t have enough money for this refund.",
  StripePermissionError:
    "Your PayPal key doesn’t allow refunds. Refund it at PayPal, and it’s recorded here automatically.",
  FAILED:
    "PayPal couldn’t complete it, so the money is still in your PayPal account. Try again, or refund it another way.",
  CANCELLED: "It was canceled in PayPal, so the money is still in your PayPal account.",
}

/** Refusals that tell of a refund made in PayPal. */
export const isRefundedThere = (issue: string | null): boolean =>
  issue === "CAPTURE_FULLY_REFUNDED" ||
  issue === "REFUND_AMOUNT_EXCEEDED" ||
  issue === "charge_already_refunded"

export const failureText = (provider: ProviderName, issue: string | null, code: string): string => {
  const known =
    failures[issue ?? ""] ??
    failures[code] ??
    "PayPal refused this refund. Check your PayPal account, then try again."
  return known.replaceAll("PayPal", providerLabels[provider])
}
