import { emails } from "db/schema/foundation-mail"
import { payments } from "db/schema/money-payments"
import { expect, test } from "vitest"
import { paymentReceiptLetter } from "~/jobs/mail/payment-letters"
import { addDays } from "~/utils/dates"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { findPayment, recordPayment } from "./payment.server"
import { reversePayment } from "./reverse-payment.server"
import { spareCredit } from "./spare-credit.server"

function open(amounts: number[] = [5000]) {
  const { actor } = openSchool()
  const family = openFamily(actor)
  const invoiceIds = amounts.map((amount, index) => {
    const issued = issueInvoice(actor, {
      ...november(family.familyId, [owe(actor, family, amount)]),
      dueOn: `2026-12-0${index + 1}`,
    })
    if (!issued.ok) throw new Error(issued.reason)
    return issued.invoiceId
  })
  return { actor, family, invoiceIds, invoiceId: invoiceIds[0] ?? "" }
}

const cash = { method: "cash" as const, receivedOn: "2026-11-18", payerName: "Mateo Okafor" }

test("a payment is allocated, receipted to the guardian who paid, and seen on the invoice", () => {
  const { actor, family, invoiceId } = open()
  const payerId = family.guardianIds[1]
  const paid = recordPayment(actor, {
    ...cash,
    invoiceId,
    amountMinor: 2000,
    payerId,
    payerName: "Zoë Okafor",
  })
  if (!paid.ok) throw new Error(paid.reason)
  expect(findInvoice(actor, invoiceId)).toMatchObject({
    state: "part-paid",
    paidMinor: 2000,
    openMinor: 3000,
  })
  expect(findInvoice(actor, invoiceId)?.shares.map(({ paidMinor }) => paidMinor)).toEqual([0, 2000])
  expect(findPayment(actor, paid.paymentId)).toMatchObject({
    payerName: "Zoë Okafor",
    spareMinor: 0,
    allocations: [{ invoiceId, number: "2026-0001", amountMinor: 2000 }],
  })
  expect(findPayment(openSchool().actor, paid.paymentId)).toBeUndefined()
  const receipt = rowOf(emails, { schoolId: actor.school.id, template: "payment-receipt" })
  expect(receipt?.recipient).toBe("zoe.okafor2@example.net")
  expect(JSON.parse(receipt?.data ?? "")).toMatchObject({
    amount: "$20.00",
    number: "2026-0001",
    method: "Cash",
  })
})

test("a receipt greets whom it goes to, however their bank wrote the sender, and a reversal tells them", () => {
  const { actor, family, invoiceId } = open()
  const paid = recordPayment(actor, {
    ...cash,
    method: "transfer",
    invoiceId,
    amountMinor: 2000,
    payerId: family.guardianIds[1],
    payerName: "Familie OKAFOR, Z.",
  })
  if (!paid.ok) throw new Error(paid.reason)
  const namesIn = (template: string) =>
    rowsOf(emails, { schoolId: actor.school.id, template }).map(({ data }) => JSON.parse(data).recipientName)
  expect(namesIn("payment-receipt")).toEqual(["Zoë Okafor"])
  expect(findPayment(actor, paid.paymentId)?.payerName).toBe("Familie OKAFOR, Z.")
  changeRows(emails, { schoolId: actor.school.id }, { state: "sent" })
  expect(reversePayment(actor, { paymentId: paid.paymentId, reason: "Wrong family" }).ok).toBe(true)
  expect(namesIn("payment-reversed")).toEqual(["Zoë Okafor"])
})

test("a receipt says what paid an invoice and what became account credit", () => {
  const { actor, invoiceId } = open()
  const facts = { ...cash, invoiceId, payerName: "Zoë Okafor", receiptTo: "zoe.okafor2@example.net" }
  expect(recordPayment(actor, { ...facts, amountMinor: 8000 }).ok).toBe(true)
  // one that arrived at the same instant for the same invoice
  expect(recordPayment(actor, { ...facts, amountMinor: 5000 }).ok).toBe(true)
  const letters = rowsOf(emails, { schoolId: actor.school.id, template: "payment-receipt" }).map(
    ({ data }) => paymentReceiptLetter(JSON.parse(data)).facts ?? [],
  )
  expect(letters.map((each) => new Map(each).get("Account credit"))).toEqual(["$30.00", "$50.00"])
  expect(letters.map((each) => new Map(each).get("Invoice"))).toEqual(["2026-0001", undefined])
})

test("a provider's reference is recorded once in a school, whoever repeats it", () => {
  const { actor, invoiceId } = open()
  const capture = {
    ...cash,
    method: "paypal" as const,
    invoiceId,
    amountMinor: 5000,
    providerReference: "CAP-1",
  }
  const first = recordPayment(actor, capture)
  expect(recordPayment(actor, capture)).toEqual(first)
  expect(recordPayment(actor, { ...capture, amountMinor: 4999 })).toBeRefused("duplicate-reference")
  const recorded = () => rowsOf(payments, { providerReference: "CAP-1" }).length
  expect(recorded()).toBe(1)
  // Another school's bank or terminal counts by itself.
  const other = open()
  expect(recordPayment(other.actor, { ...capture, invoiceId: other.invoiceId })).toMatchObject({ ok: true })
  expect(recorded()).toBe(2)
})

test("a reference that people write down is another payment's on another day, and refused; never lost", () => {
  const { actor, invoiceId } = open()
  const lessons = {
    ...cash,
    method: "transfer" as const,
    invoiceId,
    amountMinor: 1000,
    providerReference: "Lessons",
  }
  const first = recordPayment(actor, lessons)
  expect(recordPayment(actor, lessons)).toEqual(first)
  const refused = { ok: false, reason: "duplicate-reference" }
  expect(recordPayment(actor, { ...lessons, receivedOn: addDays(lessons.receivedOn, -1) })).toEqual(refused)
  expect(recordPayment(actor, { ...lessons, payerName: "Another Family" })).toEqual(refused)
})

test("a check number is recorded once for a family, and any number of families have it", () => {
  const { actor, family, invoiceId } = open()
  const check = {
    ...cash,
    method: "check" as const,
    invoiceId,
    amountMinor: 1000,
    providerReference: "1001",
  }
  const first = recordPayment(actor, check)
  expect(first.ok).toBe(true)
  expect(recordPayment(actor, check)).toEqual(first)
  const refused = { ok: false, reason: "duplicate-check" }
  const earlier = { receivedOn: addDays(check.receivedOn, -1) }
  expect(recordPayment(actor, { ...check, ...earlier })).toEqual(refused)
  expect(recordPayment(actor, { ...check, amountMinor: 900 })).toEqual(refused)
  const { invoiceId: _invoice, ...facts } = { ...check, ...earlier }
  expect(recordPayment(actor, { ...facts, familyId: family.familyId })).toEqual(refused)
  const parts = [{ invoiceId, amountMinor: 1000 }]
  expect(recordPayment(actor, { ...facts, parts })).toEqual(refused)
  expect(recordPayment(actor, { ...facts, parts: [], besideOfFamily: family.familyId })).toEqual(refused)
  // Another family's bank numbers its checks, too, and a transfer's reference may read the same.
  const neighbor = openFamily(actor, { name: "Rossi", adults: [] })
  const other = recordPayment(actor, { ...facts, familyId: neighbor.familyId, payerName: "Ada Rossi" })
  expect(other.ok && first.ok && other.paymentId !== first.paymentId).toBe(true)
  expect(recordPayment(actor, { ...check, ...earlier, method: "transfer" }).ok).toBe(true)
  // One that was typed for the wrong family is free again.
  if (first.ok) reversePayment(actor, { paymentId: first.paymentId, reason: "Wrong family" })
  expect(recordPayment(actor, { ...check, ...earlier }).ok).toBe(true)
})

test("money that has arrived is recorded even when nothing is due; the rest is account credit", () => {
  const { actor, family, invoiceId } = open()
  voidInvoice(actor, { invoiceId, reason: "Wrong family" })
  const payment = { ...cash, invoiceId, amountMinor: 5000 }
  expect(recordPayment(actor, payment)).toBeRefused("void")
  const arrived = recordPayment(actor, { ...payment, hasArrived: true })
  expect(arrived.ok && findPayment(actor, arrived.paymentId)?.spareMinor).toBe(5000)
  expect(familyBalance(actor, family.familyId)).toBe(-5000)
})

test("account credit pays the next invoices automatically, and the email says so", () => {
  const { actor, family, invoiceId } = open()
  recordPayment(actor, { ...cash, invoiceId, amountMinor: 12_000, hasArrived: true })
  expect(spareCredit(actor, family.familyId)).toBe(7000)
  expect(spareCredit(openSchool().actor, family.familyId)).toBe(0)
  const bill = (amountMinor: number) => {
    const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, amountMinor)]))
    if (!issued.ok) throw new Error(issued.reason)
    return findInvoice(actor, issued.invoiceId)
  }
  expect(bill(4000)).toMatchObject({ state: "paid", openMinor: 0 })
  expect(bill(5000)).toMatchObject({ state: "part-paid", paidMinor: 3000, openMinor: 2000 })
  expect(bill(1000)).toMatchObject({ state: "sent", openMinor: 1000 })
  expect(spareCredit(actor, family.familyId)).toBe(0)
  expect(familyBalance(actor, family.familyId)).toBe(3000)
  const mails = rowsOf(emails, { schoolId: actor.school.id, template: "invoice-issued" })
    .map(({ data }) => JSON.parse(data))
    .filter(({ recipientName }) => recipientName === "Mateo Okafor")
  expect(mails.map(({ credit, open: left }) => [credit, left])).toEqual([
    [null, "$50.00"],
    ["$40.00", "$0.00"],
    ["$30.00", "$20.00"],
    [null, "$10.00"],
  ])
})

test("a family's payment goes to what is due first; more than all of it is account credit", () => {
  const { actor, family, invoiceIds } = open([1000, 2000, 4000])
  const { familyId } = family
  expect(recordPayment(actor, { ...cash, familyId, amountMinor: 2500 })).toMatchObject({ creditMinor: 0 })
  expect(invoiceIds.map((id) => findInvoice(actor, id)?.openMinor)).toEqual([0, 500, 4000])
  expect(recordPayment(actor, { ...cash, familyId, amountMinor: 4501 })).toMatchObject({ creditMinor: 1 })
  expect(invoiceIds.map((id) => findInvoice(actor, id)?.openMinor)).toEqual([0, 0, 0])
  expect(spareCredit(actor, familyId)).toBe(1)
})

test("drafts, strangers, tomorrow and nothing are refused", () => {
  const { actor, family, invoiceId } = open()
  const stranger = openSchool().actor
  expect(recordPayment(stranger, { ...cash, invoiceId, amountMinor: 1 })).toBeRefused("no-invoice")
  expect(recordPayment(stranger, { ...cash, familyId: family.familyId, amountMinor: 1 })).toBeRefused(
    "no-family",
  )
  expect(recordPayment(actor, { ...cash, invoiceId, amountMinor: 1, receivedOn: "2026-11-19" })).toBeRefused(
    "received-in-the-future",
  )
  for (const amountMinor of [0, -1, 0.5, Number.NaN])
    expect(() => recordPayment(actor, { ...cash, invoiceId, amountMinor })).toThrow(RangeError)
})
