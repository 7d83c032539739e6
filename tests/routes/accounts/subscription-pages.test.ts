import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { now } from "~/utils/clock.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { addMember, changeRows, openSchool, rowOf } from "../../support/school"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

async function pendingSchool(kind: "school" | "solo" = "school") {
  const { actor, userId } = openSchool({ kind, active: false })
  return { actor, schoolId: actor.school.id, browser: await Browser.of(userId) }
}

const setStatus = (schoolId: string, facts: Partial<typeof subscriptions.$inferInsert>) =>
  changeRows(subscriptions, { schoolId }, facts)

describe("canceling a registration", () => {
  test("asks for confirmation, then everything is gone and the landing page says so", async () => {
    const { browser, schoolId } = await pendingSchool()
    const text = await browser.read("/cancel-registration")
    expect(text).toContain(
      "Your account setup is incomplete. You need to complete the subscription process to access the dashboard.",
    )
    expect(text).toContain("Cancel Registration Continue to Subscription")
    // A post without the word only asks.
    await expect(browser.submit("/cancel-registration", {})).toLead(303, "/cancel-registration")
    await expect(browser.submit("/cancel-registration", { intent: "cancel" })).toLead(303, "/")
    expect(await browser.read("/")).toContain(
      "Registration Cancelled Your registration has been cancelled and all account data removed. You can now start fresh.",
    )
    expect(rowOf(schools, { id: schoolId })).toBeUndefined()
    await expect(browser.visit("/select-plan")).toLead(200, null)
    // Pressed a second time: no one is logged in anymore.
    await expect(browser.submit("/cancel-registration", { intent: "cancel" })).toLead(303, "/")
    expect(await browser.read("/")).toContain("No Account Found No account data to cleanup.")
  })

  test("that cannot be canceled keeps everything and stays", async () => {
    const { browser, actor, schoolId } = await pendingSchool()
    addMember(actor, "teacher", "Helena Novak")
    await expect(browser.submit("/cancel-registration", { intent: "cancel" })).toLead(
      303,
      "/cancel-registration",
    )
    expect(await browser.read("/cancel-registration")).toContain(
      "Cleanup Issue There was an issue cleaning up your account. Please contact support if needed.",
    )
    expect(rowOf(schools, { id: schoolId })).toBeDefined()
  })

  test("while PayPal is down fails and stays", async () => {
    const { browser, actor, schoolId } = await pendingSchool()
    await startSubscription(actor, { plan: "standard", interval: "yearly" })
    await paypal.fault({ kind: "reset", path: "/v1/billing/subscriptions" })
    await browser.submit("/cancel-registration", { intent: "cancel" })
    expect(await browser.read("/cancel-registration")).toContain(
      "Cleanup Failed Failed to cleanup account data. Please contact support.",
    )
    expect(rowOf(schools, { id: schoolId })).toBeDefined()
  })

  test("is nothing for a customer, a teacher or a visitor", async () => {
    const { actor, browser: admin } = await openOffice()
    await expect(admin.visit("/cancel-registration")).toLead(302, "/subscription")
    await expect(admin.submit("/cancel-registration", { intent: "cancel" })).toLead(303, "/dashboard")
    expect(await admin.read("/dashboard")).toContain(
      "Cancelled You can continue using your account normally.",
    )
    const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
    await expect(teacher.submit("/cancel-registration", { intent: "cancel" })).toLead(
      302,
      "/dashboard/teacher",
    )
    await expect(new Browser().visit("/cancel-registration")).toLead(303, "/")
    expect(rowOf(schools, { id: actor.school.id })).toBeDefined()
  })
})

describe("canceling an upgrade", () => {
  test("keeps the account and says so", async () => {
    const { browser, schoolId } = await pendingSchool()
    setStatus(schoolId, { status: "expired", plan: "standard", extendedUntil: now() + 86_400_000 })
    const html = await browser.html("/select-plan?upgrade=true")
    expect(html).toMatch(/formAction="\/cancel-upgrade"[^>]*>Cancel Upgrade|formaction="\/cancel-upgrade"/i)
    await expect(browser.submit("/cancel-upgrade", {})).toLead(303, "/dashboard")
    expect(await browser.read("/dashboard")).toContain(
      "Upgrade Cancelled You can continue using your account normally.",
    )
  })

  test("leaves a school whose plan ended closed, and says that instead", async () => {
    const { browser, schoolId } = await pendingSchool()
    setStatus(schoolId, { status: "expired", plan: "standard" })
    await expect(browser.submit("/cancel-upgrade", {})).toLead(303, "/dashboard")
    // The guard sends an expired school on; the words come along.
    await expect(browser.visit("/dashboard")).toLead(302, "/select-plan?upgrade=true")
    const text = await browser.read("/select-plan?upgrade=true")
    expect(text).toContain(
      "Upgrade Cancelled You weren’t charged and your data is kept. Choose a plan to open your school again.",
    )
    expect(text).not.toContain("continue using your account normally")
  })
})

describe("a closed school", () => {
  const suspended = "Tutti’s team has suspended this account, and your data is kept."

  test("that our staff suspended reads that, when it leaves an upgrade or cancels a registration", async () => {
    const { actor, browser } = await openOffice()
    setStatus(actor.school.id, { heldAt: now() })
    for (const [left, title] of [
      ["/cancel-upgrade", "Upgrade Cancelled You weren’t charged."],
      ["/cancel-registration", "Nothing canceled"],
      ["/subscription/return?cancelled=1", "Upgrade Cancelled You weren’t charged."],
    ] as const) {
      const answer = left.includes("?")
        ? await browser.visit(left)
        : await browser.submit(left, { intent: "cancel" })
      expect(answer.status).toBeLessThan(304)
      await expect(browser.visit("/dashboard")).toLead(302, "/account-paused")
      const text = await browser.read("/account-paused")
      expect(text).toContain(`${title} ${suspended}`)
      expect(text).not.toContain("continue using your account normally")
    }
  })

  test("whose plan ended reads that, when it cancels a registration", async () => {
    const { browser, schoolId } = await pendingSchool()
    setStatus(schoolId, { status: "expired", plan: "standard" })
    await browser.submit("/cancel-registration", { intent: "cancel" })
    expect(await browser.read("/select-plan?upgrade=true")).toContain(
      "Nothing canceled Your plan has ended and your data is kept. Choose a plan to open your school again.",
    )
  })
})

describe("a school whose plan ended", () => {
  const endedOn = Date.parse("2026-10-22T16:00:00Z")

  test("reads when, what is kept, and finds the plans, its data and the way out", async () => {
    const { browser, schoolId } = await pendingSchool()
    setStatus(schoolId, { status: "cancelled", plan: "standard", interval: "monthly", paidUntil: endedOn })
    for (const at of ["/select-plan?upgrade=true", "/select-plan"]) {
      const html = await browser.html(at)
      const text = await textOf(new Response(html))
      expect(text).toContain(`Your plan ended on Oct 22, 2026 We keep your data unless`)
      expect(html).toMatch(/href="\/settings\/admin\/export"[^>]*>Download everything/)
      expect(html).toMatch(/action="\/logout"[\s\S]*?Log out/)
      expect(text).toContain("Continue to PayPal")
      for (const untrue of [
        "Cancel Upgrade",
        "Cancel Registration",
        "opens right away",
        "essential steps",
        "Back ",
      ])
        expect(text, untrue).not.toContain(untrue)
    }
  })

  test("a school that never paid reads what new schools read", async () => {
    const { browser } = await pendingSchool()
    const text = await browser.read("/select-plan")
    expect(text).toContain("Your school opens right away.")
    expect(text).not.toContain("Your plan")
  })
})

const dialogIn = (html: string) => /<dialog[^>]*data-subscription[\s\S]*?<\/dialog>/.exec(html)?.[0]

describe("the dialog over pages", () => {
  test("a pending school is asked everywhere but where it is already being completed", async () => {
    const { browser } = await pendingSchool()
    for (const path of ["/", "/about", "/help"]) {
      const dialog = dialogIn(await browser.html(path))
      expect(dialog, path).toContain("Complete Your Registration")
      expect(dialog).toContain("Your account setup is incomplete.")
      expect(dialog).toMatch(/href="\/select-plan"[^>]*data-after="50"[^>]*>Continue to Subscription/)
      expect(dialog).toContain('action="/cancel-registration"')
    }
    for (const path of [
      "/select-plan",
      "/subscription",
      "/cancel-registration",
      "/register-school",
      "/signup",
    ])
      expect(dialogIn(await browser.html(path)), path).toBeUndefined()
  })

  test("a solo teacher goes on by their own registration, which leads to the plans", async () => {
    const { browser } = await pendingSchool("solo")
    const dialog = dialogIn(await browser.html("/about"))
    const to = /href="(\/register-solo-teacher[^"]*)"/.exec(dialog ?? "")?.[1] ?? ""
    await expect(browser.visit(to)).toLead(302, "/select-plan?type=solo")
    expect((await browser.visit("/register-solo-teacher")).status).toBe(200)
  })

  test("an expired school is asked everywhere but on the plans; an active one, its people and visitors never", async () => {
    const { browser, actor, schoolId } = await pendingSchool()
    setStatus(schoolId, { status: "expired", plan: "standard" })
    for (const path of ["/", "/register-school"]) {
      const dialog = dialogIn(await browser.html(path))
      expect(dialog, path).toContain("Upgrade Your Subscription")
      expect(dialog).toContain(
        "Your subscription has expired. Please renew your subscription to continue using all features.",
      )
      expect(dialog).toMatch(/href="\/select-plan\?upgrade=true"[^>]*>Upgrade Subscription/)
      expect(dialog).toMatch(/action="\/cancel-upgrade"[^>]*data-after="200"/)
      expect(dialog).toContain("Return to Dashboard")
    }
    expect(dialogIn(await browser.html("/select-plan"))).toBeUndefined()
    const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
    const customer = await Browser.of(openSchool().userId)
    for (const other of [teacher, customer, new Browser()])
      expect(dialogIn(await other.html("/about"))).toBeUndefined()
  })
})

describe("/subscription", () => {
  test("names each state and what to do", async () => {
    const { browser, schoolId } = await pendingSchool()
    expect(await browser.read("/subscription")).toMatch(
      /Complete Your Registration.*Not paid yet.*Continue to Subscription Cancel Registration/,
    )
    const paidUntil = Date.parse("2027-03-01T12:00:00Z")
    setStatus(schoolId, { status: "active", plan: "standard", interval: "yearly", paidUntil })
    const active = await browser.read("/subscription")
    expect(active).toMatch(/Active.*Standard.*yearly, \$149\.00.*Paid until.*2027/)
    expect(active).toContain("Renews automatically until you cancel.")
    expect(active).toContain("Manage subscription")
    const own = await browser.read("/settings/subscription")
    expect(own).toContain("This subscription isn’t billed through PayPal.")
    expect(own).not.toContain("Change your plan")
    setStatus(schoolId, { status: "cancelled" })
    expect(await browser.read("/subscription")).toMatch(/Active until .*2027.*won’t renew/)
    setStatus(schoolId, { status: "suspended" })
    expect(await browser.read("/subscription")).toContain(
      "Your PayPal subscription is paused, so it won’t renew.",
    )
    setStatus(schoolId, { status: "expired" })
    const expired = await browser.read("/subscription")
    expect(expired).toMatch(/Upgrade Your Subscription.*Expired.*Upgrade Subscription Return to Dashboard/)
    expect(await new Browser().read("/subscription")).toContain("Log in to see your school’s plan")
  })
})

describe("waiting for an activation", () => {
  test("refreshes itself without a script, and is marked for the script with what the specification posts", async () => {
    const { browser } = await pendingSchool("solo")
    const html = await browser.html("/payment-success?subscription=I-1")
    expect(html).toContain('data-activation="/payment-success"')
    expect(html).toContain('data-amount="999"')
    expect(html).toContain('data-plan="Solo Teacher Monthly"')
    const school = await (await pendingSchool()).browser.html("/payment-success")
    expect(school).toContain('data-amount="2999"')
    expect(school).toContain('data-plan="Standard Monthly"')
  })

  test("once active it goes to the dashboard: at once without a script, after 100 ms with one", async () => {
    const html = await (await Browser.of(openSchool().userId)).html("/payment-success")
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="0;url=/dashboard"/></noscript>')
    expect(html).toMatch(/href="\/dashboard" data-follow-after="100"/)
    expect(html).not.toContain("data-activation")
  })
})
