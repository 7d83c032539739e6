import { users } from "db/schema/accounts"
import { platformRefunds, schoolCredits } from "db/schema/accounts-subscription-money"
import { platformPayments, subscriptionCases } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { staffActs } from "db/schema/platform"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { rereadPlatformPayments } from "~/models/accounts/platform-payment/platform-payment.server"
import { creditLeft } from "~/models/accounts/school-credit/school-credit.server"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import {
  reconcileSubscription,
  spendCredit,
} from "~/models/accounts/subscription/reconcile-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { addUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { superActor } from "~/models/foundation/access/actor.server"
import { monthlyMinor } from "~/models/platform/growth/growth"
import { listGrowthSchools, receivedByMonth } from "~/models/platform/growth/growth.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { changeRows, openSchool, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// Account credit and free months: given by staff, refunded from the payments that follow.

const day = 86_400_000
let paypal: Awaited<ReturnType<typeof startPayPal>>
let staff: Browser
let staffId: string
let ahead = 0
beforeAll(async () => {
  paypal = await startPayPal()
  staffId = addStaff().userId
  staff = await Browser.of(staffId)
})
afterEach(() => paypal.noFaults())
afterAll(async () => {
  fixClock(undefined)
  await paypal.close()
})

async function pass(days: number, school: Actor) {
  await paypal.control("/clock", { advance: days * day })
  ahead += days * day
  fixClock(Date.now() + ahead)
  await reconcileSubscription(school)
}

async function paidSchool(interval: "monthly" | "yearly" = "monthly") {
  const { actor, userId } = openSchool({ active: false })
  const started = await startSubscription(actor, { plan: "standard", interval })
  if (!started.ok) throw new Error(started.reason)
  await paypal.press(started.approveUrl, "agree-and-close")
  await confirmSubscription(actor, { attemptId: started.attemptId })
  await reconcileSubscription(actor)
  return { actor, userId, page: `/super-admin/schools/${actor.school.id}/credit` }
}

const refundsOf = (actor: Actor) =>
  rowsOf(
    platformRefunds,
    { schoolId: actor.school.id },
    { only: ["origin", "state", "amountMinor"], by: "createdAt" },
  )
const netOf = (actor: Actor) =>
  rowsOf(platformPayments, { schoolId: actor.school.id }).reduce(
    (sum, { amountMinor, refundedMinor }) => sum + amountMinor - refundedMinor,
    0,
  )
const mailsOf = (actor: Actor) =>
  rowsOf(emails, { schoolId: actor.school.id }, { only: ["template", "data"] })

const form = { intent: "credit", amount: "40.00", reason: "Outage in May", message: "Sorry about May." }

describe("account credit", () => {
  test("is given once, told to the school, and refunded from its payments until it's used up", async () => {
    const { actor, userId, page } = await paidSchool()
    for (let press = 0; press < 2; press += 1)
      expect(
        (await staff.submit(page, { ...form, key: `c-${actor.school.id}` })).headers.get("Location"),
      ).toBe(page)
    expect(creditLeft(actor)).toBe(4000)
    expect(rowsOf(staffActs, { schoolId: actor.school.id })).toMatchObject([
      {
        verb: "give-credit",
        reason: "Outage in May ($40.00)",
        told: expect.stringContaining("Sorry about May."),
      },
    ])
    expect(mailsOf(actor).filter(({ template }) => template === "access-changed")).toHaveLength(1)
    const school = await Browser.of(userId)
    expect(await school.read("/settings/subscription")).toMatch(
      /Account credit \$40\.00, refunded from your next payments/,
    )
    // The payment before it was given stays what it was.
    await reconcileSubscription(actor)
    expect(refundsOf(actor)).toEqual([])

    await pass(32, actor)
    expect(refundsOf(actor)).toEqual([{ origin: "credit", state: "done", amountMinor: 2900 }])
    expect(creditLeft(actor)).toBe(1100)
    // Asked again, also at once, nothing more is refunded.
    await Promise.all([spendCredit(actor), spendCredit(actor), reconcileSubscription(actor)])
    expect(refundsOf(actor)).toHaveLength(1)
    await pass(31, actor)
    await pass(31, actor)
    expect(refundsOf(actor).map(({ amountMinor }) => amountMinor)).toEqual([2900, 1100])
    expect(creditLeft(actor)).toBe(0)
    // Four payments of 29, less the credit; what it brings in a month is what was agreed to.
    expect(netOf(actor)).toBe(4 * 2900 - 4000)
    const super_ = superActor({ userId: "x", name: "Sam Ortiz" })
    const growth = listGrowthSchools(super_).find(({ id }) => id === actor.school.id)
    expect(growth && monthlyMinor(growth)).toBe(2900)
    const all = [...receivedByMonth(super_, "2020-01").values()].reduce((sum, minor) => sum + minor, 0)
    const rows = rowsOf(platformPayments)
    expect(all).toBe(
      rows.reduce((sum, { amountMinor, refundedMinor }) => sum + amountMinor - refundedMinor, 0),
    )
    expect(
      mailsOf(actor)
        .filter(({ template }) => template === "subscription-refunded")
        .map(({ data }) => data)
        .join(),
    ).toContain("It comes from your account credit, of which $11.00 is left.")
    // PayPal's own messages about these refunds are no cases.
    expect(rowsOf(subscriptionCases, { schoolId: actor.school.id })).toEqual([])
    expect(await (await Browser.of(userId)).read("/settings/admin/log")).toMatch(
      /refunded \$11\.00 from the account credit/,
    )
  })

  test("waits while PayPal can't be reached, and is refunded once with the next check", async () => {
    const { actor, page } = await paidSchool()
    await staff.submit(page, { ...form, key: "wait-1", amount: "5.00" })
    await paypal.fault({ path: "/v2/payments/captures", kind: "status", status: 503, times: 9 })
    await pass(32, actor)
    expect(refundsOf(actor)).toEqual([{ origin: "credit", state: "asked", amountMinor: 500 }])
    expect(creditLeft(actor)).toBe(0)
    await paypal.noFaults()
    await reconcileSubscription(actor)
    await reconcileSubscription(actor)
    expect(refundsOf(actor)).toEqual([{ origin: "credit", state: "done", amountMinor: 500 }])
  })

  test("free months are what a month of the plan costs, a twelfth of the year when it pays yearly", async () => {
    const { actor, page } = await paidSchool("yearly")
    await staff.submit(page, { intent: "free-months", key: "free-1", months: "2", reason: "Moved to us" })
    expect(creditLeft(actor)).toBe(Math.round((2 * 14_900) / 12))
    expect(await staff.read(page)).toMatch(/2 free months \$24\.83/)
    const pending = openSchool({ active: false }).actor
    const refused = await staff.submit(`/super-admin/schools/${pending.school.id}/credit`, {
      intent: "free-months",
      key: "free-2",
      months: "2",
      reason: "x",
    })
    expect([refused.status, creditLeft(pending)]).toEqual([400, 0])
  })

  test("can be taken back, what is left of it", async () => {
    const { actor, page } = await paidSchool()
    await staff.submit(page, { ...form, key: "back-1" })
    await staff.submit(page, { intent: "take-back", key: "back-2", reason: "Wrong school" })
    expect(creditLeft(actor)).toBe(0)
    const nothing = await staff.submit(page, { intent: "take-back", key: "back-3", reason: "Again" })
    await expect(nothing).toAnswer(400, "No credit is left to remove.")
    await pass(32, actor)
    expect(refundsOf(actor)).toEqual([])
  })

  test("refuses what is missing or too much, an unknown school, and staff without the money role", async () => {
    const { actor, page } = await paidSchool()
    for (const amount of ["", "0", "-5", "10000.01", "x"])
      expect((await staff.submit(page, { ...form, key: `bad-${amount}`, amount })).status).toBe(400)
    expect((await staff.submit(page, { ...form, key: "bad", reason: " " })).status).toBe(400)
    expect((await staff.submit("/super-admin/schools/none/credit", { ...form, key: "n" })).status).toBe(404)
    const kim = addUser({
      name: "Kim Lee",
      email: "kim@tutti.example",
      passwordHash: null,
      isSuperAdmin: true,
    })
    changeRows(users, { id: kim }, { staffRoles: "support" })
    const support = await Browser.of(kim)
    await support.submit(page, { ...form, key: "role" })
    expect(rowsOf(schoolCredits, { schoolId: actor.school.id })).toEqual([])
  })

  test("that PayPal didn't answer for is asked for again, also when more was given in between", async () => {
    const { actor, page } = await paidSchool()
    await staff.submit(page, { ...form, key: "more-1", amount: "29.00" })
    await paypal.fault({ path: "/v2/payments/captures", kind: "status", status: 503, times: 9 })
    await pass(32, actor)
    await paypal.noFaults()
    const later = await Browser.of(staffId)
    await later.submit(page, { ...form, key: "more-2", amount: "10.00" })
    await reconcileSubscription(actor)
    expect(refundsOf(actor)).toEqual([{ origin: "credit", state: "done", amountMinor: 2900 }])
    expect(creditLeft(actor)).toBe(1000)
  })

  test("isn't refunded from what staff asked back of the payment while PayPal hasn't answered for it", async () => {
    const { actor, page } = await paidSchool()
    const later = await Browser.of(staffId)
    await later.submit(page, { ...form, key: "twice-1", amount: "29.00" })
    await paypal.fault({ path: "/v2/payments/captures", kind: "status", status: 503, times: 9 })
    await paypal.control("/clock", { advance: 32 * day })
    ahead += 32 * day
    fixClock(Date.now() + ahead)
    const subscriptionId = findSubscription(actor)?.providerSubscriptionId ?? ""
    await rereadPlatformPayments(actor, subscriptionId)
    const newest = rowsOf(platformPayments, { schoolId: actor.school.id }, { by: "paidAt" }).at(-1)
    const asked = { intent: "refund", key: "twice-2", paymentId: newest?.id ?? "", amount: "20" }
    const money = page.replace(/credit$/, "money")
    const refused = await (await Browser.of(staffId)).submit(money, {
      ...asked,
      reason: "Fee",
      ending: "keep",
      seen: "0",
    })
    expect(refused.status).toBe(502)
    await paypal.noFaults()
    await reconcileSubscription(actor)
    expect(refundsOf(actor)).toEqual([
      { origin: "staff", state: "asked", amountMinor: 2000 },
      { origin: "credit", state: "done", amountMinor: 900 },
    ])
    expect(creditLeft(actor)).toBe(2000)
  })
})
