import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"
import { type StandingKind, standings } from "./subscription"

/** A subscription’s status as text; dates are already formatted. */
export type Standing = { kind: StandingKind; heading: string; text: string }

type Facts = {
  schoolName: string
  /** The end of what is paid for. */
  paidUntil: string | null
  /** The end of the grace period after a failed payment. */
  graceUntil: string | null
  extendedUntil: string | null
  /** Whether one press takes a cancellation back. */
  canReturn: boolean
  /** Whether everything of the school is to be deleted: the screen says when. */
  isDeleted: boolean
}

/** What a school’s administrators read about their subscription. */
export function standingOf(
  kind: StandingKind,
  { schoolName, paidUntil, graceUntil, extendedUntil, canReturn, isDeleted }: Facts,
): Standing {
  const of = (heading: string, text: string): Standing => ({ kind, heading, text })
  switch (kind) {
    case "none":
    case "unpaid":
      return of("Not paid yet", `${schoolName} opens as soon as you pay for its plan.`)
    case "pending":
      return of(
        `Pending at ${platformProvider}`,
        `You approved the payment, and ${platformProvider} is still processing it. ${schoolName} opens as soon as ${platformProvider} confirms it. You don’t need to pay again.`,
      )
    case "held":
      return of("Suspended by Tutti", "Contact support to reopen your account. Your data is kept.")
    case "expired":
      return of(
        "Expired",
        [
          paidUntil ? `Your subscription was paid until ${paidUntil}.` : "",
          isDeleted ? "" : `All of ${schoolName}’s data is kept.`,
        ]
          .filter(Boolean)
          .join(" "),
      )
    case "ending":
      return of(
        `Active until ${paidUntil}`,
        `Your subscription is canceled and won’t renew. Everything stays available until then${isDeleted ? "" : ", and your data is kept afterward"}.${canReturn ? " You can keep your subscription until that day." : ""}`,
      )
    case "payment-failed":
      return of(
        "Payment failed",
        `${platformProvider} couldn’t charge your last payment. Everything stays available until ${graceUntil}. Check your payment method in ${platformProvider}, then pay now.`,
      )
    case "suspended":
      return of(
        `Paused at ${platformProvider}`,
        `Your ${platformProvider} subscription is paused, so it won’t renew. Everything stays available until ${paidUntil}. Resume it to continue.`,
      )
    case "extended":
      return of(
        `Available until ${extendedUntil}`,
        "Tutti’s team is keeping your school open until then. Choose a plan before that date to avoid an interruption.",
      )
    case "active":
      return of("Active", `Paid until ${paidUntil}. Renews automatically until you cancel.`)
  }
}

/** What a visitor reads in a live demo, which no one pays for. */
export const demoStanding = (kind: StandingKind, until: string): Standing => ({
  kind,
  heading: "Live demo",
  text: `This demo school is deleted on ${until}. It costs nothing and doesn’t renew.`,
})

/** The standings that a school can have here: where no plan is sold, only those that staff give. */
export const possibleStandings = (): readonly StandingKind[] =>
  hasPlatformProvider() ? standings : ["active", "held"]

/** A school’s standing as staff read it. */
export const standingLabels: Record<StandingKind, string> = {
  active: "Active",
  ending: "Ending",
  "payment-failed": "Payment failed",
  held: "Suspended by us",
  suspended: `Paused at ${platformProvider}`,
  extended: "Extended by us",
  expired: "Expired",
  pending: `Pending at ${platformProvider}`,
  unpaid: "Not paid yet",
  none: "No subscription",
}
