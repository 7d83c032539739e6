import type { PaymentMethod } from "../payment/payment"
import type { EventKind } from "./money-history"

/** What passed between a family and the school, and what was owed after it. */
export type LedgerEntry = {
  kind: EventKind
  /** The invoice's, the payment's, the refund's, the credit note's or the write-off's. */
  id: string
  /** `YYYY-MM-DD` in the school's zone */
  on: string
  /** The invoice's or the credit note's number; null for a payment. */
  number: string | null
  method: PaymentMethod | null
  /** Of a payment: a check's number, and what a provider says that it was paid with. */
  reference: string | null
  paidWith: string | null
  payerName: string | null
  /** Whose invoices a payment settles, where the family’s payers have their own: "invoice 12 of Zoë Okafor". */
  paidFor?: string
  /** Minor units: more owed is positive, less owed negative. */
  amountMinor: number
  /** Owed after this entry. */
  balanceMinor: number
}
