import { sellsPlans } from "./sold-plans"

// The providers through whom money comes, in the order of the buttons to pay with. What they are called and what
// differs by name stands in this table alone; commands ask it. Safe in the browser.

export const providerLabels = { stripe: "Stripe", paypal: "PayPal" } as const

export const providerNames = ["stripe", "paypal"] as const satisfies readonly (keyof typeof providerLabels)[]

/** What a payment through each is in the books where the provider doesn't say it closer. */
export const usualMethods = { stripe: "card", paypal: "paypal" } as const

/**
 * The one at which the platform has an account of its own: our plans are sold with it, families' payments go through
 * it, and its messages name no school. A form or a mail that names no provider means it.
 */
export const platformWay = "paypal"

/** What people read of it. */
export const platformProvider = providerLabels[platformWay]

/** Payments through it are of a method of their own, which is nothing else. */
export const platformMethod = usualMethods[platformWay]

/** Whether this site has that account: then plans are sold, and families can pay through it. */
export const hasPlatformProvider = sellsPlans
