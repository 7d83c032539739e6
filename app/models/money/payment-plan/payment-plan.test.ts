import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import { paymentPlans } from "db/schema/money-plans"
import { guardians } from "db/schema/people"
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { paypalTakesAmount } from "~/providers/paypal/paypal-money"
import { addDays } from "~/utils/dates"
import { smallestAmount } from "~/utils/smallest-amount"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { inHistories } from "../../../../tests/support/histories/count"
import { addRows, changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"
import { claimsOf, dueDayOf, overdueOf, propose } from "../installment/installment"
import { listInstallments } from "../installment/plans.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { listOpenClaims } from "../payment/allocate.server"
import { dueDay, overdueAmount } from "../payment/due-day.server"
import { recordPayment } from "../payment/payment.server"
import { refundPayment } from "../payment/refund.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { applyCredit } from "../payment/spare-credit.server"
import { restoreInvoice, writeOffInvoice } from "../write-off/write-off.server"
import { agreePlan, changePlanRule, endPlan, undoPlan } from "./payment-plan.server"

const today = "2026-11-18"
const payer = [{ name: "Mateo Okafor", email: "mateo.okafor@example.com", payerShare: 10_000 }]

function openBooks() {
  const { actor } = openSchool()
  return { actor, family: openFamily(actor, { adults: payer }) }
}
type Books = ReturnType<typeof openBooks>

function invoiceOver({ actor, family }: Books, amountMinor: number): string {
  return orFail(issueInvoice(actor, november(family.familyId, [owe(actor, family, amountMinor)]))).invoiceId
}

const openOf = (actor: Actor, invoiceId: string) => findInvoice(actor, invoiceId)?.openMinor ?? 0

function agree(
  { actor }: Books,
  invoiceId: string,
  count: number,
  more: Partial<Parameters<typeof agreePlan>[1]> = {},
) {
  const ids = [invoiceId, ...(more.invoiceIds ?? [])]
  const totalMinor = ids.reduce((sum, id) => sum + openOf(actor, id), 0)
  const rows = propose({ totalMinor, count, firstOn: "2026-12-01", rhythm: "month" })
  return agreePlan(actor, { invoiceId, invoiceIds: [], planId: null, rows, reason: "", ...more })
}

const pay = ({ actor }: Books, amountMinor: number, target: { invoiceId: string } | { familyId: string }) =>
  recordPayment(actor, {
    amountMinor,
    method: "cash",
    receivedOn: today,
    payerName: "Mateo Okafor",
    ...target,
  })

function credit({ actor }: Books, invoiceId: string, amountMinor: number) {
  const invoice = findInvoice(actor, invoiceId)
  let left = amountMinor
  const amounts = new Map<string, number>()
  for (const line of invoice ? listCreditableLines(actor, invoice) : []) {
    const part = Math.min(left, line.leftMinor)
    if (part > 0) amounts.set(line.id, part)
    left -= part
  }
  return creditInvoice(actor, { invoiceId, amounts, reason: "Wrong price" })
}

const claims = (actor: Actor, invoiceId: string) =>
  findInvoice(actor, invoiceId)?.claims.map(({ dueOn, openMinor }) => [dueOn, openMinor]) ?? []

const paymentsOf = ({ actor, family }: Books) =>
  rowsOf(payments, { schoolId: actor.school.id, familyId: family.familyId, reversedAt: null }, { by: "id" })

/** What SQL says of an invoice: when it is due, what is overdue on a day, and what of it is due when. */
function inSql({ actor, family }: Books, invoiceId: string, day: string) {
  const row = db()
    .select({ dueOn: dueDay, overdueMinor: overdueAmount(day) })
    .from(invoices)
    .where(eq(invoices.id, invoiceId))
    .get()
  const due = listOpenClaims(actor, family.familyId, [invoiceId])
  return { ...row, claims: due.map(({ dueOn, openMinor }) => [dueOn, openMinor]) }
}

/** The same by the functions. */
function inTypeScript({ actor }: Books, invoiceId: string, day: string) {
  const invoice = findInvoice(actor, invoiceId)
  if (!invoice) throw new Error("The invoice is gone")
  const agreed = listInstallments(actor, invoiceId)
  const open = { dueOn: invoice.paperDueOn, openMinor: invoice.openMinor }
  return {
    dueOn: dueDayOf(open, agreed),
    overdueMinor: overdueOf(open, agreed, day),
    claims: claimsOf(open, agreed).map((claim) => [claim.dueOn, claim.openMinor]),
  }
}

test("installments of a currency without decimals are amounts that PayPal takes", () => {
  const plan = { firstOn: "2026-12-01", rhythm: "month", stepMinor: smallestAmount("JPY") } as const
  const amounts = (totalMinor: number, count: number) =>
    propose({ ...plan, totalMinor, count }).map(({ amountMinor }) => amountMinor)
  expect(amounts(1_000_000, 3)).toEqual([333_400, 333_300, 333_300])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 24 }), (total, count) => {
      const [first = 0, ...others] = amounts(total, count)
      expect(others.reduce((sum, each) => sum + each, first)).toBe(total)
      expect(others.every((each) => paypalTakesAmount(each, "JPY"))).toBe(true)
      expect(paypalTakesAmount(first, "JPY")).toBe(total % 100 === 0)
    }),
  )
})

describe("a payment plan", () => {
  test("divides a part-paid invoice to the cent and is filled from its first installment", () => {
    const books = openBooks()
    const invoiceId = invoiceOver(books, 12_000)
    pay(books, 1_999, { invoiceId })
    expect(agree(books, invoiceId, 3).ok).toBe(true)
    expect(claims(books.actor, invoiceId)).toEqual([
      ["2026-12-01", 3_334],
      ["2027-01-01", 3_334],
      ["2027-02-01", 3_333],
    ])
    pay(books, 4_000, { familyId: books.family.familyId })
    expect(claims(books.actor, invoiceId)).toEqual([
      ["2027-01-01", 2_668],
      ["2027-02-01", 3_333],
    ])
  })

  test("over invoices of different payers is told to each, with what is theirs", () => {
    const books = openBooks()
    const { actor, family } = books
    const first = invoiceOver(books, 6_000)
    const [mateo = ""] = family.guardianIds
    const facts = { familyId: family.familyId, name: "Zoë Okafor", position: 1, payerShare: 5000 }
    addRows(guardians, { ...newRow(actor), ...facts, email: "zoe.okafor2@example.net" })
    changeRows(guardians, { id: mateo }, { payerShare: 5000 })
    const second = invoiceOver(books, 6_000)
    const agreed = orFail(agree(books, first, 4, { invoiceIds: [second] }))
    expect(agreed.reach.reached.sort()).toEqual(["Mateo Okafor", "Zoë Okafor"])
    const letters = rowsOf(emails, { schoolId: actor.school.id, template: "payment-plan" }).map(({ data }) =>
      JSON.parse(data),
    )
    const read = letters.map(({ recipientName, open, numbers, several, invoiceId, linkId }) => ({
      ...{ recipientName, open, numbers, several, invoiceId, isLinked: linkId !== undefined },
    }))
    expect(read).toEqual([
      {
        ...{
          recipientName: "Mateo Okafor",
          open: "$90.00",
          numbers: "2026-0001 and 2026-0002",
          several: true,
        },
        ...{ invoiceId: first, isLinked: true },
      },
      {
        ...{ recipientName: "Zoë Okafor", open: "$30.00", numbers: "2026-0002", several: false },
        ...{ invoiceId: second, isLinked: true },
      },
    ])
  })

  test("is shortened from its end by a credit note, and by a void of one of its invoices", () => {
    const books = openBooks()
    const first = invoiceOver(books, 6_000)
    const second = invoiceOver(books, 6_000)
    expect(agree(books, first, 4, { invoiceIds: [second] }).ok).toBe(true)
    expect(credit(books, first, 1_000).ok).toBe(true)
    const due = () =>
      listOpenClaims(books.actor, books.family.familyId).map((each) => [each.dueOn, each.openMinor])
    expect(due()).toEqual([
      ["2026-12-01", 3_000],
      ["2027-01-01", 2_000],
      ["2027-01-01", 1_000],
      ["2027-02-01", 3_000],
      ["2027-03-01", 2_000],
    ])
    expect(voidInvoice(books.actor, { invoiceId: second, reason: "Sent twice" }).ok).toBe(true)
    expect(due()).toEqual([
      ["2026-12-01", 3_000],
      ["2027-01-01", 2_000],
    ])
  })

  test("keeps what was paid when it is shortened: installments, credits and payments are the invoice", () => {
    const books = openBooks()
    const invoiceId = invoiceOver(books, 10_000)
    pay(books, 1_000, { invoiceId })
    agree(books, invoiceId, 3)
    pay(books, 4_000, { invoiceId })
    expect(credit(books, invoiceId, 2_500).ok).toBe(true)
    const listed = () =>
      findInvoice(books.actor, invoiceId)?.installments.map((each) => [each.amountMinor, each.openMinor])
    expect(listed()).toEqual([
      [3_000, 0],
      [3_000, 2_000],
      [500, 500],
    ])
    expect(3_000 + 3_000 + 500 + 2_500 + 1_000).toBe(10_000)
    expect(credit(books, invoiceId, 1_000).ok).toBe(true)
    expect(listed()).toEqual([
      [3_000, 0],
      [2_500, 1_500],
    ])
  })

  test("is refused while its amounts don’t add up, its days don’t go up, or another plan stands", () => {
    const books = openBooks()
    const invoiceId = invoiceOver(books, 10_000)
    const row = (dueOn: string, amountMinor: number) => ({ dueOn, amountMinor })
    const tried = (rows: ReturnType<typeof row>[]) => agree(books, invoiceId, 2, { rows })
    expect(tried([row("2026-12-01", 5_000), row("2027-01-01", 4_999)])).toBeRefused("not-whole")
    expect(tried([row("2026-12-01", 5_000), row("2026-12-01", 5_000)])).toMatchObject({
      row: { index: 1, reason: "out-of-order" },
    })
    expect(tried([row("2026-11-01", 5_000), row("2026-12-01", 5_000)])).toMatchObject({
      row: { index: 0, reason: "in-the-past" },
    })
    expect(agree(books, invoiceId, 2, { invoiceIds: ["elsewhere"] })).toBeRefused("other-invoice")
    expect(agree(books, invoiceId, 2, { formKey: "once" }).ok).toBe(true)
    expect(agree(books, invoiceId, 2, { formKey: "once" }).ok).toBe(true)
    expect(agree(books, invoiceId, 2)).toBeRefused("changed")
    expect(rowsOf(paymentPlans, { schoolId: books.actor.school.id })).toHaveLength(1)
  })

  test("is changed and ended with a reason, and each step can be undone once", () => {
    const books = openBooks()
    const { actor } = books
    const invoiceId = invoiceOver(books, 9_000)
    const made = orFail(agree(books, invoiceId, 3))
    const { planId } = made
    expect(agree(books, invoiceId, 2, { planId })).toBeRefused("no-reason")
    const changed = orFail(agree(books, invoiceId, 2, { planId, reason: "Asked for two" }))
    expect(claims(actor, invoiceId)).toHaveLength(2)
    const undo = (step: "undo-agree" | "undo-end", id: string) =>
      undoPlan(actor, { invoiceId, planId: id, step })
    expect(undo("undo-agree", changed.planId)).toMatchObject({ ok: true })
    expect(undo("undo-agree", changed.planId)).toBeRefused("too-late")
    expect(claims(actor, invoiceId)).toHaveLength(3)
    expect(endPlan(actor, invoiceId, "Pays at once").ok).toBe(true)
    expect(claims(actor, invoiceId)).toEqual([[findInvoice(actor, invoiceId)?.paperDueOn, 9_000]])
    expect(undo("undo-end", planId)).toMatchObject({ ok: true })
    expect(undo("undo-end", planId)).toBeRefused("too-late")
    expect(claims(actor, invoiceId)).toHaveLength(3)
    const other = openSchool().actor
    expect(agreePlan(other, { invoiceId, invoiceIds: [], planId: null, rows: [], reason: "" })).toBeRefused(
      "no-invoice",
    )
    expect(undoPlan(other, { invoiceId, planId, step: "undo-agree" })).toBeRefused("no-plan")
  })

  test("follows from the family’s rule for each new invoice", () => {
    const books = openBooks()
    changePlanRule(books.actor, books.family.familyId, { count: 3, rhythm: "month" })
    const invoiceId = invoiceOver(books, 10_000)
    expect(claims(books.actor, invoiceId).map(([, amount]) => amount)).toEqual([3_334, 3_333, 3_333])
    expect(claims(books.actor, invoiceId)[0]?.[0]).toBe(findInvoice(books.actor, invoiceId)?.paperDueOn)
    changePlanRule(books.actor, books.family.familyId, { count: 1, rhythm: "month" })
    expect(claims(books.actor, invoiceOver(books, 10_000))).toHaveLength(1)
  })
})

type Act = { kind: string; amount: number; invoice: number }
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom(
      "pay",
      "pay-family",
      "credit",
      "reverse",
      "refund",
      "write-off",
      "restore",
      "apply",
    ),
    amount: fc.integer({ min: 1, max: 9_000 }),
    invoice: fc.integer({ min: 0, max: 1 }),
  }),
  { maxLength: 8 },
)

function carryOut(books: Books, ids: readonly string[], { kind, amount, invoice }: Act) {
  const { actor, family } = books
  const invoiceId = ids[invoice] ?? ""
  const [payment] = paymentsOf(books)
  if (kind === "pay") pay(books, amount, { invoiceId })
  if (kind === "pay-family") pay(books, amount, { familyId: family.familyId })
  if (kind === "credit") credit(books, invoiceId, amount)
  if (kind === "reverse" && payment) reversePayment(actor, { paymentId: payment.id, reason: "Typed wrongly" })
  if (kind === "refund" && payment)
    refundPayment(actor, payment.id, {
      amountMinor: Math.min(amount, payment.amountMinor),
      method: "cash",
      refundedOn: today,
      reason: "Paid twice",
    })
  if (kind === "write-off") writeOffInvoice(actor, { invoiceId, reason: "Moved away" })
  if (kind === "restore") restoreInvoice(actor, invoiceId)
  if (kind === "apply") applyCredit(actor, { familyId: family.familyId })
}

test("whatever happens, the installments of a plan add up to what is open, and SQL says the same", () => {
  inHistories(
    40,
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 0, max: 3_000 }),
    acts,
    (count, paidBefore, history) => {
      const books = openBooks()
      const { actor, family } = books
      const ids = [invoiceOver(books, 10_001), invoiceOver(books, 7_000)]
      const [first = "", second = ""] = ids
      if (paidBefore > 0) pay(books, paidBefore, { invoiceId: first })
      expect(agree(books, first, count, { invoiceIds: [second] }).ok).toBe(true)
      for (const act of history) carryOut(books, ids, act)
      for (const invoiceId of ids) {
        const openMinor = openOf(actor, invoiceId)
        for (const day of [today, "2026-12-02", "2027-02-15", addDays(today, 400)]) {
          const told = inTypeScript(books, invoiceId, day)
          expect(inSql(books, invoiceId, day)).toEqual(told)
          expect(told.claims.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(openMinor)
          expect(told.overdueMinor).toBeLessThanOrEqual(openMinor)
        }
      }
      const leftMinor = ids.reduce((sum, id) => sum + openOf(actor, id), 0)
      if (leftMinor > 0) pay(books, leftMinor, { familyId: family.familyId })
      expect(listOpenClaims(actor, family.familyId)).toEqual([])
    },
  )
})
