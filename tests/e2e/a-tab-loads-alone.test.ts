import type { Page } from "@playwright/test"
import { testNow } from "../support/clock"
import { expect, onlyWithScripts, signIn, test } from "./journey"

/** What each step asks for besides the root, which has the message to show: the loaders it names, or all of the page's. */
function watchLoads(page: Page): string[][] {
  const loads: string[][] = []
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith(".data") && request.method() === "GET")
      loads.push((url.searchParams.get("_routes") ?? "all").split(",").filter((route) => route !== "root"))
  })
  return loads
}

const asked = (loads: string[][], route: string) =>
  loads.flat().some((each) => each === "all" || each === route)

test("from tab to tab of a student only the tab is loaded, and name and tabs stay", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  await signIn(page, "admin@crescendo.example")
  await page.goto("/students", { waitUntil: "networkidle" })
  await page.locator("main table tbody a").first().click()
  const tabs = page.getByRole("navigation", { name: "Student pages" })
  await expect(tabs.getByRole("link", { name: "Overview" })).toHaveAttribute("aria-current", "page")
  const name = await page.locator("h1").innerText()
  await look(page)

  const loads = watchLoads(page)
  const heading = javaScriptEnabled ? await page.locator("h1").elementHandle() : null
  const list = javaScriptEnabled ? await tabs.elementHandle() : null
  await tabs.getByRole("link", { name: "Progress" }).click()
  await expect(tabs.getByRole("link", { name: "Progress" })).toHaveAttribute("aria-current", "page")
  await expect(page.locator("h1")).toHaveText(name)
  await tabs.getByRole("link", { name: "Overview" }).click()
  await page.getByRole("link", { name: "Edit student" }).click()
  await expect(page).toHaveTitle(`Edit ${name} · Tutti`)
  await expect(page.getByLabel("First name")).toBeVisible()
  await look(page)
  if (!javaScriptEnabled) return
  expect(loads).toEqual([
    ["routes/students/student-skills"],
    ["routes/students/student"],
    ["routes/students/student-edit"],
  ])
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true)
  expect(await list?.evaluate((element) => element.isConnected)).toBe(true)

  // A form on the student asks for the frame again.
  loads.length = 0
  await page.getByLabel("Last name").fill("Renamed")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await expect(page.locator("h1")).toContainText("Renamed")
  expect(asked(loads, "student-record")).toBe(true)
})

test(
  "a tab that fails leaves name, tabs and menu",
  onlyWithScripts("without a script a tab is a page"),
  async ({ page, look }) => {
    await signIn(page, "admin@crescendo.example")
    await page.goto("/classes?kind=private", { waitUntil: "networkidle" })
    await page.locator("main table tbody a").first().click()
    const tabs = page.getByRole("navigation", { name: "Class pages" })
    await expect(tabs).toBeVisible()
    const name = await page.locator("h1").innerText()
    // The tab is answered as for a class that is not there.
    await page.route(/\/lessons\.data/, async (route) => {
      const url = route
        .request()
        .url()
        .replace(/classes\/[^/]+/, "classes/nobody")
      await route.fulfill({ response: await route.fetch({ url }) })
    })
    await tabs.getByRole("link", { name: "Lessons and attendance" }).click()
    await expect(page.getByRole("heading", { name: "Page Not Found", level: 2 })).toBeVisible()
    await expect(page.locator("h1")).toHaveText(name)
    await expect(tabs.getByRole("link", { name: "Lessons and attendance" })).toHaveAttribute(
      "aria-current",
      "page",
    )
    await expect(page.getByRole("link", { name: "Students" }).first()).toBeVisible()
    await look(page)
    await tabs.getByRole("link", { name: "Overview" }).click()
    await expect(page.getByRole("heading", { name: "Upcoming lessons" })).toBeVisible()
  },
)

test(
  "the menu is not asked for again from page to page, but after a form and after a minute",
  onlyWithScripts("without a script each step is a document"),
  async ({ page }) => {
    await page.clock.setFixedTime(testNow)
    await signIn(page, "admin@crescendo.example")
    await page.goto("/billing", { waitUntil: "networkidle" })
    const loads = watchLoads(page)
    await page.getByRole("link", { name: "Ready to invoice", exact: true }).click()
    await expect(page).toHaveTitle("Ready to invoice · Tutti")
    await page.getByRole("link", { name: "Families", exact: true }).click()
    await expect(page).toHaveTitle("Family balances · Tutti")
    await page.goBack()
    await expect(page).toHaveTitle("Ready to invoice · Tutti")
    await page.getByRole("link", { name: "Messages" }).first().click()
    await expect(page).toHaveTitle("Messages · Tutti")
    await page.getByRole("link", { name: "Unread" }).click()
    await expect(page).toHaveURL(/view=unread/)
    await page.locator("summary", { hasText: "Settings" }).click()
    await page.getByRole("link", { name: "Emails" }).first().click()
    await expect(page).toHaveTitle("Emails · Tutti")
    expect(loads.length).toBeGreaterThanOrEqual(6)
    expect(asked(loads, "shell")).toBe(false)

    // Others write messages too: the first step after a minute counts them.
    loads.length = 0
    await page.clock.setFixedTime(testNow + 60_000)
    await page.getByRole("link", { name: "Profile" }).first().click()
    await expect(page).toHaveTitle("Your profile · Tutti")
    expect(asked(loads, "shell")).toBe(true)
    loads.length = 0
    await page.getByRole("link", { name: "Emails" }).first().click()
    await expect(page).toHaveTitle("Emails · Tutti")
    expect(asked(loads, "shell")).toBe(false)

    // A part opens on the page that is there; saving it counts anew.
    await page.getByRole("link", { name: "Edit: Notifications" }).click()
    loads.length = 0
    await page.locator("button[name=intent][value=mail]").click()
    await expect(page.locator(".page-messages .toast")).toBeVisible()
    expect(asked(loads, "shell")).toBe(true)
  },
)
