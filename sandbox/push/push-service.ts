import { createECDH, randomBytes } from "node:crypto"
import express, { type Router } from "express"
import type { Collection } from "../database"
import { decryptPush } from "./decrypt-push"

/** What every push service takes at least (RFC 8030). */
const mostBytes = 4096

/** A browser that subscribed at the stand-in, with the keys that only it would have. */
export type PushBrowser = { id: string; privateKey: string; p256dh: string; auth: string; isGone: boolean }
/** What arrived for a browser, as it reads it. */
export type PushArrival = { id: string; browserId: string; text: string; topic: string; urgency: string }

type PushState = {
  origin: string
  pushBrowsers: Collection<PushBrowser>
  pushArrivals: Collection<PushArrival>
}

/**
 * A push service and the browsers behind it. `POST /browsers` subscribes one and answers as a browser would;
 * `POST /send/:id` takes an encrypted message with a VAPID signature; `GET /browsers/:id/arrivals` shows what that browser
 * could read; `DELETE /browsers/:id` makes it unknown.
 */
export function pushRoutes(state: PushState): Router {
  const router = express.Router()
  router.post("/browsers", (_request, response) => {
    const keys = createECDH("prime256v1")
    const browser = {
      id: randomBytes(12).toString("hex"),
      p256dh: keys.generateKeys("base64url"),
      privateKey: keys.getPrivateKey("base64url"),
      auth: randomBytes(16).toString("base64url"),
      isGone: false,
    }
    state.pushBrowsers.save(browser)
    const { id, p256dh, auth } = browser
    response.json({ id, endpoint: `${state.origin}/push/send/${id}`, p256dh, auth })
  })
  router.delete("/browsers/:id", (request, response) => {
    const browser = state.pushBrowsers.find(request.params.id)
    if (browser) state.pushBrowsers.save({ ...browser, isGone: true })
    response.status(204).end()
  })
  router.get("/browsers/:id/arrivals", (request, response) => {
    const arrivals = state.pushArrivals.list().filter(({ browserId }) => browserId === request.params.id)
    response.json(arrivals)
  })
  router.post("/send/:id", async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const browser = state.pushBrowsers.find(request.params.id)
    if (!browser || browser.isGone) return void response.status(410).end()
    if (body.length > mostBytes) return void response.status(413).end()
    const signature = request.get("Authorization") ?? ""
    if (!/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, ?k=[\w-]{87}$/.test(signature))
      return void response.status(401).end()
    if (!request.get("TTL") || request.get("Content-Encoding") !== "aes128gcm")
      return void response.status(400).end()
    const topic = request.get("Topic") ?? ""
    // A waiting message with the same topic is replaced, as a push service does.
    const waiting = state.pushArrivals
      .list()
      .find((arrival) => arrival.browserId === browser.id && topic && arrival.topic === topic)
    state.pushArrivals.save({
      id: waiting?.id ?? randomBytes(12).toString("hex"),
      browserId: browser.id,
      text: decryptPush(body, browser),
      topic,
      urgency: request.get("Urgency") ?? "",
    })
    response.status(201).end()
  })
  return router
}
