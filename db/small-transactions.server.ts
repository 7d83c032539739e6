import { isInTransaction, sqlite, transact } from "./client.server"

/**
 * `transact` for a command that writes some dozens of rows: SQLite's statement journal stays in memory, instead of in a
 * temporary file that attendance of 20 wrote to 2,000 times. A command that may write a whole school's rows keeps the file.
 * Changing where it is drops temporary tables, of which this app has none.
 */
export function transactSmall<Result>(work: () => Result): Result {
  if (isInTransaction()) return transact(work)
  sqlite().pragma("temp_store = MEMORY")
  try {
    return transact(work)
  } finally {
    sqlite().pragma("temp_store = DEFAULT")
  }
}
