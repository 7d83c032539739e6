import type { SubscriptionState } from "~/models/accounts/subscription/subscription"

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
  if (!providerSubscriptionId || providerStatus === "NOT_FOUND") return "not-at-provider"
  if (!providerStatus) return "not-asked"
  const fits = {
    pending: providerStatus === "APPROVAL_PENDING" || providerStatus === "APPROVED",
    active: providerStatus === "ACTIVE",
    suspended: providerStatus === "SUSPENDED",
    cancelled: providerStatus === "CANCELLED",
    expired: providerStatus !== "ACTIVE",
  }[status]
  return fits ? "agree" : "differ"
}

export const agreementLabels: Record<Agreement, string> = {
  agree: "agrees",
  differ: "differs",
  "not-asked": "not asked yet",
  "not-at-provider": "not at PayPal",
}

/** Why a case was filed, for a person to read. */
export const caseLabels = {
  "activation-asked": "says it has paid",
  mismatch: "PayPal reports something else than was chosen",
  "not-at-provider": "PayPal does not know its subscription",
} as const
