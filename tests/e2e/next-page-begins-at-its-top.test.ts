import { addFamily } from "./billed-family"
import { drawn, expect, signIn, test } from "./journey"

// A form that adds to its page keeps the place the person was at; what leads to another page begins at its top.

test.use({ viewport: { width: 390, height: 844 } })

test(
  "on a phone an added item keeps the place, and the sent invoice opens at its top",
  drawn("how far the page is scrolled"),
  async ({ page, javaScriptEnabled }) => {
    await signIn(page, "admin@harmony.example")
    const name = javaScriptEnabled === false ? "Plain" : "Scripted"
    const { familyId } = await addFamily(page, "Toni", `Topper${name}`)
    await page.goto(`/billing/new-invoice?family=${familyId}`)
    await page.getByText("Add an item", { exact: true }).click()
    await page.getByLabel("Description").fill("Music stand")
    await page.getByLabel("Amount").fill("40.00")
    await page.getByRole("button", { name: "Add item" }).click()
    await expect(page.getByText("Music stand added.")).toBeVisible()
    const scrolled = () => page.evaluate(() => window.scrollY)
    if (javaScriptEnabled !== false) expect(await scrolled()).toBeGreaterThan(0)
    await page.getByRole("button", { name: /^Send to Karin/ }).click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText(/Invoice \d{4}-\d+/)
    await expect.poll(scrolled).toBe(0)
  },
)
