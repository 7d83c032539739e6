import { expect, test } from "vitest"
import { adultsWith, invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { textOfPdf } from "../../../../tests/support/pdf"
import { orFail } from "../../../../tests/support/school"
import { recordPayment } from "../payment/payment.server"
import { ownInvoicePdf } from "./own-invoice-pdf.server"
import { findLinkedInvoice, findPortalInvoice } from "./portal-invoices.server"

// What the PDF of an invoice tells one of its payers about what the others paid.

const papersOf = async (shares: Record<string, number>) => {
  const family = openPayingFamily({ adults: adultsWith(shares) })
  const { school, guardianIds, guardians } = family
  const invoiceId = invoiceOver(school, family, 10_000)
  const pay = (payerName: string, payerId: string | undefined, amountMinor: number) =>
    orFail(
      recordPayment(school, {
        ...{ invoiceId, amountMinor, payerName, payerId, receivedOn: "2026-11-18" },
        method: "transfer",
      }),
    )
  pay("Jonas Haddad", guardianIds[0], 3000)
  pay("Grandma Wolf", undefined, 500)
  const read = async (invoice: Parameters<typeof ownInvoicePdf>[1] | undefined) => {
    const pdf = invoice && (await ownInvoicePdf(school, invoice))
    return pdf ? textOfPdf(pdf.bytes).join("\n") : ""
  }
  const link = (payerId: string | null = null) =>
    findLinkedInvoice(school, { id: "none", invoiceId, payerId })
  return {
    portal: await Promise.all(guardians.map(({ actor }) => read(findPortalInvoice(actor, invoiceId)))),
    links: await Promise.all(guardianIds.map((id) => read(link(id)))),
  }
}

test("one that payers share says what it was issued with", async () => {
  const { portal, links } = await papersOf({ "Jonas Haddad": 5000, "Layla Haddad": 5000 })
  for (const paper of [...portal, ...links]) {
    expect(paper).toContain("$100.00")
    expect(paper).not.toMatch(/Received|transfer|\$30\.00|Balance due/)
  }
})

test("one payer’s own says how it was paid to them, and to who else reads it what is due", async () => {
  const { portal, links } = await papersOf({ "Jonas Haddad": 10_000, "Layla Haddad": 0 })
  for (const paper of [portal[0], links[0]]) {
    expect(paper).toContain("Received Nov 18, 2026 from Jonas Haddad, bank transfer")
    expect(paper).toContain("Received Nov 18, 2026 from Grandma Wolf, bank transfer")
    expect(paper).toMatch(/Balance due[\s\S]*\$65\.00/)
  }
  for (const paper of [portal[1], links[1]]) {
    expect(paper).not.toContain("from Jonas")
    expect(paper).not.toContain("$30.00")
    expect(paper).toContain("Received Nov 18, 2026 from Grandma Wolf, bank transfer")
    expect(paper).toMatch(/Balance due[\s\S]*\$65\.00/)
  }
})
