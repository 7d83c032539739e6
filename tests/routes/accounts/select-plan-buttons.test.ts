import { subscriptions } from "db/schema/accounts-subscriptions"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { attemptsOf, choose, pendingSchool, standardYearly, subscriptionOf } from "../../support/chosen-plan"
import { startPayPal } from "../../support/paypal"
import { addMember, changeRows } from "../../support/school"

const paypal = await startPayPal()
afterEach(() => paypal.noFaults())
afterAll(() => paypal.close())

describe("PayPal’s own buttons", () => {
  const ask = (browser: Browser, fields: Record<string, string> = standardYearly) =>
    browser.submit("/select-plan/subscription", fields)

  test("have a container that a script opens, and only there their origin is allowed", async () => {
    const { browser } = await pendingSchool()
    const page = await browser.visit("/select-plan")
    const policy = page.headers.get("Content-Security-Policy") ?? ""
    expect(page.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin-allow-popups")
    for (const part of ["script", "style", "frame", "connect"])
      expect(policy).toMatch(new RegExp(`${part}-src [^;]*${paypal.url}( |;)`))
    const html = await page.text()
    const nonce = /data-nonce="([^"]+)"/.exec(html)?.[1]
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(html).toMatch(/hidden=""[^>]*data-paypal-buttons=""|data-paypal-buttons=""[^>]*hidden=""/)
    expect(html).not.toContain("/sdk/js")

    const visitor = await new Browser().visit("/select-plan")
    expect(visitor.headers.get("Content-Security-Policy")).not.toMatch(/(script|frame)-src [^;]*localhost/)
    expect(visitor.headers.get("Cross-Origin-Opener-Policy")).toBeNull()
    expect(await visitor.text()).not.toContain("data-paypal-buttons")
    const elsewhere = await browser.visit("/about")
    expect(elsewhere.headers.get("Content-Security-Policy")).not.toMatch(/script-src [^;]*localhost/)
  })

  test("get the same subscription as the way by a full page, and its approval is confirmed by us", async () => {
    const { browser, schoolId } = await pendingSchool()
    const answer = await ask(browser)
    expect(answer.status).toBe(201)
    const { subscriptionId } = (await answer.json()) as { subscriptionId: string }
    const [attempt] = attemptsOf(schoolId)
    expect(attempt).toMatchObject({ providerSubscriptionId: subscriptionId, state: "approving" })
    expect(await (await ask(browser)).json()).toEqual({ subscriptionId })
    expect(attemptsOf(schoolId)).toHaveLength(1)

    const confirm = `/select-plan/return?subscription_id=${subscriptionId}`
    expect(await browser.read(confirm)).toContain("Activating your subscription...")
    expect(subscriptionOf(schoolId)?.status).toBe("pending")
    await paypal.press(await choose(browser), "agree")
    const already = await ask(browser)
    expect([already.status, await already.json()]).toEqual([
      409,
      { message: "You’ve already approved this payment.", to: `/select-plan/return?attempt=${attempt?.id}` },
    ])
    await expect(browser.visit(confirm)).toLead(303, `/payment-success?subscription=${subscriptionId}`)
    expect(subscriptionOf(schoolId)?.status).toBe("active")
    const active = await ask(browser)
    expect([active.status, await active.json()]).toEqual([
      409,
      { message: "Your subscription is active.", to: "/dashboard" },
    ])
  })

  test("are refused what the form is refused, and nothing is begun", async () => {
    const { browser, actor, schoolId } = await pendingSchool()
    for (const fields of [
      {},
      { plan: "standard", interval: "weekly" },
      { plan: "soloTeacher", interval: "monthly" },
      { plan: "=1+1", interval: "<b>" },
    ])
      expect((await ask(browser, fields as Record<string, string>)).status).toBe(400)
    expect((await browser.visit("/select-plan/subscription")).status).toBe(405)
    await expect(ask(new Browser())).toLead(302, "/auth/login")
    const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
    await expect(ask(teacher)).toLead(302, "/dashboard/teacher")
    expect(attemptsOf(schoolId)).toHaveLength(0)
    await paypal.fault({ kind: "status", status: 503, path: "/v1/billing/subscriptions", times: 9 })
    const down = await ask(browser)
    expect([down.status, await down.json()]).toEqual([
      502,
      { message: "There was an error processing your payment. Please try again." },
    ])
  })

  test("lead a school that was suspended in the meantime to its page", async () => {
    const { browser, schoolId } = await pendingSchool()
    await browser.visit("/select-plan")
    changeRows(subscriptions, { schoolId }, { heldAt: Date.now() })
    const answer = await ask(browser)
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { message: "Your account is suspended. Contact support.", to: "/account-paused" },
    ])
    expect(attemptsOf(schoolId)).toHaveLength(0)
  })
})
