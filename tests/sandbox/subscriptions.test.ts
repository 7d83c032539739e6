import { afterAll, expect, test } from "vitest"
import { appUrl, linkOf, openShop, subscriptionFor } from "./school-shop"

const shop = await openShop()
afterAll(() => shop.sandbox.close())

const root = "/v1/billing/subscriptions"
const show = async (id: string) => (await shop.call("GET", `${root}/${id}`)).body

test("a school subscribes: created, approved by the buyer, active and paid", async () => {
  const created = await shop.subscribe("P-TUTTI-STANDARD-YEARLY")
  expect(created.status).toBe(201)
  expect(Object.keys(created.body)).toEqual(["id", "status", "create_time", "links"])
  expect(await show(created.id)).toMatchObject({ status: "APPROVAL_PENDING", custom_id: "attempt-7" })

  const back = await shop.press(created.approveUrl, "agree")
  expect(back.status).toBe(303)
  const address = new URL(back.location ?? "")
  expect(address.origin + address.pathname).toBe(`${appUrl}/select-plan/return`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    attempt: "7",
    subscription_id: created.id,
    ba_token: expect.stringMatching(/^BA-/),
    token: expect.any(String),
  })

  expect(await show(created.id)).toMatchObject({
    status: "ACTIVE",
    plan_id: "P-TUTTI-STANDARD-YEARLY",
    custom_id: "attempt-7",
    billing_info: {
      last_payment: { amount: { currency_code: "USD", value: "149.00" } },
      failed_payments_count: 0,
    },
  })
  expect((await shop.ledger())[0]).toMatchObject({
    sourceId: created.id,
    amount: { currency_code: "USD", value: "149.00" },
    payee: "billing@tutti.example",
  })
})

test("a full answer comes when it is preferred", async () => {
  const created = await shop.subscribe(undefined, {}, { Prefer: "return=representation" })
  expect(created.body).toMatchObject({ plan_id: "P-TUTTI-STANDARD-YEARLY", quantity: "1" })
})

test("the same PayPal-Request-Id gives the same subscription in its latest state", async () => {
  const headers = { "PayPal-Request-Id": "attempt-of-harmony" }
  const first = await shop.subscribe(undefined, {}, headers)
  await shop.press(first.approveUrl, "agree")
  const repeat = await shop.call("POST", root, { body: subscriptionFor("P-TUTTI-STANDARD-YEARLY"), headers })
  expect(repeat).toMatchObject({ status: 200, body: { id: first.id, status: "ACTIVE" } })
})

test("a canceled approval goes back to the cancel address and changes nothing", async () => {
  const created = await shop.subscribe()
  const back = new URL((await shop.press(created.approveUrl, "cancel")).location ?? "")
  expect(back.pathname).toBe("/select-plan/cancelled")
  expect(back.searchParams.get("token")).toBeTruthy()
  expect(back.searchParams.has("error")).toBe(false)
  expect((await show(created.id)).status).toBe("APPROVAL_PENDING")
})

test("a declined card keeps the buyer on the page, and the shop can tell it from a cancellation", async () => {
  const created = await shop.subscribe()
  const declined = await shop.press(created.approveUrl, "decline")
  expect(declined.location).toBe(created.approveUrl)
  expect(await (await fetch(created.approveUrl)).text()).toContain("Your card was declined")
  const back = new URL((await shop.press(created.approveUrl, "cancel")).location ?? "")
  expect(back.searchParams.get("error")).toBe("INSTRUMENT_DECLINED")

  await shop.press(created.approveUrl, "agree")
  expect((await show(created.id)).status).toBe("ACTIVE")
})

test("an approval that stays pending becomes active when time moves", async () => {
  const created = await shop.subscribe()
  await shop.press(created.approveUrl, "agree-pending")
  expect((await show(created.id)).status).toBe("APPROVED")
  const early = await shop.call("POST", `${root}/${created.id}/activate`, { body: {} })
  expect(early.body.details[0]).toMatchObject({
    issue: "SUBSCRIPTION_CANNOT_BE_ACTIVATED",
    description: "This subscription should be activated by the system.",
  })
  await shop.control("/clock", { advance: 1000 })
  expect((await show(created.id)).status).toBe("ACTIVE")
})

test("an approval that stays pending can be activated from the ledger", async () => {
  const created = await shop.subscribe()
  await shop.press(created.approveUrl, "agree-pending")
  const ledger = `${shop.sandbox.url}/paypal/ledger`
  expect(await (await fetch(ledger)).text()).toContain(`Activate ${created.id}`)
  await fetch(ledger, { method: "POST", body: new URLSearchParams({ subscription: created.id }) })
  expect((await show(created.id)).status).toBe("ACTIVE")
})

test("a shop that asked to continue activates the subscription itself", async () => {
  const { application_context } = subscriptionFor("P-TUTTI-STANDARD-YEARLY")
  const created = await shop.subscribe(undefined, {
    application_context: { ...application_context, user_action: "CONTINUE" },
  })
  await shop.press(created.approveUrl, "agree")
  expect((await show(created.id)).status).toBe("APPROVED")
  await shop.call("POST", `${root}/${created.id}/activate`, { body: { reason: "Ready" } })
  expect((await show(created.id)).status).toBe("ACTIVE")
})

test("a buyer who closes the tab has subscribed, though the shop was not visited", async () => {
  const created = await shop.subscribe()
  const closed = await shop.press(created.approveUrl, "agree-and-close")
  expect(closed).toMatchObject({ status: 200, location: null })
  expect((await show(created.id)).status).toBe("ACTIVE")
})

test("suspend, activate and cancel follow the states and are refused in the others", async () => {
  const { id } = await shop.activeSubscription()
  const post = (verb: string, body: object = { reason: "The school asked" }) =>
    shop.call("POST", `${root}/${id}/${verb}`, { body })

  expect((await post("activate")).body.details[0].issue).toBe("SUBSCRIPTION_STATUS_INVALID")
  expect((await post("suspend")).status).toBe(204)
  expect(await show(id)).toMatchObject({ status: "SUSPENDED", status_change_note: "The school asked" })
  expect((await post("suspend")).body.details[0].issue).toBe("SUBSCRIPTION_STATUS_INVALID")
  expect((await post("activate")).status).toBe(204)
  expect((await post("cancel")).status).toBe(204)
  const cancelled = await show(id)
  expect(cancelled.status).toBe("CANCELLED")
  expect(cancelled.billing_info.next_billing_time).toBeUndefined()
  for (const verb of ["suspend", "activate", "cancel"]) {
    expect((await post(verb)).body.details[0].issue).toBe("SUBSCRIPTION_STATUS_INVALID")
  }
})

test("canceling needs a reason", async () => {
  const { id } = await shop.activeSubscription()
  const refused = await shop.call("POST", `${root}/${id}/cancel`, { body: {}, unpublished: true })
  expect(refused).toMatchObject({
    status: 400,
    body: {
      name: "INVALID_REQUEST",
      debug_id: expect.any(String),
      details: [{ field: "/reason", issue: "MISSING_REQUIRED_PARAMETER" }],
    },
  })
})

test("a plan change waits for the buyer and is paid with the next period", async () => {
  const { id } = await shop.activeSubscription("P-TUTTI-STANDARD-MONTHLY")
  const { application_context } = subscriptionFor("P-TUTTI-PROFESSIONAL-MONTHLY")
  const revised = await shop.call("POST", `${root}/${id}/revise`, {
    body: { plan_id: "P-TUTTI-PROFESSIONAL-MONTHLY", application_context },
  })
  expect(revised).toMatchObject({ status: 200, body: { plan_id: "P-TUTTI-PROFESSIONAL-MONTHLY" } })
  expect((await show(id)).plan_id).toBe("P-TUTTI-STANDARD-MONTHLY")

  const back = await shop.press(linkOf(revised.body, "approve"), "agree")
  expect(back.location).toContain(`subscription_id=${id}`)
  expect(await show(id)).toMatchObject({
    plan_id: "P-TUTTI-PROFESSIONAL-MONTHLY",
    billing_info: { last_payment: { amount: { value: "29.00" } } },
  })
  await shop.control("/clock", { advance: "P1M" })
  expect((await show(id)).billing_info.last_payment.amount.value).toBe("79.00")
})

test("a plan of another product is not exchangeable", async () => {
  const { id } = await shop.activeSubscription()
  const product = await shop.call("POST", "/v1/catalogs/products", {
    body: { name: "Scores", type: "DIGITAL" },
  })
  const plan = await shop.call("POST", "/v1/billing/plans", {
    body: {
      product_id: product.body.id,
      name: "Scores",
      billing_cycles: [
        {
          frequency: { interval_unit: "MONTH" },
          tenure_type: "REGULAR",
          sequence: 1,
          total_cycles: 0,
          pricing_scheme: { fixed_price: { currency_code: "USD", value: "5.00" } },
        },
      ],
      payment_preferences: {},
    },
  })
  const { application_context } = subscriptionFor(plan.body.id)
  const refused = await shop.call("POST", `${root}/${id}/revise`, {
    body: { plan_id: plan.body.id, application_context },
  })
  expect(refused.body.details[0].issue).toBe("PLAN_PRODUCT_NOT_COMPATIBLE")
})

test("time brings renewals, and a failed one suspends the subscription until it is paid", async () => {
  const { id } = await shop.activeSubscription("P-TUTTI-SOLO-MONTHLY")
  const post = (verb: string, body: object) => shop.call("POST", `${root}/${id}/${verb}`, { body })
  const money = (value: string, currency_code = "USD") => ({ currency_code, value })

  await shop.control("/clock", { advance: "P2M" })
  expect((await show(id)).billing_info.cycle_executions[0].cycles_completed).toBe(3)

  const capture = { note: "Paid by card", capture_type: "OUTSTANDING_BALANCE", amount: money("9.99") }
  expect((await post("capture", capture)).body.details[0].issue).toBe("ZERO_OUTSTANDING_BALANCE")

  await shop.control(`/subscriptions/${id}`, { nextPaymentFails: true })
  await shop.control("/clock", { advance: "P1M" })
  // A month from February 28 ends before one that is counted from the 29th, 30th or 31st.
  await shop.control("/clock", { advance: "P3D" })
  expect(await show(id)).toMatchObject({
    status: "SUSPENDED",
    billing_info: { failed_payments_count: 1, outstanding_balance: money("9.99") },
  })
  expect((await post("activate", {})).body.details[0].issue).toBe("SUBSCRIPTION_CANNOT_BE_ACTIVATED")

  const refusals = [
    [money("9.99", "EUR"), "CURRENCY_MISMATCH"],
    [money("10.00"), "AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE"],
  ] as const
  for (const [amount, issue] of refusals) {
    expect((await post("capture", { ...capture, amount })).body.details[0].issue).toBe(issue)
  }
  expect((await post("capture", capture)).body).toMatchObject({ status: "COMPLETED" })
  expect((await post("activate", {})).status).toBe(204)
  expect((await show(id)).status).toBe("ACTIVE")

  const query = "start_time=2020-01-01T00:00:00Z&end_time=2090-01-01T00:00:00Z"
  const { transactions } = (await shop.call("GET", `${root}/${id}/transactions?${query}`)).body
  expect(transactions.map((each: { status: string }) => each.status)).toEqual([
    "COMPLETED",
    "DECLINED",
    "COMPLETED",
    "COMPLETED",
    "COMPLETED",
  ])
})

test("a subscription can be put into any state by hand", async () => {
  const { id } = await shop.activeSubscription()
  await shop.control(`/subscriptions/${id}`, { status: "EXPIRED" })
  expect((await show(id)).status).toBe("EXPIRED")
})

test("unknown subscriptions, unknown plans and inactive plans are refused", async () => {
  const missing = await shop.call("GET", `${root}/I-NOBODYS00000`)
  expect(missing).toMatchObject({
    status: 404,
    body: { name: "RESOURCE_NOT_FOUND", details: [{ issue: "INVALID_RESOURCE_ID" }] },
  })
  await expect(shop.call("POST", root, { body: subscriptionFor("P-NOBODYS-PLAN") })).toAnswer(404)

  await shop.call("POST", "/v1/billing/plans/P-TUTTI-SOLO-YEARLY/deactivate")
  const inactive = await shop.call("POST", root, { body: subscriptionFor("P-TUTTI-SOLO-YEARLY") })
  expect(inactive.body.details[0].issue).toBe("PLAN_STATUS_INVALID")
  await shop.call("POST", "/v1/billing/plans/P-TUTTI-SOLO-YEARLY/activate")
})

test("buyers are never sent to another site", async () => {
  const { application_context, ...rest } = subscriptionFor("P-TUTTI-STANDARD-YEARLY")
  for (const return_url of ["https://evil.example/", `${appUrl}@evil.example/`, "http://localhost:3999/"]) {
    const refused = await shop.call("POST", root, {
      body: { ...rest, application_context: { ...application_context, return_url } },
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { details: [{ field: "/application_context/return_url", issue: "INVALID_PARAMETER_VALUE" }] },
    })
  }
})

test("the buyer's page says what is bought, is plain HTML and shows names as text", async () => {
  const { application_context } = subscriptionFor("")
  const created = await shop.subscribe("P-TUTTI-PROFESSIONAL-MONTHLY", {
    application_context: { ...application_context, brand_name: `<script>alert("1")</script>` },
  })
  const response = await fetch(created.approveUrl)
  const text = await response.text()
  expect(text).toContain("<h1>Subscribe to Professional Monthly</h1>")
  expect(text).toContain("PayPal (sandbox)</title>")
  expect(text).toContain("$79.00 USD every month")
  expect(text).not.toContain("<script")
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'")
  const buttons = [...text.matchAll(/<button[^>]*>([^<]*)</g)].map((match) => match[1])
  expect(buttons).toEqual([
    "Agree and Subscribe",
    "Cancel and return",
    "Card declined",
    "Approve but stay pending",
    "Close without returning",
  ])
  expect((await fetch(created.approveUrl.replace("BA-", "BA-0"))).status).toBe(404)
})

test("the custom id can be patched, other fields cannot", async () => {
  const { id } = await shop.activeSubscription()
  const patch = (path: string) =>
    shop.call("PATCH", `${root}/${id}`, { body: [{ op: "replace", path, value: "attempt-8" }] })
  expect((await patch("/custom_id")).status).toBe(204)
  expect((await show(id)).custom_id).toBe("attempt-8")
  expect((await patch("/plan/id")).status).toBe(400)
})

test("a fee at the beginning is due when the buyer agrees, and the periods begin on their day", async () => {
  const { id } = await shop.activeSubscription()
  const present = Date.parse((await show(id)).create_time)
  const startsAt = new Date(present + 10 * 86_400_000).toISOString().replace(/\.\d+/, "")
  const setup_fee = { currency_code: "USD", value: "24.50" }
  const created = await shop.call("POST", root, {
    body: {
      ...subscriptionFor("P-TUTTI-PROFESSIONAL-MONTHLY"),
      start_time: startsAt,
      plan: { payment_preferences: { setup_fee, setup_fee_failure_action: "CANCEL" } },
    },
  })
  expect(created.status).toBe(201)
  await shop.press(linkOf(created.body, "approve"), "agree")
  expect(await show(created.body.id)).toMatchObject({
    status: "ACTIVE",
    plan_overridden: true,
    billing_info: { last_payment: { amount: setup_fee }, next_billing_time: startsAt },
  })
  await shop.control("/clock", { advance: "P11D" })
  expect((await show(created.body.id)).billing_info.last_payment.amount.value).toBe("79.00")
})

test("a fee that fails ends the subscription before it begins", async () => {
  const created = await shop.call("POST", root, {
    body: {
      ...subscriptionFor("P-TUTTI-PROFESSIONAL-MONTHLY"),
      plan: { payment_preferences: { setup_fee: { currency_code: "USD", value: "24.50" } } },
    },
  })
  await shop.control(`/subscriptions/${created.body.id}`, { nextPaymentFails: 1 })
  await shop.press(linkOf(created.body, "approve"), "agree")
  expect((await show(created.body.id)).status).toBe("CANCELLED")
})
