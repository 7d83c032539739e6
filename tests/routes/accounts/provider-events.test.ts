import { schools } from "db/schema/accounts-schools"
import {
  orphanedSubscriptions,
  platformPayments,
  providerEvents,
  subscriptionAttempts,
  subscriptions,
} from "db/schema/accounts-subscriptions"
import { jobs } from "db/schema/foundation"
import { emails } from "db/schema/foundation-mail"
import { and, eq, like } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import { cancelRegistration } from "~/models/accounts/school/cancel-registration.server"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import {
  findAttempt,
  findSubscription,
  findSubscriptionStatus,
} from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { queueJob } from "~/models/foundation/job/job.server"
import { showSubscription } from "~/providers/paypal/subscriptions.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { inAct } from "../../support/in-act"
import { startPayPal } from "../../support/paypal"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../support/school"
import { openBridge } from "../../support/webhook-bridge"

// The rows of the failure table that are about subscriptions, from PayPal's message to the school.

let paypal: Awaited<ReturnType<typeof startPayPal>>
let bridge: Awaited<ReturnType<typeof openBridge>>
/** How far the stand-in's clock was moved ahead of the machine's. */
let ahead = 0

beforeAll(async () => {
  paypal = await startPayPal()
  bridge = await openBridge()
  await paypal.tell(bridge.url)
})
beforeEach(async () => {
  fixClock(Date.now() + ahead)
  await drain()
  bridge.answers.length = 0
})
afterEach(async () => {
  bridge.setDown(false)
  await paypal.noFaults()
  await paypal.control("/webhooks/faults", undefined, "DELETE")
})
afterAll(async () => {
  await bridge.close()
  await paypal.close()
})

const day = 86_400_000

async function drain() {
  await paypal.deliver()
  await work()
}
async function work() {
  for (let turns = 0; turns < 200; turns += 1) if (!(await runNextJob())) return
}

/** Time passes on both sides. */
async function pass(days: number) {
  await paypal.control("/clock", { advance: days * day })
  ahead += days * day
  fixClock(Date.now() + ahead)
}

async function reconcileAll() {
  inAct(queueJob)({ kind: "reconcile-standing-subscriptions" })
  await work()
}

async function startSchool() {
  const { actor, userId } = openSchool({ active: false })
  const started = orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
  const attempt = () => findAttempt(actor, { attemptId: started.attemptId })
  const subscriptionId = attempt()?.providerSubscriptionId ?? ""
  return { actor, userId, schoolId: actor.school.id, ...started, attempt, subscriptionId }
}

async function paidSchool() {
  const school = await startSchool()
  await paypal.press(school.approveUrl, "agree-and-close")
  await drain()
  expect(findSubscriptionStatus(school.actor)).toBe("active")
  return school
}

const mailsOf = (actor: Actor, template: string) => rowsOf(emails, { schoolId: actor.school.id, template })
const paymentsOf = (schoolId: string) => rowsOf(platformPayments, { schoolId })
const eventsAbout = (subscriptionId: string) => rowsOf(providerEvents, { resourceId: subscriptionId })

describe("a message that something was paid", () => {
  test("activates the school whose buyer closed the tab; the next login begins with the welcome", async () => {
    const school = await startSchool()
    await paypal.press(school.approveUrl, "agree-and-close")
    expect(findSubscriptionStatus(school.actor)).toBe("pending")
    await drain()
    expect(findSubscription(school.actor)).toMatchObject({
      status: "active",
      plan: "standard",
      interval: "monthly",
    })
    const home = await (await Browser.of(school.userId)).visit("/dashboard")
    expect(await textOf(home)).toContain("Set up your school")
    expect(mailsOf(school.actor, "subscription-active")).toHaveLength(1)
    expect(paymentsOf(school.schoolId)).toMatchObject([
      { amountMinor: 2900, currency: "USD", status: "COMPLETED" },
    ])
    expect(
      eventsAbout(school.subscriptionId)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(["BILLING.SUBSCRIPTION.ACTIVATED", "BILLING.SUBSCRIPTION.CREATED", "PAYMENT.SALE.COMPLETED"])
    expect(eventsAbout(school.subscriptionId).every(({ processedAt }) => processedAt !== null)).toBe(true)
  })

  test("late: the return visit has activated already, and there is one mail", async () => {
    await paypal.deliveryFault({ kind: "late", times: 3, ms: 3_600_000 })
    const school = await startSchool()
    await paypal.press(school.approveUrl, "agree")
    await drain()
    expect(eventsAbout(school.subscriptionId)).toEqual([])
    await confirmSubscription(school.actor, { attemptId: school.attemptId })
    expect(findSubscriptionStatus(school.actor)).toBe("active")
    await pass(0.1)
    await drain()
    expect(eventsAbout(school.subscriptionId).length).toBeGreaterThan(1)
    expect(mailsOf(school.actor, "subscription-active")).toHaveLength(1)
    expect(paymentsOf(school.schoolId)).toHaveLength(1)
  })

  test("duplicate: answered 200, kept once, no second payment and no second mail", async () => {
    await paypal.deliveryFault({ kind: "duplicate", times: 20 })
    const school = await startSchool()
    await paypal.press(school.approveUrl, "agree-and-close")
    await drain()
    expect(bridge.answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(bridge.answers.filter(({ body }) => JSON.parse(body).isNew)).toHaveLength(3)
    expect(eventsAbout(school.subscriptionId)).toHaveLength(3)
    expect(paymentsOf(school.schoolId)).toHaveLength(1)
    expect(mailsOf(school.actor, "subscription-active")).toHaveLength(1)
  })

  test("out of order: a cancellation told before the payment leads to the same end", async () => {
    const school = await startSchool()
    await paypal.press(school.approveUrl, "agree-and-close")
    await paypal.control(`/subscriptions/${school.subscriptionId}`, { nextPaymentFails: 1 })
    const orderly = await paidSchool()
    await paypal.control(`/subscriptions/${orderly.subscriptionId}`, { status: "SUSPENDED" })
    await paypal.control(`/subscriptions/${orderly.subscriptionId}`, { status: "ACTIVE" })
    await paypal.deliveryFault({ kind: "out-of-order", times: 20 })
    await drain()
    expect(findSubscription(orderly.actor)).toMatchObject({ status: "active", providerStatus: "ACTIVE" })
  })

  test("forged, with an old certificate, or with one from elsewhere: refused, and nothing is kept", async () => {
    for (const kind of ["forged", "old-certificate", "foreign-certificate"]) {
      const before = rowCount("provider_events")
      const school = await startSchool()
      await paypal.press(school.approveUrl, "agree-and-close")
      await paypal.deliveryFault({ kind, times: 10 })
      await drain()
      expect(
        bridge.answers.every(({ status }) => status === 401),
        kind,
      ).toBe(true)
      expect(bridge.answers.length).toBeGreaterThan(0)
      expect(rowCount("provider_events"), kind).toBe(before)
      expect(findSubscriptionStatus(school.actor), kind).toBe("pending")
      bridge.answers.length = 0
      await paypal.control("/webhooks/faults", undefined, "DELETE")
    }
  })

  test("while the app is down they come again", async () => {
    const school = await startSchool()
    await paypal.press(school.approveUrl, "agree-and-close")
    bridge.setDown(true)
    await drain()
    expect(eventsAbout(school.subscriptionId)).toEqual([])
    bridge.setDown(false)
    await pass(0.1)
    await drain()
    expect(findSubscriptionStatus(school.actor)).toBe("active")
  })

  test("while PayPal cannot be asked the message waits, and the job comes again", async () => {
    const school = await startSchool()
    await paypal.press(school.approveUrl, "agree-and-close")
    await paypal.deliver()
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions", times: 500 })
    await work()
    expect(findSubscriptionStatus(school.actor)).toBe("pending")
    await paypal.noFaults()
    await pass(0.1)
    await work()
    expect(findSubscriptionStatus(school.actor)).toBe("active")
    expect(eventsAbout(school.subscriptionId).every(({ processedAt }) => processedAt !== null)).toBe(true)
  })

  test("of another amount than was chosen: not activated, and a case for staff", async () => {
    const school = await startSchool()
    await paypal.press(school.approveUrl, "agree-and-close")
    await paypal.fault({ kind: "wrong-amount", times: 50 })
    await drain()
    expect(findSubscriptionStatus(school.actor)).toBe("pending")
    expect(school.attempt()?.state).toBe("mismatch")
  })

  test("for a try whose creation was never answered is found by our own id", async () => {
    const { actor } = openSchool({ active: false })
    await paypal.fault({
      kind: "reset",
      path: "/v1/billing/subscriptions",
      method: "POST",
      afterwards: true,
    })
    const started = await startSubscription(actor, { plan: "standard", interval: "monthly" })
    expect(started.ok).toBe(false)
    const tries = () => rowsOf(subscriptionAttempts, { schoolId: actor.school.id })
    expect(tries()).toMatchObject([{ state: "created", providerSubscriptionId: null }])
    await drain()
    expect(tries()).toMatchObject([
      { state: "approving", providerSubscriptionId: expect.stringMatching(/^I-/) },
    ])
  })

  test("after the registration was canceled: ended at PayPal, seen by staff, the account is not created again", async () => {
    const school = await startSchool()
    expect(await cancelRegistration(school.actor)).toEqual({ ok: true })
    const schoolCount = rowCount("schools")
    await paypal.press(school.approveUrl, "agree-and-close")
    await drain()
    expect(rowOf(orphanedSubscriptions, { providerSubscriptionId: school.subscriptionId })).toMatchObject({
      state: "paid",
    })
    expect(eventsAbout(school.subscriptionId).map(({ outcome }) => outcome)).toContain("orphan.paid")
    const payments = await paypal.ledger()
    expect(
      payments.filter((row: { sourceId: string }) => row.sourceId === school.subscriptionId),
    ).toHaveLength(1)
    expect(rowCount("schools")).toBe(schoolCount)
    expect(rowOf(schools, { id: school.schoolId })).toBeUndefined()
    // Cancelled: a year later nothing more was taken.
    await pass(40)
    const later = await paypal.ledger()
    expect(later.filter((row: { sourceId: string }) => row.sourceId === school.subscriptionId)).toHaveLength(
      1,
    )
  })
})

describe("a running subscription", () => {
  test("is renewed: paid until a month later, one more payment", async () => {
    const school = await paidSchool()
    const before = findSubscription(school.actor)?.paidUntil ?? 0
    await pass(32)
    await drain()
    const after = findSubscription(school.actor)
    expect(after?.status).toBe("active")
    expect((after?.paidUntil ?? 0) - before).toBeGreaterThan(27 * day)
    expect(paymentsOf(school.schoolId)).toHaveLength(2)
  })

  test("that cannot be renewed is expired; the dialog says so; a new subscription opens it again", async () => {
    const school = await paidSchool()
    await paypal.control(`/subscriptions/${school.subscriptionId}`, { nextPaymentFails: 1 })
    await pass(32)
    await drain()
    // Open for the grace period, and told so; then closed.
    expect(findSubscriptionStatus(school.actor)).toBe("active")
    expect(mailsOf(school.actor, "renewal-failed")).toHaveLength(1)
    expect(mailsOf(school.actor, "subscription-expired")).toHaveLength(0)
    await pass(14)
    await drain()
    await reconcileSubscription(school.actor)
    expect(findSubscription(school.actor)?.status).toBe("expired")
    expect(mailsOf(school.actor, "subscription-expired")).toHaveLength(1)
    const page = await (await Browser.of(school.userId)).read("/about")
    expect(page).toContain(
      "Your subscription has expired. Please renew your subscription to continue using all features.",
    )
    expect(rowCount("schools")).toBeGreaterThan(0)
    const again = orFail(await startSubscription(school.actor, { plan: "standard", interval: "monthly" }))
    await paypal.press(again.approveUrl, "agree-and-close")
    await drain()
    expect(findSubscription(school.actor)?.status).toBe("active")
    expect(findSubscription(school.actor)?.providerSubscriptionId).not.toBe(school.subscriptionId)
    // PayPal would try the failed payment of the old one again for weeks: it was ended there.
    const takenByOld = async () =>
      (await paypal.ledger()).filter((row: { sourceId: string }) => row.sourceId === school.subscriptionId)
        .length
    const before = await takenByOld()
    await pass(80)
    await drain()
    expect(await takenByOld()).toBe(before)
    expect((await showSubscription(school.subscriptionId)).status).toBe("CANCELLED")
    expect(findSubscription(school.actor)?.status).toBe("active")
  })

  test("that was replaced is ended as soon as PayPal can be asked again", async () => {
    const school = await paidSchool()
    changeRows(subscriptions, { schoolId: school.schoolId }, { status: "expired" })
    const again = orFail(await startSubscription(school.actor, { plan: "professional", interval: "monthly" }))
    await paypal.press(again.approveUrl, "agree-and-close")
    await confirmSubscription(school.actor, { attemptId: again.attemptId })
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions", times: 500 })
    await work()
    await paypal.noFaults()
    expect((await showSubscription(school.subscriptionId)).status).toBe("ACTIVE")
    await pass(0.1)
    await work()
    expect((await showSubscription(school.subscriptionId)).status).toBe("CANCELLED")
    expect(findSubscription(school.actor)).toMatchObject({ status: "active", plan: "professional" })
  })

  test("suspended or canceled stays open to the end of what is paid for, then expires by time alone", async () => {
    const school = await paidSchool()
    const paidUntil = findSubscription(school.actor)?.paidUntil
    await paypal.control(`/subscriptions/${school.subscriptionId}`, { status: "SUSPENDED" })
    await drain()
    expect(findSubscription(school.actor)).toMatchObject({ status: "suspended", paidUntil })
    expect(findSubscriptionStatus(school.actor)).toBe("active")
    await paypal.control(`/subscriptions/${school.subscriptionId}`, { status: "CANCELLED" })
    await drain()
    expect(findSubscription(school.actor)).toMatchObject({ status: "cancelled", paidUntil })
    await pass(40)
    expect(findSubscriptionStatus(school.actor)).toBe("expired")
    await reconcileAll()
    expect(findSubscription(school.actor)).toMatchObject({ status: "expired", paidUntil })
    expect(mailsOf(school.actor, "subscription-expired")).toHaveLength(1)
  })

  test("is put right every hour though no message ever came", async () => {
    const school = await paidSchool()
    const before = findSubscription(school.actor)?.paidUntil ?? 0
    bridge.setDown(true)
    await pass(32)
    await paypal.deliver()
    await reconcileAll()
    expect(findSubscription(school.actor)?.paidUntil).toBeGreaterThan(before)
    expect(paymentsOf(school.schoolId)).toHaveLength(2)
    // A second look changes nothing.
    const updatedAt = findSubscription(school.actor)?.updatedAt
    await reconcileAll()
    expect(findSubscription(school.actor)?.updatedAt).toBe(updatedAt)
    expect(paymentsOf(school.schoolId)).toHaveLength(2)
  })

  test("that PayPal does not know any more is left alone and filed for staff", async () => {
    const { actor } = openSchool()
    changeRows(subscriptions, { schoolId: actor.school.id }, { providerSubscriptionId: "I-VANISHED" })
    await reconcileAll()
    expect(findSubscription(actor)).toMatchObject({ status: "active", providerStatus: "NOT_FOUND" })
  })
})

test("each message leads to one job, which leaves no key behind", () => {
  expect(rowsOf(jobs, and(like(jobs.uniqueKey, "apply-provider-event:%"), eq(jobs.state, "done")))).toEqual(
    [],
  )
})
