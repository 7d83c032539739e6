import type { SubscriptionState } from "./subscription"

/** How a subscription stands, for the page that says it as text; `paidUntil` is already a date as text. */
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
      heading: "Not paid yet",
      text: `${schoolName} opens as soon as its plan is paid.`,
    }
  if (!isOpen)
    return {
      kind: "expired",
      heading: "Expired",
      text: paidUntil
        ? `It was paid until ${paidUntil}. Everything of ${schoolName} is kept.`
        : `Everything of ${schoolName} is kept.`,
    }
  if (status === "cancelled")
    return {
      kind: "ending",
      heading: `Active until ${paidUntil}`,
      text: "It was cancelled and does not renew. Everything stays open until then, and nothing is deleted after.",
    }
  if (status === "suspended")
    return {
      kind: "unpaid",
      heading: "PayPal could not take the last payment",
      text: `Everything stays open until ${paidUntil}. Look at your way to pay in your PayPal account.`,
    }
  return {
    kind: "running",
    heading: "Active",
    text: `Paid until ${paidUntil}. It renews by itself until you end it.`,
  }
}

/** Not paid for, and kept open by the platform's staff until the date. */
export const extendedStanding = (until: string): Standing => ({
  kind: "extended",
  heading: `Open until ${until}`,
  text: "Tutti’s staff keep it open until then. Choose a plan before it ends, and nothing is interrupted.",
})
