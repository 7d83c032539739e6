import type { Money } from "./money"

/** One movement of practice money, kept for the ledger. Times are PayPal stamps on the sandbox's clock. */
export type Payment = {
  id: string
  kind: "subscription" | "order"
  /** The subscription or order that was paid. */
  sourceId: string
  /** What was bought, as text. */
  title: string
  payer: string
  /** The address or merchant id the money went to. */
  payee: string
  amount: Money
  status: "COMPLETED" | "PENDING" | "DECLINED" | "PARTIALLY_REFUNDED" | "REFUNDED"
  /** Why it is pending or was declined. */
  reason: string | null
  customId: string | null
  invoiceId: string | null
  time: string
  /** What was refunded of it, in order. */
  refunds?: Refund[]
  /** Refunds of it stay pending from now on, as one to a bank account does. */
  refundsPend?: boolean
  /** The order that was paid doesn't list them yet. */
  refundsUnlisted?: boolean
}

/** Money that was refunded; a reversal is no refund of the merchant's but was taken by the payer's bank. */
export type Refund = {
  id: string
  kind: "refund" | "reversal"
  /** Completed unless it says otherwise. One that failed gives nothing back. */
  status?: "PENDING" | "FAILED"
  amount: Money
  time: string
}

/** The account that owns the REST app; paid when a subscription or order names no one else. */
export const appOwner = "billing@tutti.example"

/** The one practice buyer. The payer id follows PayPal's pattern. */
export const buyer = {
  email: "buyer@paypal-sandbox.example",
  payerId: "BUYERTESTACC2",
  givenName: "Paula",
  surname: "Prentice",
}
