import { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { announceIntent } from "../stripe/announce-intent"
import { endPayout, payOut } from "../stripe/balance"
import { announce, deliver, signatureOf } from "../stripe/events"
import { idOf, seconds, showDispute, showMethod, showRefund } from "../stripe/objects"
import { detach, giveBack } from "../stripe/stripe"

const EndpointBody = z
  .object({ account: z.string(), url: z.url(), secret: z.string(), isPaused: z.boolean().default(false) })
  .strict()

const PaymentChange = z
  .object({
    /** true for all that is left, or an amount in the currency's smallest unit. */
    refund: z.union([z.literal(true), z.int().min(1)]).optional(),
    dispute: z.enum(["needs_response", "lost", "won"]).optional(),
    /** A debit that was on its way arrives, or its bank refuses it. */
    settle: z.enum(["succeeded", "failed"]).optional(),
  })
  .strict()

const MethodChange = z
  .object({
    number: z.string().optional(),
    expires: z
      .string()
      .regex(/^\d\d\/\d\d$/)
      .optional(),
    detached: z.literal(true).optional(),
  })
  .strict()

/** /__control/stripe: where an account's messages go, and what happens to its payments later on. */
export function stripeControlRoutes(state: State) {
  const router = Router()

  router.post("/stripe/endpoints", (request, response) => {
    const { account, ...endpoint } = EndpointBody.parse(request.body)
    response.status(201).json(state.stripeEndpoints.save({ id: account, ...endpoint }))
  })
  router.post("/stripe/:account/deliver", async (request, response) => {
    response.json(await deliver(state, request.params.account))
  })
  /** The messages of an account as they are sent, signed now. */
  router.get("/stripe/:account/messages", (request, response) => {
    const { account } = request.params
    const secret = state.stripeEndpoints.find(account)?.secret ?? ""
    const messages = state.stripeMessages.list().filter((message) => message.account === account)
    response.json(
      messages.map(({ body }) => ({ body, signature: signatureOf(body, secret, seconds(state)) })),
    )
  })
  router.get("/stripe/:account/payments", (request, response) => {
    response.json(state.stripeIntents.list().filter(({ account }) => account === request.params.account))
  })
  router.get("/stripe/:account/refunds", (request, response) => {
    response.json(state.stripeRefunds.list().filter(({ account }) => account === request.params.account))
  })
  /** A refund that was made comes back, as the payer's account is closed. */
  router.post("/stripe/refunds/:id/fail", (request, response) => {
    const refund = state.stripeRefunds.find(request.params.id)
    if (!refund) return response.status(404).json({ message: "No such refund." })
    const failed = state.stripeRefunds.save({ ...refund, status: "failed", failed: seconds(state) })
    announce(state, refund.account, "refund.failed", showRefund(failed))
    response.json(failed)
  })
  router.get("/stripe/:account/sessions", (request, response) => {
    response.json(state.stripeSessions.list().filter(({ account }) => account === request.params.account))
  })
  /** Pays out what is there, or ends what is on its way. */
  router.post("/stripe/:account/payout", (request, response) => {
    const { account } = request.params
    const { status } = z
      .object({ status: z.enum(["paid", "failed"]).optional() })
      .strict()
      .parse(request.body)
    if (!status) return response.json(payOut(state, account) ?? null)
    const going = state.stripePayouts
      .list()
      .filter((each) => each.account === account && each.status === "in_transit")
    response.json(going.map((payout) => endPayout(state, payout, status)))
  })
  router.post("/stripe/payments/:id", (request, response) => {
    const { refund, dispute, settle } = PaymentChange.parse(request.body)
    const intent = state.stripeIntents.find(request.params.id)
    if (!intent) return response.status(404).json({ message: "No such payment." })
    if (refund && !giveBack(state, intent, refund === true ? {} : { amount: refund }))
      return response.status(409).json({ message: "There is not that much left of it." })
    if (dispute) {
      const known = state.stripeDisputes.list().find(({ payment_intent }) => payment_intent === intent.id)
      const { account, amount, currency } = intent
      const made = {
        id: idOf("dp"),
        account,
        payment_intent: intent.id,
        amount,
        currency,
        created: seconds(state),
      }
      const isOver = dispute !== "needs_response"
      const saved = state.stripeDisputes.save({
        ...(known ?? made),
        status: dispute,
        ...(isOver ? { closed: seconds(state) } : {}),
      })
      const kind = dispute === "needs_response" ? "created" : "closed"
      announce(state, account, `charge.dispute.${kind}`, showDispute(saved))
    }
    if (settle) {
      const isPaid = settle === "succeeded"
      const settled = state.stripeIntents.save({
        ...intent,
        status: isPaid ? "succeeded" : "requires_payment_method",
        amount_received: isPaid ? intent.amount : 0,
        ...(isPaid ? { booked: seconds(state) } : {}),
        failure: isPaid ? null : { code: "insufficient_funds" },
      })
      announceIntent(state, settled)
    }
    response.json(intent)
  })
  /** The bank renews a card or changes its number's fate; its owner takes it away. */
  router.post("/stripe/methods/:id", (request, response) => {
    const { number, expires, detached } = MethodChange.parse(request.body)
    const method = state.stripeMethods.find(request.params.id)
    if (!method) return response.status(404).json({ message: "No such payment method." })
    const exp = expires
      ? { month: Number(expires.slice(0, 2)), year: 2000 + Number(expires.slice(3)) }
      : method.exp
    const changed = state.stripeMethods.save({ ...method, number: number ?? method.number, exp })
    if (detached) detach(state, changed)
    else announce(state, changed.account, "payment_method.automatically_updated", showMethod(changed))
    response.json(changed)
  })
  router.get("/stripe/:account/methods", (request, response) => {
    response.json(state.stripeMethods.list().filter(({ account }) => account === request.params.account))
  })
  return router
}
