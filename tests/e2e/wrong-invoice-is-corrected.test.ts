import { addFamily, recordPayment, sendInvoice } from "./billed-family"
import { expect, scriptsRun, signIn, test } from "./journey"

// An invoice with a wrong price is corrected after a part of it was paid, and what is left is paid in installments, the first
// of them by whoever has the link.

test("a part-paid invoice is credited, the credit goes to the next one, and that is paid in installments", async ({
  page,
  browser,
  appUrl,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  await signIn(page, "admin@harmony.example")
  const family = await addFamily(page, "Tilda", isPlain ? "Brandt" : "Sandberg")

  await test.step("an invoice with a wrong price is sent and partly paid", async () => {
    await sendInvoice(page, family, [
      ["Summer workshop", "120.00"],
      ["Concert ticket", "30.00"],
    ])
    await recordPayment(page, "100.00")
    await expect(page.getByText("Partly paid").first()).toBeVisible()
  })

  await test.step("a credit note takes the wrong item off; what it had been paid with is account credit", async () => {
    await page.getByRole("link", { name: "Credit", exact: true }).click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Credit invoice")
    await look(page)
    await page.getByLabel(/Summer workshop/).fill("120.00")
    await page.getByLabel("Reason").fill("Wrong price")
    await page.getByRole("button", { name: "Send credit note" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Credit note")
    await page.goto(family.billing)
    await expect(page.getByRole("main")).toContainText(/Account credit\s*\$70\.00/)
    await look(page)
  })

  let corrected = ""
  await test.step("the new invoice uses the credit", async () => {
    corrected = await sendInvoice(page, family, [["Summer workshop, three days", "130.00"]])
    await expect(page.getByText("$60.00").first()).toBeVisible()
  })

  await test.step("the rest is agreed in two installments", async () => {
    await page.getByRole("link", { name: "Pay in installments" }).click()
    await expect(page.getByRole("heading", { name: /^New payment plan/ })).toBeVisible()
    await page.getByLabel("Number of installments").fill("2")
    await page.getByLabel("First installment due").fill("2026-12-01")
    await page.getByRole("button", { name: "Preview installments" }).click()
    await expect(page).toHaveURL(/count=2/)
    await page.getByRole("button", { name: "Agree 2 installments" }).click()
    await expect(page.getByText("1 of 2, due Dec 1, 2026").first()).toBeVisible()
  })

  await test.step("whoever has the link pays the first one", async () => {
    const link = await page.getByRole("link", { name: /^Payment page for/ }).getAttribute("href")
    const context = await browser.newContext({ baseURL: appUrl, javaScriptEnabled: !isPlain })
    const guest = await context.newPage()
    await guest.goto(link ?? "")
    await expect(guest.getByText("1 of 2, due Dec 1, 2026")).toBeVisible()
    await look(guest)
    await guest.getByRole("button", { name: /^Pay this installment, \$30\.00/ }).click()
    await guest.getByRole("button", { name: "Pay now" }).click()
    await expect(guest.getByText(/^Payment received/)).toBeVisible()
    await context.close()
  })

  await test.step("the office sees it paid, ends the plan, and undoes that", async () => {
    await page.goto(corrected)
    await expect(page.getByText("$30.00 paid")).toBeVisible()
    await page.getByRole("link", { name: "Payment plan", exact: true }).click()
    await page.getByText("End payment plan", { exact: true }).first().click()
    await page.getByLabel("Reason", { exact: true }).fill("Pays the rest at once")
    await page.getByRole("button", { name: "End payment plan" }).last().click()
    await expect(page.getByText("Payment plan ended.").first()).toBeVisible()
    await scriptsRun(page)
    await page.getByRole("button", { name: /^Undo/ }).click()
    await expect(page.getByText("2 of 2, due Jan 1, 2027").first()).toBeVisible()
    await look(page)
  })
})
