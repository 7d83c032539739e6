import { readFileSync } from "node:fs"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { closeMonth } from "../closing/closing.server"
import { payBack, stopPayingBack } from "../expense/paid-back.server"
import { addExpense } from "../expense/save-expense.server"
import { approvePay, lockPay } from "../pay/approve-pay.server"
import { addExtraWork } from "../pay/extra-work.server"
import { findPay } from "../pay/payslips.server"
import { findMonthSheet } from "./month-sheet.server"

// An expense that a teacher is paid back is on the month sheet once: what the school paid is pay and expenses together.

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const october = { from: "2026-10-01", to: "2026-10-31" }
const november = { from: "2026-11-01", to: "2026-11-30" }

let actor: Actor
let marcus: string
beforeEach(() => open())

function open() {
  at("2026-11-02")
  actor = openSchool().actor
  marcus = addTeacherRow(actor, "Marcus Whitfield")
}

function approve(period: typeof october) {
  const { totalMinor } = findPay(actor, marcus, period)
  expect(approvePay(actor, period, { teacherIds: [marcus], reviewedMinor: totalMinor }).ok).toBe(true)
  lockPay(actor, period)
}

const work = (workedOn: string, amountMinor: number) =>
  expect(
    addExtraWork(actor, marcus, {
      ...{
        workedOn,
        amountMinor,
        description: "Recital",
        minutes: null,
        hourlyMinor: null,
        formKey: newId(),
      },
    }).ok,
  ).toBe(true)

async function paidBack(amount: number) {
  const added = await addExpense(actor, {
    ...{ spentOn: "2026-10-20", payee: "Strings & Co.", category: "materials", amount, taxAmount: 1000 },
    ...{ method: "card", note: null },
  })
  if (!added.ok) throw new Error(added.reason)
  expect(payBack(actor, added.expenseId, marcus).ok).toBe(true)
  return added.expenseId
}

const said = (month: string) => {
  const { pay, paidBack: back, expenses } = findMonthSheet(actor, month)
  return [pay.sumMinor, 0 - back.sumMinor, expenses.sumMinor]
}

test("the examples of docs/accounting.md are what the sheet says", async () => {
  const chapters = readFileSync("docs/accounting.md", "utf8").split(/^## /m)
  const rows = (chapters.find((text) => text.startsWith("Expenses that a teacher paid\n")) ?? "")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split("|").map((cell) => Math.round(Number(cell) * 100)))
  expect(rows).toHaveLength(2)
  for (const [, other = 0, spent = 0, approved, back, expenses, paid] of rows) {
    open()
    work("2026-10-05", other)
    await paidBack(spent)
    approve(october)
    const figures = said("2026-10")
    expect(figures).toEqual([approved, back, expenses])
    expect(figures.reduce((sum, each) => sum + each, 0)).toBe(paid)
  }
})

test("nothing is paid back before a payslip has it, and a closed month stays when it is removed from pay", async () => {
  work("2026-10-05", 20_000)
  const expenseId = await paidBack(6000)
  expect(said("2026-10")).toEqual([0, 0, 6000])
  approve(october)
  expect(closeMonth(actor, "2026-10").ok).toBe(true)
  const sheet = findMonthSheet(actor, "2026-10")
  expect(sheet.paidBack).toEqual({ count: 1, sumMinor: 6000 })
  at("2026-12-02")
  expect(stopPayingBack(actor, expenseId).ok).toBe(true)
  work("2026-11-10", 10_000)
  approve(november)
  expect(findMonthSheet(actor, "2026-10")).toEqual(sheet)
  expect(said("2026-11")).toEqual([4000, 6000, 0])
})

test("another school has none of it", async () => {
  await paidBack(6000)
  approve(october)
  expect(findMonthSheet(openSchool().actor, "2026-10").paidBack).toEqual({ count: 0, sumMinor: 0 })
})
