import type { Page } from "@playwright/test"
import { addFamily, type BilledFamily, recordPayment, sendInvoice } from "./billed-family"
import { expect, signIn, test } from "./journey"

// A package from its sale to its end: attendance takes lessons from it, it is renewed and paid, and when the family leaves the
// rest goes back.

test("a package is sold, used by attendance and renewed; the leaving family gets the rest back", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  const packageName = isPlain ? "Two lessons, winter" : "Two lessons, autumn"
  await signIn(page, "admin@harmony.example")

  await test.step("the school sells a package whose rest becomes account credit", async () => {
    await page.goto("/billing/prices/packages")
    await page.getByText("Add a package", { exact: true }).click()
    await page.getByLabel("Name", { exact: true }).fill(packageName)
    await page.getByLabel("Lessons", { exact: true }).fill("2")
    await page.getByLabel(/^Price in/).fill("80.00")
    await page.getByRole("radio", { name: "Unused lessons become account credit" }).check({ force: true })
    await page.getByRole("button", { name: "Add package" }).click()
    await expect(page.getByText(packageName, { exact: true }).first()).toBeVisible()
  })

  const family = await addFamily(page, "Ines", isPlain ? "Calloway" : "Marchetti")
  const lessons = await scheduleTuesdays(page, family)

  await test.step("she buys one, and two lessons use it up", async () => {
    await page.goto(`/billing/packages/new?family=${family.familyId}&student=${family.studentId}`)
    await page
      .getByLabel("Package", { exact: true })
      .selectOption({ label: `${packageName}, 2 lessons, $80.00` })
    await look(page)
    await page.getByRole("button", { name: "Sell package" }).click()
    await expect(page.getByText("sold and ready to invoice.").first()).toBeVisible()
    await takeAttendance(page, lessons)
    await page.goto(family.billing)
    await expect(page.getByText("1 lesson left of 2")).toBeVisible()
    await takeAttendance(page, lessons)
    await page.goto(family.billing)
    await expect(page.getByText("0 lessons left of 2")).toBeVisible()
  })

  let renewed = ""
  await test.step("it is renewed, and the next lesson takes from the new one", async () => {
    await page.getByRole("link", { name: packageName }).first().click()
    await page.getByRole("button", { name: `Renew ${packageName}` }).click()
    await expect(page.getByText("sold again and ready to invoice.").first()).toBeVisible()
    renewed = page.url()
    await takeAttendance(page, lessons)
    await page.goto(renewed)
    await expect(page.getByRole("main")).toContainText("1 lesson of 2")
    await look(page)
  })

  await test.step("both are invoiced and paid; no lesson is charged beside them", async () => {
    await sendInvoice(page, family, [])
    await expect(page.getByText("$160.00").first()).toBeVisible()
    await recordPayment(page, "160.00")
    await expect(page.getByRole("heading", { name: "No balance due" })).toBeVisible()
  })

  await test.step("the student leaves, and the rest of the package is account credit", async () => {
    await page.goto(`/students/${family.studentId}/edit`)
    await page.getByText("Move to former", { exact: true }).click()
    await page.getByLabel("Reason").last().fill("Moving away")
    await page.getByRole("button", { name: "Move Ines to former" }).click()
    await expect(page.getByText(/^Status changed to Former/)).toBeVisible()
    await page.goto(renewed)
    await page.getByText("End package", { exact: true }).first().click()
    await page.getByLabel("Reason").fill("Moving away")
    await page.getByRole("button", { name: "End package" }).last().click()
    await expect(page.getByText("Ended: Moving away")).toBeVisible()
  })

  await test.step("the credit is refunded, and the statement ends at zero", async () => {
    await page.goto(family.billing)
    await expect(page.getByRole("main")).toContainText(/Account credit\s*\$40\.00/)
    await page.getByRole("link", { name: "Refund account credit" }).click()
    await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("40.00")
    await page.getByLabel("Reason").fill("Rest of the package")
    await look(page)
    await page.getByRole("button", { name: "Refund", exact: true }).click()
    await expect(page.getByText("Refund of $40.00 recorded.").first()).toBeVisible()
    await page.getByRole("link", { name: "Statement" }).first().click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Statement")
    await expect(page.getByRole("main")).toContainText(/Balance due, [^$]+\$0\.00/)
    await look(page)
  })
})

/** A weekly lesson that is paid for by packages, on the three Tuesdays before today and on. Answers its page. */
async function scheduleTuesdays(page: Page, { studentId, name }: BilledFamily): Promise<string> {
  await page.goto(`/classes/create?student=${studentId}`)
  await page.getByLabel("Teacher", { exact: true }).selectOption("")
  await page.getByLabel("Room", { exact: true }).selectOption("")
  for (const weekday of [1, 2, 3, 4, 5, 6, 7])
    await page.locator(`input[name=weekdays][value='${weekday}']`).setChecked(weekday === 2)
  await page.getByLabel("Start", { exact: true }).fill("16:00")
  await page.getByLabel("First day").fill("2026-11-03")
  await page.getByRole("radio", { name: "Package", exact: true }).check({ force: true })
  await page.getByLabel(/^Amount in/).fill("45.00")
  await page.getByRole("button", { name: "Create class" }).last().click()
  await expect(page.getByText(`${name} created.`).first()).toBeVisible()
  return page.url()
}

/** Takes attendance for the oldest lesson without it; everyone came. */
async function takeAttendance(page: Page, lessons: string) {
  await page.goto(lessons)
  await page.getByRole("link", { name: /^Take attendance for/ }).click()
  await page.getByRole("button", { name: /^Save attendance/ }).click()
  await expect(page.getByText("Attendance saved.")).toBeVisible()
}
