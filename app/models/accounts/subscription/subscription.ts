// A school's subscription to Tutti. The provider's state decides; our row stores it. Clients see one of four statuses.

export type SubscriptionState = "pending" | "active" | "cancelled" | "suspended" | "expired"
export type ClientStatus = "none" | "pending" | "active" | "expired"

/** What the state shown is made of; instants in UTC ms. */
export type StoredState = {
  status: SubscriptionState
  paidUntil: number | null
  /** Until when the platform's staff keep the school open. */
  extendedUntil: number | null
  /** Since when they hold it closed. */
  heldAt: number | null
}

/** The status shown to clients: what is paid for, unless the platform's staff hold the school closed or keep it open. */
export function clientStatus(subscription: StoredState | null | undefined, at: number): ClientStatus {
  const access = accessOf(subscription, at)
  return access === "held" ? "expired" : access === "extended" ? "active" : paidStatus(subscription, at)
}

export type Access = "own" | "extended" | "held"

/** By whose word a school is open or closed: its subscription's own, or that of the platform's staff. */
export function accessOf(subscription: StoredState | null | undefined, at: number): Access {
  if (!subscription) return "own"
  if (subscription.heldAt !== null) return "held"
  const isExtended = subscription.extendedUntil !== null && subscription.extendedUntil > at
  return isExtended && paidStatus(subscription, at) !== "active" ? "extended" : "own"
}

/**
 * The status by what is paid for alone: a canceled or suspended subscription stays active until the end
 * of the paid period (`paidUntil`, UTC ms), then is expired.
 */
export function paidStatus(
  subscription: Pick<StoredState, "status" | "paidUntil"> | null | undefined,
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
