import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { appUrl, linkOf, openShop, orderFor } from "./school-shop"

// Saved PayPal accounts; every call is held against PayPal's published file.

const shop = await openShop()
afterAll(() => shop.sandbox.close())

const setupBody = {
  payment_source: {
    paypal: {
      description: "Automatic payment of invoices from Harmony",
      usage_type: "MERCHANT",
      permit_multiple_payment_tokens: true,
      experience_context: {
        brand_name: "Harmony School of Music",
        shipping_preference: "NO_SHIPPING",
        return_url: `${appUrl}/student/automatic-payment/return?agreement=7`,
        cancel_url: `${appUrl}/student/automatic-payment/return?agreement=7&cancelled=1`,
      },
    },
  },
}

const askToSave = (requestId: string = randomUUID()) =>
  shop.call("POST", "/v3/vault/setup-tokens", {
    body: setupBody,
    headers: { "PayPal-Request-Id": requestId },
  })

const exchange = (id: string, requestId: string = randomUUID()) =>
  shop.call("POST", "/v3/vault/payment-tokens", {
    body: { payment_source: { token: { id, type: "SETUP_TOKEN" } } },
    headers: { "PayPal-Request-Id": requestId },
  })

async function save(choice = "agree"): Promise<string> {
  const asked = await askToSave()
  await shop.press(linkOf(asked.body, "approve"), choice)
  return (await exchange(asked.body.id)).body.id
}

let invoices = 0
const charge = (vaultId: string, requestId: string = randomUUID()) => {
  const { purchase_units } = orderFor({ invoice_id: `HSM-AUTO-${++invoices}` })
  return shop.call("POST", "/v2/checkout/orders", {
    body: { intent: "CAPTURE", purchase_units, payment_source: { paypal: { vault_id: vaultId } } },
    headers: { "PayPal-Request-Id": requestId, Prefer: "return=representation" },
  })
}

test("a payer agrees, and their account is exchanged for a token once", async () => {
  const requestId = randomUUID()
  const asked = await askToSave(requestId)
  expect(asked).toMatchObject({ status: 201, body: { status: "PAYER_ACTION_REQUIRED" } })
  expect(await askToSave(requestId)).toMatchObject({ status: 200, body: { id: asked.body.id } })
  expect((await exchange(asked.body.id)).status).toBe(422)

  const text = await (await fetch(linkOf(asked.body, "approve"))).text()
  expect(text).toContain("<h1>Save PayPal for Harmony School of Music</h1>")
  const back = new URL((await shop.press(linkOf(asked.body, "approve"), "agree")).location ?? "")
  expect(back.pathname).toBe("/student/automatic-payment/return")
  expect(back.searchParams.get("approval_token_id")).toBe(asked.body.id)
  expect((await shop.call("GET", `/v3/vault/setup-tokens/${asked.body.id}`)).body.status).toBe("APPROVED")

  const saved = await exchange(asked.body.id, requestId)
  expect(saved).toMatchObject({
    status: 201,
    body: { payment_source: { paypal: { email_address: "buyer@paypal-sandbox.example" } } },
  })
  expect(await exchange(asked.body.id, requestId)).toMatchObject({ status: 200, body: saved.body })
  expect((await exchange(asked.body.id)).status).toBe(422)
  expect((await shop.call("GET", `/v3/vault/payment-tokens/${saved.body.id}`)).body).toEqual(saved.body)
})

test("a charge is an order that is made and captured in one call", async () => {
  const token = await save()
  const requestId = randomUUID()
  const paid = await charge(token, requestId)
  expect(paid).toMatchObject({
    status: 201,
    body: {
      status: "COMPLETED",
      purchase_units: [{ payments: { captures: [{ status: "COMPLETED", amount: { value: "120.00" } }] } }],
    },
  })
  expect((await charge(token, requestId)).body.id).toBe(paid.body.id)
  expect(
    (await shop.ledger()).filter((row: { sourceId: string }) => row.sourceId === paid.body.id),
  ).toHaveLength(1)
})

test("charges are declined or pend as the payer’s account says", async () => {
  const declined = await charge(await save("agree-then-decline"))
  expect(declined).toMatchObject({ status: 422, body: { details: [{ issue: "INSTRUMENT_DECLINED" }] } })
  const pending = await charge(await save("agree-then-pend"))
  expect(pending.body.purchase_units[0].payments.captures[0].status).toBe("PENDING")
})

test("a deleted account is unknown, can’t be charged, and is told of once", async () => {
  await shop.control("/webhooks", { paused: true })
  await shop.control("/webhooks/own", { id: "WH-VAULT", url: "http://localhost:1/none" })
  const token = await save()
  const path = `/v3/vault/payment-tokens/${token}`
  expect((await shop.call("DELETE", path)).status).toBe(204)
  expect((await shop.call("DELETE", path)).status).toBe(204)
  expect((await shop.call("GET", path)).status).toBe(404)
  expect(await charge(token)).toMatchObject({
    status: 422,
    body: { details: [{ issue: "AGREEMENT_ALREADY_CANCELLED" }] },
  })
  const { events } = (await shop.call("GET", "/v1/notifications/webhooks-events")).body
  const deleted = events.filter(
    ({ event_type }: { event_type: string }) => event_type === "VAULT.PAYMENT-TOKEN.DELETED",
  )
  expect(deleted).toMatchObject([{ resource: { id: token } }])
})
