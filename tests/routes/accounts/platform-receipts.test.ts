import { platformPayments } from "db/schema/accounts-subscriptions"
import { afterAll, beforeAll, expect, test } from "vitest"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { Browser } from "../../support/app"
import { startPayPal } from "../../support/paypal"
import { textOfPdf } from "../../support/pdf"
import { addMember, openSchool, rowOf } from "../../support/school"
import { withSettings } from "../../support/settings"
import { addStaff } from "../../support/support-chat"

// The receipts that a school gets of us: refunds, tax, and to whom they are made out, frozen when the payment came.

const settings = "/settings/subscription"
let paypal: Awaited<ReturnType<typeof startPayPal>>
beforeAll(async () => {
  withSettings({
    COMPANY_NAME: "Tutti Software Ltd.",
    COMPANY_ADDRESS: "1 Bow Street\nDublin",
    COMPANY_TAX_NUMBER: "IE1234567",
    COMPANY_TAX_NAME: "VAT",
    COMPANY_TAX_RATE: "19",
  })
  paypal = await startPayPal()
})
afterAll(() => paypal.close())

async function payingSchool() {
  const { actor, userId } = openSchool({ active: false })
  const pay = async () => {
    const started = await startSubscription(actor, { plan: "standard", interval: "yearly" })
    if (!started.ok) throw new Error(started.reason)
    await paypal.press(started.approveUrl, "agree-and-close")
    await confirmSubscription(actor, { attemptId: started.attemptId })
    await reconcileSubscription(actor)
  }
  return { actor, browser: await Browser.of(userId), pay }
}

test("a receipt keeps the address and tax of its day, counts refunds, and is the same as a PDF", async () => {
  const { actor, browser, pay } = await payingSchool()
  await pay()
  const payment = rowOf(platformPayments, { schoolId: actor.school.id })
  const receipt = `${settings}/receipts/${payment?.id}`
  const before = await browser.read(receipt)
  expect(before).toMatch(
    /From Harmony School of Music.*To Tutti Software Ltd\., 1 Bow Street, Dublin.*Tax number IE1234567/,
  )
  // 149 with 19% in it.
  expect(before).toMatch(/Total \$149\.00 Includes VAT 19%: \$23\.79/)

  const entered = { name: "Harmony Music GmbH", address: "Linden 4\nBerlin", taxNumber: "DE 811" }
  const saved = await browser.submit(`${settings}/address`, entered)
  expect(saved.headers.get("Location")).toBe(settings)
  expect(await browser.read(`${settings}/address`)).toContain("Name Harmony Music GmbH")
  expect(await browser.read(receipt)).toContain("From Harmony School of Music")
  expect(await browser.read("/settings/admin/log")).toContain("changed the billing address for receipts")

  const staff = await Browser.of(addStaff().userId)
  await staff.submit(`/super-admin/schools/${actor.school.id}/money`, {
    intent: "refund",
    key: "receipt-refund",
    paymentId: payment?.id ?? "",
    amount: "49.00",
    reason: "Goodwill",
    ending: "keep",
  })
  const answer = await browser.visit(`${receipt}/pdf`)
  expect(answer.headers.get("Content-Type")).toBe("application/pdf")
  const text = textOfPdf(new Uint8Array(await answer.arrayBuffer())).join(" ")
  expect(text.replace(/\s+/g, " ")).toMatch(
    /Tutti Software Ltd\. 1 Bow Street Dublin Tax number: IE1234567 Receipt .*Harmony School of Music.*Standard, yearly.*\$149\.00.*Refunded on.*−\$49\.00.*\$100\.00.*Includes VAT 19%.*\$15\.97/,
  )

  const stranger = await Browser.of(openSchool().userId)
  for (const path of [receipt, `${receipt}/pdf`]) expect((await stranger.visit(path)).status).toBe(404)
})

test("the address is the office's, and too long is refused with what was typed", async () => {
  const { actor, browser, pay } = await payingSchool()
  await pay()
  const refused = await browser.submit(`${settings}/address`, { name: "x".repeat(121), taxNumber: "DE 1" })
  await expect(refused).toAnswer(400, "Keep the name under 120 characters.")
  const teacher = await Browser.of(addMember(actor, "teacher", "Helena Novak").userId)
  expect((await teacher.visit(`${settings}/address`)).headers.get("Location")).toBe("/dashboard/teacher")
})
