import { platformPayments, subscriptions } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { eq } from "drizzle-orm"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { endReplacedSubscription } from "~/models/accounts/subscription/replaced-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { reviseSubscription } from "~/providers/paypal/subscriptions.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, redirectOf } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

const at = "/settings/subscription"
const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

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

/** What the office was told of changed plans, in order: each once. */
const plansTold = (schoolId: string) =>
  rowsOf(emails, { schoolId, template: "plan-changed" }, { by: ["createdAt", "id"] })
    .map(({ data }) => JSON.parse(data) as { plan: string; from: string | null })
    .map(({ plan, from }) => `${plan} ${from === null ? "now" : "later"}`)

describe("the subscription's own page", () => {
  test("says plan, state, next charge, usage and receipts, also at the dashboard's address", async () => {
    const { browser, schoolId } = await payingSchool()
    const text = await browser.read(at)
    expect(text).toMatch(
      /Status Active.*Plan Standard.*Billed yearly, \$149\.00.*Next charge \$149\.00 on .*2027, through PayPal/,
    )
    expect(text).toMatch(/Teachers 0 of 5.*Students 0 of 100/)
    expect(text).toMatch(
      /Change your plan.*Receipts.*Standard, yearly Completed \$149\.00.*Cancel subscription/,
    )
    expect(await browser.read("/dashboard/admin/subscription")).toContain("Next charge $149.00")
    const [payment] = rowsOf(platformPayments, { schoolId })
    const receipt = await browser.read(`${at}/receipts/${payment?.id}`)
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
      await expect(teacher.visit(path)).toLead(302, "/dashboard/teacher")
      await expect(teacher.submit(path, { intent: "end" })).toLead(302, "/dashboard/teacher")
    }
    expect(findSubscription(actor)?.status).toBe("active")
    const pending = await Browser.of(openSchool({ active: false }).userId)
    await expect(pending.visit(at)).toLead(302, "/select-plan?upgrade=true")
  })

  test("Upgrade leads to the change of plan, with the next plan up chosen", async () => {
    const { browser } = await payingSchool()
    const to = "/settings/subscription?plan=professional#change"
    await expect(browser.visit("/select-plan?upgrade=true")).toLead(302, to)
    const page = await browser.html(to)
    expect(page).toMatch(/<input(?=[^>]*value="professional")[^>]*checked/)
    expect(page).not.toMatch(/<input(?=[^>]*value="standard")[^>]*checked/)
    // Any other visit goes home, as the specification says.
    await expect(browser.visit("/select-plan")).toLead(302, "/dashboard")
    const teacher = await Browser.of(addMember((await payingSchool()).actor, "teacher", "Ida Holm").userId)
    await expect(teacher.visit("/select-plan?upgrade=true")).toLead(302, "/dashboard/teacher")
  })

  test("a larger plan is paid at once, for the rest of the paid time, and opens when PayPal confirms it", async () => {
    const { actor, browser, schoolId } = await payingSchool()
    const before = findSubscription(actor)
    expect(await browser.read(at)).toMatch(
      /Change your plan.*Professional costs \$250\.00 today, for the rest of the time you’ve paid for \(until .*2027\)\. From then on it’s \$79 a month or \$399 a year\..*Cancel subscription/,
    )
    const answer = await browser.submit(at, {
      intent: "change",
      plan: "professional",
      interval: "yearly",
    })
    expect(answer.status).toBe(303)
    const approveUrl = locationOf(answer)
    expect(approveUrl).toContain(`${paypal.url}/paypal/webapps/billing/subscriptions?ba_token=`)
    expect(findSubscription(actor)).toMatchObject({ plan: "standard" })
    const back = (await paypal.press(approveUrl, "agree")) ?? ""
    expect(back).toContain("/subscription/return")
    // Agreed and paid at PayPal, and not yet heard of here: nothing is open.
    expect(findPlanUsage(actor).students.limit).toBe(100)
    await expect(browser.visit(back)).toLead(303, at)
    const after = findSubscription(actor)
    expect(after).toMatchObject({ plan: "professional", interval: "yearly", status: "active" })
    expect(after?.paidUntil).toBe(before?.paidUntil)
    expect(after?.providerSubscriptionId).not.toBe(before?.providerSubscriptionId)
    expect(findPlanUsage(actor).students.limit).toBeNull()
    const text = await browser.read(at)
    expect(text).toContain("Your plan is Professional, billed yearly.")
    expect(text).toMatch(/Next charge \$399\.00 on .*2027, through PayPal/)
    // The old agreement ends at PayPal, and the difference is in the books.
    expect(await endReplacedSubscription(actor, before?.providerSubscriptionId ?? "")).toBe("ended")
    await reconcileSubscription(actor)
    const paid = rowsOf(platformPayments, { schoolId })
    expect(paid.map(({ amountMinor }) => amountMinor).sort((a, b) => a - b)).toEqual([14_900, 25_000])
    // The list calls each payment what its receipt does.
    const upgrade = paid.find(({ amountMinor }) => amountMinor === 25_000)?.id
    expect(await browser.read(`${at}/receipts/${upgrade}`)).toContain("Professional, yearly")
    const listed = await browser.read(at)
    expect(listed).toMatch(/Receipts.*Professional, yearly.*\$250\.00/)
    expect(listed).not.toContain("Tutti subscription")
    expect(findSubscription(actor)).toMatchObject({ plan: "professional", nextPlan: null })
    expect(plansTold(schoolId)).toEqual(["Professional now"])
  })

  test("a larger plan is not opened by what isn't paid: turned back, declined, or revised at PayPal", async () => {
    const { actor, browser } = await payingSchool()
    const change = { intent: "change", plan: "professional", interval: "monthly" }
    const approveUrl = locationOf(await browser.submit(at, change))
    const declined = (await paypal.press(approveUrl, "decline")) ?? ""
    expect(declined).toContain("ba_token")
    const back = (await paypal.press(approveUrl, "cancel")) ?? ""
    expect(back).toContain("error=INSTRUMENT_DECLINED")
    await expect(browser.visit(back)).toLead(303, at)
    expect(findSubscription(actor)).toMatchObject({ plan: "standard", interval: "yearly", nextPlan: null })
    expect(findPlanUsage(actor).students.limit).toBe(100)
    // An agreement of before there were upgrades: PayPal bills Professional from the next payment on.
    const { providerSubscriptionId: id } = findSubscription(actor) ?? {}
    const revised = await reviseSubscription(id ?? "", {
      requestId: "before-upgrades",
      planId: "P-TUTTI-PROFESSIONAL-YEARLY",
      returnUrl: "http://localhost:3000/subscription/return",
      cancelUrl: "http://localhost:3000/subscription/return?cancelled=1",
    })
    await paypal.press(revised.approveUrl ?? "", "agree")
    await reconcileSubscription(actor)
    expect(findSubscription(actor)).toMatchObject({ plan: "standard", nextPlan: "professional" })
    expect(findPlanUsage(actor).students.limit).toBe(100)
    expect(await browser.read(at)).toMatch(
      /Next plan Professional, billed yearly, from .*2027.*Next charge \$399\.00/,
    )
  })

  test("a plan that is too small for what there is can't be chosen, and the form says why", async () => {
    const { actor, browser } = await payingSchool()
    const up = await browser.submit(at, { intent: "change", plan: "professional", interval: "yearly" })
    await browser.visit((await paypal.press(locationOf(up), "agree")) ?? "")
    for (const name of ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"])
      addTeacher(actor, { name, email: null, instruments: null })
    const refused = await browser.submit(at, { intent: "change", plan: "standard", interval: "yearly" })
    await expect(refused).toAnswer(400, "Standard allows 5 teachers, and you have 8 teachers.")
    expect(await browser.read(at)).toContain("To move to Standard, archive some first.")
    expect(findSubscription(actor)).toMatchObject({ plan: "professional", nextPlan: null })
    expect(findPlanUsage(actor).teachers).toEqual({ used: 8, limit: null })
  })

  test("a change the buyer does not agree to, or that PayPal cannot start, changes nothing", async () => {
    const { actor, browser } = await payingSchool()
    const change = { intent: "change", plan: "standard", interval: "monthly" }
    const approveUrl = locationOf(await browser.submit(at, change))
    const back = (await paypal.press(approveUrl, "cancel")) ?? ""
    await expect(browser.visit(back)).toLead(303, at)
    expect(await browser.read(at)).toContain("Upgrade Cancelled")
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions" })
    const down = await browser.submit(at, change)
    await expect(down).toAnswer(502, "We can’t reach PayPal right now, so your plan hasn’t changed.")
    const same = await browser.submit(at, { ...change, interval: "yearly" })
    await expect(same).toAnswer(400, "You’re already on this plan.")
    expect((await browser.submit(at, { ...change, plan: "soloTeacher" })).status).toBe(400)
    expect((await browser.submit(at, { intent: "change", plan: "<b>" })).status).toBe(400)
    expect(findSubscription(actor)).toMatchObject({ plan: "standard", interval: "yearly" })
  })

  test("ended: open until the end of what is paid for, then expired", async () => {
    const { actor, browser } = await payingSchool()
    const paidUntil = findSubscription(actor)?.paidUntil ?? 0
    const asked = await browser.read(`${at}/end`)
    expect(asked).toMatch(
      /Cancel Standard on .*2027\?.*Your data is kept.*You can keep your subscription until .*2027/,
    )
    await expect(browser.submit(`${at}/end`, {})).toLead(303, `${at}/end`)
    expect(findSubscription(actor)?.status).toBe("active")
    await browser.submit(`${at}/end`, { intent: "end" })
    expect(findSubscription(actor)).toMatchObject({ status: "cancelled", paidUntil })
    expect(await browser.read(at)).toContain("Next charge No further charges")
    // A second press ends nothing twice.
    await expect(browser.visit(`${at}/end`)).toLead(302, at)
    await browser.submit(`${at}/end`, { intent: "end" })
    expect(await browser.read(at)).toContain("Subscription canceled. It won’t renew.")
    fixClock(paidUntil + 1)
    const later = await Browser.of(actor.userId ?? "")
    await expect(later.visit("/dashboard")).toLead(302, "/select-plan?upgrade=true")
  })
})

describe("a subscription PayPal suspended", () => {
  test("is resumed there when the school asks, or says why not", async () => {
    const { actor, browser } = await payingSchool()
    const { providerSubscriptionId: id } = findSubscription(actor) ?? {}
    await paypal.control(`/subscriptions/${id}`, { status: "SUSPENDED" })
    await reconcileSubscription(actor)
    expect(findSubscription(actor)?.status).toBe("suspended")
    expect(await browser.read(at)).toMatch(/Your PayPal subscription is paused.*Resume subscription/)
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions" })
    await browser.submit(at, { intent: "resume" })
    expect(await browser.read(at)).toContain(
      "Not resumed We can’t reach PayPal right now, so your plan hasn’t changed.",
    )
    await paypal.noFaults()
    await expect(browser.submit(at, { intent: "resume" })).toLead(303, at)
    expect(findSubscription(actor)?.status).toBe("active")
    await browser.submit(at, { intent: "resume" })
    expect(await browser.read(at)).toContain("You don’t have an active subscription")
  })

  test("that is only ours has nothing to press", async () => {
    const { actor, userId } = openSchool()
    changeRows(subscriptions, { schoolId: actor.school.id }, { status: "suspended" })
    const browser = await Browser.of(userId)
    const text = await browser.read(at)
    expect(text).not.toContain("Resume subscription")
    expect(text).toContain("No payments yet.")
    await expect(browser.visit(`${at}/end`)).toLead(302, at)
  })
})

// Last, because it moves PayPal's clock for good.
describe("a smaller plan", () => {
  test("begins when what is paid for ends, and holds for adding at once", async () => {
    const { actor, browser } = await payingSchool()
    const up = await browser.submit(at, { intent: "change", plan: "professional", interval: "yearly" })
    await browser.visit((await paypal.press(locationOf(up), "agree")) ?? "")
    const down = { intent: "change", plan: "standard", interval: "yearly" }
    const asked = await browser.submit(at, down)
    await expect(browser.visit((await paypal.press(redirectOf(asked)[1] as string, "agree")) ?? "")).toLead(
      303,
      at,
    )
    expect(await browser.read(at)).toMatch(
      /Your plan will be Standard, billed yearly, from .*Plan Professional.*Next plan Standard.*Next charge \$149\.00/,
    )
    const { paidUntil, providerSubscriptionId: id } = findSubscription(actor) ?? {}
    expect(findSubscription(actor)).toMatchObject({ plan: "professional", nextPlan: "standard" })
    expect(findPlanUsage(actor)).toMatchObject({ planName: "Standard", students: { limit: 100 } })
    expect((await browser.submit(at, down)).status).toBe(400)
    expect(plansTold(actor.school.id)).toEqual(["Professional now", "Standard later"])
    // A coupon that still ran ends with the change, as the page warned, and no row promises it any longer. After canceling
    // there is no next plan either.
    const coupon = { discountMinor: 1000, discountUntil: (paidUntil ?? 0) + 90 * 86_400_000 }
    const ofSchool = eq(subscriptions.schoolId, actor.school.id)
    changeRows(subscriptions, ofSchool, coupon)
    const scheduled = await browser.read(at)
    expect(scheduled).toMatch(/Next plan Standard.*Next charge \$149\.00/)
    expect(scheduled).not.toMatch(/Discount|Your discount ends/)
    changeRows(subscriptions, ofSchool, { status: "cancelled" })
    const canceled = await browser.read(at)
    expect(canceled).toContain("Next charge No further charges")
    expect(canceled).not.toMatch(/Discount|Next plan/)
    const asBefore = { status: "active", discountMinor: 0, discountUntil: null } as const
    changeRows(subscriptions, ofSchool, asBefore)
    // Once the next payment is made, it is the plan.
    await paypal.control("/clock", { advance: "P1Y2D" })
    fixClock((paidUntil ?? 0) + 60_000)
    await reconcileSubscription(actor)
    expect(findSubscription(actor)).toMatchObject({
      plan: "standard",
      nextPlan: null,
      providerSubscriptionId: id,
      status: "active",
    })
  })
})
