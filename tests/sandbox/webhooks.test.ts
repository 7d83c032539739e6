import { X509Certificate } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { openShop } from "./school-shop"

// The stand-in tells what happened as PayPal does; every call is held against PayPal's published files.

type Delivery = { headers: IncomingHttpHeaders; raw: string; body: { id: string; event_type: string } }

let shop: Awaited<ReturnType<typeof openShop>>
let deliveries: Delivery[] = []
let answer = 200
const listener = createServer(async (request, response) => {
  const raw = await text(request)
  deliveries.push({ headers: request.headers, raw, body: JSON.parse(raw) })
  response.writeHead(answer).end()
})

beforeAll(async () => {
  shop = await openShop()
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
  await shop.control("/webhooks", { paused: true })
})
beforeEach(() => {
  deliveries = []
  answer = 200
})
afterAll(async () => {
  listener.close()
  await shop.sandbox.close()
})

const root = "/v1/notifications/webhooks"
const kinds = () => deliveries.map(({ body }) => body.event_type)
const deliver = () => shop.control("/webhooks/deliver", {})
let webhookId = ""

test("a webhook is registered, listed and shown", async () => {
  const url = `http://localhost:${(listener.address() as AddressInfo).port}/hook`
  const made = await shop.call("POST", root, { body: { url, event_types: [{ name: "*" }] } })
  expect(made).toMatchObject({ status: 201, body: { url, event_types: [{ name: "*" }] } })
  webhookId = made.body.id
  expect((await shop.call("GET", root)).body.webhooks).toHaveLength(1)
  expect((await shop.call("GET", `${root}/${webhookId}`)).body.id).toBe(webhookId)
  expect((await shop.call("GET", `${root}/none`)).status).toBe(404)
})

test("what happens is told once, in order, signed with a certificate that anyone can fetch", async () => {
  const { approveUrl } = await shop.subscribe()
  await shop.press(approveUrl, "agree")
  await deliver()
  await deliver()
  expect(kinds()).toEqual([
    "BILLING.SUBSCRIPTION.CREATED",
    "BILLING.SUBSCRIPTION.ACTIVATED",
    "PAYMENT.SALE.COMPLETED",
  ])
  const [first] = deliveries
  const certificate = await (await fetch(String(first?.headers["paypal-cert-url"]))).text()
  expect(new X509Certificate(certificate).subject).toBe("CN=messageverificationcerts.sandbox.tutti.example")
})

/** The online check, as a shop that does not compute asks it. */
async function verification({ headers, raw }: Delivery, event = JSON.parse(raw)) {
  const header = (name: string) => String(headers[`paypal-${name}`])
  const { body } = await shop.call("POST", "/v1/notifications/verify-webhook-signature", {
    body: {
      auth_algo: header("auth-algo"),
      cert_url: header("cert-url"),
      transmission_id: header("transmission-id"),
      transmission_sig: header("transmission-sig"),
      transmission_time: header("transmission-time"),
      webhook_id: webhookId,
      webhook_event: event,
    },
  })
  return body.verification_status
}

test("the online check knows its own messages from others", async () => {
  await shop.subscribe()
  await deliver()
  const [genuine] = deliveries
  if (!genuine) throw new Error("Nothing was told")
  expect(await verification(genuine)).toBe("SUCCESS")
  expect(await verification(genuine, { ...JSON.parse(genuine.raw), id: "WH-OTHER" })).toBe("FAILURE")
  deliveries = []
  await shop.control("/webhooks/faults", { kind: "forged" })
  await shop.subscribe()
  await deliver()
  const [forged] = deliveries
  if (!forged) throw new Error("Nothing was told")
  expect(await verification(forged)).toBe("FAILURE")
})

test("until a listener answers 2xx it is told again, with growing pauses that the clock passes", async () => {
  answer = 500
  await shop.subscribe()
  await deliver()
  await deliver()
  expect(deliveries).toHaveLength(1)
  await shop.control("/clock", { advance: "PT11S" })
  await deliver()
  expect(deliveries).toHaveLength(2)
  await shop.control("/clock", { advance: "PT11S" })
  await deliver()
  expect(deliveries).toHaveLength(2)
  answer = 200
  await shop.control("/clock", { advance: "PT1M" })
  await deliver()
  await shop.control("/clock", { advance: "P1D" })
  await deliver()
  expect(deliveries).toHaveLength(3)
  expect(new Set(deliveries.map(({ body }) => body.id)).size).toBe(1)
})

test("it can be late, twice, and in another order", async () => {
  await shop.control("/webhooks/faults", { kind: "late", ms: 60_000 })
  await shop.subscribe()
  await deliver()
  expect(deliveries).toEqual([])
  await shop.control("/clock", { advance: "PT2M" })
  await shop.control("/webhooks/faults", { kind: "duplicate" })
  await deliver()
  expect(deliveries).toHaveLength(2)
  deliveries = []
  await shop.control("/webhooks/faults", { kind: "out-of-order" })
  const { approveUrl } = await shop.subscribe()
  await shop.press(approveUrl, "agree")
  await deliver()
  expect(kinds()[0]).toBe("PAYMENT.SALE.COMPLETED")
})

test("the clock brings renewals, failures and suspension, each told", async () => {
  const { approveUrl, id } = await shop.subscribe("P-TUTTI-STANDARD-MONTHLY")
  await shop.press(approveUrl, "agree")
  await deliver()
  deliveries = []
  await shop.control("/clock", { advance: "P1M" })
  await deliver()
  const about = () => deliveries.filter(({ raw }) => raw.includes(id)).map(({ body }) => body.event_type)
  expect(about()).toEqual(["PAYMENT.SALE.COMPLETED"])
  deliveries = []
  await shop.control(`/subscriptions/${id}`, { nextPaymentFails: true })
  await shop.control("/clock", { advance: "P1M" })
  await deliver()
  expect(about()).toEqual(["BILLING.SUBSCRIPTION.PAYMENT.FAILED", "BILLING.SUBSCRIPTION.SUSPENDED"])
  deliveries = []
  await shop.call("POST", `/v1/billing/subscriptions/${id}/cancel`, { body: { reason: "Enough." } })
  await deliver()
  expect(about()).toEqual(["BILLING.SUBSCRIPTION.CANCELLED"])
})

test("events are listed and told again on demand; a deleted webhook is told nothing", async () => {
  const { events } = (await shop.call("GET", "/v1/notifications/webhooks-events")).body
  const [newest] = events
  expect((await shop.call("GET", `/v1/notifications/webhooks-events/${newest.id}`)).body.id).toBe(newest.id)
  const resent = await shop.call("POST", `/v1/notifications/webhooks-events/${newest.id}/resend`, {
    body: {},
  })
  expect(resent.status).toBe(202)
  await deliver()
  expect(deliveries.map(({ body }) => body.id)).toEqual([newest.id])
  deliveries = []
  expect((await shop.call("DELETE", `${root}/${webhookId}`)).status).toBe(204)
  await shop.subscribe()
  await deliver()
  expect(deliveries).toEqual([])
})
