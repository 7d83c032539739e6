import { expect, signIn, test } from "./journey"

test("a credit is revoked once: the form that was carried out starts empty, without its reason or an older error", async ({
  page,
  javaScriptEnabled,
}) => {
  const name = javaScriptEnabled === false ? "Lucía Costa" : "Dániel Ahmed"
  await signIn(page, "admin@harmony.example")
  await page.goto("/students")
  await page.getByRole("link", { name }).first().click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name)
  await page.goto(`${new URL(page.url()).pathname}/credits`)
  const part = (name: string) => page.getByRole("region", { name })
  const credits = part("Revoke a credit").getByLabel("Credit").locator("option")
  const before = await credits.count()
  await part("Extend a credit").getByRole("button", { name: "Extend credit" }).click()
  await expect(part("Extend a credit").getByText("Enter a reason").first()).toBeVisible()
  await part("Revoke a credit").getByLabel("Reason").fill("Once")
  await part("Revoke a credit").getByRole("button", { name: "Revoke credit" }).click()
  await expect(page.getByText(`Make-up credit of ${name} revoked.`)).toBeVisible()
  await expect(part("Revoke a credit").getByLabel("Reason")).toHaveValue("")
  await expect(part("Extend a credit").getByText("Enter a reason")).toHaveCount(0)
  await part("Revoke a credit").getByRole("button", { name: "Revoke credit" }).click()
  await expect(part("Revoke a credit").getByText("Enter a reason").first()).toBeVisible()
  await page.reload()
  await page
    .getByRole("button", { name: /^Undo: Revoked/ })
    .first()
    .click()
  await expect(credits).toHaveCount(before)
})
