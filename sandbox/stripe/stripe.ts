import express, { Router } from "express"
import { z } from "zod"
import { strikeFaults } from "../control/faults"
import type { State } from "../state"
import { checkoutPages } from "./checkout-page"
import { announce } from "./events"
import type { Intent, Refund } from "./kept"
import {
  idOf,
  refundedOf,
  refundsOf,
  seconds,
  showCharge,
  showDispute,
  showIntent,
  showRefund,
  showSession,
} from "./objects"
import { accountOf, refuse, refuseUnknown, rememberRequests, requireKey } from "./requests"

const Metadata = z.record(z.string(), z.string()).default({})

const NewSession = z.object({
  mode: z.literal("payment"),
  client_reference_id: z.string().max(200).optional(),
  metadata: Metadata,
  line_items: z
    .array(
      z.object({
        quantity: z.coerce.number().int().min(1),
        price_data: z.object({
          currency: z.string().regex(/^[a-z]{3}$/),
          unit_amount: z.coerce.number().int().min(1),
          product_data: z.object({ name: z.string().min(1).max(250) }),
        }),
      }),
    )
    .length(1),
  payment_intent_data: z.object({ capture_method: z.string().optional(), metadata: Metadata }).optional(),
  success_url: z.url(),
  cancel_url: z.url().optional(),
})

const NewRefund = z.object({
  payment_intent: z.string(),
  amount: z.coerce.number().int().min(1).optional(),
  metadata: Metadata,
})

/** Amounts below this are refused, in the currency's own smallest unit. */
const least = 50

/** Everything under /stripe: the calls of the API that the app makes, and the page on which a payer enters a card. */
export function stripeRoutes(state: State) {
  const router = Router()
  router.use(checkoutPages(state))
  const api = Router()
  api.use(
    strikeFaults(state, "stripe"),
    requireKey,
    express.urlencoded({ extended: true }),
    rememberRequests(state),
  )
  api.get("/v1/account", (_request, response) => {
    const id = accountOf(response)
    response.json({
      object: "account",
      id,
      settings: { dashboard: { display_name: `Account ${id.slice(5)}` } },
    })
  })
  sessionRoutes(state, api)
  intentRoutes(state, api)
  refundRoutes(state, api)
  api.use((request, response) =>
    refuse(response, 404, {
      type: "invalid_request_error",
      message: `Unrecognized request URL (${request.method}: ${request.path}).`,
    }),
  )
  router.use(api)
  return router
}

const expandOf = (query: unknown): string[] =>
  z.object({ expand: z.array(z.string()).default([]) }).parse(query).expand

const invalid = (error: z.ZodError) => ({
  type: "invalid_request_error",
  code: "parameter_invalid",
  message: z.prettifyError(error),
})

function sessionRoutes(state: State, api: Router) {
  api.post("/v1/checkout/sessions", (request, response) => {
    const parsed = NewSession.safeParse(request.body)
    if (!parsed.success) return refuse(response, 400, invalid(parsed.error))
    const { line_items, payment_intent_data, metadata, client_reference_id, success_url, cancel_url } =
      parsed.data
    const [item] = line_items
    if (!item) return refuseUnknown(response, "line_items")
    const { currency, unit_amount, product_data } = item.price_data
    if (unit_amount * item.quantity < least)
      return refuse(response, 400, {
        type: "invalid_request_error",
        code: "amount_too_small",
        message: "The Checkout Session's total amount must convert to at least 50 cents.",
      })
    const session = state.stripeSessions.save({
      id: idOf("cs_test"),
      account: accountOf(response),
      status: "open",
      amount_total: unit_amount * item.quantity,
      currency,
      client_reference_id: client_reference_id ?? null,
      metadata,
      intentMetadata: payment_intent_data?.metadata ?? {},
      description: product_data.name,
      isManual: payment_intent_data?.capture_method === "manual",
      payment_intent: null,
      success_url,
      cancel_url: cancel_url ?? success_url,
      created: seconds(state),
    })
    response.json(showSession(state, session))
  })

  api.get("/v1/checkout/sessions/:id", (request, response) => {
    const session = state.stripeSessions.find(request.params.id)
    if (session?.account !== accountOf(response)) return refuseUnknown(response, request.params.id)
    response.json(showSession(state, session, expandOf(request.query)))
  })
}

function intentRoutes(state: State, api: Router) {
  const move = (verb: "capture" | "cancel", change: (intent: Intent) => Intent, type: string) =>
    api.post(`/v1/payment_intents/:id/${verb}`, (request, response) => {
      const intent = state.stripeIntents.find(request.params.id)
      if (intent?.account !== accountOf(response)) return refuseUnknown(response, request.params.id)
      if (intent.status !== "requires_capture")
        return refuse(response, 400, {
          type: "invalid_request_error",
          code: "payment_intent_unexpected_state",
          message: `This PaymentIntent could not be ${verb}d because it has a status of ${intent.status}.`,
        })
      const moved = state.stripeIntents.save(change(intent))
      announce(state, moved.account, type, showIntent(state, moved))
      response.json(showIntent(state, moved))
    })
  move(
    "capture",
    (intent) => ({ ...intent, status: "succeeded", amount_received: intent.amount }),
    "payment_intent.succeeded",
  )
  move("cancel", (intent) => ({ ...intent, status: "canceled" }), "payment_intent.canceled")
}

function refundRoutes(state: State, api: Router) {
  const listed = (data: object[]) => ({ object: "list", has_more: false, data })
  const ofPayment = (query: unknown) => z.object({ payment_intent: z.string() }).parse(query).payment_intent

  api.get("/v1/refunds", (request, response) => {
    const rows = refundsOf(state, ofPayment(request.query))
    response.json(listed(rows.filter(({ account }) => account === accountOf(response)).map(showRefund)))
  })
  api.get("/v1/disputes", (request, response) => {
    const intentId = ofPayment(request.query)
    const rows = state.stripeDisputes.list().filter(({ payment_intent }) => payment_intent === intentId)
    response.json(listed(rows.filter(({ account }) => account === accountOf(response)).map(showDispute)))
  })
  api.get("/v1/refunds/:id", (request, response) => {
    const refund = state.stripeRefunds.find(request.params.id)
    if (refund?.account !== accountOf(response)) return refuseUnknown(response, request.params.id)
    response.json(showRefund(refund))
  })
  api.post("/v1/refunds", (request, response) => {
    const parsed = NewRefund.safeParse(request.body)
    if (!parsed.success) return refuse(response, 400, invalid(parsed.error))
    const { payment_intent, amount, metadata } = parsed.data
    const intent = state.stripeIntents.find(payment_intent)
    if (intent?.account !== accountOf(response)) return refuseUnknown(response, payment_intent)
    const refund = giveBack(state, intent, { amount, metadata })
    if (refund) return response.json(showRefund(refund))
    refuse(response, 400, {
      type: "invalid_request_error",
      code: "charge_already_refunded",
      message: "Refund amount is greater than the unrefunded amount on the charge.",
    })
  })
}

/** Refunds a payment; undefined when there isn't that much left of it. */
export function giveBack(
  state: State,
  intent: Intent,
  { amount, metadata = {} }: { amount?: number; metadata?: Record<string, string> },
): Refund | undefined {
  const left = intent.amount_received - refundedOf(state, intent.id)
  const wanted = amount ?? left
  if (wanted <= 0 || wanted > left) return undefined
  const refund = state.stripeRefunds.save({
    id: idOf("re"),
    account: intent.account,
    payment_intent: intent.id,
    amount: wanted,
    currency: intent.currency,
    status: "succeeded",
    metadata,
    created: seconds(state),
  })
  announce(state, intent.account, "charge.refunded", showCharge(state, intent))
  return refund
}
