import { users } from "db/schema/accounts"
import { coupons } from "db/schema/accounts-coupons"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { staffActs } from "db/schema/platform"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { addUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { superActor } from "~/models/foundation/access/actor.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { monthlyMinor } from "~/models/platform/growth/growth"
import { listGrowthSchools } from "~/models/platform/growth/growth.server"
import { listRevenue } from "~/models/platform/revenue/revenue.server"
import { fixClock, now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { attemptsOf, choose } from "../../support/chosen-plan"
import { startPayPal } from "../../support/paypal"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// A code that lowers a school's first payments: made by staff, used by a school, seen in what PayPal charges and in our
// figures.

const day = 86_400_000
const settings = "/settings/subscription"
const paypal = await startPayPal()
let ahead = 0
afterEach(() => paypal.noFaults())
afterAll(async () => {
  fixClock(undefined)
  await paypal.close()
})

async function pass(days: number, ...schools: Actor[]) {
  await paypal.control("/clock", { advance: days * day })
  ahead += days * day
  fixClock(Date.now() + ahead)
  for (const school of schools) await reconcileSubscription(school)
}

/** Sessions don't last the weeks that pass. */
const pageOf = async (userId: string, path: string) => (await Browser.of(userId)).read(path)

async function pendingSchool() {
  const { actor, userId } = openSchool({ active: false })
  return { actor, userId, browser: await Browser.of(userId) }
}

let made = 0
function coupon(terms: Partial<typeof coupons.$inferInsert> = {}) {
  made += 1
  const code = `CODE-${made}`
  addRows(coupons, { id: newId(), code, percentOff: 20, plans: "", createdAt: now(), ...terms })
  return code
}

/** Agrees at PayPal and comes back. */
async function pay(actor: Actor, approveUrl: string) {
  await paypal.press(approveUrl, "agree-and-close")
  const attempt = attemptsOf(actor.school.id).find(({ state }) => state === "approving")
  await confirmSubscription(actor, { attemptId: attempt?.id ?? "" })
  await reconcileSubscription(actor)
}

const paidBy = (actor: Actor) =>
  rowsOf(platformPayments, { schoolId: actor.school.id }, { by: "paidAt" }).map(
    ({ amountMinor }) => amountMinor,
  )

/** What a school brings in a month, by the figures' page and by the sum of its revenue changes. */
function monthlyOf({ school }: Actor): [number, number] {
  const staff = superActor({ userId: "x", name: "Sam Ortiz" })
  const growth = listGrowthSchools(staff).find(({ id }) => id === school.id)
  const moves = listRevenue(staff).find(({ id }) => id === school.id)?.moves ?? []
  return [growth ? monthlyMinor(growth) : -1, moves.reduce((sum, { amountMinor }) => sum + amountMinor, 0)]
}

describe("staff make coupons", () => {
  test("from a form with its terms, once, with a line in the log, and stop them", async () => {
    const staff = await Browser.of(addStaff().userId)
    const page = "/super-admin/coupons"
    const form = {
      intent: "make",
      key: "0b8f1b50-6f5f-4c7e-9a57-5d1f6a1c2e01",
      code: "spring-26",
      kindOff: "percent",
      off: "20",
      months: "3",
      plans: "standard",
      validUntil: "2031-03-31",
      mostUses: "2",
    }
    for (let press = 0; press < 2; press += 1)
      expect((await staff.submit(page, form)).headers.get("Location")).toBe(page)
    expect(await staff.read(page)).toMatch(
      /Coupon SPRING-26 created\..*SPRING-26 20% off 3 monthly payments Standard Mar 31, 2031 0 of 2 Sam Ortiz/,
    )
    const again = await staff.submit(page, { ...form, key: "0b8f1b50-6f5f-4c7e-9a57-5d1f6a1c2e02" })
    await expect(again).toAnswer(400, "This code exists already.")
    const bad = await textOf(
      await staff.submit(page, { ...form, code: "a b", off: "120", months: "0", validUntil: "x" }),
    )
    expect(bad).toContain("Use 3 to 24 letters, digits and hyphens")
    const row = rowOf(coupons, { code: "SPRING-26" })
    await staff.submit(page, { intent: "end", couponId: row?.id ?? "" })
    expect(rowOf(coupons, { code: "SPRING-26" })?.endedAt).not.toBeNull()
    expect(rowsOf(staffActs, { about: "SPRING-26" }, { only: ["verb"] })).toEqual([
      { verb: "make-coupon" },
      { verb: "end-coupon" },
    ])
    const kim = addUser({
      name: "Kim Lee",
      email: "kim@tutti.example",
      passwordHash: null,
      isSuperAdmin: true,
    })
    changeRows(users, { id: kim }, { staffRoles: "support" })
    const support = await Browser.of(kim)
    expect((await support.submit(page, { ...form, code: "OTHER" })).status).not.toBe(200)
    expect(rowOf(coupons, { code: "OTHER" })).toBeUndefined()
  })
})

describe("a school with a code", () => {
  test("sees what it pays now and later, pays that, and the plan’s price afterward", async () => {
    const code = coupon({ months: 2 })
    const { actor, browser, userId } = await pendingSchool()
    const quoted = await textOf(
      await browser.submit("/select-plan", {
        intent: "check-code",
        plan: "standard",
        interval: "monthly",
        code: ` ${code.toLowerCase()} `,
      }),
    )
    expect(quoted).toMatch(
      /Standard, monthly: \$23\.20 today and for the payment after it, then \$29\.00 a month from /,
    )
    expect(attemptsOf(actor.school.id)).toEqual([])
    await pay(actor, await choose(browser, { plan: "standard", interval: "monthly", code }))
    expect(findSubscription(actor)).toMatchObject({
      status: "active",
      plan: "standard",
      discountMinor: 580,
    })
    expect(paidBy(actor)).toEqual([2320])
    expect(monthlyOf(actor)).toEqual([2320, 2320])
    expect(await browser.read(settings)).toMatch(
      /Discount \$5\.80 off each payment before .* Next charge \$23\.20 on /,
    )
    const mail = rowsOf(emails, { schoolId: actor.school.id }, { only: ["data"] })
    expect(mail.map(({ data }) => data).join()).toContain("$5.80 off each payment before")
    expect(await browser.read("/settings/admin/log")).toContain(`used the code ${code}`)

    await pass(32, actor)
    expect(paidBy(actor)).toEqual([2320, 2320])
    expect(await pageOf(userId, settings)).toMatch(/Next charge \$29\.00 on /)
    await pass(31, actor)
    expect(paidBy(actor)).toEqual([2320, 2320, 2900])
    expect(findSubscription(actor)).toMatchObject({ plan: "standard", interval: "monthly", status: "active" })
    expect(monthlyOf(actor)).toEqual([2900, 2900])
    expect(await pageOf(userId, settings)).not.toContain("Discount")
  })

  test("pays nothing at first when the code takes everything off, and the price a month later", async () => {
    const code = coupon({ percentOff: 100, months: 1 })
    const { actor, browser } = await pendingSchool()
    await pay(actor, await choose(browser, { plan: "standard", interval: "monthly", code }))
    expect(findSubscription(actor)?.status).toBe("active")
    expect([paidBy(actor), monthlyOf(actor)[0]]).toEqual([[], 0])
    await pass(32, actor)
    expect([paidBy(actor), monthlyOf(actor)]).toEqual([[2900], [2900, 2900]])
  })

  test("moves to a larger plan in the middle of the year: pays the difference now, and the lower price when it renews", async () => {
    const { actor, browser, userId } = await pendingSchool()
    await pay(actor, await choose(browser))
    expect([paidBy(actor), monthlyOf(actor)]).toEqual([[14_900], [14_900 / 12, 14_900 / 12]])
    await pass(182, actor)
    const code = coupon({ percentOff: 50 })
    const larger = { plan: "professional", interval: "yearly", code }
    const later = await Browser.of(userId)
    const quoted = await textOf(await later.submit(settings, { ...larger, intent: "check-code" }))
    const [, due = ""] = /Professional, yearly: \$(\d+\.\d\d) today, \$199\.50 on /.exec(quoted) ?? []
    const dueMinor = Math.round(Number(due) * 100)
    // Half a year is left: half of 399 less 149, to the day.
    expect(Math.abs(dueMinor - 12_500)).toBeLessThan(150)
    const answer = await later.submit(settings, { ...larger, intent: "change" })
    await pay(actor, locationOf(answer))
    expect(findSubscription(actor)).toMatchObject({ plan: "professional", discountMinor: 19_950 })
    expect(paidBy(actor)).toEqual([14_900, dueMinor])
    expect(monthlyOf(actor)).toEqual([19_950 / 12, 19_950 / 12])
    await pass(190, actor)
    expect(paidBy(actor)).toEqual([14_900, dueMinor, 19_950])
    await pass(366, actor)
    expect(paidBy(actor)).toEqual([14_900, dueMinor, 19_950, 39_900])
    expect(monthlyOf(actor)).toEqual([39_900 / 12, 39_900 / 12])
  })

  test("is refused where the code doesn’t apply, beside the field, and nothing is begun", async () => {
    const { actor, browser } = await pendingSchool()
    const monthly = { plan: "standard", interval: "monthly" }
    const refusals = [
      ["NO-SUCH", "We don’t know this code."],
      [coupon({ validUntil: now() - 1 }), "This code has expired."],
      [coupon({ endedAt: now() }), "This code has expired."],
      [coupon({ plans: "professional" }), "This code isn’t for this plan."],
    ] as const
    for (const [code, text] of refusals) {
      await expect(browser.submit("/select-plan", { ...monthly, code })).toAnswer(400, text)
    }
    const yearly = await browser.submit("/select-plan", {
      plan: "standard",
      interval: "yearly",
      code: coupon({ months: 3 }),
    })
    expect(await textOf(yearly)).toContain("This code works with monthly billing.")
    expect(attemptsOf(actor.school.id)).toEqual([])
    await paypal.fault({ path: "/v1/billing/plans", kind: "status", status: 503 })
    const code = coupon()
    expect((await browser.submit("/select-plan", { ...monthly, code })).status).toBe(502)
  })

  test("can't use it again, nor for a smaller plan; guessing codes is slowed down", async () => {
    const code = coupon()
    const { actor, browser } = await pendingSchool()
    await pay(actor, await choose(browser, { plan: "professional", interval: "monthly", code }))
    const smaller = await browser.submit(settings, {
      intent: "change",
      plan: "standard",
      interval: "monthly",
      code,
    })
    await expect(smaller).toAnswer(
      400,
      "A code works with a new subscription or a larger plan, not with a smaller plan or another billing period.",
    )
    const other = await pendingSchool()
    const guess = async () =>
      textOf(
        await other.browser.submit("/select-plan", {
          intent: "check-code",
          plan: "standard",
          interval: "monthly",
          code: "GUESS",
        }),
      )
    expect(await guess()).toContain("We don’t know this code.")
    for (let tries = 1; tries < 20; tries += 1) await countTry("coupon-code", other.actor.school.id)
    expect(await guess()).toContain("Too many codes tried.")
  })

  test("of two schools at once that take the last use, one gets it, and it comes back when it is never paid", async () => {
    const code = coupon({ mostUses: 1 })
    const [one, other] = [await pendingSchool(), await pendingSchool()]
    const choice = { plan: "standard", interval: "monthly", code } as const
    const [first, second] = await Promise.all([
      startSubscription(one.actor, choice),
      startSubscription(other.actor, choice),
    ])
    expect([first.ok, second.ok].sort()).toEqual([false, true])
    const [winner, loser] = first.ok ? [one, other] : [other, one]
    const refused = first.ok ? second : first
    expect(refused).toEqual({ ok: false, reason: "code", problem: "used-up" })
    // The winner's own repeat is the same try.
    expect((await startSubscription(winner.actor, choice)).ok).toBe(true)
    expect(attemptsOf(winner.actor.school.id)).toHaveLength(1)
    await pass(2)
    expect((await startSubscription(loser.actor, choice)).ok).toBe(true)
  })
})
