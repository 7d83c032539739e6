import { expect, signIn } from "./journey"
import { test } from "./own-app"

// A month of automatic billing: the school turns it on once, the invoices go out on their day, an unpaid one is reminded of,
// and whoever has the link in the email pays it.

const guardian = "guardian@harmony.example"

test("automatic invoices go out, an overdue one is reminded of, and a guest pays it by the link", async ({
  app,
  page,
  browser,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  await test.step("the school turns automatic invoices and reminders on", async () => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/settings/policies?edit=reminders")
    await page.getByRole("button", { name: "Turn on reminders" }).click()
    await expect(page.getByText("Automatic reminders turned on. They start tomorrow.")).toBeVisible()
    await page.goto("/settings/policies?edit=invoices")
    await page.getByLabel("Send invoices automatically").check()
    await page.getByLabel("Day of the month").fill("20")
    await page.getByLabel("Include").selectOption({ label: "Everything up to the end of the current month" })
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText("Automatic invoices are on.")).toBeVisible()
    await page.goto("/billing/manage/automatic")
    await expect(page.getByRole("heading", { name: "Next run: November 20, 2026" })).toBeVisible()
    await expect(page.getByRole("main")).toContainText("Haddad")
    await look(page)
  })

  await test.step("the day before, the office is told what will be sent", async () => {
    await page.goto("about:blank")
    await app.wakeAt("2026-11-19T08:40:00-05:00")
    await mailbox.latestTo("admin@harmony.example", /^\d+ invoices will be sent on/)
  })

  let number = ""
  await test.step("on the day they are made, and their emails leave once the office has looked", async () => {
    await app.wakeAt("2026-11-20T08:40:00-05:00")
    const told = await mailbox.latestTo("admin@harmony.example", /^\d+ invoices sent for/)
    // Two days later the login has ended.
    await page.context().clearCookies()
    await signIn(page, "admin@harmony.example")
    await page.goto(/http\S+\/billing\/runs\/\S+/.exec(told.text)?.[0] ?? "")
    await expect(page.getByText(/^Emails to families leave at/)).toBeVisible()
    const row = page.getByRole("row", { name: /Haddad/ })
    number = (await row.getByRole("link").first().textContent()) ?? ""
    expect(number).toMatch(/^2026-\d+$/)
    await look(page)
    await page.getByRole("button", { name: "Send emails now" }).click()
    await expect(page.getByText(/^Emails for \d+ invoices are leaving\./)).toBeVisible()
    await mailbox.latestTo(guardian, new RegExp(number))
  })

  let link = ""
  await test.step("a month later the unpaid one is overdue, and its payer is reminded", async () => {
    await page.goto("about:blank")
    await app.wakeAt("2026-12-21T09:10:00-05:00")
    const reminder = await mailbox.latestTo(guardian, new RegExp(`^Overdue invoice ${number}`))
    link = /http\S+\/pay\/\S+/.exec(reminder.text)?.[0] ?? ""
  })

  await test.step("whoever has the link pays it, without a login", async () => {
    const context = await browser.newContext({ javaScriptEnabled: javaScriptEnabled ?? true })
    const guest = await context.newPage()
    await guest.goto(link)
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText(`Invoice ${number}`)
    await look(guest)
    await guest.getByRole("button", { name: /^Pay \$.* with PayPal/ }).click()
    await guest.getByRole("button", { name: "Pay now" }).click()
    await expect(guest.getByText(/^Payment received/)).toBeVisible()
    await context.close()
  })

  await test.step("the office sees it paid", async () => {
    await page.context().clearCookies()
    await signIn(page, "admin@harmony.example")
    await page.goto(`/billing?status=paid&search=${number}`)
    await expect(page.getByRole("link", { name: number })).toBeVisible()
  })
})
