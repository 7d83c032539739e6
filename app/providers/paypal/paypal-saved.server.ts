import { type NewCharge, ProviderError, type RefusedCharge, type SavedMethods } from "../payment-provider"
import { chargeSavedMethod } from "./orders.server"
import { paypalTakes } from "./paypal-money"
import {
  createPaymentToken,
  createSetupToken,
  deletePaymentToken,
  showPaymentToken,
  showSetupToken,
} from "./vault.server"

const tokenIsGone = new Set([
  "AGREEMENT_ALREADY_CANCELLED",
  "BILLING_AGREEMENT_NOT_FOUND",
  "TOKEN_ID_NOT_FOUND",
  "TOKEN_EXPIRED",
])
/** Not about this charge: the call, our login, or too many calls. */
const passing = new Set([401, 408, 409, 429])

/** About the payer or their account; every other refusal is about the call, or about the school's account. */
const isOfPayer = (issue: string | null): boolean =>
  issue !== null && (issue.startsWith("PAYER_") || ofPayer.has(issue))
const ofPayer = new Set([
  "INSTRUMENT_DECLINED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "TRANSACTION_REFUSED",
])

/** PayPal accounts that payers save with the platform's account, and that pay any school. */
export const paypalSaved: SavedMethods = {
  isOfPayee: false,
  takesCurrency: paypalTakes,
  ask: createSetupToken,
  async finish({ requestId, setupTokenId }) {
    const status = await showSetupToken(setupTokenId)
    if (status === null) return "gone"
    if (status !== "APPROVED" && status !== "VAULTED") return "waiting"
    return createPaymentToken(requestId, setupTokenId)
  },
  show: showPaymentToken,
  forget: ({ paymentTokenId }) => deletePaymentToken(paymentTokenId),
  charge,
  // PayPal knows an attempt's ID for six hours.
  repeatableMs: 5 * 3_600_000,
  findCharge: () => Promise.resolve(undefined),
}

async function charge(order: NewCharge): Promise<{ orderId: string } | RefusedCharge> {
  try {
    return await chargeSavedMethod(order)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { status, issue, code } = error
    // The same attempt was paid before, and its answer was lost: the provider's message names the order.
    if (status < 400 || status >= 500 || passing.has(status) || issue === "DUPLICATE_INVOICE_ID") throw error
    const isGone = issue !== null && tokenIsGone.has(issue)
    return { refused: isGone ? "gone" : isOfPayer(issue) ? "declined" : "other", code: issue ?? code }
  }
}
