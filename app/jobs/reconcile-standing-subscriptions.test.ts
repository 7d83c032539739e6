import { transact } from "db/client.server"
import { subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { jobs } from "db/schema/foundation"
import { afterAll, afterEach, expect, test } from "vitest"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { startPayPal } from "../../tests/support/paypal"
import { changeRows, openSchool, orFail, rowOf } from "../../tests/support/school"
import { reconcileStandingSubscriptions } from "./reconcile-standing-subscriptions.server"
import { reconcileSubscriptions } from "./reconcile-subscriptions.server"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

/** A school whose buyer agreed, so that only asking is left. */
async function agreedSchool() {
  const { actor } = openSchool({ active: false })
  const started = orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
  await paypal.press(started.approveUrl, "agree-and-close")
  return { actor, ...started }
}

const failing = (subscriptionId: string, status: number) =>
  paypal.fault({ kind: "status", status, path: `/v1/billing/subscriptions/${subscriptionId}`, times: 99 })

test("a subscription that alone isn't answered for holds up no other school", async () => {
  const first = await agreedSchool()
  const second = await agreedSchool()
  for (const { actor, attemptId } of [first, second]) await confirmSubscription(actor, { attemptId })
  await planSales.cancel(second.subscriptionId, "Canceled on PayPal's pages.")

  // Where PayPal is away as a whole, no one else is asked for.
  await failing(first.subscriptionId, 503)
  await reconcileStandingSubscriptions({})
  expect(findSubscription(second.actor)?.status).toBe("active")
  await paypal.noFaults()

  await failing(first.subscriptionId, 500)
  await reconcileStandingSubscriptions({})
  expect(findSubscription(first.actor)?.status).toBe("active")
  expect(findSubscription(second.actor)?.status).toBe("cancelled")
})

test("a try that alone isn't answered for holds up no other school's", async () => {
  const older = await agreedSchool()
  const newer = await agreedSchool()
  // The newest try is asked about first.
  changeRows(subscriptionAttempts, { id: older.attemptId }, { updatedAt: now() - 1000 })
  await failing(newer.subscriptionId, 403)
  await reconcileSubscriptions()
  expect(findSubscription(older.actor)?.status).toBe("active")
  expect(findSubscription(newer.actor)?.status).toBe("pending")
})

test("a portion that was given up in an earlier hour is tried again in the next", async () => {
  const after = openSchool().actor.school.id
  const schoolIds = Array.from({ length: 100 }, () => openSchool().actor.school.id)
  for (const schoolId of schoolIds)
    changeRows(subscriptions, { schoolId }, { providerSubscriptionId: `I-${schoolId}` })
  const uniqueKey = `reconcile-standing-subscriptions>${schoolIds.at(-1)}`
  transact(() => queueJob({ kind: "reconcile-standing-subscriptions", payload: {}, uniqueKey }))
  changeRows(jobs, { uniqueKey }, { state: "dead" })
  await reconcileStandingSubscriptions({ after })
  expect(rowOf(jobs, { uniqueKey })?.state).toBe("queued")
})
