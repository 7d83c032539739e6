import { db, sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { invoices } from "db/schema/money"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { allocations, payments, refunds } from "db/schema/money-payments"
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { checkBooks } from "~/models/platform/backup/books.server"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { openSchool } from "../../../../tests/support/school"
import { changeCharge } from "../charge/change-charge.server"
import { withdrawCharge } from "../charge/charge.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditCharges, creditInvoice } from "../credit-note/issue-credit-note.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listInvoices } from "../invoice/list-invoices.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { findPayment } from "../payment/find-payment.server"
import { refundCredit, refundPayment } from "../payment/give-refund.server"
import { movePayment } from "../payment/move-payment.server"
import { recordPayment } from "../payment/payment.server"
import { recordRefund } from "../payment/refund.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { applyCredit, spareCredit } from "../payment/spare-credit.server"
import { restoreInvoice, writeOffInvoice } from "../write-off/write-off.server"
import { familyBalance, familyLedger } from "./ledger.server"

// Whatever a school does and takes back, in any order: the ledger is the sum of its entries, what settles an invoice adds up
// to the cent, numbers have no gap, and no amount is used twice. HISTORIES=5000 lives more of them.

const verbs = [
  "owe",
  "issue",
  "void",
  "pay",
  "prepay",
  "move",
  "reverse",
  "refund",
  "refund-online",
  "pay-out",
  "apply",
  "credit",
  "credit-charges",
  "write-off",
  "restore",
  "change-charge",
  "waive",
] as const

type Step = { verb: (typeof verbs)[number]; which: number; amountMinor: number }

const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom(
    ...verbs,
    "owe",
    "issue",
    "pay",
    "pay",
    "credit",
    "apply",
    "apply",
    "write-off",
    "write-off",
    "restore",
    "restore",
  ),
  which: fc.nat(6),
  amountMinor: fc.integer({ min: 1, max: 12_000 }),
})
const shares = fc.constantFrom([10_000], [5000, 5000], [3333, 3333, 3334], [1, 9999])

let references = 0

/** One act of the office, through the commands; what it refuses changes nothing. */
function act(actor: Actor, family: ReturnType<typeof openFamily>, { verb, which, amountMinor }: Step) {
  const { familyId } = family
  const ofSchool = <Row extends { id: string }>(rows: Row[]) =>
    rows[which % Math.max(1, rows.length)]?.id ?? ""
  const paymentId = ofSchool(db().select().from(payments).where(eq(payments.familyId, familyId)).all())
  const invoiceId = ofSchool(db().select().from(invoices).where(eq(invoices.familyId, familyId)).all())
  const unbilled = listUnbilledCharges(actor, { familyId })
  const chargeId = unbilled[which % Math.max(1, unbilled.length)]?.chargeId ?? ""
  const chargeIds = unbilled.map((charge) => charge.chargeId)
  const paid = { amountMinor, method: "cash" as const, receivedOn: "2026-11-18", payerName: "Payer 0" }
  const given = { amountMinor, method: "cash" as const, refundedOn: "2026-11-18", reason: "Goodwill" }
  switch (verb) {
    case "owe":
      return owe(actor, family, which === 0 ? -amountMinor : amountMinor)
    case "issue":
      return issueInvoice(actor, { ...november(familyId, chargeIds), dueOn: "2026-11-20" })
    case "void":
      return voidInvoice(actor, { invoiceId, reason: "Wrong" })
    case "pay":
      return recordPayment(actor, { ...paid, invoiceId })
    case "prepay":
      return recordPayment(actor, { ...paid, familyId })
    case "move":
      return movePayment(actor, paymentId, new Map([[invoiceId, amountMinor]]))
    case "reverse":
      return reversePayment(actor, { paymentId, reason: "Typed wrongly" })
    case "refund":
      return refundPayment(actor, paymentId, given)
    case "refund-online":
      references += 1
      return recordRefund(actor, {
        paymentId,
        kind: "reversal",
        amountMinor,
        providerReference: `history-${references}`,
      })
    case "pay-out":
      return refundCredit(actor, familyId, given)
    case "apply":
      return applyCredit(actor, { familyId, ...(which > 3 ? { invoiceIds: [invoiceId] } : {}) })
    case "credit": {
      const invoice = findInvoice(actor, invoiceId)
      const lines = invoice ? listCreditableLines(actor, invoice) : []
      const amounts = new Map(lines.map(({ id, leftMinor }) => [id, Math.min(leftMinor, amountMinor)]))
      return creditInvoice(actor, { invoiceId, amounts, reason: "Canceled", apply: which % 2 === 0 })
    }
    case "credit-charges":
      return creditCharges(actor, { familyId, chargeIds, reason: "Leaving", apply: which % 2 === 0 })
    case "write-off":
      return writeOffInvoice(actor, { invoiceId, reason: "Lost" })
    case "restore": {
      const written = db().select().from(writeOffs).where(eq(writeOffs.familyId, familyId)).all()
      return restoreInvoice(actor, written[which % Math.max(1, written.length)]?.invoiceId ?? "")
    }
    case "change-charge":
      return changeCharge(actor, chargeId, {
        description: "Changed",
        amountMinor,
        occurredOn: "2026-11-09",
        reason: "Wrong price",
      })
    case "waive":
      return withdrawCharge(actor, chargeId, "Goodwill")
  }
}

const sum = (rows: readonly { amountMinor: number }[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0)

const isGapFree = (sequences: (number | null)[]) =>
  expect(sequences.map(Number).sort((a, b) => a - b)).toEqual(sequences.map((_, index) => index + 1))

function check(actor: Actor, familyId: string, payerShares: readonly number[]) {
  const schoolId = actor.school.id
  const papers = db().select().from(invoices).where(eq(invoices.schoolId, schoolId)).all()
  const notes = db().select().from(creditNotes).where(eq(creditNotes.schoolId, schoolId)).all()
  const paid = db().select().from(payments).where(eq(payments.schoolId, schoolId)).all()
  const gone = db().select().from(refunds).where(eq(refunds.schoolId, schoolId)).all()
  const written = db().select().from(writeOffs).where(eq(writeOffs.schoolId, schoolId)).all()
  const settled = db().select().from(allocations).where(eq(allocations.schoolId, schoolId)).all()

  const standing = papers.filter(({ state }) => state === "issued")
  const billed = standing.reduce((all, { totalMinor }) => all + totalMinor, 0)
  const credited = notes.reduce((all, { totalMinor }) => all + totalMinor, 0)
  const balance = billed - credited - sum(written) - sum(paid) + sum(gone)
  const ledger = familyLedger(actor, familyId)
  expect(familyBalance(actor, familyId)).toBe(balance)
  expect(sum(ledger)).toBe(balance)
  expect(ledger.at(-1)?.balanceMinor ?? 0).toBe(balance)

  // What is due less what is in the family's favor is the balance: nothing is counted twice, nothing is lost.
  const listed = listInvoices(actor, { page: null })
  expect(listed.openMinor - spareCredit(actor, familyId)).toBe(balance)
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
    expect(invoice?.shares).toHaveLength(payerShares.length)
    expect(sum(settled.filter(({ invoiceId }) => invoiceId === row.id))).toBe(invoice?.paidMinor)
  }
  for (const { id, amountMinor } of paid) {
    const payment = findPayment(actor, id)
    const refunded = sum(gone.filter(({ paymentId }) => paymentId === id))
    expect(sum(payment?.allocations ?? []) + (payment?.spareMinor ?? 0) + refunded).toBe(amountMinor)
  }
  isGapFree(papers.map(({ sequence }) => sequence))
  isGapFree(notes.map(({ sequence }) => sequence))
  const school = db().select().from(schools).where(eq(schools.id, schoolId)).get()
  expect(school).toMatchObject({ invoiceSequence: papers.length, creditNoteSequence: notes.length })
}

test("over any history of corrections the books add up", () => {
  const done = new Map<string, number>()
  fc.assert(
    fc.property(
      shares,
      fc.array(step, { minLength: 15, maxLength: 40, size: "max" }),
      (payerShares, steps) => {
        fixClock(testNow)
        const { actor } = openSchool()
        const adults = payerShares.map((payerShare, index) => ({ name: `Payer ${index}`, payerShare }))
        const family = openFamily(actor, { adults })
        for (const [index, each] of steps.entries()) {
          fixClock(testNow + index * 1000)
          const answer = act(actor, family, each)
          if (typeof answer === "string" || answer.ok) done.set(each.verb, (done.get(each.verb) ?? 0) + 1)
        }
        check(actor, family.familyId, payerShares)
      },
    ),
    process.env.HISTORIES ? { numRuns: Number(process.env.HISTORIES) } : { numRuns: 150, seed: 20_261_121 },
  )
  expect(checkBooks(sqlite()).filter(({ n }) => n > 0)).toEqual([])
  expect(verbs.filter((verb) => !done.has(verb))).toEqual([])
}, 600_000)
