import type { Page } from "@playwright/test"
import { expect } from "./journey"

// A family of a journey's own in the demo school, so that no other journey's invoices or lessons come into its figures.

export type BilledFamily = {
  studentId: string
  name: string
  /** The family's page under Billing. */
  billing: string
  familyId: string
}

/** Adds a student with one guardian, who pays everything. */
export async function addFamily(page: Page, firstName: string, lastName: string): Promise<BilledFamily> {
  await page.goto("/students/create")
  await page.getByLabel("First name").fill(firstName)
  await page.getByLabel("Last name").fill(lastName)
  const guardian = page.locator("details", { hasText: "Guardian 1" })
  await guardian.getByLabel("Name", { exact: true }).fill(`Karin ${lastName}`)
  await guardian.getByLabel("Email").fill(`karin.${lastName.toLowerCase()}@family.example`)
  await page.getByRole("button", { name: "Add student" }).last().click()
  const name = `${firstName} ${lastName}`
  await expect(page.getByText(`${name} added.`)).toBeVisible()
  const studentId = lastPart(page.url())
  const pays = await page.locator("a[href*='/billing/families/']").first().getAttribute("href")
  const familyId = lastPart(pays ?? "")
  return { studentId, name, familyId, billing: `/billing/families/${familyId}` }
}

const lastPart = (address: string): string =>
  new URL(address, "http://localhost").pathname.split("/").at(-1) ?? ""

/** Puts items on a new invoice of the family, sends it, and answers its address. What waits for it is on it too. */
export async function sendInvoice(
  page: Page,
  { familyId }: BilledFamily,
  items: readonly (readonly [description: string, amount: string])[],
): Promise<string> {
  await page.goto(`/billing/new-invoice?family=${familyId}`)
  for (const [description, amount] of items) {
    await page.getByText("Add an item", { exact: true }).click()
    await page.getByLabel("Description").fill(description)
    await page.getByLabel("Amount").fill(amount)
    await page.getByRole("button", { name: "Add item" }).click()
    await expect(page.getByText(`${description} added.`)).toBeVisible()
  }
  await page.getByRole("button", { name: /^Send to Karin/ }).click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/Invoice \d{4}-\d+/)
  return page.url()
}

/** Records a payment on the invoice that is open. */
export async function recordPayment(page: Page, amount: string) {
  await page.getByLabel("Amount", { exact: true }).fill(amount)
  await page.getByRole("button", { name: "Record payment" }).click()
}
