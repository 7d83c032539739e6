import { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { notFound, readBody } from "./errors"
import { newId } from "./ids"
import { describeEvent, queueDelivery, type Webhook } from "./webhook-events"
import { findCertificate, isOurSignature } from "./webhook-signature"

const WebhookBody = z.object({
  url: z.url().max(2048),
  event_types: z
    .array(z.object({ name: z.string().min(1) }))
    .min(1)
    .max(500),
})

const VerifyBody = z.object({
  auth_algo: z.string().max(100),
  cert_url: z.url().max(500),
  transmission_id: z.string().max(50),
  transmission_sig: z.string().max(500),
  transmission_time: z.string().max(100),
  webhook_id: z.string().max(50),
  webhook_event: z.record(z.string(), z.unknown()),
})

/** The certificates, which anyone may fetch. */
export function certificateRoutes(state: State) {
  const router = Router()
  router.get("/v1/notifications/certs/:id", (request, response) => {
    const certificate = findCertificate(state, request.params.id)
    if (!certificate) return void response.status(404).type("text/plain").send("No such certificate.\n")
    response.type("application/x-pem-file").send(certificate)
  })
  return router
}

/** Webhooks v1: register, list, show, delete; events: list, show, resend; the online check of a signature. */
export function webhookRoutes(state: State) {
  const router = Router()
  const root = "/v1/notifications/webhooks"
  const events = "/v1/notifications/webhooks-events"

  router.post(root, (request, response) => {
    const { url, event_types } = readBody(WebhookBody, request.body)
    const webhook = state.webhooks.save({
      id: newId.order(),
      url,
      eventTypes: event_types.map(({ name }) => name),
    })
    response.status(201).json(describeWebhook(state, webhook))
  })
  router.get(root, (_request, response) => {
    response.json({ webhooks: listWebhooks(state).map((webhook) => describeWebhook(state, webhook)) })
  })
  router.get(`${root}/:id`, (request, response) => {
    response.json(describeWebhook(state, showWebhook(state, request.params.id)))
  })
  router.delete(`${root}/:id`, (request, response) => {
    state.webhooks.save({ ...showWebhook(state, request.params.id), eventTypes: [] })
    response.status(204).end()
  })

  router.get(events, (_request, response) => {
    const all = state.webhookEvents.list().reverse().slice(0, 300)
    response.json({
      events: all.map((event) => describeEvent(state, event)),
      count: all.length,
      links: [{ href: `${state.origin}/paypal${events}`, rel: "self", method: "GET" }],
    })
  })
  router.get(`${events}/:id`, (request, response) => {
    response.json(describeEvent(state, showEvent(state, request.params.id)))
  })
  router.post(`${events}/:id/resend`, (request, response) => {
    const event = showEvent(state, request.params.id)
    for (const webhook of listWebhooks(state)) queueDelivery(state, webhook, event)
    response.status(202).json(describeEvent(state, event))
  })

  router.post("/v1/notifications/verify-webhook-signature", (request, response) => {
    const { webhook_event, ...sent } = readBody(VerifyBody, request.body)
    const isOurs = isOurSignature(state, sent, JSON.stringify(webhook_event))
    response.json({ verification_status: isOurs ? "SUCCESS" : "FAILURE" })
  })

  return router
}

/** The webhook the shop on this machine is told by, under an id that both know; registered again at each start. */
export function registerOwnWebhook(state: State, { id, url }: { id: string; url: string }) {
  state.webhooks.save({ id, url, eventTypes: ["*"] })
}

/** A webhook that was deleted keeps its row, without anything it is told of. */
const listWebhooks = (state: State) => state.webhooks.list().filter(({ eventTypes }) => eventTypes.length > 0)

function showWebhook(state: State, id: string): Webhook {
  const webhook = listWebhooks(state).find((each) => each.id === id)
  if (!webhook) throw notFound()
  return webhook
}

function showEvent(state: State, id: string) {
  const event = state.webhookEvents.find(id)
  if (!event) throw notFound()
  return event
}

function describeWebhook(state: State, { id, url, eventTypes }: Webhook) {
  const self = `${state.origin}/paypal/v1/notifications/webhooks/${id}`
  return {
    id,
    url,
    event_types: eventTypes.map((name) => ({ name })),
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: self, rel: "update", method: "PATCH" },
      { href: self, rel: "delete", method: "DELETE" },
    ],
  }
}
