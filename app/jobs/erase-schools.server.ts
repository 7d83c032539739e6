import { eraseNextClosed } from "~/models/accounts/school/delete-school.server"
import { nextTurn } from "~/utils/in-turns"

/** Transactions of one turn of the job; the event loop is free between them, and other jobs are done after them. */
const transactionsInTurn = 6

/** Erases the next rows of the schools that were closed. True while there are more. */
export async function eraseClosedSchools(): Promise<boolean> {
  for (let turn = 0; turn < transactionsInTurn; turn += 1) {
    if (!eraseNextClosed()) return false
    await nextTurn()
  }
  return true
}
