import { addFamily, openPortal, sendInvoice } from "./billed-family"
import { expect, scriptsRun, signIn, test } from "./journey"

// A school connects its Stripe account, and a family pays by card: it turns back once, its card is declined, its bank asks; then
// someone without a login pays the next invoice by its link.

const money = "[\\d.,]+"

test("a school connects Stripe, and its family pays by card", async ({
  page,
  browser,
  appUrl,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  await signIn(page, "admin@crescendo.example")

  await test.step("the office enters a key, tests it, and reads that it is a test key", async () => {
    await page.goto("/settings/school?edit=stripe")
    const part = page.getByRole("region", { name: "Card payments" })
    await part.getByLabel("Secret or restricted key").fill("pk_test_crescendo")
    await part.getByLabel("Your password").fill("tutti-demo-2026")
    await part.getByRole("button", { name: /Connect Stripe|Change keys/ }).click()
    await expect(page.getByText(/That’s a publishable key/).first()).toBeVisible()
    await look(page)
    await part
      .getByLabel("Secret or restricted key")
      .fill(`rk_test_crescendo0001_${isPlain ? "other_" : ""}key`)
    await part.getByLabel("Your password").fill("tutti-demo-2026")
    await part.getByRole("button", { name: /Connect Stripe|Change keys/ }).click()
    await expect(page.getByText(/^Stripe account (added|changed)/)).toBeVisible()
    await scriptsRun(page)
    await part.getByRole("button", { name: "Test the connection" }).click()
    await expect(page.getByText(/^Stripe answered: the key works/)).toBeVisible()
    await expect(part.getByText("Test key ending in _key")).toBeVisible()
    await look(page)
  })

  const family = await addFamily(page, "Vera", isPlain ? "Aaltonen" : "Kowalski")
  await sendInvoice(page, family, [["Method book", "24.50"]])
  const context = await browser.newContext({ baseURL: appUrl, javaScriptEnabled: !isPlain })
  const theirs = await context.newPage()
  await openPortal(page, theirs, family, mailbox)
  const byCard = new RegExp(`^Pay .?${money}.* by card$`)

  await test.step("the family opens the invoice, goes to Stripe and turns back", async () => {
    await theirs.goto("/student/invoices")
    await theirs
      .getByRole("link", { name: /\d{4}-\d+/ })
      .first()
      .click()
    await expect(theirs.getByRole("button", { name: byCard })).toBeVisible()
    await look(theirs)
    await scriptsRun(theirs)
    await theirs.getByRole("button", { name: byCard }).click()
    await theirs.getByRole("button", { name: "Back to the shop" }).click()
    await expect(theirs.getByText("Payment canceled. You weren’t charged.")).toBeVisible()
  })

  await test.step("a declined card, then one whose bank asks; the receipt is here", async () => {
    await scriptsRun(theirs)
    await theirs.getByRole("button", { name: byCard }).click()
    await theirs.getByLabel("Card number").fill("4000 0000 0000 0002")
    await theirs.getByRole("button", { name: /^Pay/ }).click()
    await expect(theirs.getByRole("alert")).toContainText("Your card was declined.")
    await theirs.getByLabel("Card number").fill("4000 0025 0000 3155")
    await theirs.getByRole("button", { name: /^Pay/ }).click()
    await theirs.getByRole("button", { name: "Yes, it’s me" }).click()
    await expect(theirs.getByText("Payment received. Here’s your receipt.")).toBeVisible()
    await look(theirs)
  })

  await test.step("the next invoice is paid by its link, without a login", async () => {
    await sendInvoice(page, family, [["Concert ticket", "15.00"]])
    const link = await page.getByRole("link", { name: /^Payment page for/ }).getAttribute("href")
    const guests = await browser.newContext({ baseURL: appUrl, javaScriptEnabled: !isPlain })
    const guest = await guests.newPage()
    await guest.goto(link ?? "")
    await look(guest)
    await guest.getByRole("button", { name: byCard }).click()
    await expect(guest.getByLabel("Card number")).toBeVisible()
    await guest.getByRole("button", { name: /^Pay/ }).click()
    await expect(guest.getByText(/^Payment received/)).toBeVisible()
    await guests.close()
  })

  await test.step("the office sees it paid", async () => {
    await page.reload()
    await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible()
    await look(page)
  })

  await test.step("the office offers automatic payment, and the family agrees to it with a card", async () => {
    await page.goto("/settings/policies?edit=automatic-payment")
    await page.getByLabel("Offer families automatic payment").check()
    await look(page)
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText("Automatic payment is offered.")).toBeVisible()
    await theirs.goto("/student/automatic-payment")
    await look(theirs)
    await scriptsRun(theirs)
    const byStripe = theirs.locator("form", { has: theirs.getByRole("button", { name: /Stripe$/ }) })
    if (!(await byStripe.isVisible()))
      await theirs.getByText("Use a card or bank account instead").first().click()
    await byStripe.getByRole("button").click()
    await expect(theirs.locator(".field.invalid").first()).toBeVisible()
    await byStripe.getByLabel("I agree").check()
    await byStripe.getByRole("button").click()
    await theirs.getByLabel("Card number").fill("4242 4242 4242 4242")
    await theirs.getByRole("button", { name: "Save card" }).click()
    await expect(theirs.getByText("Automatic payment is on.")).toBeVisible()
    await expect(theirs.getByText("Visa ending 4242, expires 08/27")).toBeVisible()
    await look(theirs)
    await scriptsRun(theirs)
    await theirs.getByRole("button", { name: "End automatic payment" }).click()
    await expect(theirs.getByText("Automatic payment ended.")).toBeVisible()
  })
  await context.close()
})
