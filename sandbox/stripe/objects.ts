import { randomBytes } from "node:crypto"
import type { State } from "../state"
import type { Dispute, Intent, Method, Refund, Session } from "./kept"

// What the stand-in for Stripe answers.

export const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`
export const seconds = (state: State): number => Math.floor(state.clock.now() / 1000)

const shown = <T extends { account: string }>(object: string, { account: _, ...rest }: T) => ({
  object,
  ...rest,
})

export const refundsOf = (state: State, intentId: string): Refund[] =>
  state.stripeRefunds.list().filter(({ payment_intent }) => payment_intent === intentId)
/** A school has two weeks to answer a dispute. */
const answerSeconds = 14 * 86_400

const disputesOf = (state: State, intentId: string): Dispute[] =>
  state.stripeDisputes.list().filter(({ payment_intent }) => payment_intent === intentId)

/** How much of a payment has gone back, or is about to. */
export const refundedOf = (state: State, intentId: string): number =>
  refundsOf(state, intentId)
    .filter(({ status }) => status === "succeeded" || status === "pending")
    .reduce((sum, { amount }) => sum + amount, 0)

export const showRefund = (refund: Refund) => shown("refund", refund)
export const showDispute = (dispute: Dispute) => ({
  ...shown("dispute", dispute),
  evidence_details: { due_by: dispute.created + answerSeconds },
})

export function showCharge(state: State, intent: Intent) {
  const { id, chargeId, amount, currency, metadata, created } = intent
  const refunded = refundedOf(state, id)
  return {
    object: "charge",
    id: chargeId,
    amount,
    currency,
    metadata,
    created,
    payment_intent: id,
    captured: intent.status === "succeeded",
    amount_captured: intent.amount_received,
    amount_refunded: refunded,
    refunded: refunded === amount,
    payment_method_details: detailsOf(intent.number),
    disputed: disputesOf(state, id).length > 0,
    status:
      intent.status === "processing"
        ? "pending"
        : intent.status === "requires_payment_method"
          ? "failed"
          : "succeeded",
  }
}

/** What is paid with, by its number: letters are a bank account's, iDEAL is that, and a US account begins with zeros. */
export const typeOf = (number: string): Method["type"] | "ideal" =>
  /^ideal$/i.test(number)
    ? "ideal"
    : /^[A-Z]/.test(number)
      ? "sepa_debit"
      : number.startsWith("000")
        ? "us_bank_account"
        : "card"

function detailsOf(number: string) {
  const last4 = number.slice(-4)
  const type = typeOf(number)
  const details = {
    card: { brand: number.startsWith("5") ? "mastercard" : "visa", last4, wallet: null },
    sepa_debit: { last4, country: "DE" },
    us_bank_account: { last4, bank_name: "STRIPE TEST BANK" },
    ideal: { bank: "ing", iban_last4: "5264" },
  }
  return { type, [type]: details[type], card: type === "card" ? details.card : undefined }
}

export function showMethod(method: Method) {
  const { number, exp, ...rest } = shown("payment_method", method)
  const details = detailsOf(number)
  return {
    ...rest,
    ...details,
    ...(details.type === "card"
      ? { card: { ...details.card, exp_month: exp.month, exp_year: exp.year } }
      : {}),
  }
}

export function showIntent(state: State, intent: Intent, expand: readonly string[] = []) {
  const { chargeId, failure, number: _, ...rest } = shown("payment_intent", intent)
  const last_payment_error = failure && { type: "card_error", ...failure, message: "It was declined." }
  return {
    ...rest,
    last_payment_error,
    latest_charge: expand.includes("latest_charge") ? showCharge(state, intent) : chargeId,
  }
}

export function showSession(state: State, session: Session, expand: readonly string[] = []) {
  const {
    intentMetadata: _,
    isManual: _manual,
    description: _text,
    setupMethod,
    ...rest
  } = shown("checkout.session", session)
  const intent = session.payment_intent ? state.stripeIntents.find(session.payment_intent) : undefined
  const within = expand
    .filter((path) => path.startsWith("payment_intent."))
    .map((path) => path.slice("payment_intent.".length))
  const method = setupMethod ? state.stripeMethods.find(setupMethod) : undefined
  if (rest.mode === "setup")
    return {
      ...rest,
      amount_total: null,
      payment_status: "no_payment_required",
      url: session.status === "open" ? `${state.origin}/stripe/pay/${session.id}` : null,
      setup_intent: method && {
        object: "setup_intent",
        id: method.id.replace("pm_", "seti_"),
        status: "succeeded",
        payment_method: expand.includes("setup_intent.payment_method") ? showMethod(method) : method.id,
      },
    }
  return {
    ...rest,
    payment_status: intent?.status === "succeeded" ? "paid" : "unpaid",
    url: session.status === "open" ? `${state.origin}/stripe/pay/${session.id}` : null,
    payment_intent:
      intent && expand.some((path) => path.startsWith("payment_intent"))
        ? showIntent(state, intent, within)
        : session.payment_intent,
  }
}
