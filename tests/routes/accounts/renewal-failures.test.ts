import { users } from "db/schema/accounts"
import { cancellations, renewalFailures } from "db/schema/accounts-subscription-money"
import { platformPayments, subscriptionAttempts, subscriptionCases } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { afterAll, describe, expect, test, vi } from "vitest"
import { followFailedRenewals } from "~/jobs/follow-failed-renewals.server"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import {
  closeDueSchools,
  scheduleDeletion,
  undoDeletion,
} from "~/models/accounts/school/delete-school.server"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { endRenewal } from "~/models/accounts/subscription/end-renewal.server"
import { startPlanChange } from "~/models/accounts/subscription/plan-change.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { payDue } from "~/models/accounts/subscription/renewal-failure.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import {
  findSubscription,
  findSubscriptionStatus,
} from "~/models/accounts/subscription/subscription-attempt.server"
import { closeCase } from "~/models/accounts/subscription-case/subscription-case.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { addUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor, superActor } from "~/models/foundation/access/actor.server"
import { sumAtRisk } from "~/models/platform/at-risk/at-risk.server"
import { extendSchool } from "~/models/platform/school/school-access.server"
import {
  activateSubscription,
  captureOutstanding,
  showSubscription,
} from "~/providers/paypal/subscriptions.server"
import { planSales } from "~/providers/platform-provider.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { Browser } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { addMember, addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// A renewal fails, and the school fixes it or doesn't; a school leaves, and comes back or doesn't.

const at = "/settings/subscription"
const day = 86_400_000
const paypal = await startPayPal()
/** How far PayPal's clock was moved ahead of the machine's. */
let ahead = 0
afterAll(async () => {
  fixClock(undefined)
  await paypal.close()
})

async function pass(days: number) {
  await paypal.control("/clock", { advance: days * day })
  ahead += days * day
  fixClock(Date.now() + ahead)
}

/** What one waits for until another opens it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

const staff = superActor({ userId: "x", name: "Sam Ortiz" })

async function payingSchool(name = "Harmony School of Music") {
  fixClock(Date.now() + ahead)
  const { actor, userId } = openSchool({ name, active: false })
  const started = orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
  await paypal.press(started.approveUrl, "agree-and-close")
  await confirmSubscription(actor, { attemptId: started.attemptId })
  await reconcileSubscription(actor)
  const subscriptionId = findSubscription(actor)?.providerSubscriptionId ?? ""
  return { actor, userId, subscriptionId }
}

async function failRenewal(actor: Actor, subscriptionId: string, times = 1) {
  await paypal.control(`/subscriptions/${subscriptionId}`, { nextPaymentFails: times })
  await pass(32)
  await reconcileSubscription(actor)
}

const mailsOf = (actor: Actor) =>
  rowsOf(emails, { schoolId: actor.school.id }, { by: ["createdAt", "id"] }).map(({ template }) => template)

const failureOf = (actor: Actor) => rowOf(renewalFailures, { schoolId: actor.school.id })

describe("a renewal that fails", () => {
  test("is told at once, on every page of the office and to staff; paying what is due recovers it", async () => {
    const { actor, userId, subscriptionId } = await payingSchool("Drum School")
    const before = sumAtRisk(staff)
    await failRenewal(actor, subscriptionId)
    expect(findSubscriptionStatus(actor)).toBe("active")
    expect(failureOf(actor)).toMatchObject({ state: "open", amountMinor: 2900, tries: 1 })
    expect(mailsOf(actor).at(-1)).toBe("renewal-failed")
    expect(sumAtRisk(staff).atRisk).toEqual({
      n: before.atRisk.n + 1,
      amountMinor: before.atRisk.amountMinor + 2900,
    })
    // The failed charge is in the books, and counts nothing.
    const charges = rowsOf(platformPayments, { schoolId: actor.school.id }, { only: ["status"] })
    expect(charges.map(({ status }) => status).sort()).toEqual(["COMPLETED", "DECLINED"])

    const browser = await Browser.of(userId)
    expect(await browser.read("/dashboard")).toMatch(
      /PayPal couldn’t charge your Tutti subscription. Everything stays available until .* Fix your payment/,
    )
    const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
    expect(await teacher.read("/dashboard/teacher")).not.toContain("Fix your payment")
    expect(await browser.read(at)).toMatch(/Payment failed.*\$29\.00 has been due since.*Pay \$29\.00 now/)
    const support = await Browser.of(addStaff().userId)
    expect(await support.read("/super-admin/at-risk")).toMatch(
      /At risk now \$29\.00 \(1 school\).*Drum School.*PayPal won’t try again automatically; .* access ends on .*\$29\.00/,
    )
    const money = `/super-admin/schools/${actor.school.id}/money`
    expect(await support.read(money)).toMatch(
      /The renewal of \$29\.00 failed on .* \(1 try\)\. PayPal won’t try again automatically; .* access ends on /,
    )
    expect(await support.read("/super-admin/schools?state=payment-failed")).toContain("Drum School")

    // The card is still declined, then it isn't; a second press of the same page charges nothing more.
    await paypal.control(`/subscriptions/${subscriptionId}`, { nextPaymentFails: 1 })
    await browser.submit(at, { intent: "pay-due", key: "first" })
    expect(await browser.read(at)).toContain("PayPal couldn’t charge your payment method.")
    for (let press = 0; press < 2; press += 1) await browser.submit(at, { intent: "pay-due", key: "second" })
    expect(findSubscription(actor)).toMatchObject({ status: "active", graceUntil: null })
    expect((await showSubscription(subscriptionId)).status).toBe("ACTIVE")
    expect(failureOf(actor)?.state).toBe("recovered")
    expect(await support.read(money)).toMatch(/The renewal of \$29\.00 failed on .*\. It was paid on /)
    expect(mailsOf(actor).filter((template) => template.startsWith("renewal"))).toEqual([
      "renewal-failed",
      "renewal-recovered",
    ])
    const after = sumAtRisk(staff)
    expect(after.atRisk).toEqual(before.atRisk)
    expect(after.recovered.amountMinor).toBe(before.recovered.amountMinor + 2900)
    expect(await browser.read("/dashboard")).not.toContain("Fix your payment")
  })

  test("that isn't fixed is reminded three days before the end, and closes the school then, once each", async () => {
    const { actor, subscriptionId } = await payingSchool()
    const before = sumAtRisk(staff)
    await failRenewal(actor, subscriptionId)
    const { graceUntil = 0 } = failureOf(actor) ?? {}
    fixClock(graceUntil - 4 * day)
    await followFailedRenewals()
    expect(mailsOf(actor).at(-1)).toBe("renewal-failed")
    fixClock(graceUntil - 3 * day)
    for (let turn = 0; turn < 2; turn += 1) await followFailedRenewals()
    fixClock(graceUntil)
    // Closed to the minute, whether or not the job has come.
    expect(findSubscriptionStatus(actor)).toBe("expired")
    for (let turn = 0; turn < 2; turn += 1) await followFailedRenewals()
    expect(findSubscription(actor)?.status).toBe("expired")
    expect(mailsOf(actor).slice(-3)).toEqual(["renewal-failed", "renewal-reminder", "subscription-expired"])
    expect(failureOf(actor)?.state).toBe("ended")
    const after = sumAtRisk(staff)
    expect(after.lost.amountMinor).toBe(before.lost.amountMinor + 2900)
    expect(after.atRisk).toEqual(before.atRisk)
  })

  test("lets staff add days to the end of the grace period", async () => {
    const { actor, subscriptionId } = await payingSchool()
    await failRenewal(actor, subscriptionId)
    const { graceUntil = 0 } = failureOf(actor) ?? {}
    const name = "Ana Lopes"
    const userId = addUser({ name, email: "ana@tutti.example", passwordHash: null, isSuperAdmin: true })
    expect(
      extendSchool(superActor({ userId, name }), actor, { days: 7, seen: 0, reason: "Waits for a new card" }),
    ).toEqual({
      ok: true,
      until: graceUntil + 7 * day,
    })
    fixClock(graceUntil + 6 * day)
    expect(findSubscriptionStatus(actor)).toBe("active")
  })

  test("that PayPal charges after the school was closed opens it again, with a receipt", async () => {
    const { actor, subscriptionId } = await payingSchool()
    await failRenewal(actor, subscriptionId)
    fixClock(failureOf(actor)?.graceUntil ?? 0)
    await followFailedRenewals()
    expect(mailsOf(actor).at(-1)).toBe("subscription-expired")
    await captureOutstanding(subscriptionId, { requestId: "late", amountMinor: 2900, currency: "USD" })
    await activateSubscription(subscriptionId, "Paid on PayPal's pages.")
    await reconcileSubscription(actor)
    expect(findSubscription(actor)).toMatchObject({ status: "active", graceUntil: null })
    expect(mailsOf(actor).slice(-2)).toEqual(["subscription-expired", "subscription-renewed"])
  })
})

describe("a renewal that is paid while others ask PayPal", () => {
  test("isn't told as expired between the payment and the taking up of its agreement", async () => {
    const { actor, subscriptionId } = await payingSchool()
    await failRenewal(actor, subscriptionId)
    const activated = gate()
    const activating = gate()
    const activate = vi.spyOn(planSales, "activate").mockImplementationOnce(async (id, because) => {
      activating.open()
      await activated.opened
      return activateSubscription(id, because)
    })
    const paying = payDue(actor, "between")
    await activating.opened
    // PayPal's message about the payment comes while the agreement is still held there.
    expect(await showSubscription(subscriptionId)).toMatchObject({ status: "SUSPENDED", failedPayments: 0 })
    await reconcileSubscription(actor)
    expect(findSubscriptionStatus(actor)).toBe("active")
    expect(failureOf(actor)).toMatchObject({ state: "open", tries: 1 })
    activated.open()
    expect(await paying).toEqual({ ok: true })
    activate.mockRestore()
    await reconcileSubscription(actor)
    expect(failureOf(actor)?.state).toBe("recovered")
    expect(mailsOf(actor).slice(-2)).toEqual(["renewal-failed", "renewal-recovered"])
  })

  test("stays paid when an answer from before comes last", async () => {
    const { actor, subscriptionId } = await payingSchool()
    await failRenewal(actor, subscriptionId)
    const older = await showSubscription(subscriptionId)
    const answer = gate()
    const show = vi.spyOn(planSales, "show").mockImplementationOnce(async () => {
      await answer.opened
      return older
    })
    const slow = reconcileSubscription(actor)
    fixClock(Date.now() + ahead + 5000)
    expect(await payDue(actor, "quicker")).toEqual({ ok: true })
    await reconcileSubscription(actor)
    answer.open()
    await slow
    show.mockRestore()
    expect(findSubscription(actor)).toMatchObject({ status: "active", graceUntil: null })
    expect(failureOf(actor)?.state).toBe("recovered")
    expect(mailsOf(actor).slice(-2)).toEqual(["renewal-failed", "renewal-recovered"])
  })

  test("is neither reminded nor closed at the end of its days, though no message came; without an answer it waits", async () => {
    const { actor, subscriptionId } = await payingSchool()
    await failRenewal(actor, subscriptionId)
    await captureOutstanding(subscriptionId, { requestId: "silent", amountMinor: 2900, currency: "USD" })
    await activateSubscription(subscriptionId, "Paid on PayPal's pages.")
    fixClock(failureOf(actor)?.graceUntil ?? 0)
    await paypal.fault({ kind: "status", status: 503, path: "/v1/billing/subscriptions", times: 9 })
    await followFailedRenewals()
    await paypal.noFaults()
    expect(failureOf(actor)?.state).toBe("open")
    await followFailedRenewals()
    expect(findSubscriptionStatus(actor)).toBe("active")
    expect(mailsOf(actor).slice(-2)).toEqual(["renewal-failed", "renewal-recovered"])
  })
})

describe("a school that leaves", () => {
  test("says why, may stay until its date by one press, and is charged as before", async () => {
    const { actor, userId, subscriptionId } = await payingSchool("Bass School")
    const browser = await Browser.of(userId)
    expect((await browser.submit(`${at}/end`, { intent: "end", reason: "<b>" })).status).toBe(400)
    expect(findSubscription(actor)?.status).toBe("active")
    await browser.submit(`${at}/end`, { intent: "end", reason: "price", text: "Too dear for twelve pupils." })
    expect(findSubscription(actor)?.status).toBe("cancelled")
    expect((await showSubscription(subscriptionId)).status).toBe("SUSPENDED")
    expect(mailsOf(actor).at(-1)).toBe("subscription-canceled")
    const support = await Browser.of(
      addUser({ name: "Ida Holm", email: "ida@tutti.example", passwordHash: null, isSuperAdmin: true }),
    )
    expect(await support.read("/super-admin/at-risk")).toMatch(
      /It costs too much 1.*Bass School It costs too much: Too dear for twelve pupils\./,
    )

    await browser.submit(at, { intent: "keep" })
    expect(await browser.read(at)).toContain("Subscription kept. It renews as before.")
    expect(findSubscription(actor)).toMatchObject({ status: "active", leavingAt: null })
    expect(mailsOf(actor).at(-1)).toBe("subscription-kept")
    await browser.submit(at, { intent: "keep" })
    expect(await browser.read(at)).toContain("This subscription has ended at PayPal.")
    expect(await support.read("/super-admin/at-risk")).toMatch(/Bass School .*Stayed/)
    const paidUntil = findSubscription(actor)?.paidUntil ?? 0
    await pass(32)
    await reconcileSubscription(actor)
    expect(findSubscription(actor)?.paidUntil).toBeGreaterThan(paidUntil)
    expect(mailsOf(actor).at(-1)).toBe("subscription-renewed")
  })

  test("and stays, whose answer from PayPal was lost, isn't leaving: a later renewal that fails leaves it its days", async () => {
    const { actor, userId, subscriptionId } = await payingSchool()
    const browser = await Browser.of(userId)
    await browser.submit(`${at}/end`, { intent: "end" })
    await pass(0.01)
    const activate = `/v1/billing/subscriptions/${subscriptionId}/activate`
    await paypal.fault({ kind: "reset", path: activate, afterwards: true, times: 9 })
    await browser.submit(at, { intent: "keep" })
    await paypal.noFaults()
    expect((await showSubscription(subscriptionId)).status).toBe("ACTIVE")
    await reconcileSubscription(actor)
    await reconcileSubscription(actor)
    expect(findSubscription(actor)).toMatchObject({ status: "active", leavingAt: null })
    expect(rowOf(cancellations, { schoolId: actor.school.id })?.withdrawnAt).not.toBeNull()
    expect(mailsOf(actor).filter((template) => template === "subscription-kept")).toHaveLength(1)
    await failRenewal(actor, subscriptionId)
    expect((await showSubscription(subscriptionId)).status).toBe("SUSPENDED")
    expect(findSubscriptionStatus(actor)).toBe("active")
    expect(failureOf(actor)?.state).toBe("open")
  })

  test("is ended at PayPal on its date, without another charge", async () => {
    const { actor, userId, subscriptionId } = await payingSchool()
    await (await Browser.of(userId)).submit(`${at}/end`, { intent: "end" })
    await pass(32)
    expect(findSubscriptionStatus(actor)).toBe("expired")
    await reconcileSubscription(actor)
    expect((await showSubscription(subscriptionId)).status).toBe("CANCELLED")
    expect(findSubscription(actor)?.status).toBe("expired")
    expect(mailsOf(actor).at(-1)).toBe("subscription-expired")
    const paid = rowsOf(platformPayments, { schoolId: actor.school.id, status: "COMPLETED" })
    expect(paid).toHaveLength(1)
    expect(rowsOf(cancellations, { schoolId: actor.school.id })).toHaveLength(1)
  })
})

describe("what a school canceled before", () => {
  const cancellationsOf = (actor: Actor) =>
    rowsOf(cancellations, { schoolId: actor.school.id }, { by: "createdAt" })

  test("its earlier subscription stays canceled when it keeps the one it has since", async () => {
    const { actor, userId } = await payingSchool()
    await (await Browser.of(userId)).submit(`${at}/end`, { intent: "end" })
    await pass(32)
    await reconcileSubscription(actor)
    const started = orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
    await paypal.press(started.approveUrl, "agree-and-close")
    await confirmSubscription(actor, { attemptId: started.attemptId })
    const browser = await Browser.of(userId)
    await browser.submit(`${at}/end`, { intent: "end" })
    await browser.submit(at, { intent: "keep" })
    expect(findSubscription(actor)).toMatchObject({ status: "active", leavingAt: null })
    expect(cancellationsOf(actor).map(({ withdrawnAt }) => withdrawnAt === null)).toEqual([true, false])
  })

  test("counts once when it is made final", async () => {
    const { actor, subscriptionId } = await payingSchool()
    expect(await endRenewal(actor, { reason: "price" })).toEqual({ ok: true })
    expect(await endRenewal(actor, { isFinal: true })).toEqual({ ok: true })
    expect((await showSubscription(subscriptionId)).status).toBe("CANCELLED")
    expect(cancellationsOf(actor)).toMatchObject([{ reason: "price", withdrawnAt: null }])
  })

  test("is withdrawn by an upgrade that it had begun, and approves after all", async () => {
    const { actor } = await payingSchool()
    const choice = { plan: "professional", interval: "monthly" } as const
    const upgrade = orFail(await startPlanChange(actor, choice))
    const attempt = rowOf(subscriptionAttempts, { schoolId: actor.school.id, plan: "professional" })
    expect(await endRenewal(actor)).toEqual({ ok: true })
    await paypal.press(upgrade.approveUrl ?? "", "agree-and-close")
    await confirmSubscription(actor, { attemptId: attempt?.id ?? "" })
    expect(findSubscription(actor)).toMatchObject({ plan: "professional", status: "active", leavingAt: null })
    expect(cancellationsOf(actor).map(({ withdrawnAt }) => withdrawnAt === null)).toEqual([false])
  })
})

describe("a school that is deleted", () => {
  const isThere = (actor: Actor) => schoolActor(actor.school.id) !== undefined
  const statusAt = async (subscriptionId: string) => (await showSubscription(subscriptionId)).status

  test("and paid again afterward is charged no more; until PayPal can be told, it waits", async () => {
    const { actor, subscriptionId } = await payingSchool()
    scheduleDeletion(actor)
    await pass(30.5)
    await paypal.fault({ kind: "status", status: 503, path: "/v1/billing/subscriptions", times: 9 })
    await closeDueSchools(schoolActor)
    await paypal.noFaults()
    expect([isThere(actor), await statusAt(subscriptionId)]).toEqual([true, "ACTIVE"])
    // PayPal ended it, and no one heard so: the process was killed, or the answer was lost.
    const path = `/v1/billing/subscriptions/${subscriptionId}/cancel`
    await paypal.fault({ kind: "reset", method: "POST", path, afterwards: true, times: 9 })
    await closeDueSchools(schoolActor)
    await paypal.noFaults()
    expect([isThere(actor), await statusAt(subscriptionId)]).toEqual([true, "CANCELLED"])
    await closeDueSchools(schoolActor)
    expect(isThere(actor)).toBe(false)
  })

  test("waits where PayPal refuses to end a subscription, ends its others, and is told to our staff once", async () => {
    addStaff()
    const { actor, subscriptionId } = await payingSchool("Fermata School")
    const refusedId = "I-REFUSED"
    const [attempt] = rowsOf(subscriptionAttempts, { schoolId: actor.school.id })
    if (attempt)
      addRows(subscriptionAttempts, {
        ...attempt,
        id: newId(),
        createdAt: 1,
        providerSubscriptionId: refusedId,
      })
    const path = `/v1/billing/subscriptions/${refusedId}`
    scheduleDeletion(actor)
    await pass(30.5)
    // While no call reaches PayPal, it is asked about one only.
    const asked = vi.spyOn(planSales, "show")
    await paypal.fault({ kind: "status", status: 503, path: "/v1/billing/subscriptions", times: 9 })
    await closeDueSchools(schoolActor)
    await paypal.noFaults()
    expect(asked.mock.calls.flat()).toEqual([refusedId])
    asked.mockRestore()
    const round = async () => {
      await paypal.fault({ kind: "status", status: 403, path, times: 9 })
      await closeDueSchools(schoolActor)
      await paypal.noFaults()
    }
    const cases = () => rowsOf(subscriptionCases, { schoolId: actor.school.id, reason: "not-ended" })
    const letters = () =>
      rowsOf(emails, { template: "case-opened" }).filter(({ data }) => data.includes("not-ended"))
    await round()
    expect([isThere(actor), await statusAt(subscriptionId), cases()]).toEqual([true, "CANCELLED", []])
    const staffCount = rowsOf(users, { isSuperAdmin: true }).length
    for (let days = 0; days < 3; days += 1) {
      await pass(1)
      await round()
    }
    expect(cases()).toMatchObject([{ closedAt: null, facts: expect.stringContaining(refusedId) }])
    expect(letters()).toHaveLength(staffCount)
    // Closed by staff while nothing has changed, it's opened again a week later.
    const [filed] = cases()
    closeCase(staff, { schoolId: actor.school.id, caseId: filed?.id ?? "" })
    await round()
    expect(cases()).toHaveLength(1)
    await pass(8)
    await round()
    expect(cases().map(({ closedAt }) => closedAt === null)).toEqual([false, true])
    expect(letters()).toHaveLength(2 * staffCount)
    undoDeletion(actor)
    expect(cases().filter(({ closedAt }) => closedAt === null)).toEqual([])
  })

  test("and whose buyer approved without an end is told to our staff, too", async () => {
    fixClock(Date.now() + ahead)
    const { actor } = openSchool({ active: false })
    scheduleDeletion(actor)
    await pass(31.5)
    const started = orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
    await paypal.press(started.approveUrl, "agree-pending")
    await closeDueSchools(schoolActor)
    expect(isThere(actor)).toBe(true)
    expect(rowsOf(subscriptionCases, { schoolId: actor.school.id })).toMatchObject([
      { reason: "not-ended", facts: expect.stringContaining("APPROVED") },
    ])
    undoDeletion(actor)
  })

  test("reads the same of its open days in the message, on the page and in both letters", async () => {
    const { actor, userId } = await payingSchool("Legato School")
    // A month that was paid may be longer than the thirty days before a deletion.
    await pass(3)
    const passwordHash = await hashPassword("eine kleine Nachtmusik")
    changeRows(users, { id: userId }, { passwordHash })
    const browser = await Browser.of(userId)
    await browser.submit("/settings/admin/data", {
      intent: "delete",
      schoolName: "Legato School",
      currentPassword: "eine kleine Nachtmusik",
    })
    const page = await browser.read("/settings/admin/data")
    const untilPaid =
      /You can cancel the deletion until \w+ \d+, \d{4}; after that you’d have to choose a plan first\./g
    // In the message and in the callout.
    expect(page.match(untilPaid)).toHaveLength(2)
    const letters = rowsOf(emails, { schoolId: actor.school.id }).filter(({ template }) =>
      ["school-deletion", "subscription-canceled"].includes(template),
    )
    expect(letters).toHaveLength(2)
    for (const letter of letters) {
      const { text } = await composeMail(letter)
      expect(text.replace(/\s+/g, " ")).toMatch(untilPaid)
    }
    undoDeletion(actor)
  })

  test("goes on paying when it is kept while PayPal is asked", async () => {
    const { actor, subscriptionId } = await payingSchool()
    scheduleDeletion(actor)
    await pass(30.5)
    const closing = closeDueSchools(schoolActor)
    undoDeletion(actor)
    await closing
    expect([isThere(actor), await statusAt(subscriptionId)]).toEqual([true, "ACTIVE"])
  })

  test("and whose buyer can still approve is told to no one: that ends without them", async () => {
    fixClock(Date.now() + ahead)
    const { actor } = openSchool({ active: false })
    scheduleDeletion(actor)
    await pass(31.5)
    orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
    await closeDueSchools(schoolActor)
    expect([isThere(actor), rowsOf(subscriptionCases, { schoolId: actor.school.id })]).toEqual([true, []])
    undoDeletion(actor)
  })

  test("waits while a payment can still be approved, and ends what came of it", async () => {
    fixClock(Date.now() + ahead)
    const { actor } = openSchool({ active: false })
    scheduleDeletion(actor)
    await pass(30.5)
    const started = orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
    await closeDueSchools(schoolActor)
    expect(isThere(actor)).toBe(true)
    await paypal.press(started.approveUrl, "agree-and-close")
    expect(await statusAt(started.subscriptionId)).toBe("ACTIVE")
    await closeDueSchools(schoolActor)
    expect([isThere(actor), await statusAt(started.subscriptionId)]).toEqual([false, "CANCELLED"])

    const other = openSchool({ active: false }).actor
    scheduleDeletion(other)
    await startSubscription(other, { plan: "standard", interval: "monthly" })
    await pass(30.5)
    await closeDueSchools(schoolActor)
    expect(isThere(other)).toBe(false)
  })

  test("after its renewal failed is ended at PayPal at once, though it is closed", async () => {
    const { actor, subscriptionId } = await payingSchool()
    await failRenewal(actor, subscriptionId)
    await pass(15)
    await followFailedRenewals()
    expect(findSubscription(actor)?.status).toBe("expired")
    expect(await endRenewal(actor)).toEqual({ ok: false, reason: "not-running" })
    expect(await statusAt(subscriptionId)).not.toBe("CANCELLED")
    expect(await endRenewal(actor, { isFinal: true })).toEqual({ ok: true })
    expect(await statusAt(subscriptionId)).toBe("CANCELLED")
    expect(await endRenewal(actor, { isFinal: true })).toEqual({ ok: false, reason: "not-running" })
    expect(rowsOf(cancellations, { schoolId: actor.school.id })).toHaveLength(1)
  })
})

test("a payment that PayPal is still deciding is said so, and no second one begins", async () => {
  fixClock(Date.now() + ahead)
  const { actor, userId } = openSchool({ name: "Forte School", active: false })
  const started = orFail(await startSubscription(actor, { plan: "standard", interval: "monthly" }))
  await paypal.press(started.approveUrl, "agree-pending")
  expect(await confirmSubscription(actor, { attemptId: started.attemptId })).toMatchObject({
    state: "waiting",
  })
  const browser = await Browser.of(userId)
  expect(await browser.read("/subscription")).toMatch(/Pending at PayPal.*You don’t need to pay again\./)
  expect(await startSubscription(actor, { plan: "professional", interval: "yearly" })).toEqual({
    ok: false,
    reason: "already-approved",
    attemptId: started.attemptId,
  })
  await pass(0.01)
  expect(await confirmSubscription(actor, { attemptId: started.attemptId })).toMatchObject({
    state: "active",
  })
  expect(findSubscriptionStatus(actor)).toBe("active")
})
