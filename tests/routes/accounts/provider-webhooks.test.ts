import { describe, expect, test } from "vitest"
import { Browser, rowCount } from "../../support/app"
import { withPayPalMessages } from "../../support/paypal-with-messages"

// What anybody may send to the address that PayPal's messages come to.

withPayPalMessages()

describe("the address for messages", () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    new Browser().send("/api/webhooks/paypal", Buffer.from(body), headers)

  test("refuses what is not signed, also when it looks like a message", async () => {
    const before = rowCount("provider_events")
    for (const body of ["", "{}", '{"id":"WH-1","event_type":"BILLING.SUBSCRIPTION.ACTIVATED"}', "<xml/>"])
      expect((await send(body)).status).toBe(401)
    await expect(
      send("{}", { "paypal-transmission-id": "1", "paypal-cert-url": "http://127.0.0.1/" }),
    ).toAnswer(401)
    expect((await new Browser().visit("/api/webhooks/paypal")).status).toBe(405)
    expect(rowCount("provider_events")).toBe(before)
  })

  test("stops answering who sends many of them", async () => {
    const from = { "x-tutti-address": "203.0.113.9" }
    const statuses = []
    for (let count = 0; count < 22; count += 1) statuses.push((await send("{}", from)).status)
    expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true)
    expect(statuses.slice(20)).toEqual([429, 429])
    expect((await send("{}", { "x-tutti-address": "203.0.113.10" })).status).toBe(401)
  })
})
