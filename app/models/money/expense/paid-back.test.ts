import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { listMargin } from "~/models/overview/analytics/margin.server"
import { fixClock } from "~/utils/clock.server"
import { addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { approvePay, lockPay } from "../pay/approve-pay.server"
import { listExtraWork, removeExtraWork } from "../pay/extra-work.server"
import { findPay } from "../pay/payslips.server"
import { listUnpaidWork } from "../pay/unpaid-work.server"
import { findPaidBack, payBack, stopPayingBack } from "./paid-back.server"
import { addExpense, changeExpense, deleteExpense } from "./save-expense.server"

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const october = { from: "2026-10-01", to: "2026-10-31" }
const november = { from: "2026-11-01", to: "2026-11-30" }
const strings = (facts: object = {}) => ({
  ...{ spentOn: "2026-10-20", payee: "Strings & Co.", category: "materials", amount: 6000, taxAmount: 1000 },
  ...{ method: "card" as const, note: null, ...facts },
})

let actor: Actor
let marcus: string
let expenseId: string
beforeEach(async () => {
  at("2026-11-02")
  actor = openSchool().actor
  marcus = addTeacherRow(actor, "Marcus Whitfield")
  const added = await addExpense(actor, strings())
  if (!added.ok) throw new Error(added.reason)
  expenseId = added.expenseId
})

const lines = (period: typeof october) =>
  findPay(actor, marcus, period).lines.map(({ kind, title, rule, amountMinor }) => [
    kind,
    title,
    rule,
    amountMinor,
  ])

function approve(period: typeof october) {
  const { totalMinor } = findPay(actor, marcus, period)
  expect(approvePay(actor, period, { teacherIds: [marcus], reviewedMinor: totalMinor }).ok).toBe(true)
  lockPay(actor, period)
}

test("is in the teacher's pay once, whole, and stays the school's expense in the margin", () => {
  const margin = () => {
    const rows = listMargin(actor, { first: "2026-10-01", last: "2026-10-31" }, {})
    return rows.map(({ of, amountMinor }) => [of[0], amountMinor])
  }
  const before = margin()
  expect(before).toEqual([["expenses-spent", 5000]])
  expect(payBack(actor, expenseId, marcus)).toEqual({ ok: true, teacherName: "Marcus Whitfield" })
  expect(payBack(actor, expenseId, marcus)).toEqual({ ok: true, teacherName: "Marcus Whitfield" })
  expect(payBack(actor, expenseId, addTeacherRow(actor, "Ada Moss"))).toBeRefused("in-pay")
  expect(lines(october)).toEqual([["extra", "Expense: Strings & Co.", "Expense paid back", 6000]])
  expect(margin()).toEqual(before)
  approve(october)
  expect(lines(november)).toEqual([])
})

test("keeps its amount, day and payee and isn't deleted while it is in pay", async () => {
  payBack(actor, expenseId, marcus)
  for (const [facts, reason] of [
    [{ amount: 7000 }, "in-pay"],
    [{ spentOn: "2026-11-01" }, "day-in-pay"],
    [{ payee: "Keller Pianos" }, "payee-in-pay"],
  ] as const)
    expect(await changeExpense(actor, expenseId, strings(facts))).toEqual({ ok: false, reason })
  expect(deleteExpense(actor, expenseId)).toBeRefused("in-pay")
  expect((await changeExpense(actor, expenseId, strings({ note: "For the quartet" }))).ok).toBe(true)
  expect(stopPayingBack(actor, expenseId)).toEqual({ ok: true, teacherName: "Marcus Whitfield" })
  expect(stopPayingBack(actor, expenseId)).toBeRefused("not-found")
  const other = strings({ amount: 7000, spentOn: "2026-11-01", payee: "Keller Pianos" })
  expect((await changeExpense(actor, expenseId, other)).ok).toBe(true)
  expect(deleteExpense(actor, expenseId).ok).toBe(true)
})

test("removed after its payslip, also on the teacher's page, is corrected by the next one and can be paid to another", () => {
  payBack(actor, expenseId, marcus)
  approve(october)
  at("2026-11-10")
  const [work] = listExtraWork(actor, marcus, october)
  expect(removeExtraWork(actor, marcus, work?.id ?? "").ok).toBe(true)
  expect(findPaidBack(actor, expenseId)).toBeUndefined()
  expect(lines(november)).toEqual([
    ["correction", "Correction: Expense: Strings & Co.", "$0.00 instead of $60.00 · Removed", -6000],
  ])
  const ada = addTeacherRow(actor, "Ada Moss")
  expect(payBack(actor, expenseId, ada)).toEqual({ ok: true, teacherName: "Ada Moss" })
})

test("of a month without a payslip is named in later periods until that month's pay is approved", () => {
  payBack(actor, expenseId, marcus)
  const unpaid = (period: typeof october) =>
    listUnpaidWork(actor, period).named.map(({ teacherName, workedOn, amountMinor }) => [
      teacherName,
      workedOn,
      amountMinor,
    ])
  expect(unpaid(october)).toEqual([])
  expect(unpaid(november)).toEqual([["Marcus Whitfield", "2026-10-20", 6000]])
  expect(listUnpaidWork(openSchool().actor, november)).toEqual({ named: [], others: 0 })
  expect(unpaid({ from: "2027-12-01", to: "2027-12-31" })).toEqual([])
  approve(october)
  expect(unpaid(november)).toEqual([])
})

test("of many without a payslip the oldest are named and all counted", async () => {
  for (let count = 0; count < 22; count += 1) {
    const added = await addExpense(
      actor,
      strings({ spentOn: "2026-10-21", amount: 100 + count, taxAmount: 0 }),
    )
    if (added.ok) payBack(actor, added.expenseId, marcus)
  }
  const { named, others } = listUnpaidWork(actor, november)
  expect([named.length, others]).toEqual([20, 2])
})

test("removed from pay before any payslip isn't named anymore", () => {
  payBack(actor, expenseId, marcus)
  stopPayingBack(actor, expenseId)
  expect(listUnpaidWork(actor, november)).toEqual({ named: [], others: 0 })
})

test("is never another school's, nor paid to its teacher", () => {
  const stranger = openSchool().actor
  expect(payBack(stranger, expenseId, marcus)).toBeRefused("not-found")
  expect(payBack(actor, expenseId, addTeacherRow(stranger, "Ann"))).toBeRefused("no-teacher")
  payBack(actor, expenseId, marcus)
  expect(findPaidBack(stranger, expenseId)).toBeUndefined()
  expect(stopPayingBack(stranger, expenseId)).toBeRefused("not-found")
})
