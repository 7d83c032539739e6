import { beforeAll, beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { changeLateFee } from "~/models/money/late-fee/late-fee.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { spareCredit } from "~/models/money/payment/spare-credit.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { november, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { chargeLateFees } from "../../support/late-fees"
import { payInCash } from "../../support/payments"

// A school corrects mistakes on screen, and the family reads what became of it.

let family: ReturnType<typeof openPayingFamily>
let stranger: ReturnType<typeof openPayingFamily>
let office: Browser
let home: Browser
let invoiceId = ""

beforeAll(() => fixClock(testNow))
beforeEach(async () => {
  fixClock(testNow)
  family = openPayingFamily()
  stranger = openPayingFamily()
  office = await Browser.of(family.school.userId ?? "")
  home = await Browser.of(family.guardian.userId)
  invoiceId = invoiceOver(family.school, family, 20_000)
})

function paid(actor: Actor, amountMinor: number, id = invoiceId): string {
  const payment = payInCash(actor, { invoiceId: id, amountMinor })
  if (!payment.ok) throw new Error(payment.reason)
  return payment.paymentId
}
const lineOf = (id: string) => findInvoice(family.school, id)?.groups[0]?.lines[0]?.id ?? ""

test("a payment of far more than the family owes is asked about, and leads to its page", async () => {
  const form = {
    intent: "pay",
    method: "cash",
    receivedOn: "2026-11-18",
    payer: "Jonas Haddad",
    formKey: "k1",
  }
  const tick = "Keep the rest as account credit"
  for (const at of [`/billing/invoices/${invoiceId}`, `/billing/families/${family.familyId}`]) {
    expect(await office.read(at)).not.toContain(tick)
    const refused = await office.submit(at, { ...form, amount: "2000.00" })
    expect(refused.status).toBe(409)
    const text = await textOf(refused)
    expect(text).toContain(tick)
    expect(text).toContain("Correct the amount, or keep the rest as credit.")
    expect(familyBalance(family.school, family.familyId)).toBe(20_000)
  }
  const at = `/billing/invoices/${invoiceId}`
  const kept = await office.submit(at, { ...form, amount: "", keepRest: "on" })
  expect(await kept.text()).toMatch(/name="keepRest"[^>]*checked|checked[^>]*name="keepRest"/)
  const paidAhead = { ...form, amount: "2000.00", keepRest: "on" }
  expect((await office.submit(at, paidAhead)).status).toBe(303)
  expect((await office.submit(at, paidAhead)).status).toBe(303)
  expect(spareCredit(family.school, family.familyId)).toBe(180_000)
  const shown = await office.html(at)
  const link = shown.match(/<a[^>]*href="([^"]+)"[^>]*>View payment</)?.[1] ?? ""
  expect(await office.read(link)).toContain("Reverse payment")
})

test("a little too much, and what is paid ahead, isn’t asked about", async () => {
  const form = { intent: "pay", method: "cash", receivedOn: "2026-11-18", payer: "Jonas Haddad" }
  const at = `/billing/families/${family.familyId}`
  expect((await office.submit(at, { ...form, amount: "250.00" })).status).toBe(303)
  expect((await office.submit(at, { ...form, amount: "900.00" })).status).toBe(303)
  expect(spareCredit(family.school, family.familyId)).toBe(95_000)
})

test("a payment typed wrongly is reversed, with a reason, and stays readable", async () => {
  const paymentId = paid(family.school, 20_000)
  const at = `/billing/payments/${paymentId}/reverse`
  expect(await office.read(`/billing/payments/${paymentId}`)).toContain("Reverse payment")
  expect((await office.submit(at, { reason: "" })).status).toBe(400)
  expect((await office.submit(at, { reason: "Wrong family" })).status).toBe(303)
  expect((await office.submit(at, { reason: "Wrong family" })).status).toBe(409)
  expect(await office.read(`/billing/payments/${paymentId}`)).toContain(
    "Reversed November 18, 2026: Wrong family",
  )
  expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(20_000)
  const receipt = await home.visit(`/student/payments/${paymentId}`)
  expect(await textOf(receipt)).toContain("Wrong family")
  for (const what of ["reverse", "refund", "invoices"]) {
    const theirs = `/billing/payments/${paid(stranger.school, 100, invoiceOver(stranger.school, stranger, 500))}/${what}`
    expect((await office.visit(theirs)).status).toBe(404)
    expect((await office.submit(theirs, { reason: "mine now" })).status).toBe(404)
    expect((await home.visit(at.replace("reverse", what))).status).toBe(302)
  }
})

test("the invoices of a payment are chosen when it is recorded and changed later", async () => {
  const second = invoiceOver(family.school, family, 5_000)
  const ledger = `/billing/families/${family.familyId}`
  const pay = { intent: "pay", method: "cash", receivedOn: "2026-11-18", payer: "Jonas Haddad" }
  await office.submit(ledger, { ...pay, amount: "60.00", "invoice[]": second, formKey: "one" })
  await office.submit(ledger, { ...pay, amount: "60.00", "invoice[]": second, formKey: "one" })
  const changed = await office.submit(ledger, {
    ...pay,
    amount: "61.00",
    "invoice[]": second,
    formKey: "one",
  })
  expect(changed.status).toBe(409)
  const refused = await changed.text()
  expect(refused).toContain("This form already recorded a payment with other details.")
  expect(refused).not.toContain('value="one"')
  expect(findInvoice(family.school, second)).toMatchObject({ state: "paid" })
  expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(20_000)
  expect(spareCredit(family.school, family.familyId)).toBe(1_000)
  expect(await office.read(ledger)).toContain("Apply $10.00 credit")
  await office.submit(ledger, { intent: "apply-credit", formKey: "credit" })
  expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(19_000)
  const paymentId = findInvoice(family.school, second)?.payments[0]?.paymentId ?? ""
  const at = `/billing/payments/${paymentId}/invoices`
  expect(await office.read(at)).toContain("Up to $50.00")
  const tooMuch = await office.submit(at, { [`part.${second}`]: "70" })
  await expect(tooMuch).toAnswer(409, "This is more than the invoice’s balance due.")
  expect((await office.submit(at, { [`part.${second}`]: "ten" })).status).toBe(400)
  await expect(office.submit(at, { [`part.${second}`]: "0", [`part.${invoiceId}`]: "60" })).toAnswer(303)
  expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(14_000)
  expect(findInvoice(family.school, second)?.openMinor).toBe(5_000)
})

test("a credit note corrects a paid invoice; the family reads it and gets its PDF", async () => {
  paid(family.school, 20_000)
  const at = `/billing/invoices/${invoiceId}/credit`
  const line = `line.${lineOf(invoiceId)}`
  expect(await office.read(`/billing/invoices/${invoiceId}`)).toContain("Credit")
  expect((await office.submit(at, { [line]: "50", reason: "" })).status).toBe(400)
  const tooMuch = await office.submit(at, { [line]: "200.01", reason: "Canceled" })
  await expect(tooMuch).toAnswer(409, "This is more than is left of the item.")
  const form = { [line]: "50", use: "refund", reason: "Two lessons canceled", formKey: "twice" }
  const sent = await office.submit(at, form)
  expect(sent.headers.get("Location")).toBe(`/billing/families/${family.familyId}/refund`)
  await office.submit(at, form)
  const changed = await office.submit(at, { ...form, [line]: "60" })
  await expect(changed).toAnswer(409, "This form already sent a credit note over other amounts.")
  expect(spareCredit(family.school, family.familyId)).toBe(5_000)
  const refund = {
    amount: "50",
    method: "transfer",
    refundedOn: "2026-11-18",
    reason: "Two lessons canceled",
  }
  const refundAt = `/billing/families/${family.familyId}/refund`
  const early = await office.submit(refundAt, { ...refund, refundedOn: "2026-01-05" })
  await expect(early).toAnswer(409, "Before that, this much account credit wasn’t there.")
  expect((await office.submit(refundAt, refund)).status).toBe(303)
  expect(familyBalance(family.school, family.familyId)).toBe(0)
  const list = await home.visit("/student/invoices")
  const html = await list.text()
  const noteId = /\/student\/credit-notes\/([\w-]+)/.exec(html)?.[1] ?? ""
  expect(html).toContain("CN-2026-0001")
  expect(await home.read(`/student/credit-notes/${noteId}`)).toContain("Two lessons canceled")
  expect((await home.visit(`/student/credit-notes/${noteId}/pdf`)).headers.get("Content-Type")).toBe(
    "application/pdf",
  )
  expect(await office.read(`/billing/credit-notes/${noteId}`)).toContain("Credit note CN-2026-0001")
  expect((await office.visit(`/billing/credit-notes/${noteId}/pdf`)).status).toBe(200)
  expect(await home.read(`/student/invoices/${invoiceId}`)).toContain("Credit note CN-2026-0001")
  const outsider = await Browser.of(stranger.guardian.userId)
  expect((await outsider.visit(`/student/credit-notes/${noteId}`)).status).toBe(404)
  await expect(
    office.visit(`/billing/invoices/${invoiceOver(stranger.school, stranger, 900)}/credit`),
  ).toAnswer(404)
  expect(await office.read("/billing/history?kind=credit-note")).toContain("Credit notes issued, 1")
  expect(await office.html("/billing/history.csv?kind=credit-note")).toContain("CN-2026-0001")
})

test("a refund dated before its payment is refused beside the date, and nothing typed is lost", async () => {
  const at = `/billing/payments/${paid(family.school, 20_000)}/refund`
  const form = { amount: "50", method: "cash", refundedOn: "2026-01-05", reason: "Goodwill of January" }
  const early = await office.submit(at, form)
  expect(early.status).toBe(409)
  const html = await early.text()
  expect(html).toContain("Enter a date on or after Nov 18, 2026, when the payment came in.")
  expect(html).toContain('min="2026-11-18"')
  expect(html).toContain("Goodwill of January")
  expect((await office.submit(at, { ...form, refundedOn: "2026-11-18" })).status).toBe(303)
  expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(5_000)
})

test("a write-off with a reason, taken back again", async () => {
  const at = `/billing/invoices/${invoiceId}/write-off`
  expect((await office.submit(at, { reason: "" })).status).toBe(400)
  expect((await office.submit(at, { reason: "Moved abroad" })).status).toBe(303)
  expect((await office.submit(at, { reason: "Moved abroad" })).headers.get("Location")).toBe(
    `/billing/invoices/${invoiceId}`,
  )
  expect(await office.read(`/billing/invoices/${invoiceId}`)).toContain("Written off")
  expect(await home.read(`/student/invoices/${invoiceId}`)).not.toContain("Moved abroad")
  await office.submit(`/billing/invoices/${invoiceId}`, { intent: "restore" })
  expect(findInvoice(family.school, invoiceId)?.openMinor).toBe(20_000)
  const ledger = await office.read(`/billing/families/${family.familyId}`)
  expect(ledger).toMatch(/Invoice \S+ written off/)
  expect(ledger).toMatch(/Write-off of invoice \S+ undone/)
  const month = await office.read("/billing/month?month=2026-11")
  expect(month).toMatch(/Written off, 1 −\$200\.00 Write-offs undone, 1 \$200\.00/)
})

test("what is paid after a write-off names the invoice, and one press restores and settles it", async () => {
  const page = `/billing/families/${family.familyId}`
  await office.submit(`/billing/invoices/${invoiceId}/write-off`, { reason: "Moved abroad" })
  expect(await office.read(page)).toContain("$200.00 of Invoice")
  expect(await office.read(page)).toContain("A payment for it becomes account credit")
  expect(await office.read(page)).not.toContain("Restore it and apply")
  const press = { intent: "settle-written-off", writtenOff: invoiceId, formKey: "after-all" }
  expect((await office.submit(page, press)).status).toBe(303)
  expect(findInvoice(family.school, invoiceId)?.state).toBe("written-off")

  const form = { intent: "pay", method: "cash", receivedOn: "2026-11-18", payer: "Jonas Haddad" }
  expect((await office.submit(page, { ...form, amount: "150.00" })).status).toBe(303)
  const said = await office.read(page)
  expect(said).toContain("was written off: restore it to apply the credit.")
  expect(said).toContain("With it applied, $50.00 is due again.")
  expect(said).toContain("Restore it and apply $150.00 credit")
  const invoicePage = `/billing/invoices/${invoiceId}`
  expect(await office.read(invoicePage)).toContain("Restore it and apply $150.00 credit")
  const abroad = await Browser.of(stranger.school.userId ?? "")
  expect((await abroad.submit(page, press)).status).toBe(404)
  expect((await office.submit(invoicePage, press)).status).toBe(303)
  await office.submit(invoicePage, press)
  expect(findInvoice(family.school, invoiceId)).toMatchObject({ openMinor: 5_000, writtenOffMinor: 0 })
  expect([
    spareCredit(family.school, family.familyId),
    familyBalance(family.school, family.familyId),
  ]).toEqual([0, 5_000])
  expect(await office.read(page)).not.toContain("was written off.")
})

test("a voided invoice stays readable for the family with its reason, and its payment becomes credit", async () => {
  paid(family.school, 20_000)
  expect(await office.read(`/billing/invoices/${invoiceId}/void`)).toContain("becomes account credit")
  voidInvoice(family.school, { invoiceId, reason: "Billed twice" })
  expect(await home.read(`/student/invoices/${invoiceId}`)).toContain("Billed twice")
  expect(await office.read(`/billing/families/${family.familyId}`)).toContain("Account credit $200.00")
})

test("the form of a void names the late fee that ends, and the one that stays on another invoice", async () => {
  changeLateFee(family.school, { kind: "fixed", amount: 1000, afterDays: 7, isMonthly: true })
  fixClock(testNow + 24 * 86_400_000)
  office = await Browser.of(family.school.userId ?? "")
  chargeLateFees(family.school)
  const form = `/billing/invoices/${invoiceId}/void`
  expect(await office.read(form)).toContain(
    "The $10.00 charged for paying it late isn’t invoiced yet and ends",
  )
  const fees = () => listUnbilledCharges(family.school).filter(({ source }) => source === "late_fee")
  const issued = issueInvoice(family.school, {
    ...november(
      family.familyId,
      fees().map(({ chargeId }) => chargeId),
    ),
    dueOn: "2027-02-01",
  })
  if (!issued.ok) throw new Error(issued.reason)
  expect(await office.read(form)).toContain(
    `Its late fee of $10.00 is on invoice ${issued.number} and stays there.`,
  )
  fixClock(testNow + 56 * 86_400_000)
  office = await Browser.of(family.school.userId ?? "")
  chargeLateFees(family.school)
  expect(fees().map(({ amountMinor }) => amountMinor)).toEqual([1000])
  const voided = await office.submit(form, { reason: "Billed twice" })
  expect(await office.read(locationOf(voided))).toContain("$10.00 of late fees isn’t due anymore.")
  expect(fees()).toEqual([])
})

test("a charge that isn't invoiced is edited or waived with a reason; the same one twice is asked about", async () => {
  const chargeId = owe(family.school, family, 3_000)
  expect(await office.read("/billing/unbilled")).toContain("Edit")
  const at = `/billing/charges/${chargeId}`
  const form = {
    description: "Method book",
    amount: "25.00",
    occurredOn: "2026-11-09",
    reason: "Wrong price",
  }
  expect((await office.submit(at, { ...form, reason: "" })).status).toBe(400)
  expect((await office.submit(at, { ...form, amount: "0" })).status).toBe(400)
  expect((await office.submit(at, form)).status).toBe(303)
  expect((await office.submit(at, form)).status).toBe(409)
  expect(await home.read("/student/invoices")).toMatch(/So far this month.*Method book.*\$25\.00/)
  const item = { lineDescription: "method book", lineAmount: "25", lineDay: "2026-11-09" }
  const newInvoice = `/billing/new-invoice?family=${family.familyId}`
  await expect(office.submit(newInvoice, { ...item, intent: "add-line" })).toAnswer(409, "Add anyway")
  expect((await office.submit(newInvoice, { ...item, intent: "add-anyway" })).status).toBe(303)
  const other = owe(family.school, family, 700)
  const waive = { intent: "waive", reason: "Goodwill" }
  expect((await office.submit(`/billing/charges/${other}`, { ...waive, reason: "" })).status).toBe(400)
  expect((await office.submit(`/billing/charges/${other}`, waive)).status).toBe(303)
  expect((await office.submit(`/billing/charges/${other}`, waive)).status).toBe(409)
  const theirs = `/billing/charges/${owe(stranger.school, stranger, 1)}`
  expect((await office.visit(theirs)).status).toBe(404)
  expect((await office.submit(theirs, waive)).status).toBe(404)
})

test("reductions above the charges become a credit note on the screen of a new invoice", async () => {
  const chargeId = owe(family.school, family, -3_000)
  const at = `/billing/new-invoice?family=${family.familyId}`
  expect(await office.read(at)).toContain("Send credit note for $30.00")
  const form = { intent: "credit", "charge[]": chargeId, dueOn: "2026-12-02", note: "Sibling discount" }
  expect((await office.submit(at, form)).headers.get("Location")).toMatch(/^\/billing\/credit-notes\//)
  expect((await office.submit(at, form)).status).toBe(409)
  expect(familyBalance(family.school, family.familyId)).toBe(17_000)
})

test("statements and receipts, for the office and for the family", async () => {
  const paymentId = paid(family.school, 5_000)
  const query = "?from=2026-11-01&to=2026-11-30"
  for (const [browser, at] of [
    [office, `/billing/families/${family.familyId}/statement`],
    [home, "/student/statement"],
  ] as const) {
    expect(await browser.read(`${at}${query}`)).toMatch(
      /Invoice 2026-0001.*\$200\.00.*Balance due, Nov 30, 2026 \$150\.00/,
    )
    expect((await browser.visit(`${at}.pdf${query}`)).headers.get("Content-Type")).toBe("application/pdf")
    expect(await browser.html(`${at}.csv${query}`)).toContain("Closing balance,,150,USD")
    const never = "?from=2026-02-30&to=2026-03-31"
    const refused = await browser.visit(`${at}${never}`)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toMatch(/“2026-02-30” isn’t a possible date.*No statement for these days/s)
    for (const file of [".pdf", ".csv"]) {
      const answer = await browser.visit(`${at}${file}${never}`)
      expect([answer.status, await answer.text()]).toEqual([400, "“2026-02-30” isn’t a possible date."])
    }
  }
  for (const [browser, at] of [
    [office, `/billing/payments/${paymentId}/pdf`],
    [home, `/student/payments/${paymentId}/pdf`],
  ] as const)
    expect((await browser.visit(at)).headers.get("Content-Type")).toBe("application/pdf")
  expect((await office.visit(`/billing/families/${stranger.familyId}/statement`)).status).toBe(404)
  await expect(
    (await Browser.of(stranger.guardian.userId)).visit(`/student/payments/${paymentId}/pdf`),
  ).toAnswer(404)
})
