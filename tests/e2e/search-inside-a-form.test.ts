import type { Page } from "@playwright/test"
import { expect, signIn, test } from "./journey"

// A form with a search in it never only searches when it is to be saved: it says that it isn't saved, and what to do.

const office = "admin@harmony.example"
const notSaved = /Not saved yet: choose a (family|student), or empty the search\./

async function expectNotSaved(page: Page, hasScripts: boolean) {
  const summary = page.locator("[data-error-summary]")
  await expect(summary.getByText(notSaved)).toBeVisible()
  if (hasScripts) await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
}

test("Add student says that a family is still to be chosen, however often it is pressed", async ({
  page,
  javaScriptEnabled,
}) => {
  // Both projects share one school.
  const firstName = javaScriptEnabled === false ? "Philippa" : "Wilhelmina"
  await signIn(page, office)
  await page.goto("/students/create")
  await page.getByLabel("First name").first().fill(firstName)
  await page.getByLabel("Last name").first().fill("Untraceable")
  await page.getByLabel("Add to an existing family").fill("Zzyzx")
  for (let presses = 0; presses < 2; presses++) {
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST")
    await page.getByRole("button", { name: "Add student" }).last().click()
    expect((await answered).status()).toBe(400)
    await expectNotSaved(page, javaScriptEnabled !== false && presses === 0)
    await expect(page.getByLabel("First name").first()).toHaveValue(firstName)
  }
  await page.getByLabel("Add to an existing family").fill("")
  await page.getByRole("button", { name: "Add student" }).last().click()
  await expect(page.getByText(`${firstName} Untraceable added.`)).toBeVisible()
})

test("Create class isn’t carried out without the student who was searched for", async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page, office)
  await page.goto("/classes/create")
  await page.getByLabel("Find students").fill("Isla")
  for (let presses = 0; presses < 2; presses++) {
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST")
    await page
      .getByRole("button", { name: /^Create class/ })
      .last()
      .click()
    expect((await answered).status()).toBe(400)
    await expectNotSaved(page, javaScriptEnabled !== false && presses === 0)
  }
})

test("Save of a student’s page says that a family is still to be chosen", async ({
  page,
  javaScriptEnabled,
}) => {
  await signIn(page, office)
  await page.goto("/students")
  await page.locator("main table tbody tr").first().getByRole("link").first().click()
  await page.getByRole("link", { name: "Edit student" }).click()
  await page.getByLabel("Move to another family").fill("Adeyem")
  for (let presses = 0; presses < 2; presses++) {
    const answered = page.waitForResponse((answer) => answer.request().method() === "POST")
    await page.getByRole("button", { name: "Save", exact: true }).last().click()
    expect((await answered).status()).toBe(400)
    await expectNotSaved(page, javaScriptEnabled !== false && presses === 0)
  }
})
