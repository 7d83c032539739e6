import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { paymentOrders } from "db/schema/money-payments"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { type Sandbox, startSandbox } from "../../../sandbox/sandbox"
import { Browser } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { textOfPdf } from "../../support/pdf"
import { addRows, changeRows, openSchool, orFail, rowsOf } from "../../support/school"
import { withSettings } from "../../support/settings"

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  withSettings({ RESEND_BASE_URL: `${sandbox.url}/resend` })
})
afterAll(() => sandbox.close())

type Mail = {
  to: string | string[]
  from: string
  replyTo?: string[]
  subject: string
  text: string
  html: string
}

/** Sends what waits and answers the mail somebody got. */
async function mailTo(address: string): Promise<Mail> {
  const { sendNextMail } = await import("~/jobs/mail/send-mail.server")
  while (await sendNextMail());
  const all = (await (await fetch(`${sandbox.url}/mailbox/messages.json`)).json()) as Mail[]
  const found = all.find(({ to }) => [to].flat().includes(address))
  if (!found) throw new Error(`No mail to ${address}`)
  return found
}

const at = "/settings/school"
const bank = "IBAN FR76 3000 6000 0112 3456 7890 189\r\nor cash at the desk"
const invoicing = { intent: "invoicing", invoiceNumberFormat: "{year}-{number}", invoiceDueDays: "14" }

describe("how families pay", () => {
  test("is said on the invoice, its PDF and its mail, frozen with the invoice, with the tax number", async () => {
    const { school, guardian, ...family } = openPayingFamily()
    const office = await Browser.of(school.userId ?? "")
    const guardians = await Browser.of(guardian.userId)
    const saved = await office.submit(at, {
      ...invoicing,
      paymentInstructions: bank,
      taxNumber: "FR 12 345678901",
    })
    expect(saved.status).toBe(303)
    expect(await office.html(at)).toContain("IBAN FR76")
    const invoiceId = invoiceOver(school, family, 4250)
    await office.submit(at, { ...invoicing, paymentInstructions: "Elsewhere", taxNumber: "0" })

    const screen = await office.read(`/billing/invoices/${invoiceId}`)
    expect(screen).toContain("How to pay IBAN FR76 3000 6000 0112 3456 7890 189 or cash at the desk")
    expect(screen).toContain("Tax number FR 12 345678901.")
    const portal = await guardians.read(`/student/invoices/${invoiceId}`)
    expect(portal).toContain("How to pay IBAN FR76")
    expect(portal).toContain("tax number FR 12 345678901")
    expect(portal).toContain("Pay $42.50 with PayPal")
    expect(portal).toContain("Pay with your PayPal account or a card at PayPal.")
    const pdf = await guardians.visit(`/student/invoices/${invoiceId}/pdf`)
    const paper = textOfPdf(new Uint8Array(await pdf.arrayBuffer())).join("\n")
    expect(paper).toContain("Tax number: FR 12 345678901")
    expect(paper).toMatch(/How to pay\nIBAN FR76 3000 6000 0112 3456 7890 189\nor cash at the desk/)
    const [queued] = rowsOf(emails, { schoolId: school.school.id }).slice(-1)
    const mail = await mailTo(queued?.recipient ?? "")
    const online = "Online: with your PayPal account or a card at PayPal."
    expect(mail.text).toContain(
      `How to pay:\n${online}\nIBAN FR76 3000 6000 0112 3456 7890 189\nor cash at the desk`,
    )
    expect(mail.html).toContain("7890 189<br>")
  })

  test("is told to a family without portal access, else whom to ask", async () => {
    const { actor } = openSchool({ name: 'Atelier "Do" Musique' })
    const setContact = (email: string | null, phone: string | null) =>
      changeRows(schools, { id: actor.school.id }, { email, phone })
    setContact(null, null)
    const family = (email: string) =>
      openFamily(actor, { adults: [{ name: "Zoë Okafor", email, payerShare: 10_000 }] })
    const send = (of: ReturnType<typeof family>) =>
      issueInvoice(actor, november(of.familyId, [owe(actor, of, 4250)])).ok
    const first = family("zoe.first@example.net")
    expect(send(first)).toBe(true)
    const bare = await mailTo("zoe.first@example.net")
    expect(bare.text).toContain('To pay this invoice, contact Atelier "Do" Musique.')
    expect(bare.text).not.toContain("PayPal")
    expect(bare.replyTo ?? []).toEqual([])

    setContact("office@atelier.example", "+33 1 23 45")
    expect(send(family("zoe.second@example.net"))).toBe(true)
    const mail = await mailTo("zoe.second@example.net")
    expect(mail.text).toContain(
      'To pay this invoice, contact Atelier "Do" Musique: office@atelier.example, +33 1 23 45.',
    )
    expect(mail.from).toBe('"Atelier \\"Do\\" Musique via Tutti" <hello@tutti.example>')
    expect(mail.replyTo).toEqual(["office@atelier.example"])
  })

  test("is missing: the new invoice says so before it is sent, with a link for who may enter it", async () => {
    const { actor, userId } = openSchool()
    const family = openFamily(actor, {})
    owe(actor, family, 4250)
    const warning = "This invoice doesn’t say how to pay"
    const page = `/billing/new-invoice?family=${family.familyId}&from=2026-11-01&to=2026-11-30`
    const office = await Browser.of(userId)
    const set = (facts: Partial<typeof schools.$inferInsert>) =>
      changeRows(schools, { id: actor.school.id }, facts)
    const html = await office.html(page)
    expect(html).toContain(warning)
    expect(html).toMatch(/href="\/settings\/school"[^>]*>Add one in the settings/)
    const told = { payeeEmail: null, paymentInstructions: null, bankHolder: null, bankIban: null }
    for (const way of [
      { payeeEmail: "fees@atelier.example" },
      { paymentInstructions: "Cash at the desk" },
      { bankHolder: "Atelier", bankIban: "FR7630006000011234567890189" },
    ]) {
      set({ ...told, ...way })
      expect(await office.read(page), JSON.stringify(way)).not.toContain(warning)
    }
  })

  test("keeps what was typed when it is too long", async () => {
    const { userId } = openSchool()
    const office = await Browser.of(userId)
    const refused = await office.submit(at, { ...invoicing, paymentInstructions: "x".repeat(1001) })
    expect(refused.status).toBe(400)
    const text = await refused.text()
    expect(text).toContain("Keep payment instructions under 1,000 characters.")
    expect(text).toContain("x".repeat(1001))
  })

  test("a draft takes the instructions of the day it is sent", async () => {
    const { school, ...family } = openPayingFamily()
    const office = await Browser.of(school.userId ?? "")
    const choice = november(family.familyId, [owe(school, family, 1000)])
    const draft = orFail(saveDraft(school, choice))
    await office.submit(at, { ...invoicing, paymentInstructions: bank })
    const issued = orFail(issueInvoice(school, { ...choice, draftId: draft.invoiceId }))
    expect(await office.read(`/billing/invoices/${issued.invoiceId}`)).toContain("IBAN FR76")
  })
})

describe("a button to pay", () => {
  test("is there only where it can pay", async () => {
    const { school, guardian, ...family } = openPayingFamily()
    invoiceOver(school, family, 4000)
    const browser = await Browser.of(guardian.userId)
    const home = async () => browser.read("/student/dashboard")
    expect(await home()).toContain("Pay $40.00")
    changeRows(schools, { id: school.school.id }, { payeeEmail: null })
    expect(await home()).not.toContain("Pay $40.00")
    expect(await home()).toContain("View invoice")
  })

  test("goes while a payment is on its way", async () => {
    const { school, guardian, guardianIds, payeeEmail, ...family } = openPayingFamily()
    const invoiceId = invoiceOver(school, family, 4000)
    addRows(paymentOrders, {
      schoolId: school.school.id,
      id: newId(),
      createdAt: now(),
      updatedAt: now(),
      invoiceId,
      guardianId: guardianIds[0] ?? null,
      memberId: guardian.actor.memberId ?? "",
      amountMinor: 4000,
      currency: "USD",
      payeeEmail,
      state: "pending",
      providerOrderId: newId(),
    })
    const browser = await Browser.of(guardian.userId)
    const home = await browser.read("/student/dashboard")
    expect(home).not.toContain("Pay $40.00")
    expect(home).toMatch(
      /Your payment of \$40\.00 for invoice 2026-\d{4} is being processed\. You don’t need to pay again/,
    )
    const list = await browser.read("/student/invoices")
    expect(list).toContain("Payment processing")
    expect(list).not.toContain("in 14 days")
    expect(await browser.read(`/student/invoices/${invoiceId}`)).not.toContain("with PayPal")
  })
})
