import { type EventKind, eventNames } from "../ledger/money-history"
import type { PaymentMethod } from "../payment/payment"
import type { ProviderName } from "../payment-provider/payment-provider"
import type { VoucherSums } from "../voucher/voucher"

// The lines of a month sheet, in the order a bookkeeper reads them. Safe in the browser.

export const sheetKinds = [
  "opening-balance",
  "voucher",
  "invoice",
  "void",
  "credit-note",
  "write-off",
  "restored",
  "payment",
  "reversal",
  "refund",
  "refund-returned",
  "chargeback",
  "chargeback-won",
] as const satisfies readonly EventKind[]

const sheetLabels: Partial<Record<EventKind, string>> = {
  "opening-balance": "Opening balances entered",
  invoice: "Billed",
  "credit-note": "Credit notes",
}
export const sheetLabel = (kind: EventKind): string => sheetLabels[kind] ?? eventNames[kind].many

export type Sum = { count: number; sumMinor: number }
export type MethodSum = { method: PaymentMethod; receivedMinor: number; refundedMinor: number }
export type TaxSum = { name: string; rate: number; netMinor: number; taxMinor: number }

/** What a provider booked in a month, in one currency; minor units. */
export type FeeSum = {
  provider: ProviderName
  currency: string
  grossMinor: number
  /** Refunds, disputes and what else the provider booked, as it has them: below zero where it left the account. */
  besideMinor: number
  feeMinor: number
}
export const netOf = ({ grossMinor, besideMinor, feeMinor }: FeeSum): number =>
  grossMinor + besideMinor - feeMinor

export type PayoutRow = {
  id: string
  provider: ProviderName
  arrivesOn: string
  amountMinor: number
  currency: string
  state: "on-its-way" | "paid" | "failed"
  /** When the bank statement has it. */
  bankedOn: string | null
}

export type MonthSheet = {
  from: string
  to: string
  /** What families owed before the month, less account credit; minor units, as all sums. */
  openingMinor: number
  /** As the ledger has them: more owed is positive, less owed negative. */
  kinds: Record<EventKind, Sum>
  /** Of families; what came in for gift vouchers is in `vouchers`. */
  methods: MethodSum[]
  closingMinor: number
  /** Of the closing balance: what is due, and what is account credit (below zero). */
  dueMinor: number
  creditMinor: number
  fees: FeeSum[]
  /** Online payments whose fee no provider has told. */
  withoutFee: number
  payouts: PayoutRow[]
  taxes: TaxSum[]
  pay: Sum
  /** The payslip lines in it that paid expenses back, which are expenses already. */
  paidBack: Sum
  /** With their tax. */
  expenses: Sum
  otherIncome: Sum
  /** What the school has to give for gift vouchers; all but the opening and closing sums are changes. */
  vouchers: VoucherSums
}
