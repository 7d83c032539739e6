import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import { listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { Browser, textOf } from "../../support/app"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { textOfPdf } from "../../support/pdf"
import { changeRows, rowsOf } from "../../support/school"

const at = "/settings/school"
const bank = {
  intent: "bank",
  bankHolder: "Atelier Musique",
  bankIban: "fr76 3000 6000 0112 3456 7890 189",
  bankBic: "agrifrpp",
}

async function euroSchool() {
  const family = openPayingFamily({ currency: "EUR" })
  const userId = family.school.userId ?? ""
  changeRows(users, { id: userId }, { passwordHash: await hashPassword("correct horse battery") })
  return { ...family, office: await Browser.of(userId) }
}

test("a bank account is on the invoice, its link, PDF and mail, with a code for banking apps", async () => {
  const { composeMail } = await import("~/jobs/mail/compose-mail.server")
  const { school, office, guardian, ...family } = await euroSchool()
  await expect(office.submit(at, { ...bank, currentPassword: "correct horse battery" })).toAnswer(303)
  const told = rowsOf(emails, { schoolId: school.school.id, template: "bank-changed" })
  expect(told.length).toBeGreaterThan(0)
  expect(told[0]?.data).toContain("Atelier Musique, FR76 3000 6000 0112 3456 7890 189")

  const invoiceId = invoiceOver(school, family, 104_250)
  const [link] = listOpenLinks(school, invoiceId)
  for (const [browser, address] of [
    [office, `/billing/invoices/${invoiceId}`],
    [await Browser.of(guardian.userId), `/student/invoices/${invoiceId}`],
    [new Browser(), `/pay/${link?.secret}`],
  ] as const) {
    const page = await browser.visit(address)
    const html = await page.clone().text()
    expect(html).toContain('aria-label="QR code for this transfer"')
    expect(await textOf(page)).toContain("IBAN FR76 3000 6000 0112 3456 7890 189")
  }
  const pdf = await new Browser().visit(`/pay/${link?.secret}/pdf`)
  expect(textOfPdf(new Uint8Array(await pdf.arrayBuffer())).join("\n")).toContain(
    "FR76 3000 6000 0112 3456 7890 189",
  )
  const [mail] = rowsOf(emails, { schoolId: school.school.id, template: "invoice-issued" })
  if (!mail) throw new Error("no mail")
  const written = await composeMail(mail)
  expect(written.text).toContain(
    "IBAN: FR76 3000 6000 0112 3456 7890 189\nBIC: AGRIFRPP\nReference: 2026-0001",
  )
  expect(written.html).toContain('src="cid:transfer-code"')
  expect(written.attachments?.map(({ contentType, contentId }) => [contentType, contentId])).toEqual([
    ["application/pdf", undefined],
    ["image/png", "transfer-code"],
  ])
  expect(await composeMail(mail)).toEqual(written)
})

test("an account is refused with wrong digits, without its holder, and with a wrong password; nothing typed is lost", async () => {
  const { school, office } = await euroSchool()
  for (const [wrong, message] of [
    [{ bankIban: "FR76 3000 6000 0112 3456 7890 188" }, "Enter a complete IBAN."],
    [{ bankHolder: "" }, "Enter whose account this is."],
    [{ bankBic: "AGRI" }, "Enter a BIC of 8 or 11 characters"],
    [{ currentPassword: "not it" }, "That’s not your password."],
  ] as const) {
    const fields = { ...bank, currentPassword: "correct horse battery", ...wrong }
    const refused = await office.submit(at, fields)
    expect(refused.status, message).toBe(400)
    const html = await refused.text()
    expect(html).toContain(message)
    expect(html).toContain(`value="${fields.bankIban}"`)
    expect(html).not.toContain("correct horse battery")
  }
  expect(
    db().select({ iban: schools.bankIban }).from(schools).where(eq(schools.id, school.school.id)).get()?.iban,
  ).toBeNull()
})
