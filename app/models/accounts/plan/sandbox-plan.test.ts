import { afterAll, beforeAll, expect, test } from "vitest"
import { parseEnv } from "~/utils/env.server"
import { startPayPal } from "../../../../tests/support/paypal"
import { openSchool, orFail } from "../../../../tests/support/school"
import { confirmSubscription } from "../subscription/confirm-subscription.server"
import { reconcileSubscription } from "../subscription/reconcile-subscription.server"
import { startSubscription } from "../subscription/start-subscription.server"
import { findNewestAttempt, findSubscription } from "../subscription/subscription-attempt.server"

// On a development host one fixed sandbox plan takes the place of every plan's own (spec §7).

const fixedPlan = "P-TUTTI-SOLO-MONTHLY"

let paypal: Awaited<ReturnType<typeof startPayPal>>
beforeAll(async () => {
  process.env.PAYPAL_SANDBOX_PLAN_ID = fixedPlan
  paypal = await startPayPal()
})
afterAll(() => paypal.close())

test("the fixed plan is subscribed to, and the school gets the plan it chose", async () => {
  const { actor } = openSchool({ active: false })
  const started = orFail(await startSubscription(actor, { plan: "professional", interval: "yearly" }))
  expect(findNewestAttempt(actor)).toMatchObject({ plan: "professional", providerPlanId: fixedPlan })
  await paypal.press(started.approveUrl, "agree")
  expect((await confirmSubscription(actor, { attemptId: started.attemptId })).state).toBe("active")
  const chosen = { plan: "professional", interval: "yearly", status: "active" }
  expect(findSubscription(actor)).toMatchObject(chosen)
  await reconcileSubscription(actor)
  expect(findSubscription(actor)).toMatchObject(chosen)
})

test("what was not of our asking is still refused", async () => {
  const { actor } = openSchool({ active: false })
  const started = orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
  await paypal.press(started.approveUrl, "agree")
  await paypal.fault({ kind: "wrong-custom-id" })
  expect((await confirmSubscription(actor, { attemptId: started.attemptId })).state).toBe("mismatch")
})

test("the settings allow it on development hosts alone, and never beside live keys", () => {
  const settings = { PAYPAL_SANDBOX_PLAN_ID: fixedPlan }
  for (const host of ["localhost:3000", "127.0.0.1:3000", "tutti.test", "dev.tutti.example"])
    expect(parseEnv({ ...settings, APP_URL: `http://${host}` }).PAYPAL_SANDBOX_PLAN_ID).toBe(fixedPlan)
  expect(() => parseEnv({ ...settings, APP_URL: "https://tutti.example" })).toThrow("a development host")
  expect(() => parseEnv({ PAYPAL_SANDBOX_PLAN_ID: "somebody’s" })).toThrow("PAYPAL_SANDBOX_PLAN_ID")
  const live = {
    PAYPAL_MODE: "live",
    PAYPAL_CLIENT_ID: "real",
    PAYPAL_CLIENT_SECRET: "real",
    RESEND_API_KEY: "re_real",
  }
  expect(() => parseEnv({ ...settings, ...live })).toThrow("must be empty when PAYPAL_MODE is live")
})
