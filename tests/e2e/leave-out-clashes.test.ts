import { expect, signIn, test } from "./journey"

// Nothing is saved: other journeys look at the same school.

test("a lesson that clashes is left out of a weekly time's change, and the choice stays chosen", async ({
  page,
}) => {
  await signIn(page, "admin@harmony.example")
  await page.goto("/classes?q=Piano+group")
  await page.locator("main").getByRole("link", { name: "Piano group" }).first().click()
  await page.getByRole("link", { name: "Weekly times" }).click()
  await page.getByLabel("Start").first().fill("16:00")
  const preview = page.getByRole("button", { name: "Preview changes" }).first()
  await preview.click()
  await page.getByLabel("Leave out 1 lesson that clashes").check()
  await preview.click()
  await expect(page.getByText("Wed, Dec 2, 3:30 PM: kept because the new time clashes")).toBeVisible()
  await expect(page.getByLabel("Leave out lessons that clash")).toBeChecked()
  await preview.click()
  await expect(page.getByText("kept because the new time clashes")).toBeVisible()
})
