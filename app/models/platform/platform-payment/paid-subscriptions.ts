import type { SubscriptionState } from "~/models/accounts/subscription/subscription"
import { platformProvider } from "~/utils/payment-providers"

/** Whether our row and the provider's word fit together. */
export type Agreement = "agree" | "differ" | "not-asked" | "not-at-provider"

export function agreementOf({
  status,
  providerSubscriptionId,
  providerStatus,
}: {
  status: SubscriptionState
  providerSubscriptionId: string | null
  providerStatus: string | null
}): Agreement {
  // Over, and never at the provider: there's nothing to compare.
  if (!providerSubscriptionId && status === "expired") return "agree"
  if (!providerSubscriptionId || providerStatus === "NOT_FOUND") return "not-at-provider"
  if (!providerStatus) return "not-asked"
  const fits = {
    pending: providerStatus === "APPROVAL_PENDING" || providerStatus === "APPROVED",
    active: providerStatus === "ACTIVE",
    suspended: providerStatus === "SUSPENDED",
    // Held there until the paid time is over, then canceled.
    cancelled: providerStatus === "CANCELLED" || providerStatus === "SUSPENDED",
    expired: providerStatus !== "ACTIVE",
  }[status]
  return fits ? "agree" : "differ"
}

export const agreementLabels: Record<Agreement, string> = {
  agree: "Matches",
  differ: "Differs",
  "not-asked": "Not checked yet",
  "not-at-provider": `Not at ${platformProvider}`,
}
