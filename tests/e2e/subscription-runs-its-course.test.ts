import type { Page } from "@playwright/test"
import { expect, registerSchool, scriptsRun, signIn } from "./journey"
import { test } from "./own-app"

// A school's subscription as both sides live it: an upgrade in the middle of a year, a cancellation and the way back, a
// renewal that fails and recovers, a refund and a dispute.

// The app starts anew wherever time passes, and makes up for the days.

type Payment = { id: string; sourceId: string; amount: { value: string } }
type Course = { app: { wakeAt(instant: string): Promise<void> }; sandboxUrl: string; page: Page }

async function control(sandboxUrl: string, path: string, body: object) {
  const answer = await fetch(`${sandboxUrl}/__control${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  expect(answer.ok, path).toBe(true)
  return answer.json()
}

/** Time passes at PayPal and here alike. The login has ended when it's over. */
async function pass({ app, sandboxUrl, page }: Course, advance: string | number) {
  await page.goto("about:blank")
  // What PayPal tells an app that starts, or is too busy to answer, is told again in ten seconds and then in a minute: too
  // late for this test.
  await control(sandboxUrl, "/webhooks", { paused: true })
  const { now } = (await control(sandboxUrl, "/clock", { advance })) as { now: number }
  await app.wakeAt(new Date(now).toISOString())
  await control(sandboxUrl, "/webhooks", { paused: false, speed: 10 })
  await page.context().clearCookies()
}

const newestPayment = async (sandboxUrl: string) =>
  ((await (await fetch(`${sandboxUrl}/paypal/ledger.json`)).json()) as Payment[])[0] as Payment

async function logIn(page: Page, email: string) {
  await page.goto("/auth/login")
  await page.getByLabel("Username or email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill("kreisler-1905")
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL((url) => url.pathname !== "/auth/login")
  await scriptsRun(page)
}

/** Registers a school that pays; answers its address. Both clocks stand at the same time then. */
async function subscribe(course: Course, name: string, period: RegExp) {
  const { page } = course
  await pass(course, 1)
  await registerSchool(page, name, "1")
  await page.getByRole("radio", { name: period }).check()
  await page.getByRole("button", { name: "Continue to PayPal" }).click()
  await page.getByRole("button", { name: "Agree and Subscribe" }).click()
  await page.waitForURL("**/dashboard")
  return `${name.toLowerCase().replaceAll(/\W+/g, ".")}.1@harmony.example`
}

test("a school upgrades in the middle of a year, cancels, and comes back", async ({
  app,
  page,
  sandboxUrl,
  mailbox,
  look,
}) => {
  const course = { app, page, sandboxUrl }
  const email = await subscribe(course, "Arpeggio Academy", /^Yearly/)
  const main = page.getByRole("main")

  await test.step("half a year later it pays the difference for the other half", async () => {
    await pass(course, "P182D")
    await logIn(page, email)
    await page.goto("/settings/subscription")
    await expect(main).toContainText(/Professional costs \$12\d\.\d\d today, for the rest of the time/)
    await page.getByRole("radio", { name: /^Yearly/ }).check()
    await page.getByRole("radio", { name: /^Professional/ }).check()
    await look(page)
    await page.getByRole("button", { name: "Continue to PayPal" }).click()
    await expect(page.getByText(/^\$12\d\.\d\d/)).toBeVisible()
    await page.getByRole("button", { name: "Agree and Subscribe" }).click()
    await expect(main).toContainText("Your plan is Professional, billed yearly.")
    expect(Number((await newestPayment(sandboxUrl)).amount.value)).toBeCloseTo(125, -1)
    await mailbox.latestTo(email, /Arpeggio Academy is on Professional/)
  })

  await test.step("it cancels with a reason, and takes that back with one press", async () => {
    await page.goto("/settings/subscription/end")
    await page.getByLabel("Why are you leaving?").selectOption({ label: "It costs too much" })
    await page.getByRole("button", { name: /^Cancel on / }).click()
    await expect(page.getByText("Subscription canceled. It won’t renew.")).toBeVisible()
    await mailbox.latestTo(email, /subscription ends on/)
    await look(page)
    await page.getByRole("button", { name: "Keep subscription" }).click()
    await expect(page.getByText("Subscription kept. It renews as before.")).toBeVisible()
    await mailbox.latestTo(email, /keeps its subscription/)
  })

  await test.step("it cancels again and lets the day pass: closed, until it chooses a plan", async () => {
    await page.goto("/settings/subscription/end")
    await page.getByRole("button", { name: /^Cancel on / }).click()
    await expect(page.getByText("Subscription canceled. It won’t renew.")).toBeVisible()
    await pass(course, "P190D")
    await mailbox.latestTo(email, /^Your subscription has expired/)
    await logIn(page, email)
    await page.goto("/select-plan?upgrade=true")
    await page.getByRole("radio", { name: /^Monthly/ }).check()
    await page.getByRole("radio", { name: /^Standard/ }).check()
    await page.getByRole("button", { name: "Continue to PayPal" }).click()
    await page.getByRole("button", { name: "Agree and Subscribe" }).click()
    await page.waitForURL("**/dashboard")
    await page.goto("/settings/subscription")
    await expect(main).toContainText(/Billed\s*monthly, \$29\.00/)
  })
})

test("a renewal fails and recovers; staff refund a part; a dispute is theirs to answer", async ({
  app,
  page,
  sandboxUrl,
  mailbox,
  look,
}) => {
  const course = { app, page, sandboxUrl }
  const email = await subscribe(course, "Ricochet Rooms", /^Monthly/)
  const { sourceId, id: paymentId } = await newestPayment(sandboxUrl)

  await test.step("the office hears of it by email and on every page, and pays", async () => {
    await control(sandboxUrl, `/subscriptions/${sourceId}`, { nextPaymentFails: 1 })
    await pass(course, "P32D")
    await mailbox.latestTo(email, /^Payment failed: \$29\.00 for Ricochet Rooms/)
    await logIn(page, email)
    await page.goto("/dashboard")
    await look(page)
    await page.getByRole("link", { name: "Fix your payment" }).click()
    await look(page)
    await page.getByRole("button", { name: "Pay $29.00 now" }).click()
    await expect(page.getByText("Payment received. Your subscription continues.")).toBeVisible()
    await mailbox.latestTo(email, /^Payment received for Ricochet Rooms/)
    await page.goto("/dashboard")
    await expect(page.getByRole("link", { name: "Fix your payment" })).toBeHidden()
  })

  await test.step("staff refund ten dollars, and the school is told", async () => {
    await page.context().clearCookies()
    await signIn(page, "super@tutti.example")
    await page.goto("/super-admin/schools?q=Ricochet")
    await page.getByRole("link", { name: "Ricochet Rooms" }).first().click()
    await page.getByRole("link", { name: "Refund and end" }).click()
    await expect(page.getByText(/^The renewal of \$29\.00 failed on .* It was paid on /)).toBeVisible()
    await page.getByLabel("Payment", { exact: true }).selectOption(paymentId)
    await page.getByLabel("Amount").fill("10.00")
    await page.getByLabel("Internal reason").first().fill("A day without email")
    await look(page)
    await page.getByRole("button", { name: /^Refund (\$10\.00 )?to Ricochet Rooms$/ }).click()
    await expect(page.getByText("Refunded $10.00.")).toBeVisible()
    await expect(page.getByText(/\$10\.00 refunded, \$48\.00 net/)).toBeVisible()
    await mailbox.latestTo(email, /^Refund of \$10\.00 for Ricochet Rooms/)
  })

  await test.step("a dispute is a case until PayPal settles it", async () => {
    await control(sandboxUrl, `/payments/${paymentId}`, { dispute: "CREATED" })
    const row = page.getByRole("main").getByText("Payment disputed")
    await expect(async () => {
      await page.goto("/super-admin/paid-subscriptions")
      await expect(row.first()).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 60_000 })
    await look(page)
    await control(sandboxUrl, `/payments/${paymentId}`, { dispute: "RESOLVED" })
    await expect(async () => {
      await page.goto("/super-admin/paid-subscriptions")
      await expect(page.getByText(/settled at PayPal/).first()).toBeAttached({ timeout: 1000 })
    }).toPass({ timeout: 60_000 })
  })
})
