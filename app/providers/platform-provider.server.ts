import type { PaymentProvider } from "./payment-provider"
import { paypalPayments } from "./paypal/paypal-payments.server"
import { paypalMessages, paypalPlanSales } from "./paypal/paypal-plan-sales.server"
import { paypalPages } from "./paypal/provider-pages.server"
import type { PlanSales, ProviderMessages, ProviderPages } from "./plan-sales"

// The provider at which the platform has its own account: chosen here, and named nowhere else in code.

export const planSales: PlanSales = paypalPlanSales

export const providerPages: ProviderPages = paypalPages

export const providerMessages: ProviderMessages = paypalMessages

/** It takes families' payments, too, and tells the platform of all schools' payments, so that its messages name no school. */
export const providerOfAll: PaymentProvider = paypalPayments
