import { createHmac } from "node:crypto"
import type { Page } from "@playwright/test"
import { addFamily, openPortal, sendInvoice } from "./billed-family"
import { expect, scriptsRun, signIn } from "./journey"
import { test } from "./own-app"

// What becomes of a family's money at Stripe later on: a bank debit that takes days, a refund of a part, a dispute that the
// school loses, and a saved card that its bank declines on three days until the family ends automatic payment.

const account = "acct_crescendo0001"
const secret = "whsec_crescendocrescendo"
const began = "2026-11-18T15:10:00-05:00"

test("a debit arrives late, a part is refunded, a dispute is lost, and a saved card is declined three times", async ({
  app,
  page,
  otherPage,
  mailbox,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  let messagesAt = ""
  await signIn(page, "admin@crescendo.example")

  await test.step("the office connects Stripe, with the secret that its messages are signed with", async () => {
    await page.goto("/settings/school?edit=stripe")
    const part = page.getByRole("region", { name: "Card payments" })
    messagesAt = (await part.locator("code").first().textContent()) ?? ""
    await part.getByLabel("Secret or restricted key").fill("rk_test_crescendo0001_key")
    await part.getByLabel("Signing secret").fill(secret)
    await part.getByLabel("Your password").fill("tutti-demo-2026")
    await part.getByRole("button", { name: /Connect Stripe|Change keys/ }).click()
    await expect(page.getByText(/^Stripe account (added|changed)/)).toBeVisible()
  })

  const control = async (path: string, body?: object) => {
    const answer = await fetch(`${app.sandboxUrl}/__control/stripe/${path}`, {
      method: body ? "POST" : "GET",
      headers: { "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    })
    return answer.json()
  }
  const clock = { at: Date.parse(began), since: Date.now() }
  /** Something happens to the latest payment at Stripe, which sends all its messages, signed at the app's own time. */
  const atStripe = async (change: object) => {
    const payments: { id: string }[] = await control(`${account}/payments`)
    await control(`payments/${payments.at(-1)?.id}`, change)
    const messages: { body: string }[] = await control(`${account}/messages`)
    for (const { body } of messages) {
      const at = Math.floor((clock.at + Date.now() - clock.since) / 1000)
      const signed = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")
      const answer = await fetch(messagesAt, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Stripe-Signature": `t=${at},v1=${signed}` },
        body,
      })
      expect(answer.status).toBe(200)
    }
  }
  /** What the app does with a message takes a moment. */
  const comes = (on: Page, text: string | RegExp) =>
    expect(async () => {
      await on.reload()
      await expect(on.getByText(text).first()).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 60_000 })

  const family = await addFamily(page, "Nils", isPlain ? "Dragomir" : "Etxeberria")
  const invoice = await sendInvoice(page, family, [["Method book", "24.50"]])
  const theirs = await otherPage()
  await openPortal(page, theirs, family, mailbox)
  const number = /\d{4}-\d+/
  const openInvoice = async () => {
    await theirs.goto("/student/invoices")
    await theirs.getByRole("link", { name: number }).first().click()
  }
  const payByCard = async (card: string) => {
    await openInvoice()
    await scriptsRun(theirs)
    await theirs.getByRole("button", { name: /^Pay .* by card$/ }).click()
    await theirs.getByLabel("Card number").fill(card)
    await theirs.getByRole("button", { name: /^Pay/ }).click()
  }

  await test.step("the family pays from a bank account: processing to both, and paid once it arrives", async () => {
    await payByCard("DE89 3704 0044 0532 0130 00")
    await expect(theirs.getByText("Your payment is being processed.")).toBeVisible()
    await expect(theirs.getByText(/is processing your payment of \$24\.50/)).toBeVisible()
    await expect(theirs.getByRole("button", { name: /by card$/ })).toHaveCount(0)
    await look(theirs)
    await theirs.goto("/student/invoices")
    await expect(theirs.getByText("Payment processing").first()).toBeVisible()
    await page.goto(invoice)
    await expect(page.getByText("An online payment of $24.50 is being processed.")).toBeVisible()
    await look(page)
    await atStripe({ settle: "succeeded" })
    await comes(page, /^Received .*, bank debit ending 3000$/)
    await mailbox.latestTo(family.guardian.email, /^Receipt for invoice/)
  })

  await test.step("the office refunds a part of it, which is due again", async () => {
    await page.getByRole("link", { name: /^Received .*, bank debit ending 3000$/ }).click()
    await expect(page.getByText("Bank debit ending 3000").first()).toBeVisible()
    await page.getByRole("link", { name: "Refund", exact: true }).click()
    await expect(page.getByText("Bank debit, through Stripe, sent back now").first()).toBeAttached()
    await look(page)
    await page.getByLabel("Amount", { exact: true }).fill("10.00")
    await page.getByLabel("Reason").fill("One book less")
    await page.getByRole("button", { name: "Refund", exact: true }).click()
    await expect(page.getByText("Refunded through Stripe.")).toBeVisible()
    await look(page)
    await mailbox.latestTo(family.guardian.email, /^Refund of \$10\.00 from/)
  })

  await test.step("the family pays that by card and disputes it: the office reads what to hand in and until when", async () => {
    await payByCard("4242 4242 4242 4242")
    await expect(theirs.getByText("Payment received. Here’s your receipt.")).toBeVisible()
    await atStripe({ dispute: "needs_response" })
    const told = await mailbox.latestTo("admin@crescendo.example", /disputed a payment of \$10\.00$/)
    expect(told.text).toContain("Hand in the invoice, the attendance of its lessons")
    await page.goto(invoice)
    await page.getByRole("link", { name: /^Answer the dispute by/ }).click()
    await expect(
      page.getByText(/Answer it in Stripe by [A-Z][a-z]+ \d+, 20\d\d\. Hand in the invoice/),
    ).toBeVisible()
    await look(page)
  })

  await test.step("the school loses it: the invoice is open again, to both", async () => {
    await atStripe({ dispute: "lost" })
    await mailbox.latestTo("admin@crescendo.example", /^Chargeback of \$10\.00 from/)
    await page.goto(invoice)
    await expect(page.getByText("Partly paid").first()).toBeVisible()
    await look(page)
    await openInvoice()
    await expect(theirs.getByRole("button", { name: /^Pay \$10\.00 by card$/ })).toBeVisible()
    await look(theirs)
  })

  let charged = ""
  let dueOn = new Date(Number.NaN)
  await test.step("the family agrees to automatic payment with a card that its bank will decline", async () => {
    await page.goto("/settings/policies?edit=automatic-payment")
    await page.getByLabel("Offer families automatic payment").check()
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await expect(page.getByText("Automatic payment is offered.")).toBeVisible()
    await theirs.goto("/student/automatic-payment")
    await scriptsRun(theirs)
    const byStripe = theirs.locator("form", { has: theirs.getByRole("button", { name: /Stripe$/ }) })
    if (!(await byStripe.isVisible()))
      await theirs.getByText("Use a card or bank account instead").first().click()
    await byStripe.getByLabel("I agree").check()
    await byStripe.getByRole("button").click()
    await theirs.getByLabel("Card number").fill("4000 0000 0000 0341")
    await theirs.getByRole("button", { name: "Save card" }).click()
    await expect(theirs.getByText("Automatic payment is on.")).toBeVisible()
    await sendInvoice(page, family, [["Concert ticket", "15.00"]])
    charged = number.exec((await page.getByRole("heading", { level: 1 }).textContent()) ?? "")?.[0] ?? ""
    const due =
      (await page
        .getByText(/due [A-Z][a-z]+ \d+, 20\d\d/)
        .first()
        .textContent()) ?? ""
    dueOn = new Date(`${/[A-Z][a-z]+ \d+, 20\d\d/.exec(due)?.[0]} 00:00 UTC`)
  })

  const wakeAt = async (instant: string) => {
    await page.goto("about:blank")
    await theirs.goto("about:blank")
    await app.wakeAt(instant)
  }
  const day = (from: Date, days: number) =>
    `${new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10)}T12:10:00-05:00`

  await test.step("the charge is announced, declined on its day and on two later ones, with an email each", async () => {
    await wakeAt(day(dueOn, -3))
    const announced = new RegExp(`^Invoice ${charged} will be paid automatically on (.+)$`)
    const { subject } = await mailbox.latestTo(family.guardian.email, announced)
    const chargeOn = new Date(`${announced.exec(subject)?.[1]} 00:00 UTC`)
    await wakeAt(day(chargeOn, 0))
    const declined = new RegExp(`^The automatic payment of invoice ${charged} was declined$`)
    const first = await mailbox.latestTo(family.guardian.email, declined)
    expect(first.text).toContain("The bank declined it and gave no reason. Nothing was charged.")
    await wakeAt(day(chargeOn, 3))
    await expect
      .poll(async () => (await mailbox.latestTo(family.guardian.email, declined)).id, { timeout: 60_000 })
      .not.toBe(first.id)
    await wakeAt(day(chargeOn, 7))
    const failed = await mailbox.latestTo(
      family.guardian.email,
      new RegExp(`^Automatic payment is paused: invoice ${charged}$`),
    )
    expect(failed.text).toContain("It won’t be tried again")
  })

  await test.step("the family reads so, and ends it", async () => {
    await theirs.context().clearCookies()
    await theirs.goto("/auth/login")
    await theirs.getByLabel("Username or email").fill(family.guardian.email)
    await theirs.getByLabel("Password", { exact: true }).fill("kreisler-1905")
    await theirs.getByRole("button", { name: "Log in" }).click()
    await theirs.waitForURL((url) => url.pathname !== "/auth/login")
    await theirs.goto("/student/automatic-payment")
    await expect(theirs.getByText(/paused/i).first()).toBeVisible()
    await look(theirs)
    await scriptsRun(theirs)
    await theirs.getByRole("button", { name: "End automatic payment" }).first().click()
    await expect(theirs.getByText("Automatic payment ended.")).toBeVisible()
  })
})
