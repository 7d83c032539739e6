import type Database from "better-sqlite3"

// Measures every statement of a connection, so that a slow one is found in the log and not guessed.

/** What a statement took, with its plan asked for only when someone wants it. */
export type Measured = { source: string; ms: number; explain: () => string[] }
let listener: ((measured: Measured) => void) | undefined

/** Hands every statement that has run to `listen`, in the work that asked for it. */
export function watchStatements(listen: (measured: Measured) => void) {
  listener = listen
}

/** Runs an immediate transaction, and measures its commit by itself: it waits for the disk. */
export function transactMeasured<Result>(database: Database.Database, work: () => Result): Result {
  if (database.inTransaction) return database.transaction(work).immediate()
  let worked: number | undefined
  const working = database.transaction(() => {
    const result = work()
    worked = performance.now()
    return result
  })
  try {
    return working.immediate()
  } finally {
    if (worked !== undefined)
      listener?.({ source: "commit", ms: performance.now() - worked, explain: () => [] })
  }
}

/** The same connection; the statements that it prepares from now on are measured. */
export function measureStatements(database: Database.Database): Database.Database {
  const prepare = database.prepare.bind(database) as (source: string) => Database.Statement
  const planOf = (source: string, values: unknown[]) =>
    prepare(`EXPLAIN QUERY PLAN ${source}`)
      .all(...values)
      .map((row) => String((row as { detail: unknown }).detail))
  const measured = (source: string): Database.Statement => {
    const statement = prepare(source)
    const methods = Object.getPrototypeOf(statement) as Record<string, (...values: unknown[]) => unknown>
    for (const name of ["run", "get", "all"] as const) {
      const timed = (...values: unknown[]) => {
        const begun = performance.now()
        try {
          // Looked up at each call, so that whoever counts statements later counts those already prepared too.
          return methods[name]?.apply(statement, values)
        } finally {
          listener?.({ source, ms: performance.now() - begun, explain: () => planOf(source, values) })
        }
      }
      Object.defineProperty(statement, name, { value: timed, configurable: true, writable: true })
    }
    return statement
  }
  Object.defineProperty(database, "prepare", { value: measured, configurable: true, writable: true })
  return database
}
