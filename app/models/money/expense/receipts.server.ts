import { readStored } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findExpense } from "./expenses.server"

/** The receipt of an expense; undefined for another school's, and when there is none. */
export async function readReceipt(actor: Actor, expenseId: string) {
  const expense = findExpense(actor, expenseId)
  const file = expense?.fileId ? await readStored(actor, expense.fileId, "expense-receipt") : undefined
  return file && { ...file, fileName: expense?.fileName ?? "receipt" }
}
