import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { signIns } from "db/schema/accounts-sign-ins"
import {
  cancelledRegistrations,
  orphanedSubscriptions,
  subscriptionAttempts,
  subscriptionCases,
  subscriptions,
} from "db/schema/accounts-subscriptions"
import { events } from "db/schema/foundation-audit"
import { members } from "db/schema/people"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { addUser } from "~/models/accounts/user/user.server"
import { Browser, rowCount } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { addMember, addRows, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../support/school"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

async function pendingSchool(kind: "school" | "solo" = "school") {
  const { actor, userId } = openSchool({ kind, active: false })
  const email = rowOf(users, { id: userId })?.email ?? ""
  return { actor, userId, email, schoolId: actor.school.id, browser: await Browser.of(userId) }
}

const bodyOf = async (answer: Response) => (await answer.json()) as Record<string, unknown>
const statusOf = (schoolId: string) => rowOf(subscriptions, { schoolId })?.status
const casesOf = (schoolId: string) => rowsOf(subscriptionCases, { schoolId })

/** Chooses a plan as the page does; answers where the buyer approves. */
async function start({ actor }: Awaited<ReturnType<typeof pendingSchool>>) {
  const plan = actor.school.kind === "solo" ? "soloTeacher" : "standard"
  return orFail(await startSubscription(actor, { plan, interval: "yearly" })).approveUrl
}

describe("GET /api/auth/plans", () => {
  test("every plan by its key, monthly and yearly, with the texts of §9 and the provider's plans", async () => {
    const answer = await new Browser().call("GET", "/api/auth/plans")
    expect(answer.status).toBe(200)
    expect(answer.headers.get("Cache-Control")).toContain("no-store")
    expect(await answer.json()).toEqual({
      soloTeacher: {
        monthly: { price: "$9.99", numericPrice: 9.99, paypalPlanId: "P-TUTTI-SOLO-MONTHLY" },
        yearly: { price: "$99", numericPrice: 99, paypalPlanId: "P-TUTTI-SOLO-YEARLY" },
      },
      standard: {
        monthly: { price: "$29", numericPrice: 29, paypalPlanId: "P-TUTTI-STANDARD-MONTHLY" },
        yearly: { price: "$149", numericPrice: 149, paypalPlanId: "P-TUTTI-STANDARD-YEARLY" },
      },
      professional: {
        monthly: { price: "$79", numericPrice: 79, paypalPlanId: "P-TUTTI-PROFESSIONAL-MONTHLY" },
        yearly: { price: "$399", numericPrice: 399, paypalPlanId: "P-TUTTI-PROFESSIONAL-YEARLY" },
      },
    })
    expect((await new Browser().call("POST", "/api/auth/plans", {})).status).toBe(405)
  })
})

describe("GET /api/paypal/config", () => {
  test("the server's mode decides, the secret stays, and only known providers answer", async () => {
    const asked = await new Browser().call("GET", "/api/paypal/config")
    const plain = await bodyOf(asked)
    expect(plain).toMatchObject({ clientId: "sandbox-client", mode: "standin" })
    expect(JSON.stringify(plain)).not.toContain("secret")
    expect(await bodyOf(await new Browser().call("GET", "/api/paypal/config?sandbox=true"))).toEqual(plain)
    const other = await new Browser().call("GET", "/api/stripe/config")
    expect([other.status, await bodyOf(other)]).toEqual([404, { message: "Not found" }])
  })
})

describe("GET /api/auth/subscription-status", () => {
  test("only when logged in; none, pending, active or expired", async () => {
    const nobody = await new Browser().call("GET", "/api/auth/subscription-status")
    expect([nobody.status, await bodyOf(nobody)]).toEqual([401, { message: "Authentication required" }])
    const ask = async (browser: Browser) => bodyOf(await browser.call("GET", "/api/auth/subscription-status"))
    const { browser, schoolId } = await pendingSchool()
    expect(await ask(browser)).toEqual({ status: "pending", subscriptionStatus: "pending" })
    changeRows(subscriptions, { schoolId }, { status: "expired" })
    expect(await ask(browser)).toEqual({ status: "expired", subscriptionStatus: "expired" })
    expect(await ask(await Browser.of(openSchool().userId))).toMatchObject({ status: "active" })
    const staff = addUser({
      name: "Sam",
      email: "sam1@tutti.example",
      passwordHash: null,
      isSuperAdmin: true,
    })
    expect(await ask(await Browser.of(staff))).toMatchObject({ status: "none" })
  })
})

describe("GET /api/subscription/limits/{schoolId}", () => {
  test("the office reads its own; a limit is a number or the word unlimited", async () => {
    const { actor, userId } = openSchool()
    const path = `/api/subscription/limits/${actor.school.id}`
    expect(await bodyOf(await (await Browser.of(userId)).call("GET", path))).toEqual({
      usage: { teachers: 0, students: 0 },
      limits: { teachers: 5, students: 100 },
      isActive: true,
      teacherLimit: 5,
      studentLimit: 100,
    })
    const solo = openSchool({ kind: "solo" })
    const answer = await (await Browser.of(solo.userId)).call(
      "GET",
      `/api/subscription/limits/${solo.actor.school.id}`,
    )
    expect(await bodyOf(answer)).toMatchObject({
      usage: { teachers: 1, students: 0 },
      limits: { teachers: 1, students: "unlimited" },
      studentLimit: "unlimited",
    })
  })

  test("a foreign school is not there, the wrong role is refused, platform staff see any", async () => {
    const { actor } = openSchool()
    const path = `/api/subscription/limits/${actor.school.id}`
    const stranger = await Browser.of(openSchool().userId)
    const foreign = await stranger.call("GET", path)
    const missing = await stranger.call("GET", "/api/subscription/limits/no-such-school")
    expect([foreign.status, await foreign.text()]).toEqual([404, await missing.text()])
    const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
    expect((await teacher.call("GET", path)).status).toBe(403)
    expect((await new Browser().call("GET", path)).status).toBe(401)
    const staff = addUser({
      name: "Sam",
      email: "sam2@tutti.example",
      passwordHash: null,
      isSuperAdmin: true,
    })
    const seen = await (await Browser.of(staff)).call("GET", path)
    expect(await bodyOf(seen)).toMatchObject({ isActive: true, teacherLimit: 5 })
    expect((await (await Browser.of(staff)).call("GET", "/api/subscription/limits/none")).status).toBe(404)
  })
})

const posted = { amount: "2999", planName: "Standard Monthly", currency: "USD" }
const askActivation = (browser: Browser, body: unknown = posted) =>
  browser.call("POST", "/api/subscription/manual-activation", body)

describe("POST /api/subscription/manual-activation", () => {
  test("nothing is active for the asking; the case is filed and both ends are in the log", async () => {
    const school = await pendingSchool()
    const answer = await askActivation(school.browser)
    expect(answer.status).toBe(200)
    expect(await bodyOf(answer)).toMatchObject({ success: false, status: "pending" })
    expect(statusOf(school.schoolId)).toBe("pending")
    expect(casesOf(school.schoolId)).toMatchObject([{ reason: "activation-asked", closedAt: null }])
    const log = rowsOf(events, { schoolId: school.schoolId })
    expect(log.map(({ verb }) => verb)).toContain("ask-activation")
  })

  test("what the provider reports as paid is activated, whatever amount was posted", async () => {
    const school = await pendingSchool()
    await paypal.press(await start(school), "agree-and-close")
    const answer = await askActivation(school.browser, { amount: "1", planName: "Anything", currency: "EUR" })
    expect(await bodyOf(answer)).toMatchObject({ success: true, status: "active" })
    expect(rowOf(subscriptions, { schoolId: school.schoolId })).toMatchObject({
      status: "active",
      plan: "standard",
      interval: "yearly",
    })
  })

  test("approved but not paid, a wrong amount, and a provider that is down activate nothing", async () => {
    const waiting = await pendingSchool()
    await paypal.press(await start(waiting), "agree-pending")
    expect(await bodyOf(await askActivation(waiting.browser))).toMatchObject({ success: false })
    const wrong = await pendingSchool()
    await paypal.press(await start(wrong), "agree-and-close")
    await paypal.fault({ kind: "wrong-amount" })
    expect(await bodyOf(await askActivation(wrong.browser))).toMatchObject({ success: false })
    expect(
      casesOf(wrong.schoolId)
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(["activation-asked", "mismatch"])
    const down = await pendingSchool()
    await paypal.press(await start(down), "agree-and-close")
    await paypal.fault({ kind: "reset", path: "/v1/billing/subscriptions" })
    expect(await bodyOf(await askActivation(down.browser))).toMatchObject({ success: false })
    for (const { schoolId } of [waiting, wrong, down]) expect(statusOf(schoolId)).toBe("pending")
  })

  test("once in five seconds a school; for its administration alone; with a body of the right shape", async () => {
    const school = await pendingSchool()
    await askActivation(school.browser)
    const again = await askActivation(school.browser)
    expect([again.status, Object.keys(await bodyOf(again))]).toEqual([429, ["message"]])
    expect((await askActivation(new Browser())).status).toBe(401)
    const teacher = await Browser.of(addMember(school.actor, "teacher", "Helena Novak").userId)
    expect((await askActivation(teacher)).status).toBe(403)
    const other = await pendingSchool()
    for (const body of [{}, { ...posted, amount: 2999 }, { ...posted, planName: "x".repeat(101) }, "{", []])
      expect((await askActivation(other.browser, body)).status, JSON.stringify(body)).toBe(400)
    expect((await other.browser.call("GET", "/api/subscription/manual-activation")).status).toBe(405)
    expect(casesOf(other.schoolId)).toEqual([])
  })
})

const cancel = (browser: Browser, body: unknown) =>
  browser.call("DELETE", "/api/cleanup/cancel-registration", body)

describe("DELETE /api/cleanup/cancel-registration", () => {
  test("an unpaid registration goes wholly: school, account, sign-ins and log; a stub without a name stays", async () => {
    const school = await pendingSchool("solo")
    await start(school)
    const otherBrowser = await Browser.of(school.userId)
    const answer = await cancel(school.browser, { email: school.email.toUpperCase() })
    expect([answer.status, await bodyOf(answer)]).toEqual([200, { cleaned: true }])
    expect(answer.headers.get("Set-Cookie")).toContain("Max-Age=0")
    const left = <Row>(rows: Row[]) => rows.length
    expect(left(rowsOf(schools, { id: school.schoolId }))).toBe(0)
    expect(left(rowsOf(users, { id: school.userId }))).toBe(0)
    expect(left(rowsOf(members, { schoolId: school.schoolId }))).toBe(0)
    expect(left(rowsOf(events, { schoolId: school.schoolId }))).toBe(0)
    expect(left(rowsOf(signIns, { userId: school.userId }))).toBe(0)
    const stub = rowOf(cancelledRegistrations, { id: school.schoolId })
    expect(stub).toMatchObject({ kind: "solo" })
    expect(JSON.stringify(stub)).not.toContain("ruth")
    // What the buyer could still approve is watched.
    expect(rowsOf(orphanedSubscriptions, { registrationId: school.schoolId })).toMatchObject([
      { state: "watched" },
    ])
    expect((await otherBrowser.call("GET", "/api/user")).status).toBe(401)
    expect((await cancel(otherBrowser, { email: school.email })).status).toBe(401)
  })

  test("another person's address is refused, known or not, with one text", async () => {
    const school = await pendingSchool()
    const other = await pendingSchool()
    const known = await cancel(school.browser, { email: other.email })
    const unknown = await cancel(school.browser, { email: "nobody@nowhere.example" })
    const said = await known.text()
    expect([known.status, said]).toEqual([403, await unknown.text()])
    expect(JSON.parse(said)).toEqual({ cleaned: false, message: "This isn’t the email of your account." })
    expect(statusOf(school.schoolId)).toBe("pending")
    expect(statusOf(other.schoolId)).toBe("pending")
    expect((await cancel(school.browser, {})).status).toBe(400)
    expect((await cancel(new Browser(), { email: school.email })).status).toBe(401)
  })

  test("what is paid, was ever active, or has other people is kept", async () => {
    const before = rowCount("cancelled_registrations")
    const active = openSchool()
    const { email } = rowOf(users, { id: active.userId }) ?? {}
    expect(await bodyOf(await cancel(await Browser.of(active.userId), { email }))).toEqual({ cleaned: false })

    const shared = await pendingSchool()
    addMember(shared.actor, "teacher", "Helena Novak")
    expect(await bodyOf(await cancel(shared.browser, { email: shared.email }))).toEqual({ cleaned: false })

    const once = await pendingSchool()
    changeRows(subscriptions, { schoolId: once.schoolId }, { activatedAt: 1 })
    expect(await bodyOf(await cancel(once.browser, { email: once.email }))).toEqual({ cleaned: false })

    for (const choice of ["agree-and-close", "agree-pending"]) {
      const paid = await pendingSchool()
      await paypal.press(await start(paid), choice)
      expect(await bodyOf(await cancel(paid.browser, { email: paid.email }))).toEqual({ cleaned: false })
    }
    expect(rowCount("cancelled_registrations")).toBe(before)
  })

  test("while the provider cannot be asked nothing is deleted", async () => {
    const school = await pendingSchool()
    await start(school)
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions" })
    const answer = await cancel(school.browser, { email: school.email })
    expect([answer.status, await bodyOf(answer)]).toEqual([
      502,
      { message: "Failed to cleanup account data. Please contact support." },
    ])
    expect(statusOf(school.schoolId)).toBe("pending")
  })

  test("a plan that is chosen in another tab leads to no page that takes money for nothing", async () => {
    const school = await pendingSchool()
    await paypal.fault({
      kind: "latency",
      method: "POST",
      path: "/v1/billing/subscriptions",
      ms: 400,
    })
    const chosen = startSubscription(school.actor, { plan: "standard", interval: "monthly" })
    expect(await bodyOf(await cancel(school.browser, { email: school.email }))).toEqual({ cleaned: true })
    expect(await chosen).toEqual({ ok: false, reason: "provider-unavailable" })
  })

  test("a member of two schools keeps the account and the other school", async () => {
    const school = await pendingSchool()
    const other = openSchool()
    addRows(members, {
      schoolId: other.actor.school.id,
      id: "second-membership",
      userId: school.userId,
      role: "teacher",
      createdAt: 1,
    })
    expect(await bodyOf(await cancel(school.browser, { email: school.email }))).toEqual({ cleaned: true })
    expect(rowOf(users, { id: school.userId })).toBeDefined()
    expect(statusOf(other.actor.school.id)).toBe("active")
  })
})

test("an attempt that another subscription overtook is no second activation", async () => {
  const school = await pendingSchool()
  await paypal.press(await start(school), "agree-and-close")
  await Promise.all([askActivation(school.browser), askActivation(school.browser)])
  expect(rowsOf(subscriptionAttempts, { schoolId: school.schoolId, state: "activated" })).toHaveLength(1)
})
