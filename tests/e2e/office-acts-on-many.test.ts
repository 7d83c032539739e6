import type { Page } from "@playwright/test"
import Database from "better-sqlite3"
import { testNow } from "../support/clock"
import { expect, scriptsRun, signIn } from "./journey"
import { test } from "./own-app"

// What an office does for many at once, and what a member with few rights does and can't: each a preview, one button and,
// where it can be, an undo.

/** The two families of one name in the demo, neither with a balance, and the children of each. */
function twinFamilies(path: string): { id: string; children: string[] }[] {
  const db = new Database(path, { readonly: true })
  const rows = db
    .prepare(
      `select f.id, group_concat(s.first_name) children from families f
        join students s on s.school_id = f.school_id and s.family_id = f.id
        where f.name = 'Delgado family' and f.school_id = (select m.school_id from members m
          join users u on u.id = m.user_id where u.email = 'admin@harmony.example')
        group by f.id order by f.id`,
    )
    .all() as { id: string; children: string }[]
  db.close()
  return rows.map(({ id, children }) => ({ id, children: children.split(",") }))
}

/** Presses a button and waits for the page it leads to; asking a page again would cut off what a script sends. */
async function go(page: Page, name: RegExp | string) {
  const before = page.url()
  await page.getByRole("button", { name }).first().click()
  await expect.poll(() => page.url(), { timeout: 60_000 }).not.toBe(before)
}

/** How many a button names: "Send 54 invitations". */
async function countOn(page: Page, name: RegExp): Promise<number> {
  const text = await page.getByRole("button", { name }).first().textContent()
  return Number(/\d+/.exec(text ?? "")?.[0] ?? 0)
}

/** The progress of what runs behind the page, to its end; without a script the page is asked again. */
async function expectDone(page: Page, text: RegExp) {
  await expect(async () => {
    if (!(await page.getByText(text).first().isVisible())) await page.reload()
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 120_000 })
}

test("an office invites every family, changes 40 prices and merges two families", async ({
  page,
  app,
  look,
  javaScriptEnabled,
}) => {
  await signIn(page, "admin@harmony.example")

  await test.step("everyone who wasn’t invited gets an invitation, each named before", async () => {
    await page.goto("/students/portal-access")
    await page.getByRole("button", { name: /^Invite \d+ people$/ }).click()
    await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible()
    await look(page)
    const count = await countOn(page, /^Send \d+ invitations$/)
    expect(count).toBeGreaterThan(40)
    await go(page, /^Send \d+ invitations$/)
    await expectDone(page, new RegExp(`${count} (invitations sent|people invited)`))
    await page.goto("/students/portal-access?state=invited")
    await expect(page.getByRole("button", { name: /^Invite \d+ people$/ })).toHaveCount(0)
  })

  await test.step("the prices of at least 40 students change, and one undo takes it back", async () => {
    await page.goto("/students?status=learning")
    // With a script the bar comes with the first tick and is one row of a laptop; without one it’s always there.
    const bar = page.getByRole("group", { name: "With the selected students" })
    await expect(bar).toBeVisible({ visible: javaScriptEnabled === false })
    await page.locator(".pick input").first().check()
    await expect(bar).toBeVisible()
    if (javaScriptEnabled !== false) expect((await bar.boundingBox())?.height).toBeLessThan(65)
    await page.getByLabel("Apply to").selectOption({ index: 2 })
    const price = page.getByRole("button", { name: "Price", exact: true })
    if (javaScriptEnabled !== false) {
      // A message has a page of its own; the way back leads to the ticks.
      await page.getByRole("button", { name: "Message", exact: true }).click()
      await expect(page.getByRole("heading", { level: 1, name: "New message" })).toBeVisible()
      await page.goBack()
      await expect(page.locator(".pick input:checked")).toHaveCount(1)
      await expect(page.getByLabel("Apply to").locator("option:checked")).toHaveText(/that match$/)
    }
    await price.click()
    if (javaScriptEnabled !== false) {
      // Over the list, which is as it was after Escape.
      const dialog = page.getByRole("dialog", { name: "Change prices" })
      await expect(dialog.getByLabel(/^New price/)).toBeFocused()
      await page.keyboard.press("Escape")
      await expect(page).toHaveURL(/\/students\?status=learning$/)
      await expect(page.locator(".pick input:checked")).toHaveCount(1)
      await expect(price).toBeFocused()
      await page.keyboard.press("Enter")
      await expect(dialog).toBeVisible()
      await page.goBack()
      await expect(page.getByLabel("Apply to").locator("option:checked")).toHaveText(/that match$/)
      await page.goForward()
      await expect(dialog).toBeVisible()
      await page.reload()
      await expect(page.getByRole("heading", { level: 1, name: "Change prices" })).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await page.goBack()
      // Where scripts hadn't taken over yet, the way back loads the list anew.
      await expect(page.locator(".pick input").first()).toBeVisible()
      await scriptsRun(page)
      await page.locator(".pick input").first().check()
      await page.getByLabel("Apply to").selectOption({ index: 2 })
      await price.click()
      await expect(dialog).toBeVisible()
    }
    await page.getByLabel(/^New price/).fill("+5%")
    await page.getByLabel("From", { exact: true }).fill("2026-12-01")
    await page.getByRole("button", { name: "Preview", exact: true }).click()
    await expect(page.getByRole("heading", { name: "Preview" })).toBeVisible()
    await look(page)
    expect(await countOn(page, /^Change \d+ prices by /)).toBeGreaterThanOrEqual(40)
    await go(page, /^Change \d+ prices by /)
    await expectDone(page, /\d+ prices changed/)
    await go(page, /^Undo/)
    await expectDone(page, /\d+ changes? undone/)
  })

  await test.step("an act that is refused leaves the rows ticked", async () => {
    await page.goto("/students?status=learning")
    for (const index of [0, 1, 2]) await page.locator(".pick input").nth(index).check()
    await page.getByRole("button", { name: "Merge", exact: true }).click()
    await expect(page.getByText("Select two students to merge.")).toBeVisible()
    if (javaScriptEnabled !== false) await expect(page.locator(".pick input:checked")).toHaveCount(3)
  })

  await test.step("two families become one, and the undo takes them apart", async () => {
    const [keep, gone] = twinFamilies(app.databasePath)
    if (!keep || !gone) throw new Error("The demo has no two families of this name.")
    await page.goto(`/students/duplicates/families?keep=${keep.id}&gone=${gone.id}`)
    await look(page)
    await go(page, "Merge into Delgado family")
    await expectDone(page, /1 family merged/)
    const merge = page.url()
    await page.goto(`/families/${keep.id}`)
    for (const child of [...keep.children, ...gone.children])
      await expect(page.getByRole("main").getByText(child).first()).toBeVisible()
    await page.goto(merge)
    await go(page, /^Undo/)
    await expectDone(page, /1 change undone/)
    await page.goto(`/families/${gone.id}`)
    for (const child of gone.children)
      await expect(page.getByRole("main").getByText(child).first()).toBeVisible()
  })
})

test("a bookkeeper gets through a day of money without any other right", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  await signIn(page, "books@harmony.example")
  const main = page.getByRole("main")

  await test.step("the menu and the dashboard are of money alone", async () => {
    await look(page)
    const menu = page.getByRole("navigation", { name: "Main" })
    await expect(menu.getByRole("link", { name: "Financial" })).toHaveCount(1)
    for (const closed of ["Students", "Schedule", "Classes", "Team"])
      await expect(menu.getByRole("link", { name: closed, exact: true })).toHaveCount(0)
    for (const closed of ["/students", "/schedule", "/settings/school"]) {
      await page.goto(closed)
      await expect(page).toHaveURL(/\/dashboard$/)
    }
  })

  await test.step("reminders go to everyone who is overdue", async () => {
    await main.getByRole("link", { name: "Send reminders" }).click()
    await look(page)
    await page.getByRole("button", { name: /^Send reminders/ }).click()
    await expect(page.getByText(/reminders? sent/i).first()).toBeVisible()
  })

  await test.step("a payment is found by the family’s name and recorded", async () => {
    await page.goto("/billing/payments/new?find=Okafor")
    // With a script the field suggests names; without, the search has listed them.
    if (javaScriptEnabled === false) {
      await look(page)
      await page.getByLabel("Family", { exact: true }).selectOption({ index: 1 })
      await page.getByRole("button", { name: "Continue" }).click()
    } else {
      await page.locator("input[role=combobox]").fill("Okafor")
      await expect(page.getByRole("option")).toHaveCount(2)
      await look(page)
      await page.getByRole("option", { name: /Amara/ }).click()
    }
    await page.getByLabel("Amount", { exact: true }).fill("21.00")
    await page.getByLabel("Reference").fill("books-day-1")
    await page.getByRole("button", { name: "Record payment" }).click()
    await expect(page.getByText(/recorded/i).first()).toBeVisible()
    await expect(page.getByText("$21.00").first()).toBeVisible()
  })

  await test.step("a check is recorded with its number, and found by it", async () => {
    await page.goto(`${new URL(page.url()).pathname}?payment=new`)
    await page.getByLabel("Amount", { exact: true }).fill("22.00")
    await page.getByLabel("Payment method").selectOption("Check")
    await page.getByLabel(javaScriptEnabled === false ? "Reference" : "Check number").fill("1001")
    await page.getByRole("button", { name: "Record payment" }).click()
    await page.getByRole("link", { name: "View payment" }).click()
    await expect(main.getByText("Check number")).toBeVisible()
    await expect(main.getByText("1001", { exact: true })).toBeVisible()
    await look(page)
    await page.goto("/billing/history")
    await page.getByLabel("Payment method").selectOption("Check")
    if (javaScriptEnabled === false) await main.getByRole("button", { name: "Search", exact: true }).click()
    await expect(page).toHaveURL(/method=check/)
    await expect(main.getByRole("link", { name: /, check 1001$/ })).toHaveCount(1)
    await look(page)
    const month = new Date(testNow).toISOString().slice(0, 7)
    const file = await page.request.get(`/billing/month/payments.csv?method=check&month=${month}`)
    expect(await file.text()).toMatch(/,22,.*,1001\r\n/)
  })

  await test.step("an invoice is sent from what is ready", async () => {
    await page.goto("/billing/unbilled")
    await look(page)
    const family = main.locator("tbody tr", { has: page.locator("details") }).last()
    await family.locator("summary").click()
    await family.getByRole("link", { name: "Create invoice" }).click()
    await page.getByRole("button", { name: /^(Send to|Issue)/ }).click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Invoice 2026-")
  })
})
