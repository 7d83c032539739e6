import type { PaymentMethod } from "../payment/payment"

/** What passed between a family and the school, and what was owed after it. */
export type LedgerEntry = {
  kind: "invoice" | "void" | "payment" | "refund"
  /** The invoice's, the payment's or the refund's. */
  id: string
  /** `YYYY-MM-DD` in the school's zone */
  on: string
  /** The invoice's number; null for a payment. */
  number: string | null
  method: PaymentMethod | null
  payerName: string | null
  /** Minor units: more owed is positive, less owed negative. */
  amountMinor: number
  /** Owed after this entry. */
  balanceMinor: number
}
