import { transact } from "db/client.server"
import { charges, invoiceLines, invoices } from "db/schema/money"
import { allocations, payments } from "db/schema/money-payments"
import fc from "fast-check"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { invoiceState } from "../invoice/invoice"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listInvoices } from "../invoice/list-invoices.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { recordPayment } from "../payment/payment.server"
import { familyBalance, familyLedger } from "./ledger.server"
import { moneySummary } from "./money-summary.server"

type Step =
  | { do: "owe"; amountMinor: number }
  | { do: "issue"; dueInDays: number }
  | { do: "fail" }
  | { do: "void"; which: number }
  | { do: "pay"; which: number; percent: number; arrived: boolean }
  | { do: "wait"; days: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("owe" as const), amountMinor: fc.integer({ min: -400, max: 20_000 }) }),
  fc.record({ do: fc.constant("issue" as const), dueInDays: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ do: fc.constant("fail" as const) }),
  fc.record({ do: fc.constant("void" as const), which: fc.nat(5) }),
  fc.record({
    do: fc.constant("pay" as const),
    which: fc.nat(5),
    percent: fc.integer({ min: 1, max: 130 }),
    arrived: fc.boolean(),
  }),
  fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 12 }) }),
)

const shares = fc.constantFrom([10_000], [5000, 5000], [3333, 3333, 3334], [1, 9999])

/** Lives a history through the commands only. */
function live(actor: Actor, payerShares: readonly number[], steps: readonly Step[]) {
  const adults = payerShares.map((payerShare, index) => ({ name: `Payer ${index}`, payerShare }))
  const family = openFamily(actor, { adults })
  let unbilled: string[] = []
  const issued: string[] = []
  let days = 0
  const day = (offset: number) => new Date(testNow + (days + offset) * 86_400_000).toISOString().slice(0, 10)
  const issue = (dueOn: string) => issueInvoice(actor, { ...november(family.familyId, unbilled), dueOn })
  for (const each of steps) {
    if (each.do === "owe") unbilled.push(owe(actor, family, each.amountMinor))
    if (each.do === "wait") days += each.days
    fixClock(testNow + days * 86_400_000)
    const invoiceId = "which" in each ? issued[each.which % Math.max(1, issued.length)] : undefined
    if (each.do === "issue") {
      const answer = issue(day(each.dueInDays))
      if (answer.ok) {
        issued.push(answer.invoiceId)
        unbilled = []
      }
    }
    if (each.do === "fail")
      expect(() =>
        transact(() => {
          issue(day(5))
          throw new Error("the power went out")
        }),
      ).toThrow("the power went out")
    if (each.do === "void" && invoiceId) {
      const lines = findInvoice(actor, invoiceId)?.groups.flatMap(({ lines: those }) => those) ?? []
      if (voidInvoice(actor, { invoiceId, reason: "wrong" }).ok)
        unbilled.push(...lines.flatMap(({ chargeId }) => chargeId ?? []))
    }
    if (each.do === "pay" && invoiceId) {
      const total = findInvoice(actor, invoiceId)?.totalMinor ?? 0
      recordPayment(actor, {
        invoiceId,
        amountMinor: Math.max(1, Math.round((total * each.percent) / 100)),
        method: "transfer",
        receivedOn: day(0),
        payerName: "Payer 0",
        hasArrived: each.arrived,
      })
    }
  }
  return { family, unbilled, today: day(0) }
}

const sum = (rows: { amountMinor: number }[]) =>
  rows.reduce((total, { amountMinor }) => total + amountMinor, 0)

test("over any history: the balance re-derives, shares add up, numbers have no gap, states agree", () => {
  inHistories(60, shares, fc.array(step, { maxLength: 25 }), (payerShares, steps) => {
    fixClock(testNow)
    const { actor } = openSchool()
    const { family, unbilled, today } = live(actor, payerShares, steps)
    const { id: schoolId } = actor.school
    const charged = rowsOf(charges, { schoolId })
    const paid = rowsOf(payments, { schoolId })
    const papers = rowsOf(invoices, { schoolId })
    const lines = rowsOf(invoiceLines, { schoolId })

    const billed = charged.filter(({ id }) => !unbilled.includes(id))
    expect(familyBalance(actor, family.familyId)).toBe(sum(billed) - sum(paid))
    expect(familyLedger(actor, family.familyId).at(-1)?.balanceMinor ?? 0).toBe(sum(billed) - sum(paid))

    expect(papers.map(({ sequence }) => sequence).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      papers.map((_, index) => index + 1),
    )
    const listed = listInvoices(actor, { page: null })
    for (const paper of papers) {
      expect(sum(lines.filter(({ invoiceId }) => invoiceId === paper.id))).toBe(paper.totalMinor)
      expect(sum(findInvoice(actor, paper.id)?.shares ?? [])).toBe(paper.totalMinor)
      const paidMinor = sum(rowsOf(allocations, { invoiceId: paper.id }))
      expect(paidMinor).toBeLessThanOrEqual(paper.totalMinor)
      const row = listed.rows.find(({ id }) => id === paper.id)
      expect(row?.state).toBe(invoiceState({ ...paper, paidMinor }, today))
      expect(row).toMatchObject({ paidMinor, openMinor: findInvoice(actor, paper.id)?.openMinor })
    }
    const { due, overdue } = moneySummary(actor)
    expect(due.amountMinor + overdue.amountMinor).toBe(listed.openMinor)
    const claims = lines.filter(({ releasedAt }) => releasedAt === null).map(({ chargeId }) => chargeId)
    expect(new Set(claims).size).toBe(claims.length)
  })
})
