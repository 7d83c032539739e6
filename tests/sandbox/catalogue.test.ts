import { afterAll, expect, test } from "vitest"
import { planCatalogue } from "../../app/models/accounts/plan/plan-catalogue"
import { openShop } from "./school-shop"

const shop = await openShop()
afterAll(() => shop.sandbox.close())

const root = "/v1/billing/plans"
const show = async (id: string) => (await shop.call("GET", `${root}/${id}`)).body

const scorePlan = {
  product_id: "PROD-TUTTI",
  name: "Score library",
  billing_cycles: [
    {
      frequency: { interval_unit: "WEEK", interval_count: 1 },
      tenure_type: "TRIAL",
      sequence: 1,
      total_cycles: 1,
    },
    {
      frequency: { interval_unit: "MONTH", interval_count: 1 },
      tenure_type: "REGULAR",
      sequence: 2,
      total_cycles: 2,
      pricing_scheme: { fixed_price: { currency_code: "EUR", value: "4.50" } },
    },
  ],
  payment_preferences: { payment_failure_threshold: 3 },
}

test("every plan the app sells is known, at its price and interval, and all are of one product", async () => {
  for (const { name, prices } of Object.values(planCatalogue)) {
    for (const interval of ["monthly", "yearly"] as const) {
      const plan = await show(prices[interval].providerPlanId)
      expect(plan).toMatchObject({ status: "ACTIVE", product_id: "PROD-TUTTI" })
      expect(plan.name).toContain(name)
      const [cycle] = plan.billing_cycles
      expect(cycle.frequency.interval_unit).toBe(interval === "monthly" ? "MONTH" : "YEAR")
      expect(cycle.pricing_scheme.fixed_price).toEqual({
        currency_code: "USD",
        value: (prices[interval].amountMinor / 100).toFixed(2),
      })
    }
  }
})

test("products are made, listed and shown", async () => {
  const made = await shop.call("POST", "/v1/catalogs/products", {
    body: { id: "PROD-CHOIR", name: "Choir", type: "SERVICE" },
    headers: { "PayPal-Request-Id": "choir" },
  })
  expect(made.status).toBe(201)
  const again = await shop.call("POST", "/v1/catalogs/products", {
    body: { name: "Choir", type: "SERVICE" },
    headers: { "PayPal-Request-Id": "choir" },
  })
  expect(again).toMatchObject({ status: 200, body: { id: "PROD-CHOIR" } })
  const { products, total_items } = (await shop.call("GET", "/v1/catalogs/products?total_required=true")).body
  expect(products.map((each: { id: string }) => each.id)).toEqual(["PROD-TUTTI", "PROD-CHOIR"])
  expect(total_items).toBe(2)
  expect((await shop.call("GET", "/v1/catalogs/products/PROD-CHOIR")).body.name).toBe("Choir")
  expect((await shop.call("GET", "/v1/catalogs/products/PROD-NOBODYS")).status).toBe(404)
})

test("plans are listed by product and page by page", async () => {
  const first = (await shop.call("GET", `${root}?product_id=PROD-TUTTI&page_size=4&total_required=true`)).body
  expect(first).toMatchObject({ total_items: 6, total_pages: 2 })
  expect(first.plans).toHaveLength(4)
  const second = (await shop.call("GET", `${root}?product_id=PROD-TUTTI&page_size=4&page=2`)).body
  expect(second.plans).toHaveLength(2)
})

test("a plan with a free trial and an end runs through and expires", async () => {
  const made = await shop.call("POST", root, {
    body: scorePlan,
    headers: { Prefer: "return=representation" },
  })
  expect(made).toMatchObject({ status: 201, body: { status: "ACTIVE" } })
  const { id } = await shop.activeSubscription(made.body.id)
  const subscription = async () => (await shop.call("GET", `/v1/billing/subscriptions/${id}`)).body

  expect((await subscription()).billing_info.last_payment).toBeUndefined()
  await shop.control("/clock", { advance: "P1W" })
  expect((await subscription()).billing_info).toMatchObject({
    last_payment: { amount: { currency_code: "EUR", value: "4.50" } },
    cycle_executions: [{ cycles_completed: 1 }, { cycles_completed: 1, cycles_remaining: 1 }],
  })

  await shop.control(`/subscriptions/${id}`, { nextPaymentFails: 1 })
  await shop.control("/clock", { advance: "P1M" })
  expect(await subscription()).toMatchObject({ status: "ACTIVE", billing_info: { failed_payments_count: 1 } })
  await shop.control("/clock", { advance: "P5D" })
  expect((await subscription()).billing_info).toMatchObject({
    failed_payments_count: 0,
    outstanding_balance: { value: "0.00" },
  })
  await shop.control("/clock", { advance: "P1M" })
  expect((await subscription()).status).toBe("EXPIRED")
})

test("activating and deactivating follow the plan's state", async () => {
  const { body } = await shop.call("POST", root, { body: { ...scorePlan, status: "CREATED" } })
  const post = (verb: string) => shop.call("POST", `${root}/${body.id}/${verb}`)
  expect((await post("deactivate")).body.details[0].issue).toBe("PLAN_STATUS_INVALID")
  expect((await post("activate")).status).toBe(204)
  expect((await post("activate")).body.details[0].issue).toBe("PLAN_STATUS_INVALID")
  expect((await post("deactivate")).status).toBe(204)
  expect((await show(body.id)).status).toBe("INACTIVE")
})

test("a new price gets a new version, in the plan's own currency only", async () => {
  const { body } = await shop.call("POST", root, { body: scorePlan })
  const reprice = (sequence: number, currency_code: string) =>
    shop.call("POST", `${root}/${body.id}/update-pricing-schemes`, {
      body: {
        pricing_schemes: [
          {
            billing_cycle_sequence: sequence,
            pricing_scheme: { fixed_price: { currency_code, value: "6.00" } },
          },
        ],
      },
    })
  expect((await reprice(2, "USD")).body.details[0].issue).toBe("CURRENCY_MISMATCH")
  expect((await reprice(9, "EUR")).body.details[0].issue).toBe("INVALID_BILLING_CYCLE_SEQUENCE")
  expect((await reprice(2, "EUR")).status).toBe(204)
  expect((await show(body.id)).billing_cycles[1].pricing_scheme).toMatchObject({
    version: 2,
    fixed_price: { value: "6.00" },
  })
})

test("a plan needs one regular cycle and consecutive sequences", async () => {
  const [trial, regular] = scorePlan.billing_cycles
  const issueOf = async (billing_cycles: unknown[]) =>
    (await shop.call("POST", root, { body: { ...scorePlan, billing_cycles } })).body.details[0].issue
  expect(await issueOf([trial])).toBe("MISSING_REGULAR_BILLING_CYCLE")
  expect(await issueOf([regular])).toBe("INVALID_BILLING_CYCLE_SEQUENCE")
  expect(await issueOf([{ ...regular, sequence: 1 }, regular])).toBe(
    "MULTIPLE_REGULAR_BILLING_CYCLES_NOT_SUPPORTED",
  )
})
