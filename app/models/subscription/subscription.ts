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
