// The providers through whom families pay online, as people call them. Safe in the browser.

import type { ProviderName } from "~/providers/payment-provider"

export type { DeclineReason, ProviderName } from "~/providers/payment-provider"

export type PayThrough = ProviderName

/** A button to pay with. */
export type PayWay = { provider: ProviderName; isPractice: boolean }

export { providerLabels } from "~/utils/payment-providers"
