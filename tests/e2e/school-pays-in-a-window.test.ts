import type { Page } from "@playwright/test"
import { expect, onlyWithScripts, registerSchool, test } from "./journey"

const sandbox = () => process.env.E2E_SANDBOX_URL ?? "http://localhost:3001"

const only = onlyWithScripts(
  "the buttons need a script; without one the full page is the way, which other journeys take",
)

/** Asks for PayPal's own buttons and presses theirs; answers the buyer's window. */
async function openWindow(page: Page) {
  await page.getByRole("button", { name: "Pay in a PayPal window" }).click()
  const opened = page.waitForEvent("popup")
  await page.getByRole("button", { name: "PayPal (sandbox)" }).click()
  return opened
}

test(
  "canceled in the window, then approved there: the school is open",
  only,
  async ({ page, look }, info) => {
    const asked: string[] = []
    page.on("request", (request) => asked.push(request.url()))
    await registerSchool(page, "Window Winds", `${info.project.name.length}${Date.now()}`)
    await look(page)
    expect(asked.filter((url) => url.startsWith(sandbox()))).toEqual([])

    const cancelled = await openWindow(page)
    expect(asked.some((url) => url.endsWith("/api/paypal/config?sandbox=true"))).toBe(true)
    await cancelled.getByRole("button", { name: "Cancel and return" }).click()
    await expect(page.getByText("Your subscription setup was cancelled.")).toBeVisible()
    await expect(page.getByRole("alert")).toContainText("Payment Cancelled")
    await expect(page).toHaveURL(/\/select-plan\?plan=standard$/)
    expect(cancelled.isClosed()).toBe(true)
    await look(page)

    // The choice of the form at the time of the press is what is bought.
    await page.getByRole("radio", { name: /^Professional/ }).check()
    const opened = page.waitForEvent("popup")
    await page.getByRole("button", { name: "PayPal (sandbox)" }).click()
    const buyer = await opened
    await expect(buyer.getByRole("heading", { name: "Subscribe to Professional Monthly" })).toBeVisible()
    await buyer.getByRole("button", { name: "Agree and Subscribe" }).click()
    await page.waitForURL("**/dashboard")
    expect(asked.some((url) => /\/payment-success\?subscription=I-/.test(url))).toBe(true)
  },
)

test(
  "closing the window cancels; a declined card is an error, and Try Again starts over",
  only,
  async ({ page, look }, info) => {
    await registerSchool(page, "Window Woods", `${info.project.name.length}${Date.now()}`)
    const closed = await openWindow(page)
    await expect(closed.getByRole("button", { name: "Agree and Subscribe" })).toBeVisible()
    await closed.close()
    await expect(page.getByRole("alert")).toContainText("Payment Cancelled")

    const opened = page.waitForEvent("popup")
    await page.getByRole("button", { name: "PayPal (sandbox)" }).click()
    const buyer = await opened
    await buyer.getByRole("button", { name: "Card declined" }).click()
    await expect(buyer.getByRole("alert")).toContainText("Your card was declined.")
    await buyer.getByRole("button", { name: "Cancel and return" }).click()
    await expect(page.getByText("Payment error occurred")).toBeVisible()
    await expect(
      page.getByText("There was an error processing your payment. Please try again."),
    ).toBeVisible()
    await look(page)
    await page.getByRole("button", { name: "Try Again" }).click()
    await expect(page.getByRole("button", { name: "Pay in a PayPal window" })).toBeVisible()
    await expect(page.getByText("Payment error occurred")).toBeHidden()
  },
)

test(
  "PayPal's script cannot be had, or does not work: it says so, and the full page still leads there",
  only,
  async ({ page, look }, info) => {
    await registerSchool(page, "Window Wells", `${info.project.name.length}${Date.now()}`)
    const ask = page.getByRole("button", { name: "Pay in a PayPal window" })
    // In this page only: the sandbox's own fault control would strike whoever asks next.
    await page.route("**/paypal/sdk/js?*", (route) => route.fulfill({ status: 503 }))
    await ask.click()
    await expect(page.getByText("Failed to load PayPal payment system")).toBeVisible()
    await look(page)
    await page.unroute("**/paypal/sdk/js?*")
    await page.route("**/paypal/sdk/js?*", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "window.paypal = {}" }),
    )
    await page.getByRole("button", { name: "Try Again" }).click()
    await ask.click()
    await expect(page.getByText("Error initializing payment system")).toBeVisible()
    await page.unroute("**/paypal/sdk/js?*")
    await page.getByRole("button", { name: "Try Again" }).click()
    await expect(ask).toBeVisible()
    await page.getByRole("button", { name: "Continue to PayPal" }).click()
    await expect(page.getByRole("button", { name: "Agree and Subscribe" })).toBeVisible()
  },
)
