import type { BrowserContext, Page } from "@playwright/test"
import { drawn, expect, onlyWithoutScripts, onlyWithScripts, signIn, test } from "./journey"

// Whatever happens on the way, what a person typed is still there, and nothing happened that they did not ask for.

const endSignIn = (context: BrowserContext) => context.clearCookies({ name: "tutti" })

async function logInAgain(page: Page, name: string) {
  await page.getByLabel("Username or email").fill(name)
  await page.getByLabel("Password", { exact: true }).fill("tutti-demo-2026")
  await page.getByRole("button", { name: "Log in" }).click()
  await page.waitForURL((url) => !url.pathname.startsWith("/auth/login"))
}

test(
  "a login ends in the middle of a form, and the form is there again after the next one",
  drawn("Back shows the page that was left"),
  async ({ page, context, look, javaScriptEnabled }) => {
    const family = javaScriptEnabled ? "Scarlatti" : "Pergolesi"
    await signIn(page, "admin@harmony.example")
    await page.goto("/students/create", { waitUntil: "networkidle" })
    await page.getByLabel("First name").first().fill("Ludmilla")
    await page.getByLabel("Last name").first().fill(family)
    await endSignIn(context)
    await page.getByRole("button", { name: "Add student" }).click()
    await expect(page).toHaveURL(/\/auth\/login\?to=%2Fstudents%2Fcreate$/)
    await expect(page.getByText("we kept what you typed")).toBeVisible()
    await logInAgain(page, "admin@harmony.example")
    await expect(page).toHaveURL(/\/students\/create$/)
    await expect(page.getByRole("alert")).toContainText("You were logged out, so this wasn’t saved.")
    await expect(page.getByLabel("First name").first()).toHaveValue("Ludmilla")
    await expect(page.getByLabel("Last name").first()).toHaveValue(family)
    await look(page)
    await page.getByRole("button", { name: "Add student" }).click()
    await expect(page.getByText(`Ludmilla ${family} added.`)).toBeVisible()
    await page.goto(`/students?q=${family}`)
    await expect(page.getByRole("link", { name: /Ludmilla/ })).toHaveCount(1)
    // It was saved by now: Back to the form no longer says that it wasn’t.
    await page.goBack()
    await expect(page).toHaveURL(/\/students\/[^/]+$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/students\/create$/)
    await expect(page.getByRole("heading", { name: "New student" })).toBeVisible()
    await expect(page.getByText("You were logged out, so this wasn’t saved.")).toHaveCount(0)
  },
)

test("another person who logs in at that browser sees none of it", async ({ page, context }) => {
  await signIn(page, "admin@harmony.example")
  await page.goto("/students/create", { waitUntil: "networkidle" })
  await page.getByLabel("First name").first().fill("Between the two of us")
  await endSignIn(context)
  await page.getByRole("button", { name: "Add student" }).click()
  await logInAgain(page, "solo@brightkeys.example")
  await expect(page).toHaveURL(/\/students\/create$/)
  await expect(page.getByRole("heading", { name: "New student" })).toBeVisible()
  expect(await page.content()).not.toContain("Between the two of us")
})

test(
  "Back after a refused form shows what was typed",
  drawn("Back shows the page that was left"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/students/create", { waitUntil: "networkidle" })
    await page.getByLabel("First name").first().fill("Ottavio")
    await page.getByLabel("Email", { exact: true }).first().fill("no address")
    await page.locator("form#student").evaluate((form: HTMLFormElement) => {
      form.noValidate = true
    })
    await page.getByRole("button", { name: "Add student" }).click()
    await expect(page.getByRole("alert")).toContainText("There is a problem")
    await page.goto("/teachers")
    await page.goBack()
    await expect(page.getByRole("heading", { name: "New student" })).toBeVisible()
    await expect(page.getByLabel("First name").first()).toHaveValue("Ottavio")
  },
)

test(
  "Back after a refused demo request shows what was typed",
  onlyWithoutScripts("with scripts the page is not left"),
  async ({ page }) => {
    await page.goto("/demo-request")
    await page.getByLabel(/name/i).first().fill("Ottavio Ferrante")
    await page.locator("form").evaluateAll((forms: HTMLFormElement[]) => {
      for (const form of forms) form.noValidate = true
    })
    await page.getByRole("main").getByRole("button").last().click()
    await expect(page.getByText("There is a problem")).toBeVisible()
    await page.goto("/about")
    await page.goBack()
    await expect(page.getByLabel(/name/i).first()).toHaveValue("Ottavio Ferrante")
  },
)

test("Enter does what the form is for", drawn("Enter in a field"), async ({ page, javaScriptEnabled }) => {
  const family = javaScriptEnabled ? "Ferrante" : "Farnese"
  await signIn(page, "admin@harmony.example")
  await page.goto("/students/create", { waitUntil: "networkidle" })
  await page.getByLabel("First name").first().fill("Amadeo")
  await page.getByLabel("Last name").first().fill(family)
  await page.getByLabel("Last name").first().press("Enter")
  await expect(page.getByText(`Amadeo ${family} added.`)).toBeVisible()

  await page.goto("/students/create", { waitUntil: "networkidle" })
  await page.getByLabel("First name").first().fill("Bruna")
  await page.getByLabel("Add to an existing family").fill("nobody at all")
  await page.getByLabel("Add to an existing family").press("Enter")
  await expect(page.getByText("No families match that name.")).toBeVisible()
  await expect(page.getByLabel("First name").first()).toHaveValue("Bruna")
})

test("an invoice run asks before it sends", async ({ page, look }) => {
  await signIn(page, "admin@harmony.example")
  await page.goto("/billing/unbilled", { waitUntil: "networkidle" })
  for (const box of (await page.locator("[name='family[]']:enabled").all()).slice(1)) await box.uncheck()
  await page.getByLabel("Due date").press("Enter")
  await expect(page.getByRole("heading", { name: /^Send 1 invoice for \$[\d,.]+\?$/ })).toBeVisible()
  await look(page)
  await page.getByRole("button", { name: "Back to the list" }).click()
  await expect(page.locator("[name='family[]']:checked")).toHaveCount(1)
})

test(
  "a family that was left out of an invoice run stays so when the list is loaded again",
  onlyWithScripts("without a script a list that is loaded again is a new one"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    await page.goto("/billing/unbilled", { waitUntil: "networkidle" })
    await page.locator("[name='family[]']:enabled").first().uncheck()
    const left = await page.locator("[name='family[]']:checked").count()
    const loaded = page.waitForResponse(/\/billing\/unbilled\.data/)
    await page
      .getByRole("navigation", { name: "Invoices by status" })
      .getByRole("link", { name: /^Ready to invoice/ })
      .click()
    await (await loaded).finished()
    await expect(page.locator("[name='family[]']:enabled").first()).not.toBeChecked()
    await expect(page.locator("[name='family[]']:checked")).toHaveCount(left)
  },
)

test("unticking everything is refused, and nothing is ticked again", async ({ page }) => {
  await signIn(page, "admin@harmony.example")
  await page.goto("/billing/unbilled", { waitUntil: "networkidle" })
  for (const box of await page.locator("[name='family[]']:enabled").all()) await box.uncheck()
  await page.getByRole("button", { name: /^(Review selected|Send) invoices$/ }).click()
  await expect(page.getByRole("alert")).toContainText("Select at least one family.")
  await expect(page.locator("[name='family[]']:checked")).toHaveCount(0)
})

test("a line that was typed is still there when the invoice is refused for it", async ({ page }) => {
  await signIn(page, "admin@harmony.example")
  await page.goto("/billing/unbilled", { waitUntil: "networkidle" })
  await page.locator(".ready-table summary").first().click()
  await page.locator("a[href*='/billing/new-invoice?family=']").first().click()
  await page.getByText("Add an item", { exact: true }).click()
  await page.getByLabel("Description").fill("Strings set")
  await page.getByLabel("Amount").fill("abc")
  await page.getByRole("button", { name: /draft/i }).click()
  await expect(page.getByRole("alert")).toContainText("Add this item or clear its fields, then continue.")
  await expect(page.getByLabel("Description")).toHaveValue("Strings set")
  await expect(page.getByLabel("Amount")).toHaveValue("abc")
})

test("an error is gone once the field is right and saved", async ({ page, javaScriptEnabled }) => {
  await signIn(page, "guardian@harmony.example")
  await page.goto("/settings/profile?edit=you", { waitUntil: "networkidle" })
  const name = page.getByLabel("Name", { exact: true })
  const before = await name.inputValue()
  await page.locator("form#name").evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await name.fill("")
  await name.press("Enter")
  await expect(page.getByRole("alert").first()).toContainText("There is a problem")
  await name.fill(before)
  await name.press("Enter")
  if (javaScriptEnabled) await expect(page.getByText("There is a problem")).toHaveCount(0)
  await expect(page.locator("#name-error")).toHaveCount(0)
  await expect(page.locator("#you")).toContainText(before)
  await expect(page.getByLabel("Name", { exact: true })).toHaveCount(0)
  await page.getByRole("link", { name: "Edit: You" }).click()
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(before)
})

test("a student joins the family that was found, and a class the student who was found", async ({
  page,
  javaScriptEnabled,
}) => {
  const [first, hour] = javaScriptEnabled ? ["Rosina", "09:00"] : ["Susanna", "10:00"]
  await signIn(page, "admin@harmony.example")
  await page.goto("/students/create", { waitUntil: "networkidle" })
  await page.getByLabel("First name").first().fill(first)
  await page.getByLabel("Last name").first().fill("Okafor")
  await page.getByLabel("Add to an existing family").fill("Mateo Okafor")
  await page.getByRole("button", { name: "Find family" }).click()
  await page.getByRole("radio", { name: /Okafor family/ }).check()
  // What is missing is refused, and the family that was found stays chosen.
  await page.getByLabel("Email", { exact: true }).first().fill("no address")
  await page.locator("form#student").evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await page.getByRole("button", { name: "Add student" }).click()
  await expect(page.getByRole("alert")).toContainText("There is a problem")
  await page.getByLabel("Email", { exact: true }).first().fill("")
  await page.getByRole("button", { name: "Add student" }).click()
  await expect(page.getByText(`${first} Okafor added.`)).toBeVisible()
  await expect(page.getByText("Mateo Okafor").first()).toBeVisible()

  await page.goto("/classes/create", { waitUntil: "networkidle" })
  await page.getByLabel("Name", { exact: true }).fill(`${first} on Sundays`)
  await page.getByLabel("Sun", { exact: true }).check()
  await page.getByLabel("Start", { exact: true }).fill(hour)
  await page.getByLabel("Amount in USD").fill("40")
  await page.getByLabel("Find students").fill(first)
  await page.getByRole("main").getByRole("button", { name: "Search", exact: true }).click()
  await page.getByRole("checkbox", { name: new RegExp(`^${first} Okafor`) }).check()
  await page.getByRole("button", { name: "Create class" }).click()
  await expect(page.getByText(`${first} on Sundays created.`)).toBeVisible()
})

test(
  "Enter in a list's filter keeps the focus in it",
  onlyWithScripts("without scripts the page is loaded anew"),
  async ({ page }) => {
    await signIn(page, "admin@harmony.example")
    for (const [list, label] of [
      ["/students", "Name, student ID, guardian or email"],
      ["/classes", "Name, instrument or teacher"],
      ["/settings/admin", "Name, email or username"],
    ]) {
      await page.goto(list ?? "")
      const field = page.getByRole("main").getByLabel(label ?? "", { exact: true })
      await field.fill("okafor")
      await field.press("Enter")
      await expect(page).toHaveURL(/q=okafor/)
      await page.waitForLoadState("networkidle")
      await expect(field).toBeFocused()
      await page.goBack()
      await expect(field).toHaveValue("")
    }
  },
)

test(
  "of words that someone else has changed meanwhile, those that are kept are saved",
  onlyWithScripts("without scripts, tests/routes/sweeps/two-people.test.ts"),
  async ({ page, otherPage }) => {
    const other = await otherPage()
    for (const each of [page, other]) {
      await signIn(each, "admin@harmony.example")
      await each.goto("/settings/emails/refund", { waitUntil: "networkidle" })
    }
    await other.getByLabel("Opening text").fill("Theirs")
    await other.getByRole("button", { name: "Save email" }).click()
    await expect(other.getByText("Email “Refund” saved.")).toBeVisible()
    await page.getByLabel("Subject").fill("My subject")
    await page.getByLabel("Opening text").fill("Mine")
    await page.getByRole("button", { name: "Save email" }).click()
    await expect(page.getByLabel("Keep yours: Mine")).toBeChecked()
    await page.getByRole("button", { name: "Save email" }).click()
    await expect(page.getByText("saved.")).toBeVisible()
    await page.goto("/settings/emails/refund")
    await expect(page.getByLabel("Subject")).toHaveValue("My subject")
    await expect(page.getByLabel("Opening text")).toHaveValue("Mine")
  },
)
