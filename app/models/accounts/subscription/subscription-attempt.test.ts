import { subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { startPayPal } from "../../../../tests/support/paypal"
import { openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { confirmSubscription } from "./confirm-subscription.server"
import { startSubscription } from "./start-subscription.server"
import { cancelAttempt, findAttempt, findSubscription } from "./subscription-attempt.server"
import { startUpgrade } from "./upgrade.server"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

const pendingSchool = (kind: "school" | "solo" = "school") => openSchool({ kind, active: false }).actor
const standardYearly = { plan: "standard", interval: "yearly" } as const

async function start(actor: Actor, plan: Parameters<typeof startSubscription>[1] = standardYearly) {
  return orFail(await startSubscription(actor, plan))
}

const activationMails = (actor: Actor) =>
  rowsOf(emails, { schoolId: actor.school.id, template: "subscription-active" })

const eventsOf = (actor: Actor, verb: string) => rowsOf(events, { schoolId: actor.school.id, verb })

const attemptsOf = (actor: Actor) => rowsOf(subscriptionAttempts, { schoolId: actor.school.id })

describe("a school subscribes", () => {
  test("it is active because the provider says so, once, with one mail", async () => {
    const actor = pendingSchool()
    const { approveUrl, attemptId } = await start(actor)
    expect(await confirmSubscription(actor, { attemptId })).toEqual({ state: "waiting", attemptId })
    expect(findSubscription(actor)?.status).toBe("pending")

    await paypal.press(approveUrl, "agree")
    const subscriptionId = findAttempt(actor, { attemptId })?.providerSubscriptionId ?? ""
    const both = await Promise.all([
      confirmSubscription(actor, { providerSubscriptionId: subscriptionId }),
      confirmSubscription(actor, { attemptId }),
      confirmSubscription(actor, { attemptId }),
    ])
    expect(both).toEqual(Array(3).fill({ state: "active", subscriptionId }))
    expect(findSubscription(actor)).toMatchObject({
      status: "active",
      plan: "standard",
      interval: "yearly",
      providerSubscriptionId: subscriptionId,
      activatedAt: now(),
    })
    expect(findSubscription(actor)?.paidUntil).toBeGreaterThan(Date.now() + 360 * 86_400_000)
    expect(activationMails(actor)).toHaveLength(1)
    expect(JSON.parse(activationMails(actor)[0]?.data ?? "")).toMatchObject({
      schoolName: actor.school.name,
      plan: "Standard",
      interval: "yearly",
    })
    expect(eventsOf(actor, "activate")).toHaveLength(1)
    expect(findAttempt(actor, { attemptId })?.state).toBe("activated")

    await paypal.fault({ kind: "wrong-amount" })
    expect(await confirmSubscription(actor, { attemptId })).toMatchObject({ state: "active" })
    expect(await startSubscription(actor, standardYearly)).toBeRefused("already-active")
  })

  test("a plan for someone else's kind of school is refused", async () => {
    expect(await startSubscription(pendingSchool("solo"), standardYearly)).toBeRefused("plan-not-offered")
    const solo = { plan: "soloTeacher", interval: "monthly" } as const
    expect(await startSubscription(pendingSchool(), solo)).toMatchObject({ reason: "plan-not-offered" })
    expect((await startSubscription(pendingSchool("solo"), solo)).ok).toBe(true)
  })

  test("asking twice, also at once, goes on with one try; another plan or an hour later is a new one", async () => {
    const actor = pendingSchool()
    const [first, second] = await Promise.all([start(actor), start(actor)])
    expect(second).toEqual(first)
    expect(attemptsOf(actor)).toHaveLength(1)
    await start(actor, { plan: "standard", interval: "monthly" })
    expect(attemptsOf(actor)).toHaveLength(2)
    fixClock(testNow + 3_600_001)
    expect((await start(actor)).attemptId).not.toBe(first?.attemptId)
  })

  test("a try approved in another tab is confirmed instead of paid again", async () => {
    const actor = pendingSchool()
    const { approveUrl, attemptId } = await start(actor)
    await paypal.press(approveUrl, "agree")
    expect(await startSubscription(actor, standardYearly)).toEqual({
      ok: false,
      reason: "already-approved",
      attemptId,
    })
  })

  test("the provider fails: trying again repeats the same request, and there is one subscription", async () => {
    const actor = pendingSchool()
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions", afterwards: true })
    expect(await startSubscription(actor, standardYearly)).toMatchObject({ reason: "provider-unavailable" })
    const [attempt] = attemptsOf(actor)
    expect(attempt?.state).toBe("created")
    const started = await start(actor)
    expect(started.attemptId).toBe(attempt?.id)
    expect(attemptsOf(actor)).toHaveLength(1)
  })
})

describe("what does not match is not activated", () => {
  test.each([
    ["wrong-amount", "amount"],
    ["wrong-plan", "plan"],
    ["wrong-currency", "currency"],
    ["wrong-custom-id", "custom id"],
  ])("%s", async (kind, difference) => {
    const actor = pendingSchool()
    const { approveUrl, attemptId } = await start(actor)
    await paypal.press(approveUrl, "agree")
    await paypal.fault({ kind, path: "/v1/billing/subscriptions" })
    expect(await confirmSubscription(actor, { attemptId })).toEqual({ state: "mismatch" })
    expect(findSubscription(actor)?.status).toBe("pending")
    expect(findAttempt(actor, { attemptId })?.state).toBe("mismatch")
    expect(eventsOf(actor, "mismatch")[0]?.after).toContain(difference)
    expect(activationMails(actor)).toHaveLength(0)
  })

  test("someone else's or an unknown subscription is unknown, and that is recorded", async () => {
    const actor = pendingSchool()
    const other = pendingSchool()
    const { approveUrl, attemptId } = await start(other)
    await paypal.press(approveUrl, "agree")
    const theirs = findAttempt(other, { attemptId })?.providerSubscriptionId ?? ""
    expect(await confirmSubscription(actor, { providerSubscriptionId: theirs })).toEqual({ state: "unknown" })
    expect(await confirmSubscription(actor, { attemptId })).toEqual({ state: "unknown" })
    expect(eventsOf(actor, "refuse")).toHaveLength(2)
    expect(findSubscription(actor)?.status).toBe("pending")
    expect(findSubscription(other)?.status).toBe("pending")
  })

  test("a second subscription of an active school is canceled at the provider", async () => {
    const actor = pendingSchool()
    const monthly = await start(actor, { plan: "standard", interval: "monthly" })
    const yearly = await start(actor)
    await paypal.press(monthly.approveUrl, "agree")
    await paypal.press(yearly.approveUrl, "agree")
    expect(await confirmSubscription(actor, yearly)).toMatchObject({ state: "active" })
    expect(await confirmSubscription(actor, monthly)).toEqual({ state: "superfluous" })
    expect(findSubscription(actor)?.interval).toBe("yearly")
    expect(await confirmSubscription(actor, monthly)).toEqual({ state: "superfluous" })
    expect(findAttempt(actor, monthly)?.state).toBe("mismatch")
  })

  test("two upgrades at once: one is active, the other stays on record as paid twice", async () => {
    const actor = pendingSchool()
    const first = await start(actor)
    await paypal.press(first.approveUrl, "agree")
    await confirmSubscription(actor, first)
    const upgrades: { approveUrl: string; attemptId: string }[] = []
    for (const interval of ["monthly", "yearly"] as const) {
      const subscription = findSubscription(actor)
      if (!subscription) throw new Error("no subscription")
      const started = await startUpgrade(actor, subscription, { plan: "professional", interval })
      const attempt = attemptsOf(actor).find(
        (row) => row.plan === "professional" && row.interval === interval,
      )
      if (!started.ok || !started.approveUrl || !attempt) throw new Error("not started")
      upgrades.push({ approveUrl: started.approveUrl, attemptId: attempt.id })
    }
    for (const { approveUrl } of upgrades) await paypal.press(approveUrl, "agree")
    const answers = await Promise.all(
      [...upgrades, ...upgrades].map(({ attemptId }) => confirmSubscription(actor, { attemptId })),
    )
    const states = answers.map(({ state }) => state)
    expect(states.slice(0, 2).sort()).toEqual(["active", "superfluous"])
    expect(states.slice(2)).toEqual(states.slice(0, 2))
    const again = await Promise.all(
      upgrades.map(({ attemptId }) => confirmSubscription(actor, { attemptId })),
    )
    expect(again.map(({ state }) => state)).toEqual(states.slice(0, 2))
    const recorded = upgrades.map(({ attemptId }) => findAttempt(actor, { attemptId })?.state)
    expect(recorded.sort()).toEqual(["activated", "mismatch"])
    expect(eventsOf(actor, "mismatch")).toHaveLength(1)
    expect(eventsOf(actor, "cancelled")).toHaveLength(0)
  })
})

test("a try that was turned back from is closed once, by its own school only", async () => {
  const actor = pendingSchool()
  const { attemptId } = await start(actor)
  cancelAttempt(pendingSchool(), attemptId, "declined")
  expect(findAttempt(actor, { attemptId })?.state).toBe("approving")
  cancelAttempt(actor, attemptId, "declined")
  cancelAttempt(actor, attemptId, "cancelled")
  expect(findAttempt(actor, { attemptId })?.state).toBe("declined")
  expect(rowOf(subscriptions, { schoolId: actor.school.id })?.status).toBe("pending")
})
