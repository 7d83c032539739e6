import { AsyncLocalStorage } from "node:async_hooks"
import type Database from "better-sqlite3"
import BetterSqlite from "better-sqlite3"

// What is kept of a school by some signs must have been read of what they stand for alone (db/unchanged.server.ts). Every such
// read of every test is looked at: the tables that SQLite opens for its statements, not those that its text seems to name; and
// what the triggers of these tables say of the signs that a write of them changes.

type Statement = Database.Statement & { source: string; database: Database.Database }
type Asked = { statement: Statement; params: unknown[] }
/** The tables whose signs stand for what is kept, or those whose writes change the school's sign. */
type ReadOf = readonly string[] | "school"
/** A table of a statement, and whose signs a write of it changes: of all schools, of some, or of none. */
type Opened = { table: string; changes: "all" | "some" | "none" }

const methods = ["all", "get", "iterate"] as const
const known = new Map<string, readonly Opened[]>()
let asked: Asked[] | undefined
/** Asks a statement past everything that looks at statements, this included. */
let askUnseen: (...params: unknown[]) => unknown

/** What a request asks while it is answered. */
const requests = new AsyncLocalStorage<Asked[]>()

const check = Symbol.for("tutti read check")

/** Looks at every read that names its tables, also those of the built app. */
export function checkReads() {
  const shared = globalThis as typeof globalThis & {
    [check]?: <Value>(tables: ReadOf, read: () => Value) => Value
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
      const reading = { statement: this as Statement, params }
      asked?.push(reading)
      requests.getStore()?.push(reading)
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

/** Looks at all that a request reads whose answer is kept while its school's signs stay. */
export async function checkAnswer<Answer>(
  answer: () => Promise<Answer>,
  isKept: () => boolean,
): Promise<Answer> {
  const own: Asked[] = []
  const answered = await requests.run(own, answer)
  if (isKept()) refuseOthers("school", own)
  return answered
}

function refuseOthers(tables: ReadOf, own: readonly Asked[]) {
  const stoodFor = ({ table, changes }: Opened) =>
    changes === "all" || (tables === "school" ? changes === "some" : tables.includes(table))
  const others = new Set(own.flatMap(tablesOf).filter((opened) => !stoodFor(opened)))
  if (others.size === 0) return
  const names = [...others].map(({ table }) => table).join(", ")
  throw new Error(
    tables === "school"
      ? `What is kept of a school was read of ${names} too, whose writes don’t change its sign.`
      : `What is kept of ${tables.join(", ")} was read of ${names} too: name all tables it is read of.`,
  )
}

/** The tables with rows of schools, persons or the platform that SQLite opens for a statement. */
function tablesOf({ statement, params }: Asked): readonly Opened[] {
  const found = known.get(statement.source)
  if (found) return found
  const tables = openedBy(statement, params)
  known.set(statement.source, tables)
  return tables
}

function openedBy({ source, database }: Statement, params: unknown[]): readonly Opened[] {
  if (!/^\s*(select|with)/i.test(source)) return []
  const names = namesIn(database)
  return [
    ...new Set(
      rowsOf<{ opcode: string; p2: number; p3: number }>(database, `explain ${source}`, ...params)
        .filter(({ opcode, p3 }) => /^(OpenRead|ReopenIdx|OpenWrite)$/.test(opcode) && p3 === 0)
        .flatMap(({ p2 }) => names.get(p2) ?? []),
    ),
  ]
}

const rowsOf = <Row>(database: Database.Database, sql: string, ...values: unknown[]) =>
  askUnseen.apply(database.prepare(sql), values) as Row[]

type Names = ReadonlyMap<number, Opened>
const namesKnown = new WeakMap<Database.Database, { version: number; names: Names }>()

/** The tables by their pages, read again when any was made or a trigger was. */
function namesIn(database: Database.Database): Names {
  const [{ version } = { version: 0 }] = rowsOf<{ version: number }>(
    database,
    "select schema_version as version from pragma_schema_version",
  )
  const found = namesKnown.get(database)
  if (found?.version === version) return found.names
  const all = rowsOf<{ page: number; name: string; of: string; sql: string | null }>(
    database,
    "select rootpage as page, name, tbl_name as of, sql from sqlite_master",
  )
  const signs = new Map(all.map(({ name, sql }) => [name, sql]))
  const names = new Map(
    all
      .filter(({ page, of }) => page > 0 && !/^(sqlite_|__|help_articles|change_signs$)/.test(of))
      .map(({ page, of }) => [
        page,
        { table: of, changes: signedBy(signs.get(`change_signs_insert_${of}`) ?? null) },
      ]),
  )
  namesKnown.set(database, { version, names })
  return names
}

const signedBy = (sign: string | null): Opened["changes"] =>
  sign === null ? "none" : sign.includes("owner = ''") ? "all" : "some"
