import { schools } from "db/schema/accounts-schools"
import { invoiceLines, invoices } from "db/schema/money"
import { creditNoteLines, creditNotes, writeOffs } from "db/schema/money-corrections"
import { allocations, payments, refunds } from "db/schema/money-payments"
import { expect } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { familyBalance, familyLedger } from "~/models/money/ledger/ledger.server"
import { listOpenClaims } from "~/models/money/payment/allocate.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { spareCredit, sumSpare } from "~/models/money/payment/spare-credit.server"
import { rowOf, rowsOf } from "../school"
import { booksAreSound } from "../sound-books"
import { heldOfSpare } from "./online"

// What must hold in a school's books after any history.

const sum = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0)

const isGapFree = (sequences: (number | null)[]) =>
  expect(sequences.map(Number).sort((a, b) => a - b)).toEqual(sequences.map((_, index) => index + 1))

/** The ledger is the sum of its entries, nothing is settled twice or lost, and numbers have no gap. */
export function checkLedger(actor: Actor, familyId: string, payerShares: readonly number[]) {
  const schoolId = actor.school.id
  const papers = rowsOf(invoices, { schoolId })
  const notes = rowsOf(creditNotes, { schoolId })
  const paid = rowsOf(payments, { schoolId })
  const gone = rowsOf(refunds, { schoolId })
  const written = rowsOf(writeOffs, { schoolId })
  const settled = rowsOf(allocations, { schoolId })

  const standing = papers.filter(({ state }) => state === "issued")
  const billed = standing.reduce((all, { totalMinor }) => all + totalMinor, 0)
  const credited = notes.reduce((all, { totalMinor }) => all + totalMinor, 0)
  const balance = billed - credited - sum(written) - sum(paid) + sum(gone)
  const ledger = familyLedger(actor, familyId)
  expect(familyBalance(actor, familyId)).toBe(balance)
  expect(sum(ledger)).toBe(balance)
  expect(ledger.at(-1)?.balanceMinor ?? 0).toBe(balance)

  // What is due, on invoices and beside them, less what is in the family's favor and what waits for PayPal to refund it, is
  // the balance: nothing is counted twice, nothing is lost.
  const listed = listInvoices(actor, { page: null })
  // Summed up without looking at each, they are what looking at each finds.
  expect(listed.chips).toEqual(listInvoices(actor, { page: null, from: "2000-01-01" }).chips)
  const owedMinor = sumSpare(actor, familyId).owedMinor
  const heldMinor = sum(paid.map(({ id }) => ({ amountMinor: heldOfSpare(actor, id) })))
  expect(listed.openMinor + owedMinor - spareCredit(actor, familyId) - heldMinor).toBe(balance)
  for (const row of listed.rows) {
    const invoice = findInvoice(actor, row.id)
    expect(row).toMatchObject({
      state: invoice?.state,
      openMinor: invoice?.openMinor,
      paidMinor: invoice?.paidMinor,
    })
    expect(sum(invoice?.shares ?? [])).toBe(row.totalMinor)
    const creditOf = invoice?.shares.reduce((all, { creditedMinor }) => all + creditedMinor, 0)
    expect(creditOf).toBe((invoice?.creditedMinor ?? 0) + (invoice?.writtenOffMinor ?? 0))
    expect(invoice?.shares).toHaveLength(invoice?.payerId ? 1 : payerShares.length)
    expect(sum(settled.filter(({ invoiceId }) => invoiceId === row.id))).toBe(invoice?.paidMinor)
    const claims = invoice?.claims.map(({ dueOn, openMinor }) => ({ dueOn, openMinor })) ?? []
    expect(claims.reduce((all, { openMinor }) => all + openMinor, 0)).toBe(
      row.state === "void" ? 0 : row.openMinor,
    )
    const inPlan = invoice?.installments.map((each) => Math.max(0, each.amountMinor - each.openMinor)) ?? []
    if (row.openMinor > 0)
      expect(inPlan.reduce((all, paidMinor) => all + paidMinor, 0)).toBeLessThanOrEqual(row.paidMinor)
    expect(listOpenClaims(actor, familyId, [row.id])).toMatchObject(claims)
  }
  checkTaxes(actor)
  booksAreSound()
  for (const { id, amountMinor } of paid) {
    const payment = findPayment(actor, id)
    const refunded = sum(gone.filter(({ paymentId }) => paymentId === id))
    const left = sum(payment?.allocations ?? []) + (payment?.spareMinor ?? 0) - (payment?.owedMinor ?? 0)
    expect(left + refunded).toBe(amountMinor)
  }
  for (const { paymentId, creditNoteId, refundedOn } of gone) {
    const payment = paid.find(({ id }) => id === paymentId)
    const note = notes.find(({ id }) => id === creditNoteId)
    expect(refundedOn >= (payment?.receivedOn ?? note?.issuedOn ?? "")).toBe(true)
  }
  isGapFree(papers.map(({ sequence }) => sequence))
  isGapFree(notes.map(({ sequence }) => sequence))
  const school = rowOf(schools, { id: schoolId })
  expect(school).toMatchObject({ invoiceSequence: papers.length, creditNoteSequence: notes.length })
}

/** What is credited of a line never passes it, and the tax of a line that is credited whole is credited whole. */
function checkTaxes({ school }: Actor) {
  const credited = rowsOf(creditNoteLines, { schoolId: school.id })
  for (const line of rowsOf(invoiceLines, { schoolId: school.id })) {
    const of = credited.filter(({ invoiceLineId }) => invoiceLineId === line.id)
    const taxMinor = of.reduce((all, each) => all + each.taxMinor, 0)
    expect(sum(of)).toBeLessThanOrEqual(Math.max(0, line.amountMinor))
    expect(taxMinor).toBeLessThanOrEqual(Math.max(0, line.taxMinor))
    if (line.amountMinor > 0 && sum(of) === line.amountMinor) expect(taxMinor).toBe(line.taxMinor)
  }
}
