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

/** A payment method inside a line of text: "Payment from Ada Rossi, bank transfer". */
export const methodInText = (method: PaymentMethod): string =>
  method === "paypal" ? methodLabels.paypal : methodLabels[method].toLowerCase()

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
  "no-invoice": "This invoice isn’t in your school.",
  "no-family": "This family isn’t in your school.",
  "not-issued": "This invoice is a draft. Send it first.",
  void: "This invoice is void, so it can’t be paid.",
  overpaid: "This is more than the balance due. Enter that amount or less.",
  "nothing-open": "There’s no balance due.",
  "duplicate-reference": "Another payment already has this reference. Enter a different one.",
  "received-in-the-future": "Enter a date that’s today or earlier.",
}

/** The field of the payment's form that a refusal is next to; the others concern the whole form. */
export const paymentRefusalFields: Partial<Record<PaymentRefusal, string>> = {
  overpaid: "amount",
  "duplicate-reference": "reference",
  "received-in-the-future": "receivedOn",
}
