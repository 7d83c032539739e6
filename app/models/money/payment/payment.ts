import { paymentMethods } from "db/schema/choices"

// Payments: labels of methods and messages of refusals. Pure.

export { paymentMethods }
export type PaymentMethod = (typeof paymentMethods)[number]

export const methodLabels: Record<PaymentMethod, string> = {
  cash: "Cash",
  transfer: "Bank transfer",
  card: "Card",
  paypal: "PayPal",
}

export type PaymentRefusal =
  | "no-invoice"
  | "no-family"
  | "not-issued"
  | "void"
  | "overpaid"
  | "nothing-open"
  | "duplicate-reference"
  | "received-in-the-future"

export const paymentRefusals: Record<PaymentRefusal, string> = {
  "no-invoice": "This invoice is not in your school.",
  "no-family": "This family is not in your school.",
  "not-issued": "This invoice is a draft. Send it first.",
  void: "This invoice is void, so nothing can be paid on it.",
  overpaid: "This is more than is still open. Record at most what is open.",
  "nothing-open": "Nothing is open here. This invoice is paid.",
  "duplicate-reference": "A different payment with this reference is recorded already.",
  "received-in-the-future": "The day it was received has not come yet.",
}

/** The field of the payment's form that a refusal is next to; the others concern the whole form. */
export const paymentRefusalFields: Partial<Record<PaymentRefusal, string>> = {
  overpaid: "amount",
  "duplicate-reference": "reference",
  "received-in-the-future": "receivedOn",
}
