import type { Page } from "@playwright/test"
import { expect } from "./journey"

// A family of a journey's own in the demo school, so that no other journey's invoices or lessons come into its figures.

export type BilledFamily = {
  studentId: string
  name: string
  /** The family's page under Billing. */
  billing: string
  familyId: string
  guardian: { name: string; email: string }
}

/** A student's first weekly lesson, as the form of a new student asks for it. */
type WeeklyLesson = { day: string; startTime: string; teacher?: string }

/** Adds a student with one guardian, who pays everything. */
export async function addFamily(
  page: Page,
  firstName: string,
  lastName: string,
  lesson?: WeeklyLesson,
): Promise<BilledFamily> {
  const guardian = { name: `Karin ${lastName}`, email: `karin.${lastName.toLowerCase()}@family.example` }
  await page.goto("/students/create")
  await page.getByLabel("First name").fill(firstName)
  await page.getByLabel("Last name").fill(lastName)
  const fields = page.locator("details", { hasText: "Guardian 1" })
  await fields.getByLabel("Name", { exact: true }).fill(guardian.name)
  await fields.getByLabel("Email").fill(guardian.email)
  if (lesson) {
    await page.locator("[name='lesson.weekday']").selectOption({ label: lesson.day })
    await page.locator("[name='lesson.startTime']").fill(lesson.startTime)
    if (lesson.teacher)
      await page.locator("[name='lesson.teacherId']").selectOption({ label: lesson.teacher })
  }
  await page.getByRole("button", { name: "Add student" }).last().click()
  const name = `${firstName} ${lastName}`
  await expect(page.getByText(`${name} added.`)).toBeVisible()
  const studentId = lastPart(page.url())
  const pays = await page.locator("a[href*='/billing/families/']").first().getAttribute("href")
  const familyId = lastPart(pays ?? "")
  return { studentId, name, familyId, billing: `/billing/families/${familyId}`, guardian }
}

type Mailbox = { latestTo(address: string, subject: RegExp): Promise<{ text: string }> }

/** The office invites the guardian, who sets a password on a page of their own and is then in the family's area. */
export async function openPortal(
  office: Page,
  theirs: Page,
  { studentId, guardian }: BilledFamily,
  mailbox: Mailbox,
) {
  await office.goto(`/students/${studentId}/account`)
  await office
    .getByRole("region", { name: guardian.name })
    .getByRole("button", { name: "Send invitation" })
    .click()
  const mail = await mailbox.latestTo(guardian.email, /Set up your .* account/)
  await theirs.goto(/http\S+\/invitation\S+/.exec(mail.text)?.[0] ?? "")
  await theirs.getByLabel("Password", { exact: true }).fill("kreisler-1905")
  await theirs.getByLabel("Confirm password").fill("kreisler-1905")
  await theirs.getByRole("button", { name: /Open|Choose|Accept/ }).click()
  await expect(theirs).toHaveURL(/\/student\/dashboard/)
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
