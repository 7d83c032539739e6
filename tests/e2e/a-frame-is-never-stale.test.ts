import type { Page } from "@playwright/test"
import { expect, onlyWithScripts, scriptsRun, signIn, test } from "./journey"

// Menu, heading and tabs stay while pages change, so they must never outlive what they show.

const only = onlyWithScripts("without a script each step is a document")

const studentTabs = (page: Page) => page.getByRole("navigation", { name: "Student pages" })

async function openStudent(page: Page, admin: string) {
  await signIn(page, admin)
  await page.goto("/students", { waitUntil: "networkidle" })
  await page.locator("main table tbody tr").last().getByRole("link").first().click()
  await expect(studentTabs(page).getByRole("link", { name: "Overview" })).toHaveAttribute(
    "aria-current",
    "page",
  )
  return page.locator("h1").innerText()
}

test(
  "the heading follows a form that a click on another tab has interrupted",
  only,
  async ({ page, look }) => {
    const before = await openStudent(page, "admin@crescendo.example")
    await page.getByRole("link", { name: "Edit student" }).click()
    await page.getByLabel("Last name").first().fill("Interrupted")
    // The school saves, but its answer doesn't arrive.
    const saved = new Promise<void>((resolve) => {
      page.route(/\/edit\.data/, async (route) => {
        if (route.request().method() !== "POST") return route.continue()
        await route.fetch({ maxRedirects: 0 })
        resolve()
      })
    })
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await saved
    await expect(page.locator("h1")).toHaveText(`Edit ${before}`)
    await studentTabs(page).getByRole("link", { name: "Progress" }).click()
    await expect(page.locator("h1")).toContainText("Interrupted")
    await expect(studentTabs(page).getByRole("link", { name: "Progress" })).toHaveAttribute(
      "aria-current",
      "page",
    )
    await look(page)
  },
)

test(
  "nothing of one person stays on the screen after another has logged in in another tab",
  only,
  async ({ page, context, look }) => {
    const student = await openStudent(page, "admin@harmony.example")
    const menu = page.getByRole("navigation").filter({ has: page.getByRole("link", { name: "Classes" }) })
    await expect(menu.first()).toBeVisible()
    const other = await context.newPage()
    await other.goto("/dashboard", { waitUntil: "networkidle" })
    await other.getByRole("button", { name: "Log out" }).first().click()
    await other.waitForURL((url) => url.pathname === "/")
    await signIn(other, "solo@brightkeys.example")

    // A page that both may see.
    await menu.first().getByRole("link", { name: "Classes" }).click()
    await expect(page).toHaveURL(/\/classes$/)
    await expect(page.locator("body")).toContainText("Bright Keys")
    await scriptsRun(page)
    expect(await page.content()).not.toContain("Harmony")
    await look(page)

    // A record of the first person's school: its frame goes with it.
    await other.getByRole("button", { name: "Log out" }).first().click()
    await other.waitForURL((url) => url.pathname === "/")
    await openStudent(page, "admin@harmony.example")
    await expect(page.locator("h1")).toHaveText(student)
    await other.goto("/dashboard", { waitUntil: "networkidle" })
    await other.getByRole("button", { name: "Log out" }).first().click()
    await other.waitForURL((url) => url.pathname === "/")
    await signIn(other, "solo@brightkeys.example")
    await studentTabs(page).getByRole("link", { name: "Progress" }).click()
    await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible()
    await expect(page.locator("body")).toContainText("Bright Keys")
    await expect(studentTabs(page)).toHaveCount(0)
    const left = await page.content()
    expect(left).not.toContain(student)
    expect(left).not.toContain("Harmony")
  },
)

test(
  "Back, pressed while a reloaded page waits for its scripts, opens the page before it",
  only,
  async ({ page }) => {
    await openStudent(page, "admin@crescendo.example")
    const address = page.url()
    await studentTabs(page).getByRole("link", { name: "Progress" }).click()
    await expect(page).toHaveURL(/skills/)
    let send = () => {}
    const isHeld = new Promise<void>((resolve) => {
      send = resolve
    })
    const held = page.waitForRequest(/assets\/entry\.client/)
    await page.route(/assets\/entry\.client/, async (route) => {
      await isHeld
      await route.continue()
    })
    await page.reload({ waitUntil: "commit" })
    await held
    await page.evaluate(() => history.back())
    await expect(page).toHaveURL(address)
    send()
    await scriptsRun(page)
    await expect(studentTabs(page).getByRole("link", { name: "Overview" })).toHaveAttribute(
      "aria-current",
      "page",
    )
    await studentTabs(page).getByRole("link", { name: "Progress" }).click()
    await expect(page).toHaveURL(/skills/)
  },
)
