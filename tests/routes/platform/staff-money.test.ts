import {
  platformPayments,
  providerEvents,
  subscriptionCases,
  subscriptions,
} from "db/schema/accounts-subscriptions"
import { jobs } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { rereadPlatformPayments } from "~/models/accounts/platform-payment/platform-payment.server"
import {
  askForActivation,
  confirmSubscription,
} from "~/models/accounts/subscription/confirm-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { closeCase } from "~/models/accounts/subscription-case/subscription-case.server"
import { superActor } from "~/models/foundation/access/actor.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { receivedByMonth } from "~/models/platform/growth/growth.server"
import { agreementOf } from "~/models/platform/platform-payment/paid-subscriptions"
import { now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { inAct } from "../../support/in-act"
import { startPayPal } from "../../support/paypal"
import { recordStatements } from "../../support/query-plan"
import { addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// What platform staff see of schools' money: our state beside PayPal's, payments, and the messages as they came.

let paypal: Awaited<ReturnType<typeof startPayPal>>
let staff: Browser
beforeAll(async () => {
  paypal = await startPayPal()
  staff = await Browser.of(addStaff().userId)
})
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

async function paidSchool(name: string) {
  const { actor, userId } = openSchool({ name, active: false })
  const started = orFail(await startSubscription(actor, { plan: "standard", interval: "yearly" }))
  await paypal.press(started.approveUrl, "agree-and-close")
  await confirmSubscription(actor, { attemptId: started.attemptId })
  return { actor, userId, subscriptionId: findSubscription(actor)?.providerSubscriptionId ?? "" }
}

const page = "/super-admin/paid-subscriptions"

describe("refunds of what schools paid", () => {
  /** PayPal gives money back and tells us; the message is stored as it came. */
  async function giveBack(paymentId: string, refundId: string, amount: string) {
    await paypal.control(`/payments/${paymentId}`, { refund: amount })
    const raw = JSON.stringify({
      id: `WH-${refundId}-${amount}`,
      event_type: "PAYMENT.SALE.REFUNDED",
      resource: { id: refundId, sale_id: paymentId, amount: { total: amount, currency: "USD" } },
    })
    for (const id of [`WH-${refundId}`, `WH-${refundId}-again`])
      addRows(providerEvents, {
        id,
        kind: "PAYMENT.SALE.REFUNDED",
        resourceId: paymentId,
        raw,
        receivedAt: now(),
      })
  }

  test("take only their amount from the figures: gross, refunded, net", async () => {
    const { actor, subscriptionId } = await paidSchool("Refrain Music")
    const asked = await recordStatements(() => rereadPlatformPayments(actor, subscriptionId, Date.now()))
    // Nothing went back, so no message is read.
    expect(asked.filter(({ sql }) => sql.includes("provider_events"))).toEqual([])
    const paymentOf = () => rowsOf(platformPayments, { schoolId: actor.school.id })[0]
    const paymentId = paymentOf()?.id ?? ""
    const since = "2026-01"
    const receivedBefore = sumOf(receivedByMonth(superActor({ userId: "x", name: "Sam" }), since))
    await giveBack(paymentId, "R1", "10.00")
    await rereadPlatformPayments(actor, subscriptionId, Date.now())
    expect(paymentOf()).toMatchObject({
      status: "PARTIALLY_REFUNDED",
      amountMinor: 14_900,
      refundedMinor: 1000,
    })
    const seen = await staff.read("/super-admin/transactions?search=Refrain")
    expect(seen).toContain("Received: $149.00, refunded $10.00, net $139.00")
    expect(sumOf(receivedByMonth(superActor({ userId: "x", name: "Sam" }), since))).toBe(
      receivedBefore - 1000,
    )
    await giveBack(paymentId, "R2", "139.00")
    await rereadPlatformPayments(actor, subscriptionId, Date.now())
    expect(paymentOf()).toMatchObject({ status: "REFUNDED", refundedMinor: 14_900 })
    expect(sumOf(receivedByMonth(superActor({ userId: "x", name: "Sam" }), since))).toBe(
      receivedBefore - 14_900,
    )
  })
})

const sumOf = (months: Map<string, number>) => [...months.values()].reduce((sum, minor) => sum + minor, 0)

describe("paid subscriptions", () => {
  test("show our state beside PayPal's; asking takes over what PayPal says, and is in the school's log", async () => {
    const { actor, subscriptionId } = await paidSchool("Étude Academy")
    const before = await staff.read(`${page}?search=${encodeURIComponent("Étude")}`)
    expect(before).toContain("Étude Academy")
    expect(before).toMatch(/Standard, yearly Active .* ACTIVE I-\w+ checked .* Matches/)

    await paypal.control(`/subscriptions/${subscriptionId}`, { status: "SUSPENDED" })
    await expect(staff.submit(page, { intent: "check", schoolId: actor.school.id })).toLead(303, page)
    expect(await staff.read(page)).toContain("Updated to match PayPal.")
    expect(findSubscription(actor)).toMatchObject({ status: "suspended", providerStatus: "SUSPENDED" })
    const log = rowsOf(events, { schoolId: actor.school.id, verb: "check-with-provider" })
    expect(log.map(({ actorName }) => actorName)).toEqual(["Sam Ortiz (Tutti)"])
    const suspended = rowsOf(events, { schoolId: actor.school.id, verb: "suspend" })
    expect(suspended.map(({ actorName }) => actorName)).toEqual(["PayPal"])

    await paypal.fault({ kind: "reset", path: "/v1/billing/subscriptions" })
    await staff.submit(page, { intent: "check", schoolId: actor.school.id })
    expect(await staff.read(page)).toContain("We can’t reach PayPal right now.")
  })

  test("those that differ have a view of their own", async () => {
    const { actor } = await paidSchool("Staccato Studio")
    await paidSchool("Legato Studio")
    changeRows(subscriptions, { schoolId: actor.school.id }, { status: "expired" })
    const differing = await staff.read(`${page}?show=differing&search=studio`)
    expect(differing).toContain("Staccato Studio")
    expect(differing).toContain("Differs")
    expect(differing).not.toContain("Legato Studio")
    expect(await staff.read(`${page}?search=%25`)).toContain("No subscriptions match.")
  })

  test("a school that claims to have paid is a case until staff close it, or it is active", async () => {
    const { actor } = openSchool({ name: "Fermata House", active: false })
    await askForActivation(actor)
    expect(await staff.read(page)).toMatch(/Needs review.*Fermata House Claims to have paid/)
    const open = rowOf(subscriptionCases, { schoolId: actor.school.id })
    const note = "Paid by transfer; the receipt is in the chat."
    await staff.submit(page, { intent: "close", schoolId: actor.school.id, caseId: open?.id ?? "", note })
    expect(await staff.read("/super-admin/staff/log?verb=close-case")).toContain(note)
    const openOnes = () => rowsOf(subscriptionCases, { schoolId: actor.school.id, closedAt: null })
    expect(openOnes()).toEqual([])
    expect(await staff.read(page)).toMatch(/Closed cases.*Fermata House Claims to have paid .*Sam Ortiz/)
    const again = { schoolId: actor.school.id, caseId: open?.id ?? "" }
    expect(closeCase(superActor({ userId: "sam", name: "Sam" }), again)).toBe(false)

    await askForActivation(actor)
    const started = orFail(await startSubscription(actor, { plan: "standard", interval: "yearly" }))
    await paypal.press(started.approveUrl, "agree-and-close")
    await staff.submit(page, { intent: "check", schoolId: actor.school.id })
    expect(findSubscription(actor)?.status).toBe("active")
    expect(openOnes()).toEqual([])
  })

  test("a school that is none is not found, and an intent that is none does nothing", async () => {
    expect((await staff.submit(page, { intent: "check", schoolId: "none" })).status).toBe(404)
    const { actor, userId } = openSchool()
    expect((await staff.submit(page, { intent: "x", schoolId: actor.school.id })).status).toBe(303)
    const admin = await Browser.of(userId)
    await expect(admin.submit(page, { intent: "check", schoolId: actor.school.id })).toLead(302, "/dashboard")
  })

  test("the two words are held against each other", () => {
    const ours = { providerSubscriptionId: "I-1" } as const
    expect(agreementOf({ ...ours, status: "active", providerStatus: "ACTIVE" })).toBe("agree")
    expect(agreementOf({ ...ours, status: "active", providerStatus: "CANCELLED" })).toBe("differ")
    expect(agreementOf({ ...ours, status: "expired", providerStatus: "ACTIVE" })).toBe("differ")
    expect(agreementOf({ ...ours, status: "expired", providerStatus: "SUSPENDED" })).toBe("agree")
    expect(agreementOf({ ...ours, status: "active", providerStatus: null })).toBe("not-asked")
    expect(agreementOf({ ...ours, status: "active", providerStatus: "NOT_FOUND" })).toBe("not-at-provider")
    expect(agreementOf({ providerSubscriptionId: null, status: "active", providerStatus: null })).toBe(
      "not-at-provider",
    )
  })
})

describe("transactions", () => {
  const transactions = "/super-admin/transactions"

  test("are what the provider lists, paged and searched", async () => {
    const { actor, subscriptionId } = await paidSchool("Allegro School")
    await staff.submit(page, { intent: "check", schoolId: actor.school.id })
    const found = await staff.read(`${transactions}?search=${subscriptionId}`)
    expect(found).toMatch(/Received: \$149\.00.*Allegro School .* Completed .* \$149\.00/)
    const at = now()
    addRows(
      platformPayments,
      Array.from({ length: 60 }, (_, index) => ({
        id: `T-${String(index).padStart(3, "0")}`,
        schoolId: actor.school.id,
        providerSubscriptionId: "I-MANY",
        amountMinor: 100,
        currency: "USD",
        status: index === 0 ? "DECLINED" : "COMPLETED",
        paidAt: at - index,
        updatedAt: at,
      })),
    )
    const first = await staff.read(`${transactions}?search=i-many`)
    expect(first).toContain("1–50 of 60")
    expect(first).toContain("Received: $59.00")
    expect(first).toContain("Declined")
    const second = await staff.read(`${transactions}?search=i-many&page=2`)
    expect(second).toContain("51–60 of 60")
    for (const bad of ["page=-1", "page=x", "page=99999999", "show=nonsense", `search=${"x".repeat(300)}`])
      expect((await staff.visit(`${transactions}?${bad}`)).status, bad).toBe(200)
  })

  test("messages are shown as they came, with what became of them; markup in them is text", async () => {
    addRows(providerEvents, [
      {
        id: "WH-DONE",
        kind: "PAYMENT.SALE.COMPLETED",
        resourceId: "I-1",
        raw: '{"note":"<script>alert(1)</script>"}',
        receivedAt: now(),
        processedAt: now(),
        outcome: "dispute.family",
      },
      {
        id: "WH-WAITS",
        kind: "BILLING.SUBSCRIPTION.CANCELLED",
        resourceId: "I-2",
        raw: "{}",
        receivedAt: now(),
      },
    ])
    const html = await staff.html(`${transactions}?show=messages`)
    expect(html).toContain("WH-DONE")
    expect(html).toContain("Dispute of a family’s payment")
    expect(html).toContain("waiting")
    inAct(queueJob)({
      kind: "apply-provider-event",
      payload: { eventId: "WH-WAITS" },
      uniqueKey: "apply-provider-event:WH-WAITS",
    })
    changeRows(jobs, { uniqueKey: "apply-provider-event:WH-WAITS" }, { state: "dead" })
    const failed = await staff.read(`${transactions}?show=messages&search=WH-WAITS`)
    expect(failed).toContain("failed, see Database, Jobs")
    expect(html).not.toContain("<script>alert(1)")
    const found = await staff.read(`${transactions}?show=messages&search=cancelled`)
    expect(found).toContain("WH-WAITS")
    expect(found).not.toContain("WH-DONE")
  })
})
