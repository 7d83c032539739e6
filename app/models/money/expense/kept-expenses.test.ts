import { files } from "db/schema/foundation-files"
import { blocks } from "db/schema/platform-service"
import { beforeEach, expect, test } from "vitest"
import { isHeldFromDeletion } from "~/models/accounts/school/legal-hold.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { emptyBins, listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { deleteForGood, restoreDeleted } from "~/models/overview/bin/restore-deleted.server"
import { forgetUnusedFiles } from "~/models/platform/support/support-image.server"
import { fixClock } from "~/utils/clock.server"
import { addRows, changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { closeMonth, reopenMonth } from "../closing/closing.server"
import { archiveCategory, saveCategory } from "./expense-categories.server"
import { listExpenses } from "./expenses.server"
import { addExpense, changeExpense, deleteExpense, removeReceipt } from "./save-expense.server"

// What stays of expenses: a closed month as it was, and every receipt while the school's records have to stay.

const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const pdf = { name: "rent.pdf", bytes: new TextEncoder().encode("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF") }
const rent = (spentOn: string) => ({
  ...{ spentOn, payee: "Arts Building", category: "rent", amount: 90_000, taxAmount: 0 },
  ...{ method: "transfer" as const, note: null },
})

let actor: Actor
beforeEach(() => {
  at("2026-11-18")
  actor = openSchool().actor
})

async function added(spentOn: string, receipt?: typeof pdf) {
  return orFail(await addExpense(actor, rent(spentOn), receipt)).expenseId
}

test("the category of a closed month's expense, and its account, are what they were when it was closed", async () => {
  saveCategory(actor, { name: "Rent", account: "469" }, "rent")
  for (const day of ["2026-09-02", "2026-10-02", "2026-11-02"]) await added(day)
  const october = () => listExpenses(actor, { from: "2026-10-01", to: "2026-10-31" }, null)
  const said = () =>
    listExpenses(actor, { from: "2026-09-01" }, null).map(({ categoryName, account }) => [
      categoryName,
      account,
    ])
  closeMonth(actor, "2026-10")
  const before = october()
  expect(before).toMatchObject([{ categoryName: "Rent", account: "469" }])
  saveCategory(actor, { name: "Hall", account: null }, "rent")
  archiveCategory(actor, "rent", true)
  expect(october()).toEqual(before)
  expect(said()).toEqual([
    ["Hall", null],
    ["Rent", "469"],
    ["Rent", "469"],
  ])
  reopenMonth(actor, { month: "2026-10", reason: "One is missing" })
  expect(said()).toEqual([
    ["Hall", null],
    ["Hall", null],
    ["Rent", "469"],
  ])
  closeMonth(actor, "2026-10")
  saveCategory(actor, { name: "Rooms", account: "470" }, "rent")
  expect(said()).toEqual([
    ["Rooms", "470"],
    ["Hall", null],
    ["Rent", "469"],
  ])
})

test("under a legal hold receipts stay, also of an expense that is changed or deleted, until it is lifted", async () => {
  const kept = () => rowsOf(files, { schoolId: actor.school.id, purpose: "expense-receipt" }).length
  const bin = () => listDeleted(actor, { page: 1, perPage: 9 }).records.map(({ id }) => id)
  const held = newRow(actor)
  addRows(blocks, {
    ...{ id: held.id, createdAt: held.createdAt, createdBy: actor.userId ?? "" },
    ...{ kind: "deletion", schoolId: actor.school.id, reason: "A court asked.", told: "" },
  })
  const [replaced, removed, deleted] = [
    await added("2026-11-02", pdf),
    await added("2026-11-03", pdf),
    await added("2026-11-04", pdf),
  ]
  await changeExpense(actor, replaced, rent("2026-11-02"), { ...pdf, name: "other.pdf" })
  expect(removeReceipt(actor, removed)).toEqual({ ok: true })
  expect(deleteExpense(actor, deleted).ok).toBe(true)
  expect(deleteForGood(actor, bin()[0] ?? "")).toBeRefused("held")
  at("2027-01-10")
  emptyBins(isHeldFromDeletion)
  await forgetUnusedFiles()
  expect(kept()).toBe(4)
  changeRows(blocks, { id: held.id }, { liftedAt: 1 })
  at("2027-01-12")
  emptyBins(isHeldFromDeletion)
  await forgetUnusedFiles()
  expect([kept(), listExpenses(actor, { from: "2026-11-01", to: "2026-11-30" }, null).length]).toEqual([1, 2])
  expect(restoreDeleted(actor, bin()[0] ?? "")).toBeRefused("not-found")
})
