import { emails } from "db/schema/foundation-mail"
import { beforeEach, describe, expect, test } from "vitest"
import { november, owe } from "../../../../tests/support/billing"
import { adultsWith, openPayingFamily } from "../../../../tests/support/family"
import { payInCash } from "../../../../tests/support/payments"
import { rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { writeDiscounts } from "../charge/charge-discounts.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { addDiscountRule, listDiscountRules } from "../discount/discount-rules.server"
import {
  findPortalCreditNote,
  listPortalCharges,
  listPortalCreditNotes,
} from "../family-invoice/portal-charges.server"
import { findPortalInvoice, listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { propose } from "../installment/installment"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { remindOfInvoice } from "../invoice/remind-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { familyBalance, familyLedger } from "../ledger/ledger.server"
import { entryText } from "../ledger/money-history"
import { recordPayment } from "../payment/payment.server"
import { spareCredit } from "../payment/spare-credit.server"
import { agreePlan } from "../payment-plan/payment-plan.server"
import { portalStatement } from "../statement/statement.server"
import { listPayers } from "./payer-key.server"
import type { PayerChoice } from "./payer-rules"
import { changePayers, findPayerRules } from "./payer-rules.server"

let family: ReturnType<typeof openPayingFamily>
let jonasId = ""
let laylaId = ""

beforeEach(() => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }),
  })
  ;[jonasId = "", laylaId = ""] = family.guardianIds
})

function share(choice: Partial<PayerChoice> & { amounts?: (number | null)[]; shares?: number[] }) {
  const { amounts = [null, null], shares = [5000, 5000], ...rules } = choice
  const guardians = family.guardianIds.map((id, index) => ({
    id,
    share: shares[index] ?? 0,
    amountMinor: amounts[index] ?? null,
    billingEmail: index === 1 ? "accounts@layla.example" : null,
    billingAddress: index === 1 ? "2 Elm Street\nSpringfield" : null,
  }))
  const all = { shareBy: "percent" as const, hasOwnInvoices: true, parts: {}, ...rules, guardians }
  expect(changePayers(family.school, family.familyId, all)).toEqual({ ok: true })
}

function issue(...chargeIds: string[]) {
  const issued = issueInvoice(family.school, november(family.familyId, chargeIds))
  if (!issued.ok) throw new Error(issued.reason)
  return issued
}

/** The family's invoices by payer's first name. */
function invoicesBy() {
  const found = [...family.guardians, family.guardian].flatMap(({ actor }) => listPortalInvoices(actor))
  const ids = [...new Set(found.map(({ id }) => id))]
  return ids.flatMap((id) => findInvoice(family.school, id) ?? [])
}
const ofPayer = (name: string) => {
  const invoice = invoicesBy().find(({ billTo }) => billTo === name)
  if (!invoice) throw new Error(`No invoice for ${name}`)
  return invoice
}
const totals = () => Object.fromEntries(invoicesBy().map(({ billTo, totalMinor }) => [billTo, totalMinor]))
const reader = (index: number) => family.guardians[index]?.actor ?? family.guardian.actor
describe("an invoice for each payer", () => {
  test("names the whole as its line would show it: before its discounts and a tax that is added", () => {
    share({ shares: [6000, 4000] })
    const added = { taxName: "Sales tax", taxRate: 8_000, taxMinor: 324, taxIsAdded: true }
    const lesson = owe(family.school, family, 4_374, added)
    const off = { rate: 10_000, amountMinor: null }
    addDiscountRule(family.school, {
      name: "Sibling",
      kind: "sibling",
      target: "all",
      fromNth: 2,
      family: undefined,
      off,
    })
    const ruleId = listDiscountRules(family.school)[0]?.id ?? ""
    writeDiscounts(family.school, lesson, [{ ruleId, reason: "Sibling", amountMinor: 450 }])
    issue(lesson)
    expect(ofPayer("Jonas Haddad").groups[0]?.lines[0]?.reason).toContain("part of $45.00")
  })

  test("has the tax of its own net, whether tax is in the prices or added to them", () => {
    share({ shares: [3333, 6667] })
    const added = { taxName: "Sales tax", taxRate: 8_000, taxIsAdded: true }
    issue(
      ...[2_502, 2_503, 4_001, 4_007].map((net) =>
        owe(family.school, family, net + Math.round(net * 0.08), {
          ...added,
          taxMinor: Math.round(net * 0.08),
        }),
      ),
      owe(family.school, family, 2_503, { taxName: "VAT", taxRate: 19_000, taxMinor: 400 }),
    )
    for (const name of ["Jonas Haddad", "Layla Haddad"]) {
      const lines = ofPayer(name).groups.flatMap((group) => group.lines)
      expect(lines).toHaveLength(5)
      for (const { amountMinor, taxMinor, taxRate } of lines)
        expect(Math.abs(((amountMinor - taxMinor) * (taxRate ?? 0)) / 100_000 - taxMinor)).toBeLessThan(0.6)
    }
    booksAreSound()
  })

  test("has their part of each line, the next number, their address, and only they see it", () => {
    share({ shares: [3333, 6667] })
    const tax = { taxName: "VAT", taxRate: 20_000, taxMinor: 1_667 }
    const issued = issue(owe(family.school, family, 10_001, tax), owe(family.school, family, 4_250))
    expect(issued.numbers).toHaveLength(2)
    expect(totals()).toEqual({ "Jonas Haddad": 4750, "Layla Haddad": 9501 })
    const [jonas, layla] = [ofPayer("Jonas Haddad"), ofPayer("Layla Haddad")]
    expect(Number(layla.sequence) - Number(jonas.sequence)).toBe(1)
    expect(layla.billToAddress).toBe("2 Elm Street\nSpringfield")
    expect(jonas.billToAddress).toBe("0 High Street\nSpringfield")
    const taxOf = ({ groups }: typeof jonas) =>
      groups.flatMap(({ lines }) => lines).reduce((sum, { taxMinor }) => sum + taxMinor, 0)
    expect(taxOf(jonas) + taxOf(layla)).toBe(1_667)
    expect(jonas.groups[0]?.lines[0]?.reason).toContain("part of $")
    expect(listUnbilledCharges(family.school, { familyId: family.familyId })).toEqual([])
    expect(familyBalance(family.school, family.familyId)).toBe(14_251)
    expect(listPortalInvoices(reader(0)).map(({ id }) => id)).toEqual([jonas.id])
    expect(findPortalInvoice(reader(1), jonas.id)).toBeUndefined()
    expect(findPortalInvoice(reader(1), layla.id)?.own).toEqual({
      shareMinor: 9501,
      openMinor: 9501,
      claims: [{ dueOn: layla.dueOn, openMinor: 9501, position: null }],
      dueNowMinor: 9501,
      overdueMinor: 0,
    })
    const mails = rowsOf(
      emails,
      { schoolId: family.school.school.id, template: "invoice-issued" },
      { only: ["recipient"] },
    )
    expect(mails.map(({ recipient }) => recipient)).toContain("accounts@layla.example")
    expect(mails).toHaveLength(2)
    expect(portalStatement(reader(0), { from: "2026-11-01", to: "2026-11-30" })?.closingMinor).toBe(4750)
    booksAreSound()
  })

  test("a payment says whose invoice it paid, to the office and not to the other payer", () => {
    share({ shares: [5000, 5000] })
    issue(owe(family.school, family, 10_000))
    const layla = ofPayer("Layla Haddad")
    const paid = recordPayment(family.school, {
      amountMinor: 5_000,
      method: "transfer",
      receivedOn: "2026-11-18",
      payerName: "A grandmother",
      invoiceId: layla.id,
    })
    expect(paid.ok).toBe(true)
    const entry = familyLedger(family.school, family.familyId).at(-1)
    expect(entry?.paidFor).toBe(`invoice ${layla.number} of Layla Haddad`)
    expect(entry && entryText({ ...entry, method: null })).toBe(
      `Payment from A grandmother, for invoice ${layla.number} of Layla Haddad`,
    )
    const told = portalStatement(reader(1), { from: "2026-11-01", to: "2026-11-30" })?.entries ?? []
    expect(told.some(({ paidFor }) => paidFor !== undefined)).toBe(false)
  })

  test("by category each has their own lines, and a payer without any gets none", () => {
    share({
      shareBy: "category",
      parts: { lessons: jonasId, hire: laylaId, materials: laylaId, other: laylaId },
    })
    expect(listPayers(family.school, { id: family.familyId, name: "" }).map(({ email }) => email)).toContain(
      "accounts@layla.example",
    )
    const material = { source: "material" as const, description: "Rosin" }
    const month = { source: "item" as const }
    owe(family.school, family, 1_250, material)
    expect(listPortalCharges(reader(0))).toEqual([])
    expect(listPortalCharges(reader(1))).toHaveLength(1)
    const [rosin] = listUnbilledCharges(family.school, { familyId: family.familyId })
    expect(issue(rosin?.chargeId ?? "").numbers).toHaveLength(1)
    expect(totals()).toEqual({ "Layla Haddad": 1_250 })
    issue(owe(family.school, family, 700, month))
    expect(listPortalInvoices(reader(0))).toEqual([])
    booksAreSound()
  })

  test("a late fee is this month’s of the payer whose invoice is late, before it is on an invoice", () => {
    share({})
    issue(owe(family.school, family, 10_000))
    const late = { source: "late_fee" as const, lateInvoiceId: ofPayer("Jonas Haddad").id, lateStep: 1 }
    owe(family.school, family, 800, { ...late, lateDueOn: "2026-12-02", studentId: null })
    expect(listPortalCharges(reader(0)).map(({ amountMinor }) => amountMinor)).toEqual([800])
    expect(listPortalCharges(reader(1))).toEqual([])
  })

  test("by amount the rest is the other payer's", () => {
    share({ shareBy: "amount", amounts: [8_000, null], parts: { rest: laylaId } })
    issue(owe(family.school, family, 12_345))
    expect(totals()).toEqual({ "Jonas Haddad": 8_000, "Layla Haddad": 4_345 })
    issue(owe(family.school, family, 5_000))
    expect(invoicesBy().filter(({ billTo }) => billTo === "Layla Haddad")).toHaveLength(1)
    booksAreSound()
  })

  test("emails about a shared invoice ask for what the family pages ask for, credit taken off", () => {
    share({ hasOwnInvoices: false })
    const { invoiceId } = issue(owe(family.school, family, 10_000))
    const invoice = findInvoice(family.school, invoiceId)
    const [line] = invoice ? listCreditableLines(family.school, invoice) : []
    const amounts = new Map([[line?.id ?? "", 2_000]])
    expect(creditInvoice(family.school, { invoiceId, amounts, reason: "Canceled" }).ok).toBe(true)
    expect(findPortalInvoice(reader(0), invoiceId)?.own.openMinor).toBe(4_000)
    const dataOf = (template: string) =>
      rowsOf(emails, { schoolId: family.school.school.id, template }).map(({ data }) => JSON.parse(data))
    const rows = propose({ totalMinor: 8_000, count: 2, firstOn: "2026-12-01", rhythm: "month" })
    expect(agreePlan(family.school, { invoiceId, invoiceIds: [], planId: null, rows, reason: "" }).ok).toBe(
      true,
    )
    expect(dataOf("payment-plan").map(({ open }) => open)).toEqual(["$40.00", "$40.00"])
    expect(remindOfInvoice(family.school, invoiceId).ok).toBe(true)
    expect(dataOf("invoice-reminder").map(({ installmentDue }) => installmentDue)).toEqual([
      "$20.00",
      "$20.00",
    ])
  })

  test("payments, credit and reminders follow the payer", () => {
    share({})
    issue(owe(family.school, family, 10_000))
    const paid = { method: "transfer" as const, receivedOn: "2026-11-18" }
    recordPayment(family.school, {
      ...paid,
      familyId: family.familyId,
      amountMinor: 7_000,
      payerName: "Layla Haddad",
    })
    expect(ofPayer("Jonas Haddad").openMinor).toBe(5_000)
    expect(ofPayer("Layla Haddad").state).toBe("paid")
    expect(remindOfInvoice(family.school, ofPayer("Jonas Haddad").id)).toEqual({
      ok: true,
      recipients: ["Jonas Haddad"],
    })
    issue(owe(family.school, family, 6_000))
    const open = invoicesBy().map(({ billTo, openMinor }) => [billTo, openMinor])
    expect(open).toContainEqual(["Layla Haddad", 1_000])
    expect(
      open
        .filter(([name]) => name === "Jonas Haddad")
        .map(([, due]) => Number(due))
        .sort(),
    ).toEqual([3_000, 5_000])
    recordPayment(family.school, {
      ...paid,
      invoiceId: ofPayer("Jonas Haddad").id,
      amountMinor: 1_000,
      payerName: "Grandma",
    })
    expect(ofPayer("Jonas Haddad").shares[0]?.paidMinor).toBe(1_000)
    booksAreSound()
  })

  test("credit that is no payer's own is shared in the proportion of the invoices", () => {
    share({ shares: [2500, 7500] })
    payInCash(family.school, { familyId: family.familyId, amountMinor: 1_000, payerName: "Grandma" })
    issue(owe(family.school, family, 10_000))
    expect(ofPayer("Jonas Haddad").openMinor).toBe(2_250)
    expect(ofPayer("Layla Haddad").openMinor).toBe(6_750)
    expect(spareCredit(family.school, family.familyId)).toBe(0)
    booksAreSound()
  })

  test("a credit note is for one payer, who alone reads it; the set can't be voided then", () => {
    share({})
    issue(owe(family.school, family, 10_000))
    const jonas = ofPayer("Jonas Haddad")
    const [line] = listCreditableLines(family.school, jonas)
    const credited = creditInvoice(family.school, {
      invoiceId: jonas.id,
      amounts: new Map([[line?.id ?? "", 1_500]]),
      reason: "Canceled",
    })
    if (!credited.ok) throw new Error(credited.reason)
    expect(ofPayer("Jonas Haddad").openMinor).toBe(3_500)
    expect(ofPayer("Layla Haddad").openMinor).toBe(5_000)
    expect(listPortalCreditNotes(reader(0))).toHaveLength(1)
    expect(listPortalCreditNotes(reader(1))).toEqual([])
    expect(findPortalCreditNote(reader(1), credited.creditNoteId)).toBeUndefined()
    const layla = ofPayer("Layla Haddad").id
    expect(voidInvoice(family.school, { invoiceId: layla, reason: "Wrong" })).toBeRefused("set-corrected")
    booksAreSound()
  })

  test("voided, both are void, and their charges are ready to invoice once", () => {
    share({})
    issue(owe(family.school, family, 10_000))
    const [jonas, layla] = [ofPayer("Jonas Haddad"), ofPayer("Layla Haddad")]
    payInCash(family.school, { invoiceId: layla.id, amountMinor: 2_000, payerName: "Layla Haddad" })
    expect(voidInvoice(family.school, { invoiceId: jonas.id, reason: "Wrong" })).toMatchObject({
      ok: true,
      creditMinor: 2_000,
      feesMinor: 0,
    })
    expect(findInvoice(family.school, layla.id)?.state).toBe("void")
    const unbilled = listUnbilledCharges(family.school, { familyId: family.familyId })
    expect(unbilled.map(({ amountMinor }) => amountMinor)).toEqual([10_000])
    issue(...unbilled.map(({ chargeId }) => chargeId))
    const again = invoicesBy().filter(({ state }) => state !== "void")
    expect(again.map(({ billTo, openMinor }) => [billTo, openMinor])).toEqual([
      ["Jonas Haddad", 5_000],
      ["Layla Haddad", 3_000],
    ])
    booksAreSound()
  })
})

describe("one invoice with shares", () => {
  test("shows what each payer has by amount or category, and credit lowers both in proportion", () => {
    share({
      hasOwnInvoices: false,
      shareBy: "category",
      parts: { lessons: jonasId, hire: laylaId, materials: laylaId, other: jonasId },
    })
    const rosin = owe(family.school, family, 2_000, { source: "material", description: "Rosin" })
    const issued = issue(owe(family.school, family, 8_000), rosin)
    const invoice = findInvoice(family.school, issued.invoiceId)
    expect(invoice?.shares).toMatchObject([
      { name: "Jonas Haddad", basisPoints: null, amountMinor: 8_000 },
      { name: "Layla Haddad", basisPoints: null, amountMinor: 2_000 },
    ])
    expect(findPortalInvoice(reader(1), issued.invoiceId)?.own.openMinor).toBe(2_000)
    booksAreSound()
  })
})

describe("the rules", () => {
  test("are refused for guardians of another family, and when percentages aren't the whole", () => {
    const stranger = openPayingFamily()
    const rules = findPayerRules(family.school, family.familyId)
    if (!rules) throw new Error("no rules")
    const change = (choice: Partial<PayerChoice>) =>
      changePayers(family.school, family.familyId, { ...rules, ...choice })
    expect(change({ parts: { rest: stranger.guardianIds[0] ?? "" } })).toMatchObject({
      reason: "other-guardians",
    })
    expect(change({ guardians: rules.guardians.slice(1) })).toMatchObject({ reason: "other-guardians" })
    expect(
      change({ guardians: rules.guardians.map((guardian) => ({ ...guardian, share: 4000 })) }),
    ).toMatchObject({ reason: "not-whole" })
    expect(changePayers(stranger.school, family.familyId, rules)).toMatchObject({ reason: "no-family" })
    expect(findPayerRules(family.school, family.familyId)).toEqual(rules)
  })
})
