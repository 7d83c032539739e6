import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { expect, test } from "./journey"

// The product's main job, end to end: a visitor becomes a school, its roster its calendar, a mark its money.

const password = "a long way from home"

test("a school goes from its roster to a paid invoice", async ({
  page,
  browser,
  appUrl,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const run = `${javaScriptEnabled === false ? "plain" : "scripts"}-${Date.now()}`
  const admin = `ruth-${run}@school.example`
  const parent = `mateo-${run}@family.example`

  await test.step("a visitor registers a school", async () => {
    await page.goto("/")
    await look(page)
    await page.getByRole("link", { name: "Music School", exact: true }).click()
    await expect(page).toHaveURL(/\/register-school/)
    await page.getByRole("button", { name: "Create account" }).click()
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible()
    await expect(page.getByText("Name must be at least 3 characters").first()).toBeVisible()
    await page.getByLabel("Full Name").fill("Ruth Castellano")
    await page.getByLabel("Email").fill(admin)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByLabel("School Name").fill(`Harmony ${run}`)
    await look(page)
    await page.getByRole("button", { name: "Create account" }).click()
    await expect(page).toHaveURL(/\/select-plan/)
    await expect(page.getByText("Account created successfully")).toBeVisible()
  })

  await test.step("canceling and a declined card bring her back with the plan still to choose", async () => {
    await look(page)
    await choosePlan(page, "Standard")
    await page.getByRole("button", { name: "Cancel and return" }).click()
    await expect(page).toHaveURL(/\/select-plan/)
    await expect(page.getByText("Payment Cancelled")).toBeVisible()
    await expect(page.getByText("Your subscription setup was cancelled.")).toBeVisible()

    await choosePlan(page, "Standard")
    await page.getByRole("button", { name: "Card declined" }).click()
    await page.getByRole("button", { name: "Cancel and return" }).click()
    await expect(page.getByText("Payment Error")).toBeVisible()
    await expect(
      page.getByText("There was an error processing your payment. Please try again."),
    ).toBeVisible()
  })

  await test.step("she pays for Standard, yearly, and the school is open", async () => {
    await choosePlan(page, "Standard")
    await expect(page.getByText("$149.00").first()).toBeVisible()
    await page.getByRole("button", { name: "Agree and Subscribe" }).click()
    // The success page goes on to the dashboard by itself, which begins with the welcome.
    await expect(page).toHaveURL(/\/dashboard$/)
    await mailbox.latestTo(admin, /open/i)
  })

  await test.step("the welcome asks for name and country, rooms and hours, policies, then how to begin", async () => {
    await look(page)
    await page.getByRole("link", { name: "Set up your school" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your school")
    await look(page)
    await page.getByRole("button", { name: "Save and continue" }).click()
    await expect(page).toHaveURL(/\/welcome\/hours$/)
    await look(page)
    await page.getByRole("textbox", { name: "Rooms" }).fill("Studio 1\nStudio 2")
    await page.getByRole("checkbox", { name: "Monday" }).check()
    await page.getByLabel("From", { exact: true }).fill("09:00")
    await page.getByLabel("To", { exact: true }).fill("20:00")
    await page.getByRole("button", { name: "Save and continue" }).click()
    await expect(page).toHaveURL(/\/welcome\/policies$/)
    await page.getByRole("button", { name: "Skip this step" }).click()
    await expect(page).toHaveURL(/\/welcome\/records$/)
    await look(page)
    await page.getByRole("button", { name: "Finish and go to the dashboard" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("November 18")
    await look(page)
  })

  await test.step("she imports the roster: columns, dry run, import", async () => {
    await page.goto("/students/import")
    await look(page)
    const roster = readFileSync("tests/support/rosters/roster.csv", "utf8").replaceAll(
      "mateo.okafor@example.com",
      parent,
    )
    await page
      .getByLabel("Excel or CSV file")
      .setInputFiles({ name: "roster.csv", mimeType: "text/csv", buffer: Buffer.from(roster) })
    await page.getByRole("button", { name: "Upload file" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await look(page)
    // Her school has kept attendance on paper this month.
    await page.getByLabel("Schedule lessons from").fill("2026-11-01")
    await page.getByRole("button", { name: /Check|See what|Show what/ }).click()
    await look(page)
    await page.getByRole("button", { name: /^Import 62 students, 46 families, 5 teachers/ }).click()
    // The button names the students, too, before anything is imported.
    await expect(page.getByRole("link", { name: "View students" })).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/62 students/).first()).toBeVisible()
    await look(page)
    await page.goto("/students")
    await expect(page.getByText("62 students").first()).toBeVisible()
    await look(page)
  })

  await test.step("the week and the day are in the calendar, in the school's time", async () => {
    await page.goto("/schedule")
    await expect(page.getByText(/all times in New York/)).toBeVisible()
    await expect(page.getByRole("link", { name: /Jasper Van der Berg/ })).toBeVisible()
    await look(page)
    await page.goto("/schedule/simple")
    await expect(page.getByText("Jasper Van der Berg").first()).toBeVisible()
    await look(page)
  })

  await test.step("last week's attendance is taken, its effect shown before and true after", async () => {
    await page.goto("/schedule?date=2026-11-10")
    await page
      .getByRole("link", { name: /Freya Okafor/ })
      .first()
      .click()
    await page
      .locator(".lesson-card")
      .getByRole("link", { name: /Take attendance|Lesson details/ })
      .first()
      .click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Freya Okafor")
    await look(page)
    await page.locator("label", { hasText: "Excused" }).first().click()
    // With scripts the effect follows each choice; without, a button shows it.
    if (javaScriptEnabled === false) await page.getByRole("button", { name: /Preview/ }).click()
    await expect(page.getByText(/1 make-up credit/).first()).toBeVisible()
    await page.getByRole("button", { name: /Save attendance/ }).click()
    await expect(page.getByText("Attendance saved.")).toBeVisible()
    await look(page)

    await page.goto("/schedule?date=2026-11-09")
    await page
      .getByRole("link", { name: /Amara Okafor/ })
      .first()
      .click()
    await page
      .locator(".lesson-card")
      .getByRole("link", { name: /Take attendance|Lesson details/ })
      .first()
      .click()
    await page.getByRole("button", { name: /Save attendance/ }).click()
    await expect(page.getByText("Attendance saved.")).toBeVisible()
    await expect(page.getByText("$32.50").first()).toBeVisible()
  })

  await test.step("the school names its PayPal account", async () => {
    await page.goto("/settings/school")
    await page.getByRole("link", { name: "Edit: Online payments" }).click()
    await page.getByLabel("PayPal account email").fill(`payments-${run}@school.example`)
    await page
      .getByRole("region", { name: "Online payments" })
      .getByLabel("Your password", { exact: true })
      .fill(password)
    await look(page)
    await page.getByRole("button", { name: "Change PayPal account" }).click()
    await expect(page.getByText(/^PayPal account (added|changed)\./)).toBeVisible()
  })

  let invoice = ""
  await test.step("the family's charges become an invoice, emailed with its PDF", async () => {
    await page.goto("/billing/new-invoice")
    await page.getByLabel("Family", { exact: true }).selectOption(
      (await page
        .getByRole("option", { name: /Okafor.*Amara/ })
        .first()
        .getAttribute("value")) ?? "",
    )
    // With scripts the lines follow the choice; without, a key shows them.
    const showLines = async () => {
      if (javaScriptEnabled === false) await page.getByRole("button", { name: "Load items" }).click()
    }
    await showLines()
    await page.getByLabel("From").fill("2026-11-01")
    await page.getByLabel("To", { exact: true }).fill("2026-11-17")
    await page.getByLabel("To", { exact: true }).blur()
    await showLines()
    await expect(page).toHaveURL(/to=2026-11-17/)
    await expect(page.getByText("$32.50").first()).toBeVisible()
    await look(page)
    await page.getByRole("button", { name: /^Send to/ }).click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Invoice 2026-")
    invoice = /2026-\d+/.exec((await page.getByRole("heading", { level: 1 }).textContent()) ?? "")?.[0] ?? ""
    await look(page)
    const mail = await mailbox.latestTo(parent, new RegExp(invoice))
    expect(mail.attachments.map(({ filename }) => filename).join()).toMatch(/\.pdf$/)
  })

  const theirs = await browser.newContext({ baseURL: appUrl, javaScriptEnabled: javaScriptEnabled ?? true })
  const family = await theirs.newPage()
  await test.step("the guardian accepts the invitation and sees the invoice", async () => {
    await page.goto("/students")
    await page.getByRole("link", { name: "Amara Okafor" }).click()
    await look(page)
    await page.getByRole("main").getByRole("link", { name: "Portal access" }).click()
    await look(page)
    await page
      .getByRole("region", { name: "Mateo Okafor" })
      .getByRole("button", { name: "Send invitation" })
      .click()
    const mail = await mailbox.latestTo(parent, /Set up your .* account/)
    const link = /http\S+\/invitation\S+/.exec(mail.text)?.[0] ?? ""
    await family.goto(link)
    await look(family)
    await family.getByLabel("Password", { exact: true }).fill(password)
    await family.getByLabel("Confirm password").fill(password)
    await family.getByRole("button", { name: /Open|Choose|Accept/ }).click()
    await expect(family).toHaveURL(/\/student\/dashboard/)
    await look(family)
    await family.goto("/student/invoices")
    await look(family)
    await family
      .getByRole("link", { name: new RegExp(invoice) })
      .first()
      .click()
    await look(family)
  })

  await test.step("she pays it by PayPal, to the school's own account, and gets a receipt", async () => {
    await family.getByRole("button", { name: /^Pay \$.* with PayPal/ }).click()
    await expect(family.getByText(`payments-${run}@school.example`).first()).toBeVisible()
    await family.getByRole("button", { name: "Pay now" }).click()
    await expect(family).toHaveURL(/\/student\/payments\//)
    await expect(family.getByRole("heading", { level: 1 })).toContainText(/Receipt/)
    await look(family)
    await mailbox.latestTo(parent, /Receipt/)
  })

  await test.step("the administrator sees it paid, and the family's ledger is zero", async () => {
    await page.goto("/billing?status=paid")
    await expect(page.getByRole("link", { name: new RegExp(invoice) })).toBeVisible()
    await look(page)
    await page.getByRole("link", { name: new RegExp(invoice) }).click()
    await page
      .getByRole("link", { name: /Okafor family|Billing for/ })
      .first()
      .click()
    await expect(page.getByText("$0.00").first()).toBeVisible()
    await look(page)
  })
  await theirs.close()
})

async function choosePlan(page: Page, plan: string) {
  await page.goto("/select-plan")
  await page.getByRole("radio", { name: "Yearly" }).check({ force: true })
  await page.getByRole("radio", { name: plan }).check({ force: true })
  await page.getByRole("button", { name: "Continue to PayPal" }).click()
  await expect(page).toHaveTitle(/PayPal/)
}
