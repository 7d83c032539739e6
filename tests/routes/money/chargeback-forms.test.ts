import { beforeEach, expect, test } from "vitest"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { followChargeback } from "~/models/money/payment/chargeback.server"
import { findPayment, recordPayment } from "~/models/money/payment/payment.server"
import { type Browser, openOffice } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import type { openSchool } from "../../support/school"

// The forms about a chargeback on a payment's page, as the office presses them without scripts, rightly and wrongly.

let school: ReturnType<typeof openSchool>["actor"]
let office: Browser
let familyId: string
let paymentId: string
let page: string

beforeEach(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  const family = openFamily(school)
  familyId = family.familyId
  const issued = issueInvoice(school, november(familyId, [owe(school, family, 20_000)]))
  if (!issued.ok) throw new Error(issued.reason)
  const paid = recordPayment(school, {
    ...{ invoiceId: issued.invoiceId, amountMinor: 20_000, method: "paypal", receivedOn: "2026-11-18" },
    ...{ payerName: "Mateo Okafor", providerReference: `capture-${familyId}` },
  })
  if (!paid.ok) throw new Error(paid.reason)
  paymentId = paid.paymentId
  page = `/billing/payments/${paymentId}`
})

const read = async () => office.read(page)
const kinds = () => findPayment(school, paymentId)?.refunds.map(({ kind }) => kind)
const charge = () =>
  followChargeback(school, { paymentId, captureId: `capture-${familyId}`, takenMinor: 20_000 })

test("without a chargeback there is no button, and pressing one anyway says why nothing is recorded", async () => {
  expect(await read()).not.toContain("Chargeback won")
  for (const [intent, text] of [
    ["won", "Not recorded."],
    ["not-won", "Not recorded."],
  ] as const) {
    expect((await office.submit(page, { intent })).status).toBe(303)
    expect(await read()).toContain(text)
  }
  expect([kinds(), familyBalance(school, familyId)]).toEqual([[], 0])
})

test("a form that says neither is refused and records nothing", async () => {
  charge()
  const forms: Record<string, string>[] = [{}, { intent: "" }, { intent: "lost" }]
  for (const form of forms) expect((await office.submit(page, form)).status).toBe(404)
  expect([kinds(), familyBalance(school, familyId)]).toEqual([["reversal"], 20_000])
})

test("a win is recorded by the button of its form, and recorded as lost again by the other", async () => {
  charge()
  const html = await office.html(page)
  expect(html).toMatch(/<form[^>]*method="post"[\s\S]*?name="intent" value="won"/)
  await office.submit(page, { intent: "won" })
  expect(await read()).toMatch(/Chargeback of \$200\.00 recorded as won\..*Not won after all/)
  expect([kinds(), familyBalance(school, familyId)]).toEqual([["reversal", "won"], 0])
  await office.submit(page, { intent: "not-won" })
  expect(await read()).toMatch(/Chargeback of \$200\.00 recorded again\..*Chargeback won/)
  expect(familyBalance(school, familyId)).toBe(20_000)
})
