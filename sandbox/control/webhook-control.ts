import { randomUUID } from "node:crypto"
import { Router } from "express"
import { z } from "zod"
import { deliverDue, deliveryFaults } from "../paypal/webhook-delivery"
import { registerOwnWebhook } from "../paypal/webhooks"
import type { State } from "../state"

const Settings = z
  .object({
    /** true: nothing is told automatically, only by /webhooks/deliver. */
    paused: z.boolean().optional(),
    /** The pauses between tries are divided by this. */
    speed: z.number().positive().max(1_000_000).optional(),
  })
  .strict()

/** A webhook under an id that the shop knows beforehand. */
const OwnWebhook = z.object({ id: z.string().min(1).max(50), url: z.url() }).strict()

const FaultBody = z
  .object({
    kind: z.enum(deliveryFaults),
    times: z.int().min(1).max(1000).default(1),
    /** How long a late one is held back. */
    ms: z.int().min(0).default(3_600_000),
  })
  .strict()

/** /__control/webhooks: when messages are told, and how they go wrong on the way. */
export function webhookControlRoutes(state: State) {
  const router = Router()

  router.post("/webhooks", (request, response) => {
    const { paused, speed } = Settings.parse(request.body)
    if (paused !== undefined) state.deliverySettings.isPaused = paused
    if (speed !== undefined) state.deliverySettings.speed = speed
    response.json(state.deliverySettings)
  })
  router.post("/webhooks/own", (request, response) => {
    registerOwnWebhook(state, OwnWebhook.parse(request.body))
    response.status(204).end()
  })
  router.post("/webhooks/deliver", async (_request, response, next) => {
    try {
      response.json({ made: await deliverDue(state) })
    } catch (error) {
      next(error)
    }
  })
  router.get("/webhooks/deliveries", (_request, response) => {
    response.json(state.deliveries.list())
  })
  router.post("/webhooks/faults", (request, response) => {
    const fault = FaultBody.parse(request.body)
    response.status(201).json(state.deliveryFaults.save({ ...fault, id: randomUUID() }))
  })
  router.delete("/webhooks/faults", (_request, response) => {
    state.deliveryFaults.clear()
    response.status(204).end()
  })
  return router
}
