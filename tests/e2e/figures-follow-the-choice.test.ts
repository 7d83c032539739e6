import { expect, signIn, test } from "./journey"

// A choice of months changes the figures at once where scripts run, and by its button where they don't.

test("the analytics follow the chosen number of months", async ({ page, javaScriptEnabled, look }) => {
  await signIn(page, "admin@harmony.example")
  await page.goto("/analytics")
  await expect(page.getByText("compared with the 6 months before")).toBeVisible()
  await page.getByRole("combobox", { name: /^Months/ }).selectOption("3")
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Update figures" }).click()
  await expect(page).toHaveURL(/months=3/)
  await expect(page.getByText("compared with the 3 months before")).toBeVisible()
  await look(page)
})
