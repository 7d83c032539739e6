import { afterAll, expect, test } from "vitest"
import { openShop } from "./school-shop"

// Money that goes back, as the provider lists it afterwards.

const shop = await openShop()
afterAll(() => shop.sandbox.close())

test("a subscription's payment is listed as given back, in part and wholly", async () => {
  const { id } = await shop.activeSubscription()
  const paymentId = (await shop.ledger())[0].id
  const list = async () => {
    const between = `start_time=2020-01-01T00:00:00Z&end_time=2040-01-01T00:00:00Z`
    return (await shop.call("GET", `/v1/billing/subscriptions/${id}/transactions?${between}`)).body
      .transactions
  }
  await shop.control(`/payments/${paymentId}`, { refund: "10.00" })
  expect(await list()).toMatchObject([{ id: paymentId, status: "PARTIALLY_REFUNDED" }])
  await shop.control(`/payments/${paymentId}`, { refund: true })
  expect(await list()).toMatchObject([{ id: paymentId, status: "REFUNDED" }])
})

test("an order lists its refunds; a reversal is none, and no more goes back than came", async () => {
  const { id, approveUrl } = await shop.placeOrder()
  await shop.press(approveUrl, "pay")
  await shop.call("POST", `/v2/checkout/orders/${id}/capture`, { body: {} })
  const captureId = (await shop.ledger())[0].id
  await shop.control(`/payments/${captureId}`, { refund: "20.00" })
  const payments = async () =>
    (await shop.call("GET", `/v2/checkout/orders/${id}`)).body.purchase_units[0].payments
  expect(await payments()).toMatchObject({
    captures: [{ id: captureId, status: "PARTIALLY_REFUNDED" }],
    refunds: [{ status: "COMPLETED", amount: { value: "20.00" } }],
  })
  await expect(shop.control(`/payments/${captureId}`, { refund: "100.01" })).rejects.toThrow()
  await shop.control(`/payments/${captureId}`, { reversal: true })
  const after = await payments()
  expect(after.captures).toMatchObject([{ status: "REFUNDED" }])
  expect(after.refunds).toHaveLength(1)
  await expect(shop.control(`/payments/${captureId}`, { refund: true })).rejects.toThrow()
})
