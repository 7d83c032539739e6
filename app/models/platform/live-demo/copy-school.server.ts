import { transact } from "db/client.server"
import { getTableColumns, getTableName } from "drizzle-orm"
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core"
import { declaredTables } from "~/models/foundation/access/declared-tables.server"
import { askOne, carryOut, deferReferences, written } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { type Later, laterValue, teachLaterDays } from "./later-days.server"

// Copies a school's rows under another school's id. Keys are (school, id), so a copy keeps its ids and its references. The
// work is cut into steps of a few milliseconds, each a transaction of its own: what is copied first is what others refer to.
// What is left out or changed is declared with the table.

const rowsAtOnce = 600

/** `isNeeded`: a row can't be without it. */
type Reference = { table: string; from: string[]; isNeeded: boolean }
type Owned = {
  name: string
  columns: string[]
  types: ReadonlyMap<string, "text" | "integer">
  references: Reference[]
  /** In SQL, by column: what the copy has instead, and the column it takes where this one is empty. */
  instead: ReadonlyMap<string, string>
  orElse: ReadonlyMap<string, string>
  withoutFiles: boolean
  /** Tables that are copied with this one, before it. */
  behind: readonly string[]
}

function copiedTables(): Owned[] {
  const nameOf = (key: string) =>
    declaredTables.flatMap((each) => (each.key === key ? getTableName(each.table) : []))
  return declaredTables.flatMap(({ table, facts: { demo } }) => {
    if (!demo.isCopied) return []
    const { name, columns, foreignKeys } = getTableConfig(table)
    return {
      name,
      columns: columns.map((column) => column.name),
      types: new Map(
        columns.map((column) => [column.name, column.getSQLType() === "integer" ? "integer" : "text"]),
      ),
      references: foreignKeys.map((key) => {
        const { columns: from, foreignTable } = key.reference()
        return {
          table: getTableName(foreignTable),
          from: from.map((column) => column.name),
          isNeeded: from.every(({ notNull }) => notNull),
        }
      }),
      instead: byColumn(table, demo.instead, (value) => value),
      orElse: byColumn(table, demo.orElse, (key) => columnName(table, key)),
      withoutFiles: demo.withoutFiles ?? false,
      behind: (demo.behind ?? []).flatMap(nameOf),
    }
  })
}

const columnName = (table: SQLiteTable, key: string): string => getTableColumns(table)[key]?.name ?? key

const byColumn = (
  table: SQLiteTable,
  facts: Readonly<Record<string, string | undefined>> = {},
  say: (fact: string) => string,
): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(facts).flatMap(([key, fact]) =>
      fact === undefined ? [] : [[columnName(table, key), say(fact)] as const],
    ),
  )

/** The tables to copy, each behind those it refers to. What needs a table that is left out is left out with it. */
function inOrder(): Owned[] {
  const copied = withoutNeedy(copiedTables())
  const ordered: Owned[] = []
  const done = new Set<string>()
  const add = (table: Owned) => {
    if (done.has(table.name)) return
    done.add(table.name)
    const together = copied.filter(({ name }) => table.behind.includes(name))
    for (const { name } of together) done.add(name)
    for (const { table: needed } of [table, ...together].flatMap(({ references }) => references)) {
      const parent = copied.find(({ name }) => name === needed)
      if (parent) add(parent)
    }
    ordered.push(...together, table)
  }
  // Whatever needs a charge comes after its invoice, from wherever one begins.
  for (const table of copied.filter(({ behind }) => behind.length > 0)) add(table)
  for (const table of copied) add(table)
  return ordered
}

function withoutNeedy(copied: Owned[]): Owned[] {
  const there = new Set([...copied.map(({ name }) => name), "members", "schools"])
  const remaining = copied.filter(({ references }) =>
    references.every(({ table, isNeeded }) => !isNeeded || there.has(table)),
  )
  return remaining.length === copied.length ? remaining : withoutNeedy(remaining)
}

/** Names of tables: all that the copy has, and those whose rows with a file it doesn't. */
type Whole = { kept: ReadonlySet<string>; holdingFiles: ReadonlySet<string> }

/** One statement that copies rows of a table: all that refer to rows the copy has. */
function copyOf(
  { name, columns, types, references, instead, orElse, withoutFiles }: Owned,
  { kept, holdingFiles }: Whole,
  isLater: boolean,
): string {
  const values = columns.map((column) =>
    column === "school_id" ? "@to" : (instead.get(column) ?? copied(column)),
  )
  /** A reference into what is left out is dropped where it may be empty; the row stays behind where it may not. */
  function copied(column: string): string {
    const lost = references.some(
      ({ table, from }) => from.includes(column) && table !== "schools" && !kept.has(table),
    )
    if (lost) return "null"
    const other = orElse.get(column)
    const value = other ? `coalesce(s."${column}", s."${other}")` : `s."${column}"`
    return isLater ? laterValue(column, types.get(column) ?? "text", value) : value
  }
  const conditions = references
    .filter(({ table }) => holdingFiles.has(table))
    .map(({ table, from }) => {
      const [column = ""] = from.filter((each) => each !== "school_id")
      return `and (s."${column}" is null or exists (select 1 from "${table}" p where p.school_id = @to and p.id = s."${column}"))`
    })
  if (withoutFiles) conditions.push("and s.file_id is null")
  return `insert into "${name}" (${columns.map((column) => `"${column}"`).join(", ")})
    select ${values.join(", ")} from "${name}" s where s.school_id = @from and s.id > @after and s.id <= @upTo
    ${conditions.join(" ")}`
}

/**
 * Copies everything but people's logins, a step each time it is asked; the members of the copy exist already. What
 * happened is as long ago as it was in the sample when it was seeded.
 */
export function* copySchool(from: string, to: string, later: Later | undefined): Generator<void, void, void> {
  if (later) teachLaterDays()
  const parameters = { from, to, ...(later ? { ...later, present: now() } : {}) }
  const isLater = later !== undefined
  const ordered = inOrder()
  const whole = {
    kept: new Set([...ordered.map(({ name }) => name), "members"]),
    holdingFiles: new Set(ordered.flatMap(({ name, withoutFiles }) => (withoutFiles ? [name] : []))),
  }
  const skipped = new Set(ordered.flatMap(({ behind }) => behind))
  for (const table of ordered) {
    if (skipped.has(table.name)) continue
    if (table.behind.length > 0) {
      const first = table.behind.flatMap((name) => ordered.find((each) => each.name === name) ?? [])
      copyTogether([...first, table], whole, { parameters, isLater })
      yield
      continue
    }
    let after = ""
    for (;;) {
      const upTo = lastOfStep(table.name, from, after)
      if (upTo === undefined) break
      const step = written(copyOf(table, whole, isLater), { ...parameters, after, upTo })
      transact(() => carryOut(step))
      after = upTo
      yield
    }
  }
}

function copyTogether(
  together: Owned[],
  whole: Whole,
  { parameters, isLater }: { parameters: Parameters<typeof written>[1]; isLater: boolean },
) {
  transact(() => {
    deferReferences()
    for (const table of together)
      carryOut(written(copyOf(table, whole, isLater), { ...parameters, after: "", upTo: "\uffff" }))
  })
}

/** The id with which the next step of a table ends; undefined when there is nothing more. */
function lastOfStep(table: string, schoolId: string, after: string): string | undefined {
  const row = askOne<{ id: string | null }>(
    written(
      `select max(id) as id from (select id from "${table}" where school_id = @schoolId and id > @after order by id limit ${rowsAtOnce})`,
      { schoolId, after },
    ),
  )
  return row.id ?? undefined
}
