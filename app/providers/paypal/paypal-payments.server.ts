import type { PaymentProvider } from "../payment-provider"
import { captureOrder, createOrder, showOrder } from "./orders.server"
import { paypalTakesAmount } from "./paypal-money"
import { paypalSaved } from "./paypal-saved.server"
import { refundCapture, showRefund } from "./refunds.server"

/** Refusals of the payer or the payee: nothing was taken and asking again would not change it. */
const declines = new Set([
  "INSTRUMENT_DECLINED",
  "PAYER_CANNOT_PAY",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYEE_BLOCKED_TRANSACTION",
  "PAYEE_ACCOUNT_RESTRICTED",
  "TRANSACTION_REFUSED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "DUPLICATE_INVOICE_ID",
])

/** Families' payments through PayPal, to the school's own account there. */
export const paypalPayments: PaymentProvider = {
  saved: paypalSaved,
  takes: paypalTakesAmount,
  begin: createOrder,
  // An order is open for approval for some hours; approved, it takes no money until we do.
  pageMs: 4 * 3_600_000,
  closePage: null,
  remembersFailures: false,
  isAboutAmount: () => false,
  show: showOrder,
  capture: captureOrder,
  isDecline: ({ issue }) => issue !== null && declines.has(issue),
  // An approval takes no money, and lapses by itself.
  letGo: () => Promise.resolve(),
  refund: refundCapture,
  showRefund,
  // Fees come with each payment; what is paid out is the school's own doing there.
  readBooks: null,
}
