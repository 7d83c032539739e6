import { emails } from "db/schema/foundation-mail"
import { guardians } from "db/schema/people"
import { afterAll, expect, test } from "vitest"
import { linkOf } from "~/jobs/mail/invoice-link.server"
import { savingFamily } from "../../../../tests/support/auto-pay"
import { adultsWith, invoiceOver } from "../../../../tests/support/family"
import { startPayPal } from "../../../../tests/support/paypal"
import { changeRows, rowsOf } from "../../../../tests/support/school"

// What an email of an invoice says about an automatic charge to come.

const paypal = await startPayPal()
afterAll(() => paypal.close())

test("of two payers with one mailbox, who pays by hand isn’t told that there is nothing to do", async () => {
  const family = await savingFamily(
    paypal,
    "agree",
    adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }),
  )
  for (const id of family.guardianIds) changeRows(guardians, { id }, { email: "family@haddad.example" })
  invoiceOver(family.school, family, 10_000)
  const letters = rowsOf(emails, { schoolId: family.school.school.id, template: "invoice-issued" })
  const linked = letters.map(({ recipient, data }) => {
    const mail = JSON.parse(data)
    const withoutLink = { ...mail, linkId: undefined }
    return [
      ...[recipient, mail.recipientName],
      ...[mail, withoutLink].map((each) => linkOf(family.school, each).charge?.amount ?? null),
    ]
  })
  expect(linked).toEqual([
    ["family@haddad.example", "Jonas Haddad", "$50.00", "$50.00"],
    ["family@haddad.example", "Layla Haddad", null, null],
  ])
})
