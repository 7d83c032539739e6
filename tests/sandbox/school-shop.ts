import { randomUUID } from "node:crypto"
import { expect } from "vitest"
import { type Sandbox, startSandbox } from "../../sandbox/sandbox"
import { expectPublishedAnswer, expectPublishedRequest } from "./paypal-contract"

export const appUrl = "http://localhost:3000"
const returnUrl = `${appUrl}/select-plan/return?attempt=7`
const cancelUrl = `${appUrl}/select-plan/cancelled`

// A JSON answer is read freely here; its shape is checked against PayPal's published files on every call.
// biome-ignore lint/suspicious/noExplicitAny: the published schema is the type
type Answer = { status: number; body: any }
type Options = { body?: unknown; headers?: Record<string, string>; unpublished?: boolean }

/** A shop that talks to a freshly started sandbox the way the app does. Each call is held against PayPal's OpenAPI files. */
export async function openShop(options: { databasePath?: string } = {}) {
  const sandbox = await startSandbox({ port: 0, appUrl, ...options })
  return { sandbox, ...(await talkTo(sandbox)) }
}

async function talkTo(sandbox: Sandbox) {
  let token = await signIn(sandbox)

  /** @param options.unpublished the request is wrong on purpose, so it is not held against the published schema */
  async function call(
    method: string,
    path: string,
    { body, headers, unpublished }: Options = {},
  ): Promise<Answer> {
    if (body !== undefined && !unpublished) expectPublishedRequest(method, path, body)
    const response = await fetch(`${sandbox.url}/paypal${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    const answer = { status: response.status, body: text ? JSON.parse(text) : null }
    expectPublishedAnswer(method, path, answer.status, answer.body)
    return answer
  }

  async function control(path: string, body?: unknown, method = "POST") {
    const response = await fetch(`${sandbox.url}/__control${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    expect(response.ok, await response.clone().text()).toBe(true)
    // Moving the clock or forgetting everything also ends the token's life.
    if (path === "/clock" || path === "/reset") token = await signIn(sandbox)
    return response.status === 204 ? null : response.json()
  }

  /** Presses a button on the buyer's page the way a browser without JavaScript does. */
  async function press(pageUrl: string, choice: string) {
    const [field, value] = [...new URL(pageUrl).searchParams.entries()][0] ?? ["", ""]
    const response = await fetch(pageUrl.split("?")[0] ?? pageUrl, {
      method: "POST",
      body: new URLSearchParams({ [field]: value, choice }),
      redirect: "manual",
    })
    return {
      status: response.status,
      location: response.headers.get("Location"),
      text: await response.text(),
    }
  }

  async function subscribe(
    planId = "P-TUTTI-STANDARD-YEARLY",
    more: object = {},
    headers: Record<string, string> = {},
  ) {
    const body = { ...subscriptionFor(planId), ...more }
    const created = await call("POST", "/v1/billing/subscriptions", {
      body,
      headers: { "PayPal-Request-Id": randomUUID(), ...headers },
    })
    return { ...created, id: created.body.id as string, approveUrl: linkOf(created.body, "approve") }
  }

  async function activeSubscription(planId?: string) {
    const created = await subscribe(planId)
    await press(created.approveUrl, "agree")
    return created
  }

  async function placeOrder(unit: object = {}, headers: Record<string, string> = {}) {
    const created = await call("POST", "/v2/checkout/orders", {
      body: orderFor(unit),
      headers: { "PayPal-Request-Id": randomUUID(), ...headers },
    })
    return {
      ...created,
      id: created.body.id as string,
      approveUrl: created.status < 300 ? linkOf(created.body, "approve") : "",
    }
  }

  const ledger = async () => (await fetch(`${sandbox.url}/paypal/ledger.json`)).json()

  return { call, control, press, subscribe, activeSubscription, placeOrder, ledger }
}

export async function signIn({ url }: Sandbox) {
  const response = await requestToken(url, "sandbox-client", "sandbox-secret")
  expect(response.status).toBe(200)
  return (await response.json()).access_token as string
}

export function requestToken(url: string, clientId: string, secret: string) {
  return fetch(`${url}/paypal/v1/oauth2/token`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  })
}

export function subscriptionFor(planId: string) {
  return {
    plan_id: planId,
    custom_id: "attempt-7",
    application_context: {
      brand_name: "Tutti",
      user_action: "SUBSCRIBE_NOW",
      shipping_preference: "NO_SHIPPING",
      return_url: returnUrl,
      cancel_url: cancelUrl,
    },
  }
}

export function orderFor(unit: object = {}) {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        amount: { currency_code: "USD", value: "120.00" },
        payee: { email_address: "fees@harmony.example" },
        description: "Invoice HSM-0042",
        custom_id: "invoice-42",
        invoice_id: "HSM-0042-1",
        ...unit,
      },
    ],
    application_context: {
      brand_name: "Harmony School of Music",
      return_url: returnUrl,
      cancel_url: cancelUrl,
    },
  }
}

export function linkOf(body: { links: { rel: string; href: string }[] }, rel: string) {
  const link = body.links.find((each) => each.rel === rel)
  if (!link) throw new Error(`No ${rel} link in ${JSON.stringify(body)}`)
  return link.href
}
