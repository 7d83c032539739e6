import { sqlite } from "db/client.server"

// What SQLite intends for a statement, and what of it would become slow with the size of a school.

export type Statement = { sql: string; params: unknown[] }
type Step = { id: number; parent: number; detail: string }

export function planOf({ sql, params }: Statement): Step[] {
  return sqlite()
    .prepare(`explain query plan ${sql}`)
    .all(...params) as Step[]
}

/** Records every statement that anything in this process asks, the built app included, while `work` runs; what changes rows only if it is asked for. */
export async function recordStatements(
  work: () => Promise<unknown>,
  { writes = false } = {},
): Promise<Statement[]> {
  const prototype = Object.getPrototypeOf(sqlite().prepare("select 1")) as Record<string, unknown>
  const statements: Statement[] = []
  const methods = ["all", "get", "iterate", ...(writes ? (["run"] as const) : [])] as const
  const before = new Map(methods.map((method) => [method, prototype[method]]))
  for (const method of methods) {
    const original = before.get(method) as (...params: unknown[]) => unknown
    prototype[method] = function record(this: { source: string }, ...params: unknown[]) {
      statements.push({ sql: this.source, params })
      return original.apply(this, params)
    }
  }
  try {
    await work()
  } finally {
    for (const method of methods) prototype[method] = before.get(method)
  }
  return statements
}

/** Tables that have a few dozen rows however large a school is; reading them whole costs nothing. */
const small = new Set(
  "schools subscriptions terms closures rooms teachers instruments levels outcomes own_statuses skills primary_terms plans".split(
    " ",
  ),
)

/** Which table each name in a statement means. */
function tablesByName(sql: string): Map<string, string> {
  const tables = new Set(
    sqlite().prepare("select name from sqlite_master where type = 'table'").pluck().all() as string[],
  )
  const names = new Map<string, string>([...tables].map((table) => [table, table]))
  for (const [, table = "", alias] of sql.matchAll(
    /(?:from|join|,)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi,
  ))
    if (
      tables.has(table) &&
      alias &&
      !/^(on|where|inner|left|cross|join|order|group|limit|set|union)$/i.test(alias)
    )
      names.set(alias, table)
  return names
}

/** A name may stand for a part of the statement elsewhere in it; then it has columns that the table does not have. */
function hasColumns(table: string, detail: string): boolean {
  const columns = new Set(sqlite().prepare("select name from pragma_table_info(?)").pluck().all(table))
  return [...detail.matchAll(/(\w+)[=<>]/g)].every(
    ([, name = ""]) => columns.has(name) || name === "expr" || name === "rowid",
  )
}

export type Fault = {
  what: "reads everything" | "reads the school for each row" | "reads the school once" | "makes an index"
  table: string
  index: string
  /** For each row of another table, not once. */
  isInner: boolean
  detail: string
}

/**
 * What of a plan grows with the whole school, or with all schools: a table read from end to end; a table read by nothing but
 * the school, once or for each row of another; an index made for one query.
 */
export function faultsOf(statement: Statement): Fault[] {
  const steps = planOf(statement)
  const names = tablesByName(statement.sql)
  const isLoop = ({ detail }: Step) => /^(SCAN|SEARCH)/.test(detail)
  // a part of a union hangs on the union, and that on what it is correlated with
  const isCorrelated = (id: number): boolean =>
    steps.some((step) => step.id === id && (/^CORRELATED/.test(step.detail) || isCorrelated(step.parent)))
  return steps.flatMap((step): Fault[] => {
    const { detail } = step
    const [, verb = "", name = ""] = /^(SCAN|SEARCH) (\S+)/.exec(detail) ?? []
    const table = names.get(name)
    if (!verb || !table || small.has(table) || !hasColumns(table, detail)) return []
    const index = /INDEX (\w+)/.exec(detail)?.[1] ?? ""
    const loops = steps.filter((other) => other.parent === step.parent && isLoop(other))
    const isInner = loops.indexOf(step) > 0 || isCorrelated(step.parent)
    const fault = (what: Fault["what"]): Fault[] => [{ what, table, index, isInner, detail }]
    if (/AUTOMATIC/.test(detail)) return fault("makes an index")
    if (verb === "SCAN") return fault("reads everything")
    if (!/\(school_id=\?\)( LEFT-JOIN)?$/.test(detail)) return []
    return fault(isInner ? "reads the school for each row" : "reads the school once")
  })
}
