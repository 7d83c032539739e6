import type Database from "better-sqlite3"
import BetterSqlite from "better-sqlite3"

// What is kept of a school by the signs of some tables must have been read of these alone (db/unchanged.server.ts). Every such
// read of every test is looked at: the tables that SQLite opens for its statements, not those that its text seems to name.

type Statement = Database.Statement & { source: string; database: Database.Database }
type Asked = { statement: Statement; params: unknown[] }

const methods = ["all", "get", "iterate"] as const
const known = new Map<string, readonly string[]>()
let asked: Asked[] | undefined
/** Asks a statement past everything that looks at statements, this included. */
let askUnseen: (...params: unknown[]) => unknown

/** Their rows are read with what no school owns, whose sign is always looked at. */
const looksAtAll = new Set(["schools", "members", "change_signs"])

const check = Symbol.for("tutti read check")

/** Looks at every read that names its tables, also those of the built app. */
export function checkReads() {
  const shared = globalThis as typeof globalThis & {
    [check]?: <Value>(tables: readonly string[], read: () => Value) => Value
  }
  // files that share a process look once
  if (shared[check]) return
  const prototype = Object.getPrototypeOf(new BetterSqlite(":memory:").prepare("select 1")) as Record<
    string,
    (...params: unknown[]) => unknown
  >
  const { all } = prototype
  if (!all) throw new Error("A statement can’t be asked.")
  askUnseen = all
  for (const method of methods) {
    const original = prototype[method]
    if (!original) throw new Error(`A statement can’t ${method}.`)
    prototype[method] = function (this: unknown, ...params: unknown[]) {
      asked?.push({ statement: this as Statement, params })
      return original.apply(this, params)
    }
  }
  shared[check] = (tables, read) => {
    const outer = asked
    const own: Asked[] = []
    asked = own
    try {
      return read()
    } finally {
      asked = outer
      outer?.push(...own)
      refuseOthers(tables, own)
    }
  }
}

function refuseOthers(tables: readonly string[], own: readonly Asked[]) {
  const others = new Set(own.flatMap(tablesOf).filter((table) => !tables.includes(table)))
  if (others.size > 0)
    throw new Error(
      `What is kept of ${tables.join(", ")} was read of ${[...others].join(", ")} too: name all tables it is read of.`,
    )
}

/** The tables of a school that SQLite opens for a statement. */
function tablesOf({ statement, params }: Asked): readonly string[] {
  const found = known.get(statement.source)
  if (found) return found
  const tables = openedBy(statement, params)
  known.set(statement.source, tables)
  return tables
}

function openedBy({ source, database }: Statement, params: unknown[]): readonly string[] {
  const rows = <Row>(sql: string, ...values: unknown[]) =>
    askUnseen.apply(database.prepare(sql), values) as Row[]
  const names = new Map(
    rows<{ page: number; name: string }>(
      `select rootpage as page, tbl_name as name from sqlite_master m where rootpage > 0
        and exists (select 1 from pragma_table_info(m.tbl_name) where name = 'school_id')`,
    ).map(({ page, name }) => [page, name]),
  )
  const steps = /^\s*(select|with)/i.test(source)
    ? rows<{ opcode: string; p2: number; p3: number }>(`explain ${source}`, ...params)
    : []
  return [
    ...new Set(
      steps
        .filter(({ opcode, p3 }) => /^(OpenRead|ReopenIdx|OpenWrite)$/.test(opcode) && p3 === 0)
        .flatMap(({ p2 }) => names.get(p2) ?? []),
    ),
  ].filter((table) => !looksAtAll.has(table))
}
