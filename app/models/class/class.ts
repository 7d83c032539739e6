// What a school teaches to whom, at which price. Safe in the browser.

export const classKinds = ["private", "group", "ensemble", "trial"] as const
export type ClassKind = (typeof classKinds)[number]

export const billingModes = ["per_session", "monthly", "package"] as const
export type BillingMode = (typeof billingModes)[number]
