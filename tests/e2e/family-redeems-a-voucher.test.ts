import { addFamily, openPortal } from "./billed-family"
import { expect, signIn, test } from "./journey"

// A gift voucher from its sale to a family's account credit. tests/routes/money/vouchers.test.ts has what is refused.

test("the office sells a gift voucher, and a family redeems a part of it", async ({
  page,
  look,
  otherPage,
  javaScriptEnabled,
  mailbox,
}) => {
  const isPlain = javaScriptEnabled === false
  const [first, last] = isPlain ? ["Ada", "Okonjovv"] : ["Ben", "Salgadovv"]
  await signIn(page, "admin@harmony.example")
  const invited = await addFamily(page, first, last)
  const family = await otherPage()
  await openPortal(page, family, invited, mailbox)

  await page.goto("/billing/vouchers")
  await page.getByRole("link", { name: "Sell a gift voucher" }).click()
  await page.getByLabel("Amount in USD", { exact: true }).fill("80")
  await page.getByLabel("Payment method", { exact: true }).selectOption({ label: "Cash" })
  await page.getByLabel("Buyer", { exact: true }).fill(`Grandma ${last}`)
  await look(page)
  await page.getByRole("button", { name: "Sell gift voucher" }).click()
  await expect(page.getByText(`Gift voucher of $80.00 sold to Grandma ${last}.`)).toBeVisible()
  await look(page)
  const [code = ""] = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/.exec(await page.getByRole("main").innerText()) ?? []

  await family.goto("/student/invoices")
  await family.getByRole("link", { name: "Redeem a gift voucher" }).click()
  await family.getByLabel("Code", { exact: true }).fill(code.toLowerCase())
  await family.getByRole("button", { name: "Check code" }).click()
  await expect(family.getByText("$80.00 is left on this voucher.")).toBeVisible()
  await look(family)
  await family.getByLabel("Amount in USD", { exact: true }).fill("30")
  await family.getByRole("button", { name: "Redeem voucher", exact: true }).click()
  await expect(family.getByText("$30.00 redeemed. $50.00 is left on the voucher.")).toBeVisible()
  await expect(family.getByRole("main")).toContainText("$30.00")
})
