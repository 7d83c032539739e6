import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { tryKey } from "~/providers/stripe/client.server"
import { stripePayments } from "~/providers/stripe/stripe-payments.server"
import { findStripeMock } from "../../scripts/stripe-mock.mjs"
import { freePort } from "../support/server"
import { withSettings } from "../support/settings"

// Our calls against Stripe's own description of its API: github.com/stripe/stripe-mock answers only what that allows. It keeps
// nothing, so its answers are examples. Its description is one version older than our package's: the one name that is newer,
// `allowed_payment_method_types`, is left out on the way. `npm test` builds it where there is Go, and so does
// `node scripts/stripe-mock.mjs`.

const { path: mockPath } = findStripeMock({ build: false })

describe.skipIf(!mockPath)("Stripe’s own description takes our calls", () => {
  let mock = ""
  let stopMock = () => Promise.resolve()
  const older = createServer(async (request, response) => {
    const asked = new URLSearchParams(await text(request))
    for (const name of [...asked.keys()])
      if (name.startsWith("allowed_payment_method_types[")) asked.delete(name)
    const { authorization = "" } = request.headers
    const answer = await fetch(`${mock}${request.url}`, {
      method: request.method,
      headers: { Authorization: authorization, "Content-Type": "application/x-www-form-urlencoded" },
      body: request.method === "POST" ? asked : undefined,
    })
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text())
  })
  beforeAll(async () => {
    const port = await freePort()
    mock = `http://127.0.0.1:${port}`
    const child = spawn(mockPath ?? "", ["-http-addr", `127.0.0.1:${port}`], { stdio: "ignore" })
    stopMock = async () => {
      const gone = once(child, "exit")
      child.kill()
      await gone
    }
    await vi.waitFor(() => fetch(mock), { timeout: 30_000, interval: 50 })
    await once(older.listen(0, "127.0.0.1"), "listening")
    withSettings({ STRIPE_API_BASE: `http://localhost:${(older.address() as AddressInfo).port}` })
  })
  afterAll(async () => {
    older.close()
    await stopMock()
  })
  const payments = () => stripePayments({ secretKey: "sk_test_123", accountId: "acct_1" })

  test("of an account, and of what its key may do", async () => {
    const { accountId, missing } = await tryKey("sk_test_123")
    expect([accountId.slice(0, 5), missing]).toEqual(["acct_", []])
  })

  test("to begin a payment; its example has no page, which is noticed", async () => {
    const order = {
      requestId: "order-1",
      openUntil: Date.now() + 62 * 60_000,
      amountMinor: 20_000,
      currency: "USD",
      customId: "invoice-1",
      invoiceId: "order-1",
      payeeEmail: "acct_1",
      description: "Invoice 2026-0001, Harmony School of Music",
      returnUrl: "https://tutti.example/student/invoices/1/payment",
      cancelUrl: "https://tutti.example/student/invoices/1/payment?cancelled=1",
    }
    await expect(payments().begin(order)).rejects.toThrow("a session without its page")
  })

  test("to ask for a payment, take it and let it go", async () => {
    expect(await payments().show("cs_test_123")).toMatchObject({
      orderId: "cs_test_123",
      payeeEmail: "acct_1",
    })
    expect(await payments().capture("cs_test_123", "order-1")).toMatchObject({ payeeEmail: "acct_1" })
    await payments().letGo("cs_test_123")
    await payments().closePage?.("cs_test_123")
  })

  test("to save a card, charge it, find the charge and forget the card", async () => {
    const { saved } = payments()
    const back = "https://tutti.example/student/automatic-payment/return?agreement=1"
    const setup = {
      requestId: "agreement-1",
      description: "Automatic payment of invoices from Harmony School of Music",
      brandName: "Harmony School of Music",
      currency: "USD",
      payerEmail: "jonas@mail.example",
      returnUrl: back,
      cancelUrl: `${back}&cancelled=1`,
    }
    await expect(saved.ask(setup)).rejects.toThrow("a session without its page")
    expect(await saved.finish({ requestId: "agreement-1", setupTokenId: "cs_test_123" })).toBe("gone")
    const charge = {
      requestId: "order-2",
      paymentTokenId: "pm_123",
      customerId: "cus_123",
      amountMinor: 4_250,
      currency: "USD",
      customId: "invoice-1",
      invoiceId: "order-2",
      payeeEmail: "acct_1",
      description: "Invoice 2026-0001, Harmony School of Music",
    }
    expect(await saved.charge(charge)).toMatchObject({ orderId: expect.stringMatching(/^pi_/) })
    expect(await saved.findCharge({ requestId: "never", customerId: "cus_123" })).toBeUndefined()
    await saved.show("pm_123")
    await saved.forget({ paymentTokenId: "pm_123", customerId: "cus_123" })
    expect(await payments().show("pi_123")).toMatchObject({ payeeEmail: "acct_1" })
  })

  test("to refund a part and ask about that", async () => {
    const refund = await payments().refund({
      requestId: "refund-1",
      captureId: "pi_123",
      amountMinor: 5_000,
      currency: "USD",
      payeeEmail: "acct_1",
      note: "Two lessons too many",
    })
    expect(refund.id).toMatch(/^re_/)
    expect((await payments().showRefund(refund.id, "acct_1")).id).toMatch(/^re_/)
  })
})
