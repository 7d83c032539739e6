import { isInTransaction, sqlite, transact } from "./client.server"

/**
 * `transact` for a command that writes some dozens of rows. What its statements would take back if they failed is kept in memory
 * then, page by page for each statement, instead of in a temporary file: attendance of 20 wrote 2,000 times to it. One that
 * may write a whole school's rows keeps the file.
 */
export function transactBriefly<Result>(work: () => Result): Result {
  if (isInTransaction()) return transact(work)
  sqlite().pragma("temp_store = MEMORY")
  try {
    return transact(work)
  } finally {
    sqlite().pragma("temp_store = DEFAULT")
  }
}
