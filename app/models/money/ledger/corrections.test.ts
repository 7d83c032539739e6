import { db, sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { invoiceLines, invoices } from "db/schema/money"
import { creditNoteLines, creditNotes, writeOffs } from "db/schema/money-corrections"
import { packages } from "db/schema/money-packages"
import { allocations, payments, refunds } from "db/schema/money-payments"
import { installments, paymentPlans } from "db/schema/money-plans"
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { expect, test } from "vitest"
import { addTaxRate } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { checkBooks } from "~/models/platform/backup/books.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { today } from "~/utils/zones"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { actOnline, heldOfSpare, onlineVerbs } from "../../../../tests/support/online-history"
import { addPayerInHistory, endPayerInHistory } from "../../../../tests/support/payer-history"
import { openSchool } from "../../../../tests/support/school"
import { changeCharge } from "../charge/change-charge.server"
import { withdrawCharge } from "../charge/charge.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditCharges, creditInvoice } from "../credit-note/issue-credit-note.server"
import { addHire, endHire, listFamilyHires } from "../hire/hires.server"
import { propose } from "../installment/installment"
import { findInvoice } from "../invoice/invoice.server"
import { billBatch } from "../invoice/invoice-batch.server"
import { listStandingRuns } from "../invoice/invoice-run.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listInvoices } from "../invoice/list-invoices.server"
import { startUndoRun, undoRunWork } from "../invoice/undo-run.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { changeLateFee, chargeLateFees } from "../late-fee/late-fee.server"
import { saveMaterial } from "../material/materials.server"
import { sellMaterial } from "../material/sell-material.server"
import { endPackage } from "../package/end-package.server"
import { addPackageOffer } from "../package/package-offers.server"
import { sellPackage } from "../package/sell-package.server"
import { listOpenClaims } from "../payment/allocate.server"
import { findPayment } from "../payment/find-payment.server"
import { refundCredit, refundPayment } from "../payment/give-refund.server"
import { movePayment } from "../payment/move-payment.server"
import { recordPayment } from "../payment/payment.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { applyCredit, owedBesideInvoices, spareCredit } from "../payment/spare-credit.server"
import { agreePlan, endPlan, findPlannable, undoPlan } from "../payment-plan/payment-plan.server"
import { changePlanRule } from "../payment-plan/plan-rule.server"
import { restoreInvoice, writeOffInvoice } from "../write-off/write-off.server"
import { familyBalance, familyLedger } from "./ledger.server"

// Whatever a school does and takes back, in any order and on any day: the ledger is the sum of its entries, what settles an
// invoice adds up to the cent, so do its installments and taxes, numbers have no gap, and no amount is used twice.
// HISTORIES=5000 lives more of them.

const verbs = [
  "owe",
  "issue",
  "void",
  "pay",
  "prepay",
  "move",
  "reverse",
  "refund",
  ...onlineVerbs,
  "pay-out",
  "apply",
  "credit",
  "credit-charges",
  "write-off",
  "restore",
  "change-charge",
  "waive",
  "run",
  "undo-run",
  "sell-material",
  "sell-package",
  "end-package",
  "hire",
  "end-hire",
  "days-pass",
  "late-fees",
  "plan",
  "end-plan",
  "undo-plan",
  "plan-rule",
  "add-payer",
  "end-payer",
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
    "days-pass",
    "late-fees",
    "plan",
    "plan",
    "undo-plan",
    "move",
    "move",
    "chargeback",
    "win-chargeback",
    "win-chargeback",
    "unwin-chargeback",
  ),
  which: fc.nat(6),
  amountMinor: fc.integer({ min: 1, max: 12_000 }),
})
const shares = fc.constantFrom([10_000], [5000, 5000], [3333, 3333, 3334], [1, 9999])

let references = 0
const dayMs = 86_400_000
const lateFee = { kind: "percent", percent: 10_000, afterDays: 1, isMonthly: true, cap: 5000 } as const
const dayOf = ({ school }: Actor) => today(school.timeZone, now())

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
  const receivedOn = `2026-11-1${6 + (which % 3)}`
  const refundedOn = `2026-11-1${which % 2 ? 8 : 7}`
  const paid = { amountMinor, method: "cash" as const, receivedOn, payerName: "Payer 0" }
  const given = { amountMinor, method: "cash" as const, refundedOn, reason: "Goodwill" }
  switch (verb) {
    case "owe":
      return owe(actor, family, which === 0 ? -amountMinor : amountMinor)
    case "issue":
      return issueInvoice(actor, { ...november(familyId, chargeIds), dueOn: addDays(dayOf(actor), which) })
    case "void":
      return voidInvoice(actor, { invoiceId, reason: "Wrong" })
    case "pay":
      return recordPayment(actor, { ...paid, invoiceId })
    case "prepay":
      return recordPayment(actor, { ...paid, familyId })
    case "move":
      return movePayment(actor, paymentId, new Map([[invoiceId, 1 + (amountMinor % 200)]]))
    case "reverse":
      return reversePayment(actor, { paymentId, reason: "Typed wrongly" })
    case "refund":
      return refundPayment(actor, paymentId, given)
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
    case "run": {
      const days = { from: "2026-10-01", to: dayOf(actor), dueOn: addDays(dayOf(actor), which) }
      const sent = billBatch(actor, { ...days, note: null, familyIds: [familyId], asDrafts: false })
      return { ok: "made" in sent && sent.made > 0 }
    }
    case "undo-run": {
      const undone = startUndoRun(actor, ofSchool(listStandingRuns(actor)))
      if (undone.ok) while (runNextItems(actor, undone.taskId, undoRunWork));
      return undone
    }
    default:
      return (
        actOnline(actor, paymentId, { verb, which, amountMinor }) ??
        plan(actor, { familyId, invoiceId }, { verb, which, amountMinor }) ??
        sell(actor, family, { verb, which, amountMinor })
      )
  }
}

/** One act with when the family pays; undefined for any other. */
function plan(actor: Actor, of: { familyId: string; invoiceId: string }, { verb, which }: Step) {
  const { familyId, invoiceId } = of
  switch (verb) {
    case "days-pass":
      fixClock(now() + (1 + which * 5) * dayMs)
      return { ok: true }
    case "late-fees":
      return { ok: chargeLateFees(actor) > 0 }
    case "plan": {
      const found = findPlannable(actor, invoiceId)
      const isAlone = !found?.planId && which % 2 === 0
      const covered = found?.invoices.filter((each) => !isAlone || each.invoiceId === invoiceId) ?? []
      const totalMinor = covered.reduce((sum, { openMinor }) => sum + openMinor, 0)
      const firstOn = dayOf(actor)
      const rows = propose({ totalMinor, count: 2 + which, firstOn, rhythm: "week" })
      const invoiceIds = covered.map((each) => each.invoiceId)
      const planId = found?.planId ?? null
      return agreePlan(actor, { invoiceId, invoiceIds, planId, rows, reason: "Asked for it" })
    }
    case "end-plan":
      return endPlan(actor, invoiceId, "Pays at once")
    case "undo-plan": {
      const agreed = db().select().from(paymentPlans).where(eq(paymentPlans.familyId, familyId)).all()
      const last = agreed.at(which < 5 ? -1 : -2)
      const planId = last?.id ?? ""
      const part = db().select().from(installments).where(eq(installments.planId, planId)).limit(1).get()
      const step = last?.endedAt === null ? "undo-agree" : "undo-end"
      return undoPlan(actor, { invoiceId: part?.invoiceId ?? "", planId, step })
    }
    case "add-payer":
      return addPayerInHistory(actor, familyId, which)
    case "end-payer":
      return endPayerInHistory(actor, familyId, which)
    case "plan-rule":
      changePlanRule(actor, familyId, { count: 1 + (which % 3), rhythm: "two_weeks" })
      return { ok: true }
    default:
      return undefined
  }
}

/** One act with what the family buys or hires. */
function sell(actor: Actor, { familyId, studentIds }: ReturnType<typeof openFamily>, step: Step) {
  const { verb, which, amountMinor } = step
  references += 1
  const studentId = studentIds[which % studentIds.length] ?? ""
  const once = { familyId, soldOn: "2026-11-18", formKey: `sale-${references}` }
  switch (verb) {
    case "sell-material": {
      const saved = saveMaterial(actor, {
        name: `Book ${references}`,
        price: amountMinor,
        tax: "default",
        stock: 2,
      })
      if (!saved.ok) return saved
      return sellMaterial(actor, { ...once, materialId: saved.id, quantity: 1 + (which % 3), studentId })
    }
    case "sell-package": {
      const restRule = (["forfeit", "credit", "account"] as const)[which % 3] ?? "credit"
      const offer = { name: `Lessons ${references}`, lessons: 3, price: amountMinor, restRule }
      const added = addPackageOffer(actor, offer)
      return added.ok ? sellPackage(actor, { ...once, offerId: added.id, studentId }) : added
    }
    case "end-package": {
      const bought = db().select().from(packages).where(eq(packages.familyId, familyId)).all()
      return endPackage(actor, bought[which % Math.max(1, bought.length)]?.id ?? "", "Leaving")
    }
    case "hire": {
      const form = { item: "Violin 3/4", serialNumber: null, price: amountMinor, tax: "default" }
      const days = { startsOn: which > 3 ? "2026-10-05" : "2026-11-09", endsOn: null }
      return addHire(actor, studentId, { ...form, ...days, formKey: `hire-${references}` })
    }
    default: {
      const hired = listFamilyHires(actor, familyId)
      return endHire(actor, hired[which % Math.max(1, hired.length)]?.id ?? "", `2026-11-${10 + which}`)
    }
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

  // What is due, on invoices and beside them, less what is in the family's favor and what waits for PayPal to refund it, is
  // the balance: nothing is counted twice, nothing is lost.
  const listed = listInvoices(actor, { page: null })
  // Summed up without looking at each, they are what looking at each finds.
  expect(listed.chips).toEqual(listInvoices(actor, { page: null, from: "2000-01-01" }).chips)
  const owedMinor = owedBesideInvoices(actor, familyId)
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
  const school = db().select().from(schools).where(eq(schools.id, schoolId)).get()
  expect(school).toMatchObject({ invoiceSequence: papers.length, creditNoteSequence: notes.length })
}

/** What is credited of a line never passes it, and the tax of a line that is credited whole is credited whole. */
function checkTaxes({ school }: Actor) {
  const credited = db().select().from(creditNoteLines).where(eq(creditNoteLines.schoolId, school.id)).all()
  for (const line of db().select().from(invoiceLines).where(eq(invoiceLines.schoolId, school.id)).all()) {
    const of = credited.filter(({ invoiceLineId }) => invoiceLineId === line.id)
    const taxMinor = of.reduce((all, each) => all + each.taxMinor, 0)
    expect(sum(of)).toBeLessThanOrEqual(Math.max(0, line.amountMinor))
    expect(taxMinor).toBeLessThanOrEqual(Math.max(0, line.taxMinor))
    if (line.amountMinor > 0 && sum(of) === line.amountMinor) expect(taxMinor).toBe(line.taxMinor)
  }
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
        addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: true })
        changeLateFee(actor, lateFee)
        for (const each of steps) {
          fixClock(now() + 1000)
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
