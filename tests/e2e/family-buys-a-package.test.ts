import { addFamily, openPortal } from "./billed-family"
import { drawn, expect, signIn, test } from "./journey"

// A family buys a package by itself. tests/routes/money/buy-packages.test.ts has what is refused.

test(
  "the office lets families buy a package, and a family buys it and comes to its invoice",
  drawn("Back shows the page that was left"),
  async ({ page, look, otherPage, javaScriptEnabled, mailbox }) => {
    const isPlain = javaScriptEnabled === false
    const [first, last] = isPlain ? ["Carla", "Nyberg"] : ["Dario", "Lindholm"]
    const name = isPlain ? "4 lessons" : "3 lessons"
    await signIn(page, "admin@harmony.example")
    const invited = await addFamily(page, first, last)
    const family = await otherPage()
    await openPortal(page, family, invited, mailbox)

    await test.step("the office sells a package that families can buy", async () => {
      await page.goto("/billing/prices/packages")
      await page.getByText("Add a package", { exact: true }).click()
      await page.getByLabel("Name", { exact: true }).fill(name)
      await page.getByLabel("Lessons", { exact: true }).fill("3")
      await page.getByLabel("Price in USD", { exact: true }).fill("120")
      await page.getByText("Families can buy it in their portal", { exact: true }).click()
      await page.getByRole("button", { name: "Add package" }).click()
      await expect(page.getByText(`${name} added.`)).toBeVisible()
      await look(page)
    })

    await test.step("the family buys it and comes to its invoice", async () => {
      await family.goto("/student/invoices")
      await family.getByRole("link", { name: "Packages", exact: true }).click()
      await look(family)
      await family.getByRole("link", { name, exact: true }).click()
      await look(family)
      await family.getByRole("button", { name: "Buy for $120.00" }).click()
      await expect(family.getByText(`${name} bought.`)).toBeVisible()
      await expect(family.getByRole("main")).toContainText("$120.00")
      await family.goto("/student/packages")
      await expect(family.getByRole("main")).toContainText("3 lessons left of 3")
    })

    await test.step("after Back the same is asked about before it is bought a second time", async () => {
      const buy = family.getByRole("button", { name: "Buy for $120.00" })
      await family.goBack()
      await family.goBack()
      await buy.click()
      await expect(family.getByText("You saved exactly this just now.")).toBeVisible()
      await look(family)
      await buy.click()
      await expect(family.getByText(`${name} bought.`)).toBeVisible()
    })
  },
)
