import { guardians } from "db/schema/people"
import { watchStatements } from "db/statement-times.server"
import { beforeEach, expect, test } from "vitest"
import { findPortal } from "~/models/people/family-access/portal.server"
import { adultsWith, invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { changeRows, orFail } from "../../../../tests/support/school"
import { listPortalReceipts } from "../family-invoice/portal-charges.server"
import {
  findPortalInvoice,
  findPortalPayment,
  listPortalInvoices,
} from "../family-invoice/portal-invoices.server"
import { entryText } from "../ledger/money-history"
import { recordPayment } from "../payment/payment.server"
import { refundPayment } from "../payment/refund.server"
import { startInvoicePayment } from "../payment-order/start-payment.server"
import { portalStatement } from "../statement/statement.server"
import { changePayers } from "./payer-rules.server"
import { paysWhole } from "./shared-account.server"

// Who of a family sees and pays what, where one of its guardians pays everything.

const november = { from: "2026-11-01", to: "2026-11-30" }

let family: ReturnType<typeof openPayingFamily>
let invoiceId: string

beforeEach(() => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 10_000, "Layla Haddad": 0 }),
  })
  invoiceId = invoiceOver(family.school, family, 10_000)
})

const readers = () => family.guardians.map(({ actor }) => actor)

test("who pays nothing sees what is due of an invoice, but none of it is theirs to pay", async () => {
  const [jonas, layla] = readers()
  if (!jonas || !layla) throw new Error("Two guardians")
  const due = { wholeOpenMinor: 10_000, totalMinor: 10_000 }
  expect(listPortalInvoices(jonas)).toMatchObject([{ ...due, openMinor: 10_000 }])
  expect(listPortalInvoices(layla)).toMatchObject([{ ...due, openMinor: 0, overdueMinor: 0 }])
  expect(findPortalInvoice(layla, invoiceId)?.own).toMatchObject({ shareMinor: 0, openMinor: 0 })
  expect(await startInvoicePayment(layla, invoiceId)).toBeRefused("nothing-open")
})

test("asks who pays only where more than one could", () => {
  const asked: string[] = []
  const { school, familyId, guardianIds } = family
  const asksOfGuardians = () => {
    asked.length = 0
    paysWhole(school, { familyId, guardianId: guardianIds[0] ?? null })
    return asked.filter((source) => /^select .*"billing_email".* from "guardians"/s.test(source)).length
  }
  watchStatements(({ source }) => asked.push(source))
  try {
    expect(asksOfGuardians()).toBe(0)
    for (const id of guardianIds) changeRows(guardians, { id }, { payerShare: 5000 })
    expect(asksOfGuardians()).toBeGreaterThan(0)
  } finally {
    watchStatements(() => undefined)
  }
})

test("how another payer has paid is theirs alone to know", () => {
  const [jonas, layla] = readers()
  const paid = recordPayment(family.school, {
    ...{ invoiceId, amountMinor: 10_000, method: "cash", receivedOn: "2026-11-18" },
    ...{ payerName: "Jonas Haddad", payerId: family.guardianIds[0] ?? "" },
  })
  if (!paid.ok || !jonas || !layla) throw new Error("Not paid")
  const seen = [jonas, layla].map((reader) => [
    listPortalReceipts(reader, findPortal(reader).accounts).get(invoiceId),
    findPortalPayment(reader, paid.paymentId)?.amountMinor,
    listPortalInvoices(reader)[0]?.state,
  ])
  expect(seen).toEqual([
    [paid.paymentId, 10_000, "paid"],
    [undefined, undefined, "paid"],
  ])
})

test("a receipt of what someone else paid for the family names the reader's own invoices alone", () => {
  const guardians = family.guardianIds.map((id) => ({
    ...{ id, share: 5000, amountMinor: null, billingEmail: null, billingAddress: null },
  }))
  const rules = { shareBy: "percent" as const, hasOwnInvoices: true, guardians, others: [], parts: {} }
  expect(changePayers(family.school, family.familyId, rules)).toEqual({ ok: true })
  const paidByGrandma = { method: "cash" as const, receivedOn: "2026-11-18", payerName: "Grandma" }
  const { school, familyId } = family
  orFail(recordPayment(school, { familyId, ...paidByGrandma, amountMinor: 10_000 }))
  invoiceOver(school, family, 24_000)
  const paid = orFail(recordPayment(school, { familyId, ...paidByGrandma, amountMinor: 25_000 }))
  const read = readers().map((reader) => {
    const own = listPortalInvoices(reader).map(({ id }) => id)
    const receipt = findPortalPayment(reader, paid.paymentId)
    return receipt && { ...receipt, isOwn: receipt.allocations.every((part) => own.includes(part.invoiceId)) }
  })
  for (const receipt of read)
    expect(receipt).toMatchObject({
      ...{ amountMinor: 25_000, othersMinor: 12_000, spareMinor: 1000, isOwn: true },
      allocations: [{ amountMinor: 12_000 }],
    })
})

test("who sees money and pays nothing has the whole account on their statement, but not how it was paid", () => {
  const paid = recordPayment(family.school, {
    ...{ invoiceId, amountMinor: 4000, method: "transfer", receivedOn: "2026-11-18" },
    ...{ payerName: "Jonas Haddad", payerId: family.guardianIds[0] ?? "" },
  })
  const other = recordPayment(family.school, {
    ...{ invoiceId, amountMinor: 500, method: "cash", receivedOn: "2026-11-18", payerName: "Grandma" },
  })
  expect([paid.ok, other.ok]).toEqual([true, true])
  const [jonas, layla] = readers().map((reader) => {
    const statement = portalStatement(reader, november)
    return [statement?.closingMinor, statement?.entries.map(entryText).slice(1)]
  })
  expect(jonas).toEqual([5500, ["Payment from Jonas Haddad, bank transfer", "Payment from Grandma, cash"]])
  expect(layla).toEqual([5500, ["Payment from another payer", "Payment from Grandma, cash"]])
  if (!paid.ok) throw new Error("Not paid")
  const refund = {
    amountMinor: 1000,
    method: "transfer" as const,
    reason: "Paid too much",
    refundedOn: "2026-11-18",
  }
  expect(refundPayment(family.school, paid.paymentId, refund)).toMatchObject({ ok: true })
  const texts = readers().map((reader) => portalStatement(reader, november)?.entries.map(entryText).at(-1))
  expect(texts).toEqual(["Refund to Jonas Haddad, bank transfer", "Refund to another payer"])
})

test("set to divide, payers don’t owe the invoices that one of them had before", async () => {
  const [jonas, layla] = readers()
  if (!jonas || !layla) throw new Error("Two guardians")
  for (const id of family.guardianIds) changeRows(guardians, { id }, { payerShare: 5000 })
  const rows = () =>
    [jonas, layla].map((reader) => listPortalInvoices(reader).map(({ openMinor }) => openMinor))
  const closing = () => [jonas, layla].map((reader) => portalStatement(reader, november)?.closingMinor)
  expect([rows(), closing()]).toEqual([
    [[10_000], [0]],
    [10_000, 0],
  ])
  expect(findPortalInvoice(layla, invoiceId)).toMatchObject({ isWhole: false, own: { openMinor: 0 } })
  expect(await startInvoicePayment(layla, invoiceId)).toBeRefused("nothing-open")
  invoiceOver(family.school, family, 600)
  expect([rows(), closing()]).toEqual([
    [
      [300, 10_000],
      [300, 0],
    ],
    [10_300, 300],
  ])
})

test("money that no invoice is for yet is told to all payers who are set to divide", () => {
  const divided = openPayingFamily({
    adults: adultsWith({ "Nora Rossi": 5000, "Ada Rossi": 5000 }),
  })
  const { school, familyId } = divided
  const paid = {
    familyId,
    amountMinor: 700,
    method: "cash" as const,
    receivedOn: "2026-11-18",
    payerName: "Someone",
  }
  expect(recordPayment(school, paid)).toMatchObject({ ok: true })
  const closing = divided.guardians.map(({ actor }) => portalStatement(actor, november)?.closingMinor)
  expect(closing).toEqual([-700, -700])
})
