import { type PaymentMethod, paidByText } from "../payment/payment"

// What passes between families and the school, as text. Safe in the browser.

/** What a kind of event is called as one entry of a file, and as all of them. */
export const eventNames = {
  invoice: { one: "Invoice", many: "Invoices issued" },
  void: { one: "Voided", many: "Invoices voided" },
  payment: { one: "Payment", many: "Payments received" },
  reversal: { one: "Reversed payment", many: "Payments reversed" },
  refund: { one: "Refund", many: "Refunds" },
  "refund-returned": { one: "Refund returned", many: "Refunds returned" },
  chargeback: { one: "Chargeback", many: "Chargebacks" },
  "chargeback-won": { one: "Chargeback won", many: "Chargebacks won" },
  "credit-note": { one: "Credit note", many: "Credit notes issued" },
  "write-off": { one: "Written off", many: "Written off" },
  restored: { one: "Write-off undone", many: "Write-offs undone" },
  "opening-balance": { one: "Opening balance", many: "Opening balances" },
  voucher: { one: "Gift voucher redeemed", many: "Gift vouchers redeemed" },
}
export type EventKind = keyof typeof eventNames
export const eventKinds = Object.keys(eventNames) as [EventKind, ...EventKind[]]

/** What one can ask for: one kind, or what came in less what was refunded. */
export const eventFilters = [...eventKinds, "received"] as const
export type EventFilter = (typeof eventFilters)[number]

export const filterLabel = (filter: EventFilter): string =>
  filter === "received" ? "Payments and refunds" : eventNames[filter].many

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
