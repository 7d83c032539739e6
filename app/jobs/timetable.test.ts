import { sqlite } from "db/client.server"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { cancelAttempt, findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { JobKind } from "~/models/foundation/job/job"
import { leaseJob, queueJob, recordJobFailure } from "~/models/foundation/job/job.server"
import { leaseMail, queueMail } from "~/models/foundation/outbox/outbox.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../tests/support/clock"
import { inAct } from "../../tests/support/in-act"
import { startPayPal } from "../../tests/support/paypal"
import { openSchool, orFail, removeRows, rowOf, rowsOf } from "../../tests/support/school"
import { reconcileSubscriptions } from "./reconcile-subscriptions.server"
import { runNextJob, runNextSlowJob } from "./run-job.server"
import { keepTimetable, queueComingTurns, timetable } from "./timetable.server"

const paypal = await startPayPal()
beforeEach(() => void removeRows(jobs))
afterAll(() => paypal.close())

const minute = 60_000
const pendingSchool = () => openSchool({ active: false }).actor

async function runAllDue() {
  while (await runNextJob());
}

async function start(actor: Actor) {
  return orFail(await startSubscription(actor, { plan: "standard", interval: "yearly" }))
}

const turnsOf = (kind: JobKind) => rowsOf(jobs, { kind })

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

test("a try is watched for three days; a canceled one for an hour, and paid it counts", async () => {
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

describe("a clock that jumps", () => {
  const day = 24 * 60 * minute
  let running = performance.now() + day
  beforeEach(() => {
    vi.spyOn(performance, "now").mockImplementation(() => running)
    removeRows(emails)
  })
  afterEach(() => void vi.restoreAllMocks())

  /** So long after the last look, with the wall clock at this instant. */
  const look = (afterMs: number, wall: number) => {
    running += afterMs
    fixClock(wall)
    keepTimetable()
  }
  const dueOf = (kind: JobKind) => rowsOf(jobs, { kind }, { by: "dueAt" }).map(({ dueAt }) => dueAt)

  test("is looked at by one that cannot be set", () => {
    look(minute, testNow)
    removeRows(jobs)
    look(19_000, testNow + 2 * day)
    expect(turnsOf("back-up")).toHaveLength(0)
    look(1_000, testNow - 2 * day)
    expect(turnsOf("back-up")).toHaveLength(1)
  })

  test("ahead and back: the coming turns are queued, and those of the wrong days are gone", () => {
    look(minute, testNow)
    look(20_000, testNow + 2 * day)
    expect(dueOf("reconcile-subscriptions")).toEqual([testNow + 2 * minute, testNow + 2 * day + 2 * minute])
    look(20_000, testNow + 40_000)
    for (const { kind, everyMs } of timetable) {
      const due = dueOf(kind)
      expect([kind, due.length, (due[0] ?? 0) <= testNow + 40_000 + everyMs]).toEqual([kind, 1, true])
    }
  })

  test("back and right again: what was missed is due", () => {
    look(minute, testNow - 2 * day)
    look(20_000, testNow)
    expect(dueOf("reconcile-subscriptions")).toEqual([testNow - 2 * day + 2 * minute, testNow + 2 * minute])
    expect(leaseJob()).toBeDefined()
  })

  test("takes nothing else along: work and mail queued or failed while it was ahead come at once", () => {
    look(minute, testNow)
    fixClock(testNow + 2 * day)
    removeRows(jobs)
    inAct(queueJob)({ kind: "make-sessions" })
    inAct(queueJob)({ kind: "password-reset", payload: { email: "fay@fontaine.example" } })
    inAct(queueMail)({
      schoolId: null,
      recipient: "fay@fontaine.example",
      template: "account-exists",
      data: { name: "Fay" },
    })
    const failed = leaseJob()
    if (failed) recordJobFailure(failed, "no")
    fixClock(testNow)
    expect([leaseJob(), leaseMail()]).toEqual([undefined, undefined])
    look(20_000, testNow)
    expect([leaseJob()?.kind, leaseJob()?.kind].sort()).toEqual(["make-sessions", "password-reset"])
    expect(leaseMail()).toBeDefined()
  })

  test("ends the lease of a worker that died in the meantime", () => {
    fixClock(testNow + 2 * day)
    inAct(queueJob)({ kind: "make-sessions" })
    inAct(queueMail)({
      schoolId: null,
      recipient: "fay@fontaine.example",
      template: "account-exists",
      data: { name: "Fay" },
    })
    expect([leaseJob()?.kind, leaseMail()?.recipient]).toEqual(["make-sessions", "fay@fontaine.example"])
    look(minute, testNow)
    fixClock(testNow + 31 * minute)
    expect([leaseJob("quick")?.kind === undefined, leaseMail()?.recipient]).toEqual([
      false,
      "fay@fontaine.example",
    ])
    expect(rowOf(jobs, { kind: "make-sessions" })?.leaseUntil).not.toBeNull()
  })

  test("leaves a try that waits its turn alone", () => {
    look(minute, testNow)
    removeRows(jobs)
    inAct(queueJob)({ kind: "reconcile-subscriptions", uniqueKey: `reconcile-subscriptions@${testNow}` })
    const failed = leaseJob()
    if (failed) recordJobFailure({ ...failed, attempts: 5 }, "PayPal does not answer")
    look(20_000, testNow + 20_000)
    expect(dueOf("reconcile-subscriptions").at(-1)).toBe(testNow + 360 * minute)
  })
})
