import { type PaymentMethod, paidByText } from "../payment/payment"

// What passes between families and the school, as text. Safe in the browser.

export const eventKinds = [
  "invoice",
  "void",
  "payment",
  "reversal",
  "refund",
  "refund-returned",
  "chargeback",
  "chargeback-won",
  "credit-note",
  "write-off",
  "restored",
  "opening-balance",
  "voucher",
] as const
export type EventKind = (typeof eventKinds)[number]

/** What one can ask for: one kind, or what came in less what was refunded. */
export const eventFilters = [...eventKinds, "received"] as const
export type EventFilter = (typeof eventFilters)[number]

export const kindLabels: Record<EventKind, string> = {
  invoice: "Invoices issued",
  void: "Invoices voided",
  payment: "Payments received",
  reversal: "Payments reversed",
  refund: "Refunds",
  "refund-returned": "Refunds returned",
  chargeback: "Chargebacks",
  "chargeback-won": "Chargebacks won",
  "credit-note": "Credit notes issued",
  "write-off": "Written off",
  restored: "Write-offs undone",
  "opening-balance": "Opening balances",
  voucher: "Gift vouchers redeemed",
}

export const filterLabels: Record<EventFilter, string> = { ...kindLabels, received: "Payments and refunds" }

/** On one payer's statement alone: what others paid of their share of an invoice, and what they paid of others'. */
export type BetweenPayers = "paid-by-others" | "paid-for-others"

type Named = {
  kind: EventKind | BetweenPayers
  number: string | null
  payerName: string | null
  method: PaymentMethod | null
  /** Of a payment: a check's number, and what a provider says that it was paid with. */
  reference?: string | null
  paidWith?: string | null
  /** Whose invoices a payment settles, where payers have their own. */
  paidFor?: string
}

/** One entry as text, such as "Payment from Ada Rossi, bank transfer"; who paid isn't told to other payers. */
export function entryText({ kind, number, payerName, method, paidFor, ...how }: Named): string {
  const by = method ? `, ${paidByText(method, how.reference ?? null, how.paidWith ?? null)}` : ""
  const payer = payerName ?? "another payer"
  switch (kind) {
    case "payment":
      return `Payment from ${payer}${by}${paidFor ? `, for ${paidFor}` : ""}`
    case "reversal":
      return `Reversed payment from ${payer}${by}`
    case "refund":
      return `Refund to ${payer}${by}`
    case "refund-returned":
      return `Refund returned, payment from ${payer}${by}`
    case "chargeback":
      return `Chargeback of the payment from ${payer}${by}`
    case "chargeback-won":
      return `Chargeback won, payment from ${payer}${by}`
    case "credit-note":
      return `Credit note ${number}`
    case "write-off":
      return `Invoice ${number} written off`
    case "restored":
      return `Write-off of invoice ${number} undone`
    case "opening-balance":
      return "Opening balance"
    case "voucher":
      return "Gift voucher redeemed"
    case "void":
      return `Invoice ${number} voided`
    case "invoice":
      return `Invoice ${number}`
    case "paid-by-others":
      return `Invoice ${number}, paid by another payer`
    case "paid-for-others":
      return `Invoice ${number}, paid for another payer`
  }
}
