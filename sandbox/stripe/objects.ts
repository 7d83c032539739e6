import { randomBytes } from "node:crypto"
import type { State } from "../state"

// What the stand-in for Stripe keeps, each as Stripe answers it but for `account`, whose it is.

export type Session = {
  id: string
  account: string
  status: "open" | "complete" | "expired"
  amount_total: number
  currency: string
  client_reference_id: string | null
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  description: string
  isManual: boolean
  payment_intent: string | null
  success_url: string
  cancel_url: string
  created: number
}

export type Intent = {
  id: string
  account: string
  status: "requires_capture" | "succeeded" | "canceled"
  amount: number
  amount_received: number
  currency: string
  metadata: Record<string, string>
  chargeId: string
  created: number
}

export type Refund = {
  id: string
  account: string
  payment_intent: string
  amount: number
  currency: string
  status: "succeeded" | "pending" | "failed" | "canceled"
  metadata: Record<string, string>
  created: number
}

export type Dispute = {
  id: string
  account: string
  payment_intent: string
  amount: number
  currency: string
  status: "needs_response" | "lost" | "won"
  created: number
}

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
