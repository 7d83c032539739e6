// What has become of a past seat's money.

/**
 * invoiced: all its charges are on issued invoices. covered: by a flat fee, a package, or the lesson
 * a make-up replaces. waived: with a reason. not-chargeable: nothing is owed. unbilled: all else.
 */
export const billingStates = ["invoiced", "covered", "waived", "not-chargeable", "unbilled"] as const
export type BillingState = (typeof billingStates)[number]
