import { db } from "db/client.server"
import { platformPayments, subscriptions } from "db/schema/platform"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { confirmSubscription } from "~/models/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/subscription/reconcile-subscription.server"
import { startSubscription } from "~/models/subscription/start-subscription.server"
import { findSubscription } from "~/models/subscription/subscription-attempt.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../support/app"
import { startPayPal } from "../support/paypal"
import { addMember, openSchool } from "../support/school"

const at = "/settings/subscription"
let paypal: Awaited<ReturnType<typeof startPayPal>>
beforeAll(async () => {
  paypal = await startPayPal()
})
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

const locationOf = (answer: Response) => [answer.status, answer.headers.get("Location")]

/** A school that has paid Standard, yearly, at the provider. */
async function payingSchool() {
  const { actor, userId } = openSchool({ active: false })
  const started = await startSubscription(actor, { plan: "standard", interval: "yearly" })
  if (!started.ok) throw new Error(started.reason)
  await paypal.press(started.approveUrl, "agree-and-close")
  await confirmSubscription(actor, { attemptId: started.attemptId })
  await reconcileSubscription(actor)
  return { actor, schoolId: actor.school.id, browser: await Browser.of(userId) }
}

describe("the subscription's own page", () => {
  test("says plan, state, next charge, usage and receipts, also at the dashboard's address", async () => {
    const { browser, schoolId } = await payingSchool()
    const text = await textOf(await browser.visit(at))
    expect(text).toMatch(
      /State Active.*Plan Standard.*Billed yearly, \$149\.00.*Next charge \$149\.00 on .*2027, by PayPal/,
    )
    expect(text).toMatch(/Teachers 0 of 5.*Students 0 of 100/)
    expect(text).toMatch(
      /Change your plan.*Receipts.*Standard, yearly completed \$149\.00.*End the subscription/,
    )
    expect(await textOf(await browser.visit("/dashboard/admin/subscription"))).toContain(
      "Next charge $149.00",
    )
    const [payment] = db()
      .select()
      .from(platformPayments)
      .where(eq(platformPayments.schoolId, schoolId))
      .all()
    const receipt = await textOf(await browser.visit(`${at}/receipts/${payment?.id}`))
    expect(receipt).toMatch(/Receipt.*\$149\.00.*From Harmony School of Music.*Standard, yearly/)
    expect((await browser.visit(`${at}/receipts/other`)).status).toBe(404)
    const stranger = await Browser.of(openSchool().userId)
    expect((await stranger.visit(`${at}/receipts/${payment?.id}`)).status).toBe(404)
    expect((await browser.visit(`${at}?page=<b>`)).status).toBe(200)
  })

  test("is not for a teacher, nor for a school that has not paid", async () => {
    const { actor } = await payingSchool()
    const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
    for (const path of [at, `${at}/end`]) {
      expect(locationOf(await teacher.visit(path))).toEqual([302, "/dashboard/teacher"])
      expect(locationOf(await teacher.submit(path, { intent: "end" }))).toEqual([302, "/dashboard/teacher"])
    }
    expect(findSubscription(actor)?.status).toBe("active")
    const pending = await Browser.of(openSchool({ active: false }).userId)
    expect(locationOf(await pending.visit(at))).toEqual([302, "/select-plan?upgrade=true"])
  })

  test("a plan is changed on PayPal and confirmed on the way back", async () => {
    const { actor, browser } = await payingSchool()
    expect(await textOf(await browser.visit(at))).toMatch(/Change your plan.*End the subscription/)
    const answer = await browser.submit(at, {
      intent: "change",
      plan: "professional",
      interval: "yearly",
    })
    expect(answer.status).toBe(303)
    const approveUrl = answer.headers.get("Location") ?? ""
    expect(approveUrl).toContain(`${paypal.url}/paypal/webapps/billing/subscriptions?ba_token=`)
    expect(findSubscription(actor)).toMatchObject({ plan: "standard" })
    const back = (await paypal.press(approveUrl, "agree")) ?? ""
    expect(back).toContain("/subscription/return")
    expect(locationOf(await browser.visit(back))).toEqual([303, at])
    expect(findSubscription(actor)).toMatchObject({
      plan: "professional",
      interval: "yearly",
      status: "active",
    })
    expect(await textOf(await browser.visit(at))).toContain("Your plan is Professional, billed yearly.")
  })

  test("a change the buyer does not agree to, or that PayPal cannot start, changes nothing", async () => {
    const { actor, browser } = await payingSchool()
    const change = { intent: "change", plan: "standard", interval: "monthly" }
    const approveUrl = (await browser.submit(at, change)).headers.get("Location") ?? ""
    const back = (await paypal.press(approveUrl, "cancel")) ?? ""
    expect(locationOf(await browser.visit(back))).toEqual([303, at])
    expect(await textOf(await browser.visit(at))).toContain("Upgrade Cancelled")
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions" })
    const down = await browser.submit(at, change)
    expect([down.status, await textOf(down)]).toEqual([
      502,
      expect.stringContaining("PayPal cannot be reached just now."),
    ])
    const same = await browser.submit(at, { ...change, interval: "yearly" })
    expect([same.status, await textOf(same)]).toEqual([
      400,
      expect.stringContaining("This is the plan you have."),
    ])
    expect((await browser.submit(at, { ...change, plan: "soloTeacher" })).status).toBe(400)
    expect((await browser.submit(at, { intent: "change", plan: "<b>" })).status).toBe(400)
    expect(findSubscription(actor)).toMatchObject({ plan: "standard", interval: "yearly" })
  })

  test("ended: open until the end of what is paid for, then expired", async () => {
    const { actor, browser } = await payingSchool()
    const paidUntil = findSubscription(actor)?.paidUntil ?? 0
    const asked = await textOf(await browser.visit(`${at}/end`))
    expect(asked).toMatch(/End Standard on .*2027\?.*Nothing is deleted.*cannot be taken back/)
    expect(locationOf(await browser.submit(`${at}/end`, {}))).toEqual([303, `${at}/end`])
    expect(findSubscription(actor)?.status).toBe("active")
    await browser.submit(`${at}/end`, { intent: "end" })
    expect(findSubscription(actor)).toMatchObject({ status: "cancelled", paidUntil })
    expect(await textOf(await browser.visit(at))).toContain("Next charge none, it does not renew")
    // A second press ends nothing twice.
    expect(locationOf(await browser.visit(`${at}/end`))).toEqual([302, at])
    await browser.submit(`${at}/end`, { intent: "end" })
    expect(await textOf(await browser.visit(at))).toContain("Your subscription does not renew any more.")
    fixClock(paidUntil + 1)
    const later = await Browser.of(actor.userId ?? "")
    expect(locationOf(await later.visit("/dashboard"))).toEqual([302, "/select-plan?upgrade=true"])
  })
})

describe("a subscription PayPal suspended", () => {
  test("is resumed there when the school asks, or says why not", async () => {
    const { actor, browser } = await payingSchool()
    const { providerSubscriptionId: id } = findSubscription(actor) ?? {}
    await paypal.control(`/subscriptions/${id}`, { status: "SUSPENDED" })
    await reconcileSubscription(actor)
    expect(findSubscription(actor)?.status).toBe("suspended")
    expect(await textOf(await browser.visit(at))).toMatch(
      /could not take the last payment.*Resume the subscription/,
    )
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions" })
    await browser.submit(at, { intent: "resume" })
    expect(await textOf(await browser.visit(at))).toContain("Not resumed PayPal cannot be reached just now.")
    await paypal.noFaults()
    expect(locationOf(await browser.submit(at, { intent: "resume" }))).toEqual([303, at])
    expect(findSubscription(actor)?.status).toBe("active")
    await browser.submit(at, { intent: "resume" })
    expect(await textOf(await browser.visit(at))).toContain("There is no running subscription")
  })

  test("that is only ours has nothing to press", async () => {
    const { actor, userId } = openSchool()
    db()
      .update(subscriptions)
      .set({ status: "suspended" })
      .where(eq(subscriptions.schoolId, actor.school.id))
      .run()
    const browser = await Browser.of(userId)
    const text = await textOf(await browser.visit(at))
    expect(text).not.toContain("Resume the subscription")
    expect(text).toContain("No payment yet.")
    expect(locationOf(await browser.visit(`${at}/end`))).toEqual([302, at])
  })
})
