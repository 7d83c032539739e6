import { payments } from "db/schema/money-payments"
import { beforeEach, expect, test } from "vitest"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { newId } from "~/utils/ids.server"
import { Browser } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { textOfPdf } from "../../support/pdf"
import { openSchool, rowsOf } from "../../support/school"

// A parent hands over a check. Its number is what finds it again: in the history, on the receipt, in the month's file.

let school: ReturnType<typeof openSchool>
let office: Browser
let okafor: ReturnType<typeof openFamily>
let rossi: ReturnType<typeof openFamily>
let at: string

const open = (family: typeof okafor) => {
  const chargeIds = [owe(school.actor, family, 9_000)]
  const issued = issueInvoice(school.actor, { ...november(family.familyId, chargeIds), dueOn: "2026-12-01" })
  if (!issued.ok) throw new Error(issued.reason)
  return issued.invoiceId
}

beforeEach(async () => {
  school = openSchool()
  okafor = openFamily(school.actor)
  rossi = openFamily(school.actor, {
    name: "Rossi",
    adults: [{ name: "Ada Rossi", email: "ada.rossi@mail.example", payerShare: 10_000 }],
    children: ["Otis"],
  })
  at = `/billing/invoices/${open(okafor)}`
  office = await Browser.of(school.userId)
})

const pay = (to: string, fields: Record<string, string> = {}) =>
  office.submit(to, {
    ...{ intent: "pay", amount: "40", method: "check", reference: "1001", receivedOn: "2026-11-18" },
    ...{ payer: "Mateo Okafor", formKey: newId(), ...fields },
  })

const paymentOf = (family: typeof okafor) =>
  rowsOf(payments, { familyId: family.familyId, method: "check" })[0]?.id ?? ""

test("the form offers checks, Zelle and Venmo, and says where a check’s number goes", async () => {
  const html = await office.html(at)
  const labels = [
    ...html.matchAll(
      /<option value="(?:cash|check|transfer|debit|card|online|zelle|venmo|paypal)"[^>]*>([^<]+)/g,
    ),
  ]
  expect(labels.map(([, label]) => label)).toEqual([
    ...["Cash", "Check", "Bank transfer", "Bank debit", "Card", "Online payment", "Zelle", "Venmo", "PayPal"],
  ])
  expect(html).toContain("A check, bank or PayPal number.")
  // Where it was chosen already, the field is the check's number without a script, too.
  const refused = await (await pay(at, { amount: "" })).text()
  expect(refused).toContain("Check number")
})

test("a check is in the history, on the receipt and in the month’s file by its number", async () => {
  expect((await pay(at)).status).toBe(303)
  const filtered = await office.read("/billing/history?method=check")
  expect(filtered).toContain("Payment from Mateo Okafor, check 1001")
  expect(filtered).toMatch(/Received by day.*Check.*\$40\.00/)
  expect(await office.read("/billing/history?search=1001")).toContain("check 1001")
  expect(await office.read("/billing/history?search=100")).not.toContain("check 1001")
  expect(await office.read("/billing/history?method=cash")).not.toContain("check 1001")
  expect(await office.read(at)).toContain("from Mateo Okafor, check 1001")

  const receipt = `/billing/payments/${paymentOf(okafor)}`
  expect(await office.read(receipt)).toMatch(/Payment method Check Check number 1001/)
  const pdf = await (await office.visit(`${receipt}/pdf`)).arrayBuffer()
  expect(textOfPdf(new Uint8Array(pdf)).join(" ")).toMatch(/Check number\s*1001/)

  const files = await office.read("/billing/month/files?month=2026-11")
  expect(files).toContain("Payments: Check")
  expect(files).not.toContain("Payments: Cash")
  const csv = await office.html("/billing/month/payments.csv?month=2026-11&method=check")
  expect(csv).toMatch(/11\/18\/2026,40,Mateo Okafor,2026-0001,,1001/)
})

test("two families’ checks have the same number, one family’s don’t", async () => {
  expect((await pay(at)).status).toBe(303)
  const again = await pay(at, { amount: "25" })
  await expect(again).toAnswer(409, "A check with this number is already recorded for this family.")
  const family = `/billing/families/${rossi.familyId}`
  expect((await pay(family, { payer: "Ada Rossi" })).status).toBe(303)
  expect((await pay(family, { payer: "Ada Rossi", amount: "25" })).status).toBe(409)
})

test("a check is refunded by check, and so is an expense paid", async () => {
  await pay(at)
  const refund = {
    amount: "10",
    method: "check",
    refundedOn: "2026-11-18",
    reason: "Lesson canceled, check 88",
  }
  expect((await office.submit(`/billing/payments/${paymentOf(okafor)}/refund`, refund)).status).toBe(303)
  const history = await office.read("/billing/history?method=check")
  expect(history).toMatch(/Refund to Mateo Okafor, check/)
  expect(history).toMatch(/Received by day.*\$30\.00/)
  const zelle = { method: "zelle", amount: "5", reference: "", receivedOn: "2026-11-17" }
  expect((await pay(at, zelle)).status).toBe(303)
  expect(await office.read("/billing/history")).toContain("Payment from Mateo Okafor, Zelle")
})
