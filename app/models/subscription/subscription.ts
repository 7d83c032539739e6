// What a school has of us. The provider's word decides; our row remembers it. Clients see one of four words.

export type SubscriptionState = "pending" | "active" | "cancelled" | "suspended" | "expired"
export type ClientStatus = "none" | "pending" | "active" | "expired"

/**
 * The status shown to clients (product.md 2.9): a cancelled or suspended subscription stays active until the end of the
 * paid period (`paidUntil`, UTC ms), then is expired.
 */
export function clientStatus(
  subscription: { status: SubscriptionState; paidUntil: number | null } | null | undefined,
  at: number,
): ClientStatus {
  if (!subscription) return "none"
  if (subscription.status === "pending") return "pending"
  if (subscription.status === "expired") return "expired"
  if (subscription.status === "active") return "active"
  return subscription.paidUntil !== null && subscription.paidUntil > at ? "active" : "expired"
}

/** What the provider says of a running subscription; instants in UTC ms. */
export type ProviderWord = {
  status: "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED"
  failedPayments: number
  nextBillingAt: number | null
}

/**
 * How a subscription stands after the provider was asked. What is paid for lasts to its end: a renewal moves it on; a
 * payment that failed, a suspension or a cancellation leaves it where it was, and then the subscription is expired.
 */
export function stateAfter(
  before: { status: SubscriptionState; paidUntil: number | null },
  word: ProviderWord,
  at: number,
): { status: SubscriptionState; paidUntil: number | null } {
  const { paidUntil } = before
  const isOver = paidUntil === null || paidUntil <= at
  switch (word.status) {
    case "ACTIVE":
      if (word.failedPayments === 0 && word.nextBillingAt !== null)
        return { status: "active", paidUntil: word.nextBillingAt }
      return { status: isOver ? "expired" : "active", paidUntil }
    case "SUSPENDED":
      return { status: isOver ? "expired" : "suspended", paidUntil }
    case "CANCELLED":
      return { status: isOver ? "expired" : "cancelled", paidUntil }
    case "EXPIRED":
      return { status: "expired", paidUntil }
    default:
      return before
  }
}
