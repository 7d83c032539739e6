import { afterAll, expect, test } from "vitest"
import { linkOf, openShop, orderFor } from "./school-shop"

const shop = await openShop()
afterAll(() => shop.sandbox.close())

const root = "/v2/checkout/orders"
const show = async (id: string) => (await shop.call("GET", `${root}/${id}`)).body
const capture = (id: string, headers: Record<string, string> = {}) =>
  shop.call("POST", `${root}/${id}/capture`, { body: {}, headers })
let invoices = 0
/** An order for an invoice no one has paid yet. */
const placeOrder = (unit: object = {}) => {
  invoices += 1
  return shop.placeOrder({ invoice_id: `HSM-${invoices}`, ...unit })
}

test("a guardian pays an invoice and the school gets the money", async () => {
  const order = await placeOrder({ invoice_id: "HSM-0042-1" })
  expect(order).toMatchObject({ status: 201, body: { status: "CREATED" } })

  const text = await (await fetch(order.approveUrl)).text()
  expect(text).toContain("<h1>Pay $120.00 USD</h1>")
  expect(text).toContain("fees@harmony.example")
  expect([...text.matchAll(/<button[^>]*>([^<]*)</g)].map((match) => match[1])).toEqual([
    "Pay now",
    "Cancel and return",
    "Card declined",
    "Pay but stay pending",
    "Close without returning",
  ])

  const back = new URL((await shop.press(order.approveUrl, "pay")).location ?? "")
  expect(back.searchParams.get("token")).toBe(order.id)
  expect(back.searchParams.get("PayerID")).toMatch(/^[2-9A-HJ-NP-Z]{13}$/)
  expect((await show(order.id)).status).toBe("APPROVED")

  const paid = await capture(order.id)
  expect(paid.status).toBe(201)
  expect(paid.body.purchase_units[0].payments.captures[0]).toMatchObject({
    status: "COMPLETED",
    amount: { currency_code: "USD", value: "120.00" },
    custom_id: "invoice-42",
    invoice_id: "HSM-0042-1",
  })
  expect(await show(order.id)).toMatchObject({
    status: "COMPLETED",
    purchase_units: [{ payee: { email_address: "fees@harmony.example" }, custom_id: "invoice-42" }],
  })
  expect((await shop.ledger())[0]).toMatchObject({
    kind: "order",
    payee: "fees@harmony.example",
    amount: { currency_code: "USD", value: "120.00" },
    invoiceId: "HSM-0042-1",
  })
})

test("creating an order needs a request id, and a repeat gives the same order", async () => {
  const without = await shop.call("POST", root, { body: orderFor() })
  expect(without).toMatchObject({ status: 400, body: { details: [{ issue: "PAYPAL_REQUEST_ID_REQUIRED" }] } })

  const headers = { "PayPal-Request-Id": "invoice-42-attempt-1" }
  const first = await shop.placeOrder({}, headers)
  const repeat = await shop.placeOrder({}, headers)
  expect([first.status, repeat.status]).toEqual([201, 200])
  expect(repeat.id).toBe(first.id)
})

test("an order is captured once: a repeat with the same key shows it, another call is refused", async () => {
  const order = await placeOrder()
  await shop.press(order.approveUrl, "pay")
  const headers = { "PayPal-Request-Id": `capture-${order.id}` }
  const first = await capture(order.id, headers)
  const repeat = await capture(order.id, headers)
  expect([first.status, repeat.status]).toEqual([201, 200])
  expect(repeat.body).toEqual(first.body)
  expect(await capture(order.id)).toMatchObject({
    status: 422,
    body: { details: [{ issue: "ORDER_ALREADY_CAPTURED" }] },
  })
  const rows = (await shop.ledger()).filter((row: { sourceId: string }) => row.sourceId === order.id)
  expect(rows).toHaveLength(1)
})

test("nothing is taken before the payer approves, nor after a cancellation", async () => {
  const order = await placeOrder()
  const cancelled = new URL((await shop.press(order.approveUrl, "cancel")).location ?? "")
  expect(cancelled.pathname).toBe("/select-plan/cancelled")
  expect(cancelled.searchParams.get("token")).toBe(order.id)
  expect((await capture(order.id)).body.details[0].issue).toBe("ORDER_NOT_APPROVED")
})

test("a declined card shows at capture, and the payer may choose another", async () => {
  const order = await placeOrder()
  const back = await shop.press(order.approveUrl, "decline")
  expect(back.location).toContain(`token=${order.id}`)
  const declined = await capture(order.id)
  expect(declined).toMatchObject({ status: 422, body: { details: [{ issue: "INSTRUMENT_DECLINED" }] } })
  expect(linkOf(declined.body, "redirect")).toBe(order.approveUrl)

  await shop.press(order.approveUrl, "pay")
  expect((await capture(order.id)).status).toBe(201)
})

test("a held payment is pending with a reason until PayPal decides", async () => {
  const order = await placeOrder()
  await shop.control(`/orders/${order.id}`, { pendingReason: "UNILATERAL" })
  await shop.press(order.approveUrl, "pay-pending")
  const captured = await capture(order.id)
  expect(captured.body.purchase_units[0].payments.captures[0]).toMatchObject({
    status: "PENDING",
    status_details: { reason: "UNILATERAL" },
  })
  await shop.control("/clock", { advance: "P1D" })
  expect((await show(order.id)).purchase_units[0].payments.captures[0].status).toBe("COMPLETED")
})

test("a held payment can also be declined", async () => {
  const order = await placeOrder()
  await shop.press(order.approveUrl, "pay-pending")
  await capture(order.id)
  await shop.control(`/orders/${order.id}`, { captureStatus: "DECLINED" })
  expect((await show(order.id)).purchase_units[0].payments.captures[0].status).toBe("DECLINED")
  expect((await shop.ledger())[0]).toMatchObject({ sourceId: order.id, status: "DECLINED" })
})

test("a payer who closes the tab has approved, but nothing is captured", async () => {
  const order = await placeOrder()
  expect(await shop.press(order.approveUrl, "pay-and-close")).toMatchObject({ status: 200, location: null })
  expect((await show(order.id)).status).toBe("APPROVED")
})

test("an invoice id is paid once per payee", async () => {
  const payTwice = async (unit: object) => {
    const order = await shop.placeOrder({ invoice_id: "HSM-0099", ...unit })
    await shop.press(order.approveUrl, "pay")
    return capture(order.id)
  }
  expect((await payTwice({})).status).toBe(201)
  expect((await payTwice({})).body.details[0].issue).toBe("DUPLICATE_INVOICE_ID")
  expect((await payTwice({ payee: { email_address: "fees@crescendo.example" } })).status).toBe(201)
})

test("yen have no decimals, and unknown currencies and empty amounts are refused", async () => {
  const priced = async (currency_code: string, value: string) => {
    const { body } = await placeOrder({ amount: { currency_code, value } })
    return body.details?.[0].issue ?? body.status
  }
  expect(await priced("JPY", "12000")).toBe("CREATED")
  expect(await priced("JPY", "12000.00")).toBe("DECIMAL_PRECISION")
  expect(await priced("USD", "12.345")).toBe("DECIMAL_PRECISION")
  expect(await priced("ZAR", "100.00")).toBe("INVALID_CURRENCY_CODE")
  expect(await priced("USD", "0.00")).toBe("CANNOT_BE_ZERO_OR_NEGATIVE")
})

test("an open order can be patched, a paid one cannot", async () => {
  const order = await placeOrder()
  const patch = (name: string, value: unknown, reference = "default") =>
    shop.call("PATCH", `${root}/${order.id}`, {
      body: [{ op: "replace", path: `/purchase_units/@reference_id=='${reference}'/${name}`, value }],
    })
  expect((await patch("amount", { currency_code: "USD", value: "90.00" })).status).toBe(204)
  expect((await show(order.id)).purchase_units[0].amount.value).toBe("90.00")
  expect((await patch("amount", {}, "elsewhere")).body.details[0].issue).toBe("REFERENCE_ID_NOT_FOUND")
  expect((await patch("intent", "AUTHORIZE")).body.details[0].issue).toBe("NOT_PATCHABLE")
  await shop.press(order.approveUrl, "pay")
  await capture(order.id)
  expect((await patch("custom_id", "other")).body.details[0].issue).toBe("ORDER_ALREADY_COMPLETED")
})

test("an order that names PayPal as its source asks for the payer's action", async () => {
  const { application_context, ...rest } = orderFor({ invoice_id: "HSM-0777" })
  const order = await shop.call("POST", root, {
    body: { ...rest, payment_source: { paypal: { experience_context: application_context } } },
    headers: { "PayPal-Request-Id": "with-source" },
  })
  expect(order.body.status).toBe("PAYER_ACTION_REQUIRED")
  const back = await shop.press(linkOf(order.body, "payer-action"), "pay")
  expect(back.location).toContain(`token=${order.body.id}`)
})

test("payers are never sent to another site, and unknown orders are not found", async () => {
  const body = orderFor()
  body.application_context.return_url = "https://evil.example/"
  const refused = await shop.call("POST", root, { body, headers: { "PayPal-Request-Id": "evil" } })
  expect(refused).toMatchObject({ status: 400, body: { details: [{ issue: "INVALID_PARAMETER_VALUE" }] } })
  expect((await shop.call("GET", `${root}/NOBODYSORDER00000`)).status).toBe(404)
  expect((await fetch(`${shop.sandbox.url}/paypal/checkoutnow?token=NOBODYS`)).status).toBe(404)
})

test("PayPal's own header for negative testing makes a call fail and do nothing", async () => {
  const order = await placeOrder()
  await shop.press(order.approveUrl, "pay")
  const codes = [
    ["PAYEE_BLOCKED_TRANSACTION", 422],
    ["TRANSACTION_REFUSED", 422],
    ["INTERNAL_SERVER_ERROR", 500],
  ] as const
  for (const [code, status] of codes) {
    const mocked = await capture(order.id, {
      "PayPal-Mock-Response": JSON.stringify({ mock_application_codes: code }),
    })
    expect(mocked.status).toBe(status)
    expect(JSON.stringify(mocked.body)).toContain(code)
  }
  expect((await show(order.id)).status).toBe("APPROVED")
})
