import { charges, invoices } from "db/schema/money"
import { chargeDiscounts } from "db/schema/money-discounts"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { addDiscountRule, listDiscountRules } from "~/models/money/discount/discount-rules.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { changePayers } from "~/models/money/payer/payer-rules.server"
import { fixClock } from "~/utils/clock.server"
import { inFormats } from "~/utils/formats.server"
import { november, owe } from "../../../tests/support/billing"
import { testNow } from "../../../tests/support/clock"
import { openPayingFamily } from "../../../tests/support/family"
import { textOfPdf } from "../../../tests/support/pdf"
import { addRows, rowOf, rowsOf } from "../../../tests/support/school"
import { attachmentOf } from "./mail-paper.server"

test("the paper in a mail divides discounts in whole yen, as the page of the invoice does", async () => {
  fixClock(testNow)
  const opened = openPayingFamily({
    adults: [3334, 3333, 3333].map((payerShare, index) => ({ name: `Payer ${index}`, payerShare })),
    currency: "JPY",
  })
  const { school } = opened
  inFormats(school.school, () => issueToEach(school, opened))
  const issued = rowsOf(invoices, { schoolId: school.school.id })
  expect(issued.map(({ totalMinor }) => totalMinor)).toEqual([300_000, 300_000, 300_000])
  const data = (invoiceId: string) => JSON.stringify({ invoiceId })
  for (const { id, schoolId } of issued) {
    const paper = await attachmentOf({ schoolId, template: "invoice-issued", data: data(id) })
    const text = textOfPdf(Buffer.from(paper?.content ?? "", "base64")).join("\n")
    expect(text).toMatch(/Siblings/)
    expect(text.match(/¥[\d,]+\.\d\d/g)?.filter((amount) => !amount.endsWith(".00"))).toEqual([])
  }
})

/** A price of ¥10,000 less ¥1,000, on an invoice of each payer. */
function issueToEach(
  school: Actor,
  { familyId, guardianIds, studentIds }: ReturnType<typeof openPayingFamily>,
) {
  const chargeId = owe(school, { familyId, studentIds }, 900_000)
  const off = { rate: null, amountMinor: 100_000 }
  addDiscountRule(school, {
    name: "Siblings",
    kind: "family",
    fromNth: 2,
    family: familyId,
    target: "all",
    off,
  })
  const ruleId = listDiscountRules(school)[0]?.id ?? ""
  const taken = { ...newRow(school), chargeId, ruleId, reason: "Siblings", amountMinor: 100_000, position: 0 }
  addRows(chargeDiscounts, taken)
  const guardians = guardianIds.map((id, index) => ({
    ...{ id, share: index === 0 ? 3334 : 3333, amountMinor: null, billingEmail: null, billingAddress: null },
  }))
  const rules = { hasOwnInvoices: true, guardians, others: [], parts: {} }
  expect(changePayers(school, familyId, { ...rules, shareBy: "percent" }).ok).toBe(true)
  expect(issueInvoice(school, november(familyId, [chargeId])).ok).toBe(true)
  expect(rowOf(charges, { id: chargeId })?.billedLines).toBe(1)
}
