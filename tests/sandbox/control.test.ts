import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, expect, test } from "vitest"
import { openShop, orderFor, requestToken, signIn, subscriptionFor } from "./school-shop"

const shop = await openShop()
afterEach(() => shop.control("/faults", undefined, "DELETE"))
afterAll(() => shop.sandbox.close())

const subscriptions = "/v1/billing/subscriptions"
/** A bare call: a spoiled answer would rightly fail against the published schema. */
async function bareCall(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(`${shop.sandbox.url}/paypal${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${await signIn(shop.sandbox)}`,
      "Content-Type": "application/json",
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}

test("the health check answers, and the wrong secret does not get a token", async () => {
  const health = await fetch(`${shop.sandbox.url}/health`)
  expect(await health.json()).toEqual({ status: "ok", sandbox: true })
  const wrong = await requestToken(shop.sandbox.url, "sandbox-client", "guess")
  expect(wrong.status).toBe(401)
  expect((await wrong.json()).error).toBe("invalid_client")
})

test("every call needs a token that is known and has not expired", async () => {
  const token = await signIn(shop.sandbox)
  const statusWith = async (authorization: string) =>
    (
      await fetch(`${shop.sandbox.url}/paypal/v1/billing/plans`, {
        headers: { Authorization: authorization },
      })
    ).status
  expect(await statusWith(`Bearer ${token}`)).toBe(200)
  expect(await statusWith("Bearer A21AA-guess")).toBe(401)
  expect(await statusWith("")).toBe(401)
  await shop.control("/clock", { advance: "PT9H" })
  expect(await statusWith(`Bearer ${token}`)).toBe(401)
})

test("an unpublished call is a 404, and broken JSON a 400, in PayPal's shape", async () => {
  const unknown = await bareCall("GET", "/v1/billing/nothing")
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toMatchObject({ name: "RESOURCE_NOT_FOUND", debug_id: expect.any(String) })
  const broken = await fetch(`${shop.sandbox.url}/paypal${subscriptions}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${await signIn(shop.sandbox)}`, "Content-Type": "application/json" },
    body: "{",
  })
  expect(broken.status).toBe(400)
  expect((await broken.json()).details[0].issue).toBe("MALFORMED_REQUEST_JSON")
})

test("a fault strikes as often as it was told, and only its own calls", async () => {
  await shop.control("/faults", {
    target: "paypal",
    path: subscriptions,
    kind: "status",
    status: 503,
    times: 2,
  })
  expect((await bareCall("GET", "/v1/billing/plans")).status).toBe(200)
  expect((await bareCall("GET", `${subscriptions}/I-ANY`)).status).toBe(503)
  expect(await shop.control("/faults", undefined, "GET")).toMatchObject([{ kind: "status", times: 1 }])
  expect((await bareCall("GET", `${subscriptions}/I-ANY`)).status).toBe(503)
  expect((await bareCall("GET", `${subscriptions}/I-ANY`)).status).toBe(404)
  expect(await shop.control("/faults", undefined, "GET")).toEqual([])
})

test("an own body can be sent with the status", async () => {
  const body = { name: "UNPROCESSABLE_ENTITY", details: [{ issue: "PAYER_CANNOT_PAY" }] }
  await shop.control("/faults", { target: "paypal", kind: "status", status: 422, body })
  const struck = await bareCall("GET", "/v1/billing/plans")
  expect([struck.status, await struck.json()]).toEqual([422, body])
})

test("answers can be late, never come, break off or be unreadable", async () => {
  const { id } = await shop.activeSubscription()
  const path = `${subscriptions}/${id}`

  await shop.control("/faults", { target: "paypal", kind: "latency", ms: 150, path: subscriptions })
  const before = performance.now()
  expect((await bareCall("GET", path)).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(140)

  await shop.control("/faults", { target: "paypal", kind: "hang" })
  const hanging = fetch(`${shop.sandbox.url}/paypal${path}`, { signal: AbortSignal.timeout(100) })
  await expect(hanging).rejects.toThrow(/timeout/i)

  await shop.control("/faults", { target: "paypal", kind: "reset" })
  await expect(bareCall("GET", path)).rejects.toThrow("fetch failed")

  await shop.control("/faults", { target: "paypal", kind: "malformed" })
  const unreadable = await bareCall("GET", path)
  await expect(unreadable.json()).rejects.toThrow(SyntaxError)
})

test("a lost answer has still been carried out, and the same key finds what it made", async () => {
  const body = subscriptionFor("P-TUTTI-STANDARD-YEARLY")
  const headers = { "PayPal-Request-Id": "lost-answer" }
  for (const fault of [{ kind: "reset" }, { kind: "status", status: 500 }]) {
    await shop.control("/faults", { target: "paypal", path: subscriptions, afterwards: true, ...fault })
  }
  await expect(bareCall("POST", subscriptions, body, headers)).rejects.toThrow("fetch failed")
  expect((await bareCall("POST", subscriptions, body, headers)).status).toBe(500)
  await expect(bareCall("POST", subscriptions, body, headers)).toAnswer(200)
})

test("a capture whose answer is lost took the money once", async () => {
  const order = await shop.placeOrder({ invoice_id: "HSM-LOST" })
  await shop.press(order.approveUrl, "pay")
  await shop.control("/faults", { target: "paypal", kind: "reset", method: "POST", afterwards: true })
  await expect(bareCall("POST", `/v2/checkout/orders/${order.id}/capture`, {})).rejects.toThrow()
  const current = await shop.call("GET", `/v2/checkout/orders/${order.id}`)
  expect(current.body.status).toBe("COMPLETED")
})

test("an answer can lie about amount, plan, currency or custom id, while the records stay true", async () => {
  const { id } = await shop.activeSubscription()
  const lies = [
    ["wrong-amount", { billing_info: { last_payment: { amount: { currency_code: "USD", value: "1.00" } } } }],
    [
      "wrong-currency",
      { billing_info: { last_payment: { amount: { currency_code: "EUR", value: "149.00" } } } },
    ],
    ["wrong-plan", { plan_id: "P-SOMEBODY-ELSES-PLAN" }],
    ["wrong-custom-id", { custom_id: "somebody-elses-attempt" }],
  ] as const
  for (const [kind, lie] of lies) {
    await shop.control("/faults", { target: "paypal", kind })
    // A brief answer holds none of these facts and leaves the fault waiting.
    await shop.subscribe()
    expect((await shop.call("GET", `${subscriptions}/${id}`)).body).toMatchObject(lie)
    expect((await shop.call("GET", `${subscriptions}/${id}`)).body).toMatchObject({
      plan_id: "P-TUTTI-STANDARD-YEARLY",
      custom_id: "attempt-7",
      billing_info: { last_payment: { amount: { currency_code: "USD", value: "149.00" } } },
    })
  }
})

test("controls refuse what they do not understand", async () => {
  const statusOf = async (path: string, body: unknown) =>
    (
      await fetch(`${shop.sandbox.url}/__control${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    ).status
  expect(await statusOf("/faults", { target: "square", kind: "hang" })).toBe(400)
  expect(await statusOf("/faults", { target: "paypal", kind: "hang", tmies: 2 })).toBe(400)
  expect(await statusOf("/clock", { advance: "-P1M" })).toBe(400)
  expect(await statusOf("/clock", { advance: "a month" })).toBe(400)
  expect(await statusOf("/subscriptions/I-NOBODYS", { nextPaymentFails: true })).toBe(404)
})

test("a reset empties everything and keeps the plans", async () => {
  await shop.activeSubscription()
  await shop.control("/reset", {})
  expect(await shop.ledger()).toEqual([])
  const { plans } = (await shop.call("GET", "/v1/billing/plans?page_size=20")).body
  expect(plans).toHaveLength(6)
})

test("a restart with a database forgets nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tutti-sandbox-"))
  const databasePath = join(folder, "sandbox.db")
  const first = await openShop({ databasePath })
  const { id } = await first.activeSubscription()
  await first.sandbox.close()

  const second = await openShop({ databasePath })
  expect((await second.call("GET", `${subscriptions}/${id}`)).body.status).toBe("ACTIVE")
  await second.sandbox.close()
  rmSync(folder, { recursive: true })
})

test("two sandboxes know nothing of each other", async () => {
  const other = await openShop()
  const headers = { "PayPal-Request-Id": randomUUID() }
  const order = await other.call("POST", "/v2/checkout/orders", { body: orderFor(), headers })
  expect((await shop.call("GET", `/v2/checkout/orders/${order.body.id}`)).status).toBe(404)
  await other.sandbox.close()
})

test("the sandbox does not start in production", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "sandbox/start.ts"], {
    env: { ...process.env, NODE_ENV: "production", SANDBOX_DATABASE_PATH: join(tmpdir(), "never.db") },
  })
  let message = ""
  child.stderr.on("data", (chunk) => {
    message += chunk
  })
  const [code] = await once(child, "exit")
  expect(code).toBe(1)
  expect(message).toContain("NODE_ENV is production")
})
