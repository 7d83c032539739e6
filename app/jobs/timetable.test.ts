import { db, sqlite } from "db/client.server"
import { jobs } from "db/schema/platform"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/access/actor"
import { startSubscription } from "~/models/subscription/start-subscription.server"
import { cancelAttempt, findSubscription } from "~/models/subscription/subscription-attempt.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../tests/support/clock"
import { startPayPal } from "../../tests/support/paypal"
import { openSchool } from "../../tests/support/school"
import { reconcileSubscriptions } from "./reconcile-subscriptions.server"
import { runNextJob, runNextSlowJob } from "./run-job.server"
import { queueComingTurns, timetable } from "./timetable.server"

let paypal: Awaited<ReturnType<typeof startPayPal>>
beforeAll(async () => {
  paypal = await startPayPal()
})
beforeEach(() => void db().delete(jobs).run())
afterAll(() => paypal.close())

const minute = 60_000
const pendingSchool = () => openSchool({ active: false }).actor

async function runAllDue() {
  while (await runNextJob());
}

async function start(actor: Actor) {
  const started = await startSubscription(actor, { plan: "standard", interval: "yearly" })
  if (!started.ok) throw new Error(started.reason)
  return started
}

const turnsOf = (kind: string) => db().select().from(jobs).where(eq(jobs.kind, kind)).all()

test("each kind's coming turn is queued once, and each turn comes once", async () => {
  queueComingTurns()
  queueComingTurns()
  expect(turnsOf("reconcile-subscriptions")).toMatchObject([{ dueAt: testNow + 2 * minute, state: "queued" }])
  expect(await runNextJob()).toBe(false)
  fixClock(testNow + 2 * minute)
  await runAllDue()
  queueComingTurns()
  expect(turnsOf("reconcile-subscriptions").map(({ state }) => state)).toEqual(["done", "queued"])
})

test("every kind on the timetable can be carried out", async () => {
  queueComingTurns()
  fixClock(testNow + 24 * 60 * minute)
  await runAllDue()
  expect(await runNextSlowJob(AbortSignal.timeout(60_000))).toBe(true)
  for (const { kind } of timetable) expect(turnsOf(kind)[0]?.state).toBe("done")
})

test("done work is forgotten after a week", async () => {
  queueComingTurns()
  fixClock(testNow + 2 * minute)
  await runAllDue()
  fixClock(testNow + 8 * 24 * 60 * minute)
  await runAllDue()
  expect(turnsOf("reconcile-subscriptions")).toHaveLength(0)
})

test("a buyer who closed the tab is activated by the recurring job", async () => {
  const { actor } = openSchool({ active: false })
  const started = await startSubscription(actor, { plan: "standard", interval: "monthly" })
  expect(await paypal.press(started.ok ? started.approveUrl : "", "agree-and-close")).toBeNull()
  queueComingTurns()
  fixClock(testNow + 2 * minute)
  await runAllDue()
  expect(findSubscription(actor)?.status).toBe("active")
})

test("a try is watched for three days; a cancelled one for an hour, and paid it counts", async () => {
  const late = pendingSchool()
  const changedMind = pendingSchool()
  const tooLate = await start(late)
  fixClock(testNow + 3 * 86_400_000 + 1)
  const cancelled = await start(changedMind)
  cancelAttempt(changedMind, cancelled.attemptId, "cancelled")
  await paypal.press(tooLate.approveUrl, "agree")
  await paypal.press(cancelled.approveUrl, "agree")
  await reconcileSubscriptions()
  expect(findSubscription(late)?.status).toBe("pending")
  expect(findSubscription(changedMind)?.status).toBe("active")
})

test("a provider that does not answer is asked again at the next turn", async () => {
  sqlite().exec(
    "update subscription_attempts set state = 'cancelled', updated_at = 0 where state = 'approving'",
  )
  const actor = pendingSchool()
  const { approveUrl } = await start(actor)
  await start(pendingSchool())
  await paypal.press(approveUrl, "agree")
  await paypal.fault({ kind: "status", status: 503, path: "/v1/billing/subscriptions/I-" })
  await reconcileSubscriptions()
  expect(findSubscription(actor)?.status).toBe("pending")
  await reconcileSubscriptions()
  expect(findSubscription(actor)?.status).toBe("active")
})
