import { expect, onlyWithoutScripts, signIn } from "./journey"
import { test } from "./own-app"
import { reachingOut } from "./reaching-out"

// Names and addresses that have no space to break at, as long as their fields take them.

const only = onlyWithoutScripts("widths are a matter of styles: once is enough")

test("a name and an email of eighty letters make no page wider than a phone", only, async ({ page }) => {
  const word = "Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaftschaferswessen"
  await signIn(page, "admin@harmony.example")
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/students/create")
  await page.getByLabel("First name").first().fill(word)
  await page.getByLabel("Last name").first().fill(word)
  await page
    .getByLabel("Email", { exact: true })
    .first()
    .fill(`${word.slice(0, 60)}@${word.slice(0, 60)}.example`)
  await page.getByRole("button", { name: "Add student" }).last().click()
  await expect(page).toHaveURL(/\/students\/(?!create)[^/?]+/)
  const record = new URL(page.url()).pathname
  const wide: unknown[] = []
  for (const path of [
    ...["", "/edit", "/lessons", "/billing", "/account", "/skills", "/activity"].map((part) => record + part),
    "/students?search=wolfe",
    "/families?search=wolfe",
    "/search?q=wolfeschlegel",
  ]) {
    await page.goto(path)
    const out = await reachingOut(page)
    if (out.length > 0) wide.push([path.replace(record, "record"), out])
  }
  await page.goto("/billing")
  await page.locator("main a[href^='/billing/invoices/']").first().click()
  await expect(page.locator(".invoice-lines")).toBeVisible()
  for (const cell of await page.locator(".invoice-lines td:first-child").all())
    await cell.evaluate((it, text) => it.append(` ${text}`), word)
  wide.push(...(await reachingOut(page)))
  expect(wide).toEqual([])
})
