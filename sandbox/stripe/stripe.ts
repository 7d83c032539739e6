import express, { Router } from "express"
import { z } from "zod"
import { strikeFaults } from "../control/faults"
import type { State } from "../state"
import { announceIntent } from "./announce-intent"
import { balanceRoutes } from "./balance"
import { checkoutPages } from "./checkout-page"
import { announce } from "./events"
import type { Intent, Method, Refund, Session } from "./kept"
import {
  idOf,
  refundedOf,
  refundsOf,
  seconds,
  showCharge,
  showDispute,
  showIntent,
  showMethod,
  showRefund,
  showSession,
} from "./objects"
import { accountOf, refuse, refuseUnknown, rememberRequests, requireKey } from "./requests"

const Metadata = z.record(z.string(), z.string()).default({})

const NewSetup = z.object({
  mode: z.literal("setup"),
  currency: z.string().regex(/^[a-z]{3}$/),
  customer_creation: z.literal("always"),
  client_reference_id: z.string().max(200).optional(),
  metadata: Metadata,
  success_url: z.url(),
  cancel_url: z.url().optional(),
})

const NewIntent = z.object({
  amount: z.coerce.number().int().min(1),
  currency: z.string().regex(/^[a-z]{3}$/),
  customer: z.string(),
  payment_method: z.string(),
  off_session: z.literal("true"),
  confirm: z.literal("true"),
  metadata: Metadata,
})

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
  payment_method_options: z
    .object({ card: z.object({ capture_method: z.string().optional() }).optional() })
    .optional(),
  expires_at: z.coerce.number().int().optional(),
  payment_intent_data: z.object({ metadata: Metadata }).optional(),
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
  savedRoutes(state, api)
  refundRoutes(state, api)
  balanceRoutes(state, api)
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

const aDay = 86_400

function sessionRoutes(state: State, api: Router) {
  api.post("/v1/checkout/sessions", (request, response, next) => {
    if (request.body?.mode !== "setup") return next()
    const parsed = NewSetup.safeParse(request.body)
    if (!parsed.success) return refuse(response, 400, invalid(parsed.error))
    const { currency, metadata, client_reference_id, success_url, cancel_url } = parsed.data
    const session = state.stripeSessions.save({
      id: idOf("cs_test"),
      account: accountOf(response),
      mode: "setup",
      status: "open",
      amount_total: 0,
      currency,
      client_reference_id: client_reference_id ?? null,
      metadata,
      intentMetadata: {},
      description: "Your card is charged later, when something is due.",
      isManual: false,
      payment_intent: null,
      customer: null,
      setupMethod: null,
      success_url,
      cancel_url: cancel_url ?? success_url,
      expires_at: seconds(state) + aDay,
      created: seconds(state),
    })
    response.json(showSession(state, session))
  })
  api.post("/v1/checkout/sessions", (request, response) => {
    const parsed = NewSession.safeParse(request.body)
    if (!parsed.success) return refuse(response, 400, invalid(parsed.error))
    const { line_items, payment_intent_data, payment_method_options, ...rest } = parsed.data
    const { metadata, client_reference_id, success_url, cancel_url } = rest
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
      mode: "payment",
      status: "open",
      amount_total: unit_amount * item.quantity,
      currency,
      client_reference_id: client_reference_id ?? null,
      metadata,
      intentMetadata: payment_intent_data?.metadata ?? {},
      description: product_data.name,
      isManual: payment_method_options?.card?.capture_method === "manual",
      payment_intent: null,
      customer: null,
      setupMethod: null,
      success_url,
      cancel_url: cancel_url ?? success_url,
      expires_at: rest.expires_at ?? seconds(state) + aDay,
      created: seconds(state),
    })
    response.json(showSession(state, session))
  })

  api.get("/v1/checkout/sessions/:id", (request, response) => {
    const session = state.stripeSessions.find(request.params.id)
    if (session?.account !== accountOf(response)) return refuseUnknown(response, request.params.id)
    response.json(showSession(state, session, expandOf(request.query)))
  })
  api.post("/v1/checkout/sessions/:id/expire", (request, response) => {
    const session = state.stripeSessions.find(request.params.id)
    if (session?.account !== accountOf(response)) return refuseUnknown(response, request.params.id)
    if (session.status !== "open")
      return refuse(response, 400, {
        type: "invalid_request_error",
        message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      })
    response.json(showSession(state, expire(state, session)))
  })
}

/** Closes a page on which no one has paid, as `expire` does and Stripe by itself at `expires_at`. */
export function expire(state: State, session: Session): Session {
  const expired = state.stripeSessions.save({ ...session, status: "expired" })
  announce(state, session.account, "checkout.session.expired", showSession(state, expired))
  return expired
}

/** How the bank answers a payment with no one there, by the test number that is saved. */
const declinesLater: Record<string, { code: string; decline_code?: string } | undefined> = {
  "4000000000000341": { code: "card_declined", decline_code: "generic_decline" },
  "4000000000009995": { code: "card_declined", decline_code: "insufficient_funds" },
  "4000002500003155": { code: "authentication_required", decline_code: "authentication_required" },
}

function savedRoutes(state: State, api: Router) {
  api.get("/v1/payment_methods/:id", (request, response) => {
    const method = state.stripeMethods.find(request.params.id)
    if (method?.account !== accountOf(response)) return refuseUnknown(response, request.params.id)
    response.json(showMethod(method))
  })
  api.post("/v1/payment_methods/:id/detach", (request, response) => {
    const method = state.stripeMethods.find(request.params.id)
    if (!method?.customer || method.account !== accountOf(response))
      return refuseUnknown(response, request.params.id)
    response.json(showMethod(detach(state, method)))
  })
  api.delete("/v1/customers/:id", (request, response) => {
    const { id } = request.params
    const rows = state.stripeMethods.list().filter(({ customer }) => customer === id)
    const own = rows.filter(({ account }) => account === accountOf(response))
    if (own.length === 0) return refuseUnknown(response, id)
    for (const method of own) detach(state, method)
    response.json({ object: "customer", id, deleted: true })
  })
  api.get("/v1/payment_intents", (request, response) => {
    const { customer } = z.object({ customer: z.string() }).parse(request.query)
    const rows = state.stripeIntents.list().filter((intent) => intent.customer === customer)
    const own = rows.filter(({ account }) => account === accountOf(response))
    response.json({ object: "list", has_more: false, data: own.map((intent) => showIntent(state, intent)) })
  })
  api.get("/v1/payment_intents/:id", (request, response) => {
    const intent = state.stripeIntents.find(request.params.id)
    if (intent?.account !== accountOf(response)) return refuseUnknown(response, request.params.id)
    response.json(showIntent(state, intent, expandOf(request.query)))
  })
  api.post("/v1/payment_intents", (request, response) => {
    const parsed = NewIntent.safeParse(request.body)
    if (!parsed.success) return refuse(response, 400, invalid(parsed.error))
    const { amount, currency, customer, payment_method, metadata } = parsed.data
    const account = accountOf(response)
    const method = state.stripeMethods.find(payment_method)
    if (method?.account !== account) return refuseUnknown(response, payment_method)
    if (method.customer !== customer)
      return refuse(response, 400, {
        type: "invalid_request_error",
        message: "The provided PaymentMethod was detached from a Customer. It may not be used again.",
      })
    if (amount < least)
      return refuse(response, 400, {
        type: "invalid_request_error",
        code: "amount_too_small",
        message: "Amount must convert to at least 50 cents.",
      })
    const isPast = method.exp.year * 12 + method.exp.month < monthOf(state)
    const failure =
      method.type === "card" && isPast
        ? { code: "expired_card", decline_code: "expired_card" }
        : (declinesLater[method.number] ?? null)
    const status = failure ? "requires_payment_method" : method.type === "card" ? "succeeded" : "processing"
    const intent = state.stripeIntents.save({
      id: idOf("pi"),
      account,
      status,
      amount,
      amount_received: status === "succeeded" ? amount : 0,
      currency,
      customer,
      failure,
      metadata,
      chargeId: idOf("ch"),
      number: method.number,
      created: seconds(state),
    })
    announceIntent(state, intent)
    if (!failure) return response.json(showIntent(state, intent))
    response.status(402).json({
      error: {
        type: "card_error",
        ...failure,
        message: "Your card was declined.",
        payment_intent: showIntent(state, intent),
      },
    })
  })
}

const monthOf = (state: State): number => {
  const at = new Date(state.clock.now())
  return at.getUTCFullYear() * 12 + at.getUTCMonth() + 1
}

/** Takes a card or bank account away from its customer: it can't be charged again. */
export function detach(state: State, method: Method): Method {
  const detached = state.stripeMethods.save({ ...method, customer: null })
  announce(state, method.account, "payment_method.detached", showMethod(detached))
  return detached
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
    const { payment_intent: of } = z.object({ payment_intent: z.string().optional() }).parse(request.query)
    const rows = state.stripeDisputes.list().filter(({ payment_intent }) => !of || payment_intent === of)
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
