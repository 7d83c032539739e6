import { randomUUID } from "node:crypto"
import express, { type ErrorRequestHandler, Router } from "express"
import { z } from "zod"
import { settleCapture } from "../paypal/capture"
import { pendingReasons } from "../paypal/order"
import { seedCatalogue } from "../paypal/plan"
import { endPending, giveBack, giveBackToPayee } from "../paypal/refund"
import { changeStatus } from "../paypal/subscription"
import { instruments } from "../paypal/vault"
import { deleteSavedMethod } from "../paypal/vault-tokens"
import { announceDispute, announceSubscription } from "../paypal/webhook-events"
import { receiveMail, tellMailEvent } from "../resend/received"
import type { State } from "../state"
import { FaultBody } from "./faults"
import { stripeControlRoutes } from "./stripe-control"
import { advanceClock, ClockBody } from "./time"
import { twilioControlRoutes } from "./twilio-control"
import { webhookControlRoutes } from "./webhook-control"

const SubscriptionChange = z
  .object({
    /** true for the next payment, a number for that many. */
    nextPaymentFails: z.union([z.boolean().transform(Number), z.int().min(0).max(99)]).optional(),
    status: z
      .enum(["APPROVAL_PENDING", "APPROVED", "ACTIVE", "SUSPENDED", "CANCELLED", "EXPIRED"])
      .optional(),
  })
  .strict()

/** What a change by hand is told as. */
const changedVerbs: Record<string, string> = {
  ACTIVE: "ACTIVATED",
  SUSPENDED: "SUSPENDED",
  CANCELLED: "CANCELLED",
  EXPIRED: "EXPIRED",
}

const OrderChange = z
  .object({
    /** The reason a capture will be pending for, from then on. */
    pendingReason: z.enum(pendingReasons).optional(),
    /** Decides a capture that is pending. */
    captureStatus: z.enum(["COMPLETED", "DECLINED"]).optional(),
  })
  .strict()

/** What happens to a payment later on. */
const PaymentChange = z
  .object({
    /** true for all that is left, or an amount such as "12.50". */
    refund: z.union([z.literal(true), z.string().max(32)]).optional(),
    /** The payer's bank takes all that is left. */
    reversal: z.literal(true).optional(),
    dispute: z.enum(["CREATED", "RESOLVED"]).optional(),
    /** In whose favor a dispute is resolved; without it the message doesn't say. */
    disputeOutcome: z.enum(["RESOLVED_BUYER_FAVOUR", "RESOLVED_SELLER_FAVOUR"]).optional(),
    /** Its refunds stay pending from now on, and how the pending ones end. */
    refundsPend: z.boolean().optional(),
    pendingEnds: z.enum(["COMPLETED", "FAILED"]).optional(),
    /** Its order says what it lost and doesn't list its refunds. */
    refundsUnlisted: z.boolean().optional(),
    /** What the payer's bank took is the payee's again. */
    disputeWon: z.literal(true).optional(),
  })
  .strict()

/** What happens to a buyer's saved PayPal account later on. */
const SavedMethodChange = z
  .object({
    /** How payments with it turn out from then on. */
    instrument: z.enum(instruments).optional(),
    /** The buyer ends it in their PayPal account. */
    isDeleted: z.literal(true).optional(),
  })
  .strict()

/** /__control: what tests and demonstrations need and no real provider offers. */
export function controlRoutes(state: State) {
  const router = Router()
  router.use(express.json({ limit: "1mb" }))

  router.get("/faults", (_request, response) => {
    response.json(state.faults.list().filter((fault) => fault.times > 0))
  })
  router.post("/faults", (request, response) => {
    const fault = FaultBody.parse(request.body)
    response.status(201).json(state.faults.save({ ...fault, id: randomUUID() }))
  })
  router.delete("/faults", (_request, response) => {
    state.faults.clear()
    response.status(204).end()
  })

  router.post("/clock", (request, response) => {
    advanceClock(state, ClockBody.parse(request.body).advance)
    response.json({ now: state.clock.now() })
  })

  router.post("/subscriptions/:id", (request, response) => {
    const { nextPaymentFails, status } = SubscriptionChange.parse(request.body)
    const subscription = state.subscriptions.find(request.params.id)
    if (!subscription) return response.status(404).json({ message: "No such subscription." })
    if (nextPaymentFails !== undefined) subscription.nextPaymentFails = nextPaymentFails
    if (status) changeStatus(subscription, status, { time: state.clock.stamp() })
    state.subscriptions.save(subscription)
    const verb = status && changedVerbs[status]
    if (verb) announceSubscription(state, subscription, verb)
    response.json(subscription)
  })

  router.post("/orders/:id", (request, response) => {
    const { pendingReason, captureStatus } = OrderChange.parse(request.body)
    const order = state.orders.find(request.params.id)
    if (!order) return response.status(404).json({ message: "No such order." })
    if (pendingReason) state.orders.save({ ...order, pendingReason })
    if (captureStatus) state.together(() => settleCapture(state, order, captureStatus))
    response.json(state.orders.find(order.id))
  })

  router.post("/payments/:id", (request, response) => {
    const { refund, reversal, dispute, disputeOutcome, pendingEnds, disputeWon, ...later } =
      PaymentChange.parse(request.body)
    const payment = state.payments.find(request.params.id)
    if (!payment) return response.status(404).json({ message: "No such payment." })
    const isDone = state.together(() => {
      state.payments.save({ ...payment, ...later })
      if (disputeWon && !giveBackToPayee(state, payment.id)) return false
      if (dispute) announceDispute(state, payment, dispute, disputeOutcome)
      if (pendingEnds) endPending(state, payment.id, pendingEnds)
      if (reversal) return giveBack(state, payment.id, { kind: "reversal" })
      return refund ? giveBack(state, payment.id, refund === true ? {} : { amount: refund }) : true
    })
    if (!isDone) return response.status(409).json({ message: "There is not that much left of it." })
    response.json(state.payments.find(payment.id))
  })

  router.post("/saved-methods/:id", (request, response) => {
    const { instrument, isDeleted } = SavedMethodChange.parse(request.body)
    const method = state.savedMethods.find(request.params.id)
    if (!method) return response.status(404).json({ message: "No such saved method." })
    if (instrument) state.savedMethods.save({ ...method, instrument })
    if (isDeleted) deleteSavedMethod(state, method.id)
    response.json(state.savedMethods.find(method.id))
  })

  router.post("/received-mail", async (request, response, next) => {
    try {
      response.status(201).json(await receiveMail(state, request.body))
    } catch (error) {
      next(error)
    }
  })

  router.post("/mail-events", async (request, response, next) => {
    try {
      response.status(201).json(await tellMailEvent(state, request.body))
    } catch (error) {
      next(error)
    }
  })

  router.post("/reset", (_request, response) => {
    state.together(() => {
      state.clear()
      seedCatalogue(state)
    })
    response.status(204).end()
  })

  router.use(webhookControlRoutes(state))
  router.use(stripeControlRoutes(state))
  router.use(twilioControlRoutes(state))
  router.use(answerErrors)
  return router
}

const answerErrors: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof z.ZodError) response.status(400).json({ message: z.prettifyError(error) })
  else next(error)
}
