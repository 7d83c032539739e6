import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"

// A school's subscription to Tutti. The provider's state decides; our row stores it. Clients see one of four statuses.

export type SubscriptionState = "pending" | "active" | "cancelled" | "suspended" | "expired"
export type ClientStatus = "none" | "pending" | "active" | "expired"

/** What the state shown is made of; instants in UTC ms. */
export type StoredState = {
  status: SubscriptionState
  paidUntil: number | null
  /** Until when the school stays open although its renewal failed; null when nothing is due. */
  graceUntil: number | null
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
 * The status by what is paid for alone: a canceled or suspended subscription stays active until the end of the paid period
 * (`paidUntil`, UTC ms), one whose renewal failed until the end of its grace period, then it is expired.
 */
export function paidStatus(
  subscription: Pick<StoredState, "status" | "paidUntil" | "graceUntil"> | null | undefined,
  at: number,
): ClientStatus {
  if (!subscription) return "none"
  const { status, graceUntil } = subscription
  if (status === "pending" || status === "expired") return status
  if (status === "active" && graceUntil === null) return "active"
  return openUntil(subscription) > at ? "active" : "expired"
}

/** The end of what is paid for, or of the grace period after it; 0 when nothing was paid. */
export const openUntil = ({
  paidUntil,
  graceUntil,
}: {
  paidUntil: number | null
  graceUntil?: number | null
}) => Math.max(paidUntil ?? 0, graceUntil ?? 0)

/**
 * The state of a school's subscription, in one word: the staff's list, filter and figures, the school's own page and its notices all
 * read this. `held` is suspended by our staff, `suspended` at the provider.
 */
export const standings = [
  "active",
  "ending",
  "payment-failed",
  "held",
  "suspended",
  "extended",
  "expired",
  "pending",
  "unpaid",
  "none",
] as const
export type StandingKind = (typeof standings)[number]

/** `standingNow` says the same in the database. */
export function standingKindOf(
  subscription: (StoredState & { providerStatus: string | null }) | null | undefined,
  at: number,
): StandingKind {
  if (!subscription) return "none"
  const { status, graceUntil, heldAt, extendedUntil, providerStatus } = subscription
  if (heldAt !== null) return "held"
  const paid = paidStatus(subscription, at)
  if (paid !== "active") {
    if (extendedUntil !== null && extendedUntil > at) return "extended"
    if (paid === "pending") return providerStatus === "APPROVED" ? "pending" : "unpaid"
    return "expired"
  }
  if (status === "cancelled") return "ending"
  if (graceUntil !== null) return "payment-failed"
  return status === "suspended" ? "suspended" : "active"
}

/** How long a school stays open after a renewal failed, and how long before the end it's reminded. */
export const graceDays = 14
export const remindedDaysBefore = 3
const day = 86_400_000

/**
 * Until when it stays open after the provider was asked: from the first failure on, however often it tries again. What was
 * due is paid first and the agreement taken up again after it, so one that still waits for that keeps its grace period.
 */
export function graceAfter(
  before: { graceUntil: number | null },
  word: Pick<ProviderWord, "status" | "failedPayments">,
  failedAt: number,
): number | null {
  if (word.status === "SUSPENDED" && word.failedPayments === 0) return before.graceUntil
  const isFailing = word.failedPayments > 0 && (word.status === "ACTIVE" || word.status === "SUSPENDED")
  return isFailing ? (before.graceUntil ?? failedAt + graceDays * day) : null
}

/** What the provider says of a running subscription; instants in UTC ms. */
export type ProviderWord = {
  status: "APPROVAL_PENDING" | "APPROVED" | "ACTIVE" | "SUSPENDED" | "CANCELLED" | "EXPIRED"
  failedPayments: number
  nextBillingAt: number | null
}

/**
 * How a subscription stands after the provider was asked. What is paid for lasts to its end: a renewal moves it on; a
 * suspension or a cancellation leaves it where it was, and then the subscription is expired; a payment that failed adds the
 * grace period. One that the provider holds because the school canceled (`leavingAt`) is canceled.
 */
export function stateAfter(
  before: {
    status: SubscriptionState
    paidUntil: number | null
    graceUntil?: number | null
    leavingAt?: number | null
  },
  word: ProviderWord,
  at: number,
): { status: SubscriptionState; paidUntil: number | null } {
  const { paidUntil } = before
  const isOver = openUntil(before) <= at
  switch (word.status) {
    case "ACTIVE":
      if (word.failedPayments === 0 && word.nextBillingAt !== null)
        return { status: "active", paidUntil: word.nextBillingAt }
      return { status: isOver ? "expired" : "active", paidUntil }
    case "SUSPENDED":
      return { status: isOver ? "expired" : before.leavingAt ? "cancelled" : "suspended", paidUntil }
    case "CANCELLED":
      return { status: isOver ? "expired" : "cancelled", paidUntil }
    case "EXPIRED":
      return { status: "expired", paidUntil }
    default:
      return { status: before.status, paidUntil }
  }
}

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
