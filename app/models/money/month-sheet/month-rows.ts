import type { EventKind } from "../ledger/money-history"
import type { PaymentMethod } from "../payment/payment"

// The lines of a month sheet, in the order a bookkeeper reads them. Safe in the browser.

export const sheetKinds = [
  "invoice",
  "void",
  "credit-note",
  "write-off",
  "restored",
  "payment",
  "reversal",
  "refund",
  "chargeback",
  "chargeback-won",
] as const satisfies readonly EventKind[]

export const sheetLabels: Record<(typeof sheetKinds)[number], string> = {
  invoice: "Billed",
  void: "Invoices voided",
  "credit-note": "Credit notes",
  "write-off": "Written off",
  restored: "Write-offs undone",
  payment: "Payments received",
  reversal: "Payments reversed",
  refund: "Refunds",
  chargeback: "Chargebacks",
  "chargeback-won": "Chargebacks won",
}

export type Sum = { count: number; sumMinor: number }
export type MethodSum = { method: PaymentMethod; receivedMinor: number; refundedMinor: number }
export type TaxSum = { name: string; rate: number; netMinor: number; taxMinor: number }

export type MonthSheet = {
  from: string
  to: string
  /** What families owed before the month, less account credit; minor units, as all sums. */
  openingMinor: number
  /** As the ledger has them: more owed is positive, less owed negative. */
  kinds: Record<EventKind, Sum>
  methods: MethodSum[]
  closingMinor: number
  /** Of the closing balance: what is due, and what is account credit (below zero). */
  dueMinor: number
  creditMinor: number
  taxes: TaxSum[]
  pay: Sum
  /** The payslip lines in it that paid expenses back, which are expenses already. */
  paidBack: Sum
  /** With their tax. */
  expenses: Sum
}
