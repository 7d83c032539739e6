import type { SubscriptionState } from "./subscription"

/** A subscription’s status as text; `paidUntil` is already formatted. */
export type Standing = {
  kind: "pending" | "running" | "ending" | "unpaid" | "expired" | "extended"
  heading: string
  text: string
}

/**
 * The state as text and what it means. `isOpen` is whether the school's pages open; a subscription that is canceled or
 * suspended stays open until the end of what is paid for.
 */
export function standingOf(
  status: SubscriptionState,
  { isOpen, paidUntil, schoolName }: { isOpen: boolean; paidUntil: string | null; schoolName: string },
): Standing {
  if (status === "pending")
    return {
      kind: "pending",
      heading: "Payment pending",
      text: `${schoolName} opens as soon as you pay for its plan.`,
    }
  if (!isOpen)
    return {
      kind: "expired",
      heading: "Expired",
      text: paidUntil
        ? `Your subscription was paid until ${paidUntil}. All of ${schoolName}’s data is kept.`
        : `All of ${schoolName}’s data is kept.`,
    }
  if (status === "cancelled")
    return {
      kind: "ending",
      heading: `Active until ${paidUntil}`,
      text: "Your subscription is canceled and won’t renew. Everything stays available until then, and your data is kept afterward.",
    }
  if (status === "suspended")
    return {
      kind: "unpaid",
      heading: "PayPal couldn’t take the last payment",
      text: `Everything stays available until ${paidUntil}. Check your payment method in PayPal.`,
    }
  return {
    kind: "running",
    heading: "Active",
    text: `Paid until ${paidUntil}. Renews automatically until you cancel.`,
  }
}

/** Not paid for, but kept open by platform staff until the date. */
export const extendedStanding = (until: string): Standing => ({
  kind: "extended",
  heading: `Available until ${until}`,
  text: "Tutti’s team is keeping your school open until then. Choose a plan before that date to avoid an interruption.",
})
