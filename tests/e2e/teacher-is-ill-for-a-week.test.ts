import { expect, signIn, test } from "./journey"

const inDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

test("a teacher is ill for a week: every lesson is arranged, families see what changes, and all is undone", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  // The absence stays after its lessons are restored, so each way has days of its own.
  const [first, last] = javaScriptEnabled === false ? [42, 48] : [28, 34]
  await signIn(page, "admin@harmony.example")
  await page.goto("/teachers")
  await page.getByRole("link", { name: "Absences", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Teacher absences")
  await look(page)
  const today = await page.getByLabel("First day", { exact: true }).inputValue()
  await page.getByLabel("Teacher", { exact: true }).selectOption({ label: "Kwame Boateng" })
  await page.getByLabel("First day", { exact: true }).fill(inDays(today, first))
  await page.getByLabel("Last day", { exact: true }).fill(inDays(today, last))
  await page.getByLabel("Reason, staff only").fill("Flu")
  await page.getByRole("button", { name: "Record absence" }).click()

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Arrange an absence")
  await look(page)
  const bar = page.locator(".absence-bar")
  await page
    .getByRole("button", { name: /^Cancel on / })
    .first()
    .click()
  await expect(bar).toContainText(/\d canceled/)
  await expect(page.getByRole("main")).not.toContainText(/Hi [^,]+,.*Flu/)
  await bar.getByRole("button", { name: /^Arrange \d+ lessons? and tell \d+ famil/ }).click()

  await expect(page.getByText(/\d lessons? arranged\. We email/)).toBeVisible()
  const earlier = page.getByRole("region", { name: "Arranged so far" })
  await earlier.getByRole("button", { name: /^Undo \d+ lesson/ }).click()
  await expect(page.getByText(/\d lessons? restored\./)).toBeVisible()
  await expect(earlier).toContainText("Undone")
  await look(page)
})
