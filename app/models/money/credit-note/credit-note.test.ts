import { sqlite } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { describe, expect, test } from "vitest"
import { writeInvoicesFile } from "~/models/money/invoice/invoices-file.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { payInCash } from "../../../../tests/support/payments"
import { textOfPdf } from "../../../../tests/support/pdf"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { changeCharge } from "../charge/change-charge.server"
import { withdrawCharge } from "../charge/charge.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { ownShareOf, shownCredits, shownPayments } from "../family-invoice/family-invoice"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { familyBalance, familyLedger } from "../ledger/ledger.server"
import { applyCredit, creditFor, spareCredit } from "../payment/spare-credit.server"
import { agreePlan } from "../payment-plan/payment-plan.server"
import { restoreInvoice, writeOffInvoice } from "../write-off/write-off.server"
import { creditNotePdf, findCreditNote } from "./credit-notes.server"
import { creditCharges, creditInvoice } from "./issue-credit-note.server"

function billed(amounts = [4000, 6000]) {
  const { actor } = openSchool()
  const family = openFamily(actor)
  const issued = issueInvoice(
    actor,
    november(
      family.familyId,
      amounts.map((amountMinor, index) =>
        owe(actor, family, amountMinor, {
          description: `Item ${index}`,
          occurredOn: `2026-11-0${index + 1}`,
        }),
      ),
    ),
  )
  if (!issued.ok) throw new Error(issued.reason)
  const { invoiceId } = issued
  const lineIds =
    findInvoice(actor, invoiceId)?.groups.flatMap(({ lines }) => lines.map(({ id }) => id)) ?? []
  const [first = "", second = ""] = lineIds
  const pay = (amountMinor: number) =>
    payInCash(actor, { invoiceId, amountMinor, payerName: "Mateo Okafor", payerId: family.guardianIds[0] })
  const credit = (amounts_: [string, number][], formKey?: string) =>
    creditInvoice(actor, { invoiceId, amounts: new Map(amounts_), reason: "Lesson was canceled", formKey })
  return { actor, family, familyId: family.familyId, invoiceId, first, second, pay, credit }
}

describe("a credit note", () => {
  test("is a column of its own in the file of invoices: only payments are paid", () => {
    const { actor, invoiceId, first, pay, credit } = billed()
    pay(3000)
    credit([[first, 2500]])
    expect(writeOffInvoice(actor, { invoiceId, reason: "Moved away" }).ok).toBe(true)
    const [head = "", row = ""] = writeInvoicesFile(actor, {}).csv.split("\r\n")
    const cells = row.split(",")
    const amounts = ["Total", "Paid", "Balance due", "Credited", "Written off"].map(
      (name) => cells[head.split(",").indexOf(name)],
    )
    expect(amounts).toEqual(["100", "30", "0", "25", "45"])
  })

  test("leaves an invoice unpaid until money comes, in rows, filters and the file alike", () => {
    const { actor, first, pay, credit } = billed()
    const state = () => {
      const listed = (status: "sent" | "part-paid") => listInvoices(actor, { page: null, status })
      const { sent, partPaid } = { sent: listed("sent"), partPaid: listed("part-paid") }
      expect(sent.count + partPaid.count).toBe(1)
      expect(sent.rows).toHaveLength(sent.count)
      const [head = "", row = ""] = writeInvoicesFile(actor, {}).csv.split("\r\n")
      return [
        sent.rows[0]?.openMinor,
        partPaid.rows[0]?.openMinor,
        row.split(",")[head.split(",").indexOf("Status")],
      ]
    }
    credit([[first, 1500]])
    expect(state()).toEqual([8500, undefined, "Unpaid"])
    pay(500)
    expect(state()).toEqual([undefined, 8000, "Partly paid"])
  })

  test("lowers the balance due of an unpaid invoice, with a number of its own, a PDF and a mail", async () => {
    const { actor, familyId, invoiceId, first, second, credit } = billed()
    expect(credit([[first, 1500]])).toMatchObject({ ok: true, number: "CN-2026-0001", creditMinor: 0 })
    expect(findInvoice(actor, invoiceId)).toMatchObject({
      state: "sent",
      openMinor: 8500,
      creditedMinor: 1500,
    })
    const rest = credit([
      [first, 2500],
      [second, 6000],
    ])
    if (!rest.ok) throw new Error(rest.reason)
    expect(rest.number).toBe("CN-2026-0002")
    expect(findInvoice(actor, invoiceId)).toMatchObject({ state: "credited", openMinor: 0 })
    expect(listInvoices(actor, { page: 1 }).rows).toMatchObject([{ state: "credited", openMinor: 0 }])
    expect(familyBalance(actor, familyId)).toBe(0)
    expect(familyLedger(actor, familyId).map(({ kind, number }) => `${kind} ${number}`)).toEqual([
      "invoice 2026-0001",
      "credit-note CN-2026-0001",
      "credit-note CN-2026-0002",
    ])
    const paper = await creditNotePdf(actor, rest.creditNoteId)
    expect(textOfPdf(paper?.bytes ?? Buffer.alloc(0))[0]).toContain("CN-2026-0002")
    expect(await creditNotePdf(openSchool().actor, rest.creditNoteId)).toBeUndefined()
    const mails = rowsOf(emails, { schoolId: actor.school.id, template: "credit-note-issued" })
    expect(mails).toHaveLength(4)
    booksAreSound()
  })

  test("of a paid invoice makes account credit, and the form sent twice makes one", () => {
    const { actor, familyId, invoiceId, first, pay, credit } = billed()
    pay(10_000)
    const sent = credit([[first, 4000]], "key")
    expect(sent).toMatchObject({ ok: true, creditMinor: 4000 })
    expect(credit([[first, 4000]], "key")).toMatchObject({ ok: true, number: "CN-2026-0001" })
    expect(spareCredit(actor, familyId)).toBe(4000)
    expect(familyBalance(actor, familyId)).toBe(-4000)
    expect(findInvoice(actor, invoiceId)).toMatchObject({ state: "paid", openMinor: 0 })
    booksAreSound()
  })

  test("never more than a line or the invoice has left, never a stranger's, and then no void", () => {
    const { actor, invoiceId, first, second, credit } = billed([4000, 6000, -2000])
    expect(credit([[first, 4001]])).toMatchObject({ reason: "more-than-line", lineId: first })
    expect(
      credit([
        [first, 4000],
        [second, 6000],
      ]),
    ).toMatchObject({ reason: "more-than-left" })
    expect(credit([])).toMatchObject({ reason: "nothing-credited" })
    expect(
      creditInvoice(openSchool().actor, { invoiceId, amounts: new Map([[first, 1]]), reason: "mine" }),
    ).toMatchObject({ reason: "no-invoice" })
    expect(credit([[first, 100]]).ok).toBe(true)
    expect(voidInvoice(actor, { invoiceId, reason: "all" })).toBeRefused("corrected")
    expect(() => sqlite().prepare("update credit_notes set total_minor = 1").run()).toThrow("frozen")
    expect(() => sqlite().prepare("delete from credit_note_lines").run()).toThrow("kept")
  })

  test("is each payer's in the proportion of the shares", () => {
    const { actor, family, invoiceId, first, pay, credit } = billed()
    pay(5000)
    credit([[first, 4000]])
    const invoice = findInvoice(actor, invoiceId)
    if (!invoice) throw new Error("no invoice")
    const [one = "", two = ""] = family.guardianIds
    expect(invoice.openMinor).toBe(3000)
    expect(ownShareOf(invoice, one).openMinor).toBe(0)
    expect(ownShareOf(invoice, two).openMinor).toBe(3000)
    expect(spareCredit(actor, family.familyId)).toBe(2000)
    const letters = rowsOf(emails, { schoolId: actor.school.id, template: "credit-note-issued" })
    expect(letters.map(({ data }) => JSON.parse(data).credit)).toEqual(["$20.00", null])
    booksAreSound()
  })

  test("and what is written off add up for each payer, to the cent", () => {
    const { actor, family, invoiceId, first, second, pay, credit } = billed([4001, 6000])
    const sums = () =>
      family.guardianIds.map((payerId) => {
        const invoice = findInvoice(actor, invoiceId)
        if (!invoice) throw new Error("no invoice")
        const { shareMinor, openMinor } = ownShareOf(invoice, payerId)
        const paid = shownPayments({ ...invoice, payerId })
        const shown = [...paid, ...shownCredits({ ...invoice, payerId })]
        return [
          shareMinor,
          openMinor,
          shown.reduce((left, { amountMinor }) => left - amountMinor, shareMinor),
        ]
      })
    credit([[first, 1001]])
    credit([[second, 1500]])
    for (const [, open, left] of sums()) expect(left).toBe(open)
    pay(1000)
    for (const [, open, left] of sums()) expect(left).toBe(open)
    expect(writeOffInvoice(actor, { invoiceId, reason: "Moved away" }).ok).toBe(true)
    for (const [, open, left] of sums()) expect([open, left]).toEqual([0, 0])
  })

  test("gives each payer who paid their part back off their own payment, whoever paid last", () => {
    const { actor, family, invoiceId, first, pay, credit } = billed()
    pay(5000)
    payInCash(actor, { invoiceId, amountMinor: 5000, payerName: "Zoë", payerId: family.guardianIds[1] })
    expect(credit([[first, 2000]])).toMatchObject({ creditMinor: 2000 })
    const invoice = findInvoice(actor, invoiceId)
    expect(invoice?.openMinor).toBe(0)
    expect(invoice?.shares.map(({ paidMinor }) => paidMinor)).toEqual([4000, 4000])
    booksAreSound()
  })

  test("leaves money of no payer by name on the parts of those who haven’t paid", () => {
    const { actor, family, invoiceId, first, pay, credit } = billed()
    pay(5000)
    payInCash(actor, { invoiceId, amountMinor: 4000, payerName: "Grandma" })
    expect(credit([[first, 4000]])).toMatchObject({ creditMinor: 3000 })
    const invoice = findInvoice(actor, invoiceId)
    expect(invoice?.openMinor).toBe(0)
    expect(invoice?.shares.map(({ paidMinor }) => paidMinor)).toEqual([3000, 0])
    expect(spareCredit(actor, family.familyId)).toBe(3000)
    booksAreSound()
  })

  test("gives back to a payer what never goes on the other’s part of the same invoice again", () => {
    const { actor, family, invoiceId, first, pay } = billed()
    const { familyId } = family
    const other = issueInvoice(actor, november(familyId, [owe(actor, family, 3000)]))
    pay(5000)
    creditInvoice(actor, { invoiceId, amounts: new Map([[first, 4000]]), reason: "Canceled", apply: true })
    expect(findInvoice(actor, invoiceId)).toMatchObject({ openMinor: 3000 })
    expect(other.ok && findInvoice(actor, other.invoiceId)).toMatchObject({ openMinor: 1000 })
    expect(other.ok && voidInvoice(actor, { invoiceId: other.invoiceId, reason: "Typed wrongly" }).ok).toBe(
      true,
    )
    expect(spareCredit(actor, familyId)).toBe(2000)
    expect(creditFor(actor, { familyId, invoiceId })).toBe(0)
    expect(applyCredit(actor, { familyId, invoiceIds: [invoiceId] })).toEqual({
      ok: false,
      reason: "another-payers",
    })
    booksAreSound()
  })

  test("of a plan leaves it with installments that add up to what is paid and due", () => {
    const { actor, invoiceId, first, pay, credit } = billed()
    const rows = [
      { dueOn: "2026-12-02", amountMinor: 5000 },
      { dueOn: "2027-01-02", amountMinor: 5000 },
    ]
    expect(agreePlan(actor, { invoiceId, invoiceIds: [], planId: null, rows, reason: "" }).ok).toBe(true)
    pay(5000)
    credit([[first, 4000]])
    expect(findInvoice(actor, invoiceId)?.installments).toMatchObject([
      { amountMinor: 3000, openMinor: 0 },
      { amountMinor: 3000, openMinor: 3000 },
    ])
    booksAreSound()
  })

  test("mirrors the tax of its lines: parts come to the whole of it, to the cent", () => {
    const { actor, family } = billed()
    const chargeId = owe(actor, family, 10_001, { taxName: "VAT", taxRate: 7_700, taxMinor: 715 })
    const issued = issueInvoice(actor, november(family.familyId, [chargeId]))
    if (!issued.ok) throw new Error(issued.reason)
    const line = findInvoice(actor, issued.invoiceId)?.groups[0]?.lines[0]
    const taxes = [3_333, 3_333, 3_335].map((amountMinor) => {
      const amounts = new Map([[line?.id ?? "", amountMinor]])
      const sent = creditInvoice(actor, { invoiceId: issued.invoiceId, amounts, reason: "Canceled" })
      const note = findCreditNote(actor, sent.ok ? sent.creditNoteId : "")
      return note?.groups[0]?.lines[0]?.taxMinor ?? 0
    })
    expect(taxes).toEqual([238, 239, 238])
    const reduction = owe(actor, family, -1_077, { taxName: "VAT", taxRate: 7_700, taxMinor: -77 })
    const sent = creditCharges(actor, {
      familyId: family.familyId,
      chargeIds: [reduction],
      reason: "Discount forgotten",
    })
    expect(findCreditNote(actor, sent.ok ? sent.creditNoteId : "")?.groups[0]?.lines).toMatchObject([
      { amountMinor: 1_077, taxMinor: 77, taxName: "VAT", taxRate: 7_700 },
    ])
    booksAreSound()
  })

  test("takes reductions that come to more than the charges, as account credit", () => {
    const { actor, familyId, family } = billed()
    const chargeIds = [owe(actor, family, 1000), owe(actor, family, -2500)]
    expect(issueInvoice(actor, november(familyId, chargeIds))).toMatchObject({ reason: "negative-total" })
    const sent = creditCharges(actor, { familyId, chargeIds, reason: "Moved away" })
    expect(sent).toMatchObject({ ok: true, number: "CN-2026-0001", creditMinor: 1500 })
    expect(listUnbilledCharges(actor, { familyId })).toEqual([])
    expect(creditCharges(actor, { familyId, chargeIds, reason: "again" })).toMatchObject({
      reason: "line-gone",
    })
    expect(issueInvoice(actor, november(familyId, chargeIds))).toMatchObject({ ok: false })
    expect(withdrawCharge(actor, chargeIds[1] ?? "", "no")).toMatchObject({ reason: "invoiced" })
    expect(spareCredit(actor, familyId)).toBe(1500)
    const next = issueInvoice(actor, november(familyId, [owe(actor, family, 2000)]))
    expect(next.ok && findInvoice(actor, next.invoiceId)?.openMinor).toBe(500)
    expect(familyBalance(actor, familyId)).toBe(10_500)
    booksAreSound()
  })
})

test("a write-off settles what is open, once; restored, it is due again", () => {
  const { actor, familyId, invoiceId, pay } = billed()
  pay(3000)
  expect(writeOffInvoice(actor, { invoiceId, reason: "Can’t be reached" })).toEqual({
    ok: true,
    amountMinor: 7000,
  })
  expect(writeOffInvoice(actor, { invoiceId, reason: "again" })).toMatchObject({ reason: "nothing-open" })
  expect(findInvoice(actor, invoiceId)).toMatchObject({ state: "written-off", openMinor: 0 })
  expect(listInvoices(actor, { page: 1 }).rows).toMatchObject([{ state: "written-off" }])
  expect(familyBalance(actor, familyId)).toBe(0)
  expect(voidInvoice(actor, { invoiceId, reason: "no" })).toMatchObject({ reason: "corrected" })
  expect(restoreInvoice(actor, invoiceId)).toEqual({ ok: true, amountMinor: 7000 })
  expect(restoreInvoice(actor, invoiceId)).toMatchObject({ reason: "not-written-off" })
  expect(findInvoice(actor, invoiceId)).toMatchObject({ state: "part-paid", openMinor: 7000 })
  expect(familyBalance(actor, familyId)).toBe(7000)
  expect(writeOffInvoice(actor, { invoiceId, reason: "After all" }).ok).toBe(true)
  expect(writeOffInvoice(openSchool().actor, { invoiceId, reason: "mine" })).toMatchObject({
    reason: "no-invoice",
  })
  booksAreSound()
})

test("a charge on no invoice is changed with a reason: the earlier one stays readable", () => {
  const { actor, family, familyId } = billed()
  const chargeId = owe(actor, family, 3000)
  const facts = {
    description: "Method book",
    amountMinor: 2500,
    occurredOn: "2026-11-10",
    reason: "Wrong price",
  }
  const changed = changeCharge(actor, chargeId, facts)
  expect(listUnbilledCharges(actor, { familyId })).toMatchObject([
    { amountMinor: 2500, description: "Method book" },
  ])
  expect(changeCharge(actor, chargeId, facts)).toMatchObject({ reason: "withdrawn" })
  expect(changeCharge(openSchool().actor, changed.ok ? changed.chargeId : "", facts)).toMatchObject({
    reason: "unknown",
  })
  expect(changeCharge(actor, changed.ok ? changed.chargeId : "", { ...facts, amountMinor: 0 })).toMatchObject(
    {
      reason: "nothing-owed",
    },
  )
  booksAreSound()
})
