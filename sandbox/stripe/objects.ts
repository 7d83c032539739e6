import { randomBytes } from "node:crypto"
import type { State } from "../state"
import type { Dispute, Intent, Refund, Session } from "./kept"

// What the stand-in for Stripe answers.

export const idOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`
export const seconds = (state: State): number => Math.floor(state.clock.now() / 1000)

const shown = <T extends { account: string }>(object: string, { account: _, ...rest }: T) => ({
  object,
  ...rest,
})

export const refundsOf = (state: State, intentId: string): Refund[] =>
  state.stripeRefunds.list().filter(({ payment_intent }) => payment_intent === intentId)
const disputesOf = (state: State, intentId: string): Dispute[] =>
  state.stripeDisputes.list().filter(({ payment_intent }) => payment_intent === intentId)

/** How much of a payment has gone back, or is about to. */
export const refundedOf = (state: State, intentId: string): number =>
  refundsOf(state, intentId)
    .filter(({ status }) => status === "succeeded" || status === "pending")
    .reduce((sum, { amount }) => sum + amount, 0)

export const showRefund = (refund: Refund) => shown("refund", refund)
export const showDispute = (dispute: Dispute) => shown("dispute", dispute)

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
    disputed: disputesOf(state, id).length > 0,
    status: "succeeded",
  }
}

export function showIntent(state: State, intent: Intent, expand: readonly string[] = []) {
  const { chargeId, ...rest } = shown("payment_intent", intent)
  return { ...rest, latest_charge: expand.includes("latest_charge") ? showCharge(state, intent) : chargeId }
}

export function showSession(state: State, session: Session, expand: readonly string[] = []) {
  const {
    intentMetadata: _,
    isManual: _manual,
    description: _text,
    ...rest
  } = shown("checkout.session", session)
  const intent = session.payment_intent ? state.stripeIntents.find(session.payment_intent) : undefined
  const within = expand
    .filter((path) => path.startsWith("payment_intent."))
    .map((path) => path.slice("payment_intent.".length))
  return {
    ...rest,
    mode: "payment",
    payment_status: intent?.status === "succeeded" ? "paid" : "unpaid",
    url: session.status === "open" ? `${state.origin}/stripe/pay/${session.id}` : null,
    payment_intent:
      intent && expand.some((path) => path.startsWith("payment_intent"))
        ? showIntent(state, intent, within)
        : session.payment_intent,
  }
}
