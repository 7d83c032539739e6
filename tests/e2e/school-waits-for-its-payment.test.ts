import type { Page } from "@playwright/test"
import { expect, onlyWithScripts, registerSchool, test } from "./journey"

const sandbox = () => process.env.E2E_SANDBOX_URL ?? "http://localhost:3001"

async function approveButStayPending(page: Page) {
  await page.getByRole("button", { name: "Continue to PayPal" }).click()
  await page.getByRole("button", { name: "Approve but stay pending" }).click()
  await expect(page.getByRole("heading", { name: "Activating your subscription..." })).toBeVisible()
}

/** What only PayPal can do: activate a subscription that was approved. */
const activateAtPayPal = (subscription: string) =>
  fetch(`${sandbox()}/paypal/ledger`, { method: "POST", body: new URLSearchParams({ subscription }) })

test("a payment that PayPal confirms late opens the school automatically", async ({ page, look }, info) => {
  await registerSchool(page, "Nocturne Hall", `${info.project.name.length}${Date.now()}`)
  await approveButStayPending(page)
  const subscriptionId = new URL(page.url()).searchParams.get("subscription_id") ?? ""
  await look(page)
  await activateAtPayPal(subscriptionId)
  await page.waitForURL("**/dashboard", { timeout: 60_000 })
})

test(
  "while it waits a page asks as often as it should, and once by hand",
  onlyWithScripts("without scripts the page refreshes itself; the route tests hold that"),
  async ({ page }, info) => {
    const asked: { path: string; at: number }[] = []
    await registerSchool(page, "Largo House", `${info.project.name.length}${Date.now()}`)
    page.on("request", (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith("/api/")) asked.push({ path: pathname, at: Date.now() })
    })
    await approveButStayPending(page)
    const began = Date.now()
    await expect(page.getByText("Finalizing setup - your account will be ready shortly")).toBeVisible({
      timeout: 15_000,
    })
    expect(Date.now() - began).toBeGreaterThan(8_000)
    await page.waitForTimeout(14_000)
    const looks = asked.filter(({ path }) => path === "/api/auth/subscription-status")
    expect(looks.length).toBeGreaterThanOrEqual(8)
    expect(looks.length).toBeLessThanOrEqual(10)
    const gaps = looks.slice(1).map(({ at }, index) => at - (looks[index]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(1_900)
    const byHand = asked.filter(({ path }) => path === "/api/subscription/manual-activation")
    expect(byHand).toHaveLength(1)
    expect((byHand[0]?.at ?? 0) - began).toBeGreaterThan(9_000)
  },
)

test(
  "an approved payment is remembered in the tab: the guard's page waits on instead of asking again",
  onlyWithScripts("session storage needs a script"),
  async ({ page }, info) => {
    await registerSchool(page, "Fermata Rooms", `${info.project.name.length}${Date.now()}`)
    await approveButStayPending(page)
    const flag = () => page.evaluate(() => sessionStorage.getItem("paymentCompleted"))
    await expect.poll(flag).toBe("true")
    await page.goto("/dashboard")
    await expect(page).toHaveURL(/\/payment-success$/)
    await expect(page.getByRole("heading", { name: "Activating your subscription..." })).toBeVisible()
    expect(await flag()).toBeNull()
    await page.goto("/dashboard")
    await expect(page).toHaveURL(/\/select-plan\?upgrade=true$/)
  },
)

test("a registration is deleted, and can start over", async ({ page, look, javaScriptEnabled }, info) => {
  await registerSchool(page, "Rubato Rooms", `${info.project.name.length}${Date.now()}`)
  await page.goto("/about")
  const dialog = page.getByRole("dialog", { name: "Complete Your Registration" })
  if (javaScriptEnabled === false) {
    await expect(dialog).toBeHidden()
    await page.goto("/subscription")
    await look(page)
    await page.goto("/select-plan")
    await page.getByRole("link", { name: "Cancel Registration" }).click()
    await look(page)
    await page.getByRole("button", { name: "Cancel Registration" }).click()
  } else {
    await expect(dialog).toContainText("Your account setup is incomplete.")
    await look(page)
    await dialog.getByRole("link", { name: "Continue to Subscription" }).click()
    await expect(page.getByRole("heading", { name: "Choose a plan for Rubato Rooms" })).toBeVisible()
    await page.goto("/about")
    await dialog.getByRole("button", { name: "Cancel Registration" }).click()
  }
  await expect(page.getByText("Registration Cancelled")).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
  await page.goto("/select-plan")
  await expect(page.getByRole("button", { name: "Sign up to continue" })).toBeVisible()
})

test(
  "leaving a page with the dialog open is asked about first",
  onlyWithScripts("a warning before leaving needs a script"),
  async ({ page }, info) => {
    await registerSchool(page, "Cadenza Corner", `${info.project.name.length}${Date.now()}`)
    await page.goto("/about")
    const dialog = page.getByRole("dialog", { name: "Complete Your Registration" })
    await dialog.getByText("Your account setup is incomplete.").click()
    let warned = false
    page.on("dialog", async (box) => {
      warned ||= box.type() === "beforeunload"
      await box.accept()
    })
    await page.goto("/select-plan")
    expect(warned).toBe(true)
    warned = false
    await page.goto("/about")
    await dialog.getByText("Your account setup is incomplete.").click()
    await dialog.getByRole("button", { name: "Close" }).click()
    await expect(dialog).toBeHidden()
    await page.goto("/help")
    expect(warned).toBe(false)
  },
)

test(
  "while a registration is being canceled its dialog stays, however often Escape is pressed",
  onlyWithScripts("without a script there is no dialog"),
  async ({ page }, info) => {
    await registerSchool(page, "Ostinato Hall", `${info.project.name.length}${Date.now()}`)
    await page.goto("/about")
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route("**/cancel-registration", async (route) => {
      await held
      await route.continue()
    })
    const said: string[] = []
    page.on("console", (message) => said.push(message.text()))
    await page.evaluate(() => {
      const dialog = document.querySelector("dialog")
      setInterval(() => console.log(dialog?.open ? "open" : "closed"), 50)
      document.querySelector<HTMLButtonElement>("dialog [name=intent]")?.click()
    })
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press("Escape")
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    expect(said.filter((words) => words === "open").length).toBeGreaterThan(4)
    expect(said).not.toContain("closed")
    letGo()
    await expect(page.getByText("Registration Cancelled")).toBeVisible()
  },
)

test(
  "after the payment Back leads past the pages of the payment",
  onlyWithScripts("without a script the browser follows the refresh by itself"),
  async ({ page }, info) => {
    await registerSchool(page, "Ritornello Rooms", `${info.project.name.length}${Date.now()}`)
    await page.getByRole("button", { name: "Continue to PayPal" }).click()
    await page.getByRole("button", { name: "Agree and Subscribe" }).click()
    await page.waitForURL("**/dashboard")
    await page.goBack()
    await expect(page).not.toHaveURL(/dashboard|payment-success/)
  },
)
