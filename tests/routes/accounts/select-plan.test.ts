import { platformPayments, subscriptions } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { isProviderReturn } from "~/http/provider-returns"
import { now } from "~/utils/clock.server"
import { Browser, locationOf, redirectOf, rowCount, textOf } from "../../support/app"
import { attemptsOf, choose, pendingSchool, standardYearly, subscriptionOf } from "../../support/chosen-plan"
import { startPayPal } from "../../support/paypal"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

describe("the page", () => {
  test("a visitor sees the plans and is asked to register first, with the plan", async () => {
    const html = await new Browser().html("/select-plan?plan=professional")
    for (const words of [
      "Standard",
      "Professional",
      "Most Popular",
      "Save up to $549",
      "$29",
      "$399",
      "Save $199",
    ])
      expect(html).toContain(words)
    expect(html).not.toContain("Solo Teacher")
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="professional"|value="professional"[^>]*checked=""/)
    expect(html).toContain('action="/register-school"')
    expect(html).toContain("Sign up to continue")
    expect(html).not.toContain("Continue to PayPal")
    expect(html).toContain("Test payments.")
    const before = rowCount("subscription_attempts")
    await expect(new Browser().submit("/select-plan", standardYearly)).toLead(302, "/auth/login")
    expect(rowCount("subscription_attempts")).toBe(before)
  })

  test("solo mode shows only the Solo Teacher plan", async () => {
    const html = await new Browser().html("/select-plan?type=solo")
    expect(html).toContain("Solo Teacher")
    expect(html).toContain("17% saving, Save $20.88 compared to monthly")
    expect(html).not.toContain("Professional")
    // Adding teachers is no step of a solo teacher's.
    expect(html).toContain("Create Classes, Add Students, Schedule Classes.")
    expect(html).not.toContain("Add Teachers")
    expect(html).toContain('href="/register-solo-teacher"')
  })

  test("logged in: the order, the PayPal button, and the ways back", async () => {
    const { browser } = await pendingSchool()
    const html = await browser.html("/select-plan?plan=standard&type=solo")
    for (const words of [
      "Choose a plan for Harmony School of Music",
      "Order summary",
      "$149.00",
      "Continue to PayPal",
      "Cancel Registration",
    ])
      expect(html).toContain(words)
    expect(html).toMatch(/href="\/cancel-registration"[^>]*>Cancel Registration/)
    expect(html).toMatch(/href="\/register-school"[^>]*>Back/)
    const upgrade = await browser.html("/select-plan?upgrade=true")
    expect(upgrade).toMatch(/href="\/dashboard"[^>]*>Back/)
    const visitor = await new Browser().html("/select-plan?upgrade=true")
    expect(visitor).toMatch(/href="\/register-school"[^>]*>Back/)
    expect(visitor).toMatch(/href="\/"[^>]*>Cancel Registration/)
  })

  test("an active school goes to its dashboard; teachers and platform staff have nothing to pay", async () => {
    const open = openSchool()
    const admin = await Browser.of(open.userId)
    await expect(admin.visit("/select-plan")).toLead(302, "/dashboard")
    await expect(admin.submit("/select-plan", standardYearly)).toLead(303, "/dashboard")
    const { actor, schoolId } = await pendingSchool()
    const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
    await expect(teacher.visit("/select-plan")).toLead(302, "/dashboard/teacher")
    await expect(teacher.submit("/select-plan", standardYearly)).toLead(302, "/dashboard/teacher")
    expect(attemptsOf(schoolId)).toHaveLength(0)
  })

  test("a choice that is none, or not for this kind of school, is refused", async () => {
    const { browser, schoolId } = await pendingSchool()
    const none = await browser.submit("/select-plan", { interval: "weekly", plan: "<b>", amount: "1" })
    await expect(none).toAnswer(400, "Choose a plan.")
    const solo = await browser.submit("/select-plan", { plan: "soloTeacher", interval: "monthly" })
    await expect(solo).toAnswer(400, "This plan isn’t available for your type of school.")
    expect(attemptsOf(schoolId)).toHaveLength(0)
  })
})

describe("paying", () => {
  test("chosen, approved on PayPal, active, and on to the dashboard", async () => {
    const { browser, schoolId } = await pendingSchool()
    const approveUrl = await choose(browser)
    expect(approveUrl.startsWith(`${paypal.url}/paypal/webapps/billing/subscriptions?ba_token=`)).toBe(true)
    expect(subscriptionOf(schoolId)?.status).toBe("pending")
    const unpaid = await browser.read("/payment-success?subscription=I-INVENTED")
    expect(unpaid).toContain("still being confirmed")
    expect(unpaid).not.toContain("Payment Successful")
    const waiting = await browser.html("/payment-success?subscription=I-INVENTED")
    expect(waiting).toContain('content="1;url=/payment-success?subscription=I-INVENTED&amp;check=1"')
    expect(waiting).not.toContain("Finalizing setup")
    const later = await browser.html("/payment-success?check=6")
    expect(later).toContain("Finalizing setup - your account will be ready shortly")
    expect(await browser.html("/payment-success?check=10")).toContain('content="30;url=')
    const visitor = await new Browser().visit("/payment-success?subscription=I-INVENTED")
    expect(visitor.status).toBe(200)
    expect(await visitor.text()).toContain(
      `href="/auth/login?to=${encodeURIComponent("/payment-success?subscription=I-INVENTED")}"`,
    )

    const back = (await paypal.press(approveUrl, "agree")) ?? ""
    const [attempt] = attemptsOf(schoolId)
    const success = `/payment-success?subscription=${attempt?.providerSubscriptionId}`
    const answers = await Promise.all([browser.visit(back), browser.visit(back)])
    for (const answer of answers) expect(redirectOf(answer)).toEqual([303, success])
    expect(subscriptionOf(schoolId)).toMatchObject({ status: "active", plan: "standard", interval: "yearly" })
    const mails = rowsOf(emails, { schoolId, template: "subscription-active" })
    expect(mails).toHaveLength(1)

    const html = await browser.html(success)
    expect(html).toContain("Payment Successful")
    expect(html).toContain("Redirecting to your dashboard")
    expect(html).toContain('http-equiv="refresh" content="0;url=/dashboard"')
    expect(await browser.read("/dashboard")).toContain("Set up your school")
    await expect(browser.visit(back)).toLead(303, success)
    const payments = await paypal.ledger()
    expect(
      payments.filter(
        (payment: { sourceId: string }) => payment.sourceId === attempt?.providerSubscriptionId,
      ),
    ).toMatchObject([{ amount: { currency_code: "USD", value: "149.00" } }])
  })

  test("asked again in another tab after approval: confirmed, not paid twice", async () => {
    const { browser, schoolId } = await pendingSchool("solo")
    const fields = { plan: "soloTeacher", interval: "monthly" }
    await paypal.press(await choose(browser, fields), "agree-and-close")
    const again = await choose(browser, fields)
    expect(again).toBe(`/select-plan/return?attempt=${attemptsOf(schoolId)[0]?.id}`)
    expect((await browser.visit(again)).headers.get("Location")).toContain("/payment-success")
    expect(subscriptionOf(schoolId)).toMatchObject({ status: "active", plan: "soloTeacher" })
  })

  test("canceled on PayPal: back on the plans with a message, nothing active", async () => {
    const { browser, schoolId } = await pendingSchool()
    const back = (await paypal.press(await choose(browser), "cancel")) ?? ""
    const plans = "/select-plan?plan=standard&interval=yearly"
    await expect(browser.visit(back)).toLead(303, plans)
    const html = await browser.html(plans)
    expect(html).toContain("Payment Cancelled")
    expect(html).toContain("Your subscription setup was cancelled.")
    expect(html).toMatch(/class="toast bad"[^>]*role="alert"/)
    expect(attemptsOf(schoolId)[0]?.state).toBe("cancelled")
    expect(subscriptionOf(schoolId)?.status).toBe("pending")
  })

  test("who turns back finds the plans as they were: plan, period and upgrade", async () => {
    const { browser, schoolId } = await pendingSchool()
    changeRows(subscriptions, { schoolId }, { status: "expired", plan: "standard" })
    const page = await browser.html("/select-plan?upgrade=true&plan=professional&interval=monthly")
    expect(page).toContain('action="/select-plan?upgrade=true&amp;plan=professional&amp;interval=monthly"')
    for (const choice of ["cancel", "decline"]) {
      const answer = await browser.submit("/select-plan?upgrade=true", {
        plan: "professional",
        interval: "monthly",
      })
      const approveUrl = locationOf(answer)
      if (choice === "decline") await paypal.press(approveUrl, "decline")
      const plans = (await browser.visit((await paypal.press(approveUrl, "cancel")) ?? "")).headers.get(
        "Location",
      )
      expect(plans).toBe("/select-plan?plan=professional&interval=monthly&upgrade=true")
      const html = await browser.html(plans ?? "")
      expect(html).toContain(choice === "cancel" ? "Payment Cancelled" : "Payment Error")
      for (const value of ["professional", "monthly"])
        expect(html).toMatch(new RegExp(`checked=""[^>]*value="${value}"|value="${value}"[^>]*checked=""`))
      // The dashboard is closed until the school pays: Back would only lead here again.
      expect(html).not.toContain(">Back</a>")
    }
    changeRows(subscriptions, { schoolId }, { extendedUntil: now() + 86_400_000 })
    const open = await browser.html("/select-plan?upgrade=true")
    expect(open).toMatch(/href="\/dashboard"[^>]*>Back/)
    const solo = await pendingSchool("solo")
    const approveUrl = await choose(solo.browser, { plan: "soloTeacher", interval: "monthly" })
    await expect(solo.browser.visit((await paypal.press(approveUrl, "cancel")) ?? "")).toLead(
      303,
      "/select-plan?plan=soloTeacher&type=solo&interval=monthly",
    )
  })

  test("a second subscription of an open school is ended at PayPal, and it says so", async () => {
    const { browser, schoolId } = await pendingSchool()
    const first = await choose(browser)
    const second = await choose(browser, { plan: "professional", interval: "monthly" })
    const [backFromFirst, backFromSecond] = [
      (await paypal.press(first, "agree")) ?? "",
      (await paypal.press(second, "agree")) ?? "",
    ]
    await browser.visit(backFromFirst)
    const to = locationOf(await browser.visit(backFromSecond))
    expect((await browser.visit(to)).headers.get("Location")).toBe("/dashboard")
    expect(await browser.read("/dashboard")).toContain(
      "Payment Error Your school already has an active subscription, so we canceled this second one at PayPal.",
    )
    expect(subscriptionOf(schoolId)).toMatchObject({ status: "active", plan: "standard" })
    // What it took is with the other payments, for whoever pays it back.
    const ids = attemptsOf(schoolId).map(({ providerSubscriptionId }) => providerSubscriptionId)
    const kept = rowsOf(platformPayments, { schoolId })
    expect(kept.filter(({ providerSubscriptionId }) => ids.includes(providerSubscriptionId))).toMatchObject([
      { amountMinor: 7900 },
    ])
  })

  test("declined: Payment Error, and the next try is a new one", async () => {
    const { browser, schoolId } = await pendingSchool()
    const approveUrl = await choose(browser)
    await paypal.press(approveUrl, "decline")
    await browser.visit((await paypal.press(approveUrl, "cancel")) ?? "")
    const text = await browser.read("/select-plan")
    expect(text).toContain("Payment Error There was an error processing your payment. Please try again.")
    await choose(browser)
    expect(
      attemptsOf(schoolId)
        .map(({ state }) => state)
        .sort(),
    ).toEqual(["approving", "declined"])
  })

  test("another person's try is neither closed nor confirmed", async () => {
    const mine = await pendingSchool()
    const theirs = await pendingSchool()
    const back = (await paypal.press(await choose(theirs.browser), "agree")) ?? ""
    const [attempt] = attemptsOf(theirs.schoolId)
    expect((await mine.browser.visit(back)).status).toBe(404)
    expect((await mine.browser.visit(`/select-plan/return?attempt=${attempt?.id}`)).status).toBe(404)
    expect((await mine.browser.visit("/select-plan/return?subscription_id=I-NONE")).status).toBe(404)
    await mine.browser.visit(`/select-plan/cancelled?attempt=${attempt?.id}&error=x`)
    expect(attemptsOf(theirs.schoolId)[0]?.state).toBe("approving")
    expect(subscriptionOf(mine.schoolId)?.status).toBe("pending")
    expect(redirectOf(await new Browser().visit(back))[0]).toBe(302)
  })

  test("what PayPal reports does not match: nothing is active, and it says so", async () => {
    const { browser, schoolId } = await pendingSchool()
    const back = (await paypal.press(await choose(browser), "agree")) ?? ""
    await paypal.fault({ kind: "wrong-amount" })
    await expect(browser.visit(back)).toLead(303, "/select-plan?plan=standard&interval=yearly")
    expect(await browser.read("/select-plan")).toContain("so we didn’t activate it")
    expect(subscriptionOf(schoolId)?.status).toBe("pending")
    expect(attemptsOf(schoolId)[0]?.state).toBe("mismatch")
  })

  test("approved but not active yet: the page waits without a script, then says it is finalizing", async () => {
    const { browser, schoolId } = await pendingSchool()
    const back = (await paypal.press(await choose(browser), "agree-pending")) ?? ""
    const id = attemptsOf(schoolId)[0]?.id
    const html = await browser.html(back)
    expect(html).toContain("Activating your subscription...")
    expect(html).toContain(`content="1;url=/select-plan/return?attempt=${id}&amp;check=1"`)
    expect(html).not.toContain("Finalizing")
    const between = await browser.html(`/select-plan/return?attempt=${id}&check=5`)
    expect(between).toContain('content="2;url=')
    expect(between).not.toContain("Finalizing")
    const later = await browser.html(`/select-plan/return?attempt=${id}&check=6`)
    expect(later).toContain("Finalizing setup - your account will be ready shortly")
    const seldom = await browser.html(`/select-plan/return?attempt=${id}&check=999999`)
    expect(seldom).toContain('content="30;url=')
    await paypal.control("/clock", { advance: "PT1H" })
    expect(
      (await browser.visit(`/select-plan/return?attempt=${id}&check=6`)).headers.get("Location"),
    ).toContain("/payment-success")
    expect(subscriptionOf(schoolId)?.status).toBe("active")
  })

  test("PayPal is down: the page says so with the choice kept, and the next try is the same one", async () => {
    const { browser, schoolId } = await pendingSchool()
    await paypal.fault({ kind: "status", status: 500, path: "/v1/billing/subscriptions", afterwards: true })
    const answer = await browser.submit("/select-plan", { plan: "professional", interval: "monthly" })
    expect(answer.status).toBe(502)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain(
      "Payment Error There was an error processing your payment. Please try again. PayPal isn’t answering right now, and you weren’t charged.",
    )
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="monthly"|value="monthly"[^>]*checked=""/)
    const [failed] = attemptsOf(schoolId)
    await choose(browser, { plan: "professional", interval: "monthly" })
    expect(attemptsOf(schoolId).map(({ id }) => id)).toEqual([failed?.id])
  })

  test("PayPal does not answer the return visit: the page waits", async () => {
    const { browser } = await pendingSchool()
    const back = (await paypal.press(await choose(browser), "agree")) ?? ""
    await paypal.fault({ kind: "reset", path: "/v1/billing/subscriptions" })
    expect(await browser.read(back)).toContain("Activating your subscription...")
  })
})

test("only the provider's returns may write on a GET", () => {
  expect(isProviderReturn("/select-plan/return")).toBe(true)
  expect(isProviderReturn("/select-plan/cancelled")).toBe(true)
  for (const path of ["/select-plan", "/select-plan/return/more", "/payment-success", "/"])
    expect(isProviderReturn(path)).toBe(false)
})
