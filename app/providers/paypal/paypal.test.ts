import { randomUUID } from "node:crypto"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { setUntilSaved } from "~/utils/until-saved.server"
import { startPayPal } from "../../../tests/support/paypal"
import { callPayPal, PayPalError } from "./http.server"
import { captureOrder, createOrder, showOrder } from "./orders.server"
import { fromPayPal, paypalTakes, toPayPal } from "./paypal-money"
import { trustedLink } from "./provider-pages.server"
import { cancelSubscription, createSubscription, showSubscription } from "./subscriptions.server"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

const site = "http://localhost:3000"

const order = (more: object = {}) => {
  const id = randomUUID()
  return {
    requestId: id,
    openUntil: 1_900_000_000_000,
    amountMinor: 12_000,
    currency: "USD",
    customId: id,
    invoiceId: id,
    payeeEmail: "fees@harmony.example",
    description: "Invoice 2026-0042",
    returnUrl: `${site}/student/invoices/7/payment`,
    cancelUrl: `${site}/student/invoices/7`,
    ...more,
  }
}

const subscription = (requestId: string = randomUUID()) => ({
  requestId,
  customId: requestId,
  planId: "P-TUTTI-STANDARD-YEARLY",
  returnUrl: `${site}/select-plan/return`,
  cancelUrl: `${site}/select-plan/cancelled`,
})

/** How a call failed, for one that must. */
const failure = async (call: Promise<unknown>): Promise<PayPalError> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(PayPalError)
  return error as PayPalError
}

describe("money", () => {
  test("is decimal text, and whole yen", () => {
    expect(toPayPal(12_050, "USD")).toEqual({ currency_code: "USD", value: "120.50" })
    expect(toPayPal(5, "EUR")).toEqual({ currency_code: "EUR", value: "0.05" })
    expect(toPayPal(50_000, "JPY")).toEqual({ currency_code: "JPY", value: "500" })
    expect(() => toPayPal(50_050, "JPY")).toThrow(RangeError)
    expect(() => toPayPal(0, "USD")).toThrow(RangeError)
    expect(fromPayPal({ currency_code: "JPY", value: "500" })).toBe(50_000)
    expect(fromPayPal({ currency_code: "USD", value: "120.5" })).toBe(12_050)
    expect(() => fromPayPal({ currency_code: "USD", value: "1.234" })).toThrow(RangeError)
  })

  test("is not taken by PayPal in every currency", () => {
    expect(["USD", "EUR", "JPY", "ZAR", "INR", "CNY", "BRL"].filter(paypalTakes)).toEqual([
      "USD",
      "EUR",
      "JPY",
    ])
  })
})

test("a call waits until the row it's about is durable", async () => {
  let save = () => {}
  setUntilSaved(() => new Promise((resolve) => (save = resolve)))
  let isMade = false
  const made = createSubscription(subscription()).finally(() => (isMade = true))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(isMade).toBe(false)
  setUntilSaved(async () => undefined)
  save()
  expect(await made).toMatchObject({ status: "APPROVAL_PENDING" })
})

describe("orders", () => {
  test("a payer approves, the money goes to the school's account", async () => {
    const requested = order()
    const { orderId, approveUrl } = await createOrder(requested)
    expect(approveUrl.startsWith(`${paypal.url}/paypal/checkoutnow?token=`)).toBe(true)
    await paypal.press(approveUrl, "pay")
    expect(await showOrder(orderId)).toMatchObject({
      status: "APPROVED",
      customId: requested.customId,
      amountMinor: 12_000,
      currency: "USD",
      payeeEmail: "fees@harmony.example",
      captures: [],
    })
    const paid = await captureOrder(orderId, `capture-${orderId}`)
    expect(paid).toMatchObject({ status: "COMPLETED", invoiceId: requested.invoiceId })
    expect(paid.captures).toEqual([
      { id: expect.any(String), status: "COMPLETED", amountMinor: 12_000, feeMinor: 468, currency: "USD" },
    ])
    expect(await captureOrder(orderId, `capture-${orderId}`)).toEqual(paid)
    expect((await failure(captureOrder(orderId, "another try"))).issue).toBe("ORDER_ALREADY_CAPTURED")
    const payments = await paypal.ledger()
    expect(payments.filter((payment: { sourceId: string }) => payment.sourceId === orderId)).toHaveLength(1)
  })

  test("the same request id makes one order", async () => {
    const requested = order()
    expect(await createOrder(requested)).toEqual(await createOrder(requested))
  })

  test("a declined card is an issue by name, and the payer can approve again", async () => {
    const { orderId, approveUrl } = await createOrder(order())
    await paypal.press(approveUrl, "decline")
    expect(await failure(captureOrder(orderId, randomUUID()))).toMatchObject({
      status: 422,
      issue: "INSTRUMENT_DECLINED",
    })
    expect((await showOrder(orderId)).approveUrl).toBe(approveUrl)
  })

  test("a held payment says why", async () => {
    const { orderId, approveUrl } = await createOrder(order({ currency: "JPY" }))
    await paypal.press(approveUrl, "pay-pending")
    expect((await captureOrder(orderId, randomUUID())).captures).toMatchObject([
      { status: "PENDING", statusReason: "PENDING_REVIEW", amountMinor: 12_000, currency: "JPY" },
    ])
  })

  test("an order that is not there is refused, an id cannot leave its path", async () => {
    expect(await failure(showOrder("5O190127TN364715T"))).toMatchObject({
      status: 404,
      issue: "INVALID_RESOURCE_ID",
      debugId: expect.any(String),
    })
    expect((await failure(showOrder("../../v1/billing/plans"))).status).toBe(404)
  })
})

describe("subscriptions", () => {
  test("made, approved, shown, canceled", async () => {
    const requested = subscription()
    const made = await createSubscription(requested)
    expect(made).toMatchObject({ status: "APPROVAL_PENDING", customId: requested.customId })
    const back = await paypal.press(made.approveUrl ?? "", "agree")
    expect(back).toContain(`/select-plan/return?subscription_id=${made.subscriptionId}`)
    const active = await showSubscription(made.subscriptionId)
    expect(active).toMatchObject({
      status: "ACTIVE",
      planId: "P-TUTTI-STANDARD-YEARLY",
      lastPayment: { amountMinor: 14_900, currency: "USD" },
      approveUrl: null,
    })
    expect(active.nextBillingAt).toBeGreaterThan(Date.now() + 360 * 86_400_000)
    await cancelSubscription(made.subscriptionId, "The school was closed.")
    expect((await showSubscription(made.subscriptionId)).status).toBe("CANCELLED")
  })

  test("an answer lost on the way: the repeat gives the same subscription", async () => {
    await paypal.fault({ kind: "reset", path: "/v1/billing/subscriptions", afterwards: true })
    const requested = subscription()
    expect(await failure(createSubscription(requested))).toMatchObject({ status: 0, issue: "NETWORK" })
    const first = await createSubscription(requested)
    expect(await createSubscription(requested)).toEqual(first)
  })
})

describe("a provider in trouble", () => {
  const root = "/v1/billing/subscriptions"

  test("an expired token is renewed once", async () => {
    await paypal.fault({ kind: "status", status: 401, path: root })
    expect((await createSubscription(subscription())).status).toBe("APPROVAL_PENDING")
    await paypal.fault({ kind: "status", status: 401, path: root, times: 2 })
    expect((await failure(createSubscription(subscription()))).code).toBe("AUTHENTICATION_FAILURE")
  })

  test("errors, silence and nonsense are told apart and hold no secret", async () => {
    await paypal.fault({ kind: "status", status: 503, path: root })
    expect(await failure(showSubscription("I-NONE"))).toMatchObject({
      status: 503,
      code: "SERVICE_UNAVAILABLE",
    })
    await paypal.fault({ kind: "malformed", path: root })
    expect(await failure(createSubscription(subscription()))).toMatchObject({ status: 0, code: "UNREADABLE" })
    await paypal.fault({ kind: "hang", path: root })
    const hung = await failure(
      callPayPal({ method: "GET", path: `${root}/I-NONE`, answer: z.unknown(), timeoutMs: 150 }),
    )
    expect(hung).toMatchObject({ status: 0, code: "UNREACHABLE", issue: "TIMEOUT" })
    expect(JSON.stringify(hung) + hung.stack).not.toMatch(/Bearer|sandbox-secret|A21AA/)
  })

  test("a buyer is only sent to the provider's own pages", () => {
    const link = (href: string) => trustedLink([{ rel: "approve", href }], "approve")
    expect(link(`${paypal.url}/paypal/checkoutnow?token=1`)).toBe(`${paypal.url}/paypal/checkoutnow?token=1`)
    for (const href of ["https://evil.test/", `${paypal.url}.evil.test/`, "javascript:alert(1)", "/here", ""])
      expect(link(href)).toBeNull()
  })
})
