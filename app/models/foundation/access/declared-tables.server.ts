import { type AnyFacts, type ErasedValue, type PersonFacts, tableFacts } from "db/schema/table-facts"
import * as tables from "db/schema/tables"
import { and, eq, getTableColumns, getTableName, inArray, is, type SQL, sql } from "drizzle-orm"
import { type AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { now } from "~/utils/clock.server"
import type { Actor } from "./actor"
import { platformChange, platformRemove } from "./door.server"
import { own } from "./own.server"

/** A table whose rows each belong to a school and have an id. */
export type KeyedTable = SQLiteTable & { readonly schoolId: AnySQLiteColumn; readonly id: AnySQLiteColumn }

const isKeyed = (table: unknown): table is KeyedTable =>
  is(table, SQLiteTable) && "schoolId" in getTableColumns(table) && "id" in getTableColumns(table)

/** Those of the database, by name, in the order of the schema. */
export const keyedTables: ReadonlyMap<string, KeyedTable> = new Map(
  Object.values<unknown>(tables)
    .filter(isKeyed)
    .map((table) => [getTableName(table), table] as const),
)

// The tables with what db/schema/table-facts.ts says of them.

const known: Readonly<Record<string, unknown>> = tables
const facts: Readonly<Record<string, AnyFacts>> = tableFacts

/** In the order of the schema. */
export const declaredTables = Object.entries(known).flatMap(([key, table]) => {
  const said = facts[key]
  return is(table, SQLiteTable) && said ? [{ key, table, facts: said }] : []
})

/** Columns of a table that no export has: the school's ID, and what opens something. */
const hidden = new Map(
  declaredTables.map(({ table, facts }) => [
    table,
    new Set([
      "school_id",
      ...Object.keys(facts.notExported ?? {}).map((key) => getTableColumns(table)[key]?.name),
    ]),
  ]),
)

/** What those are called in rows that are kept as JSON. */
export const secretKeys: ReadonlySet<string> = new Set(
  declaredTables.flatMap(({ facts }) => Object.keys(facts.notExported ?? {})),
)

/** The names of the columns that exports have. */
export const exportedColumns = (table: SQLiteTable): string[] =>
  Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .filter((name) => !hidden.get(table)?.has(name))

const nouns = {
  student: /tudentId$/,
  guardian: /uardianId$/,
  teacher: /eacherId$/,
  payer: /utsidePayerId$/,
  login: /^memberId$/,
  person: /^subjectId$/,
}
export type PersonNoun = keyof typeof nouns

export function columnOf(table: SQLiteTable, name: string): AnySQLiteColumn {
  const column = getTableColumns(table)[name]
  if (!column) throw new Error(`${getTableName(table)} has no column ${name}`)
  return column
}

/** Rows that say one of these in each of these columns. */
const saying = (
  table: KeyedTable,
  facts: Readonly<Record<string, string | boolean | readonly string[] | undefined>> = {},
): SQL | undefined =>
  and(
    ...Object.entries(facts).map(([name, said]) => {
      const column = columnOf(table, name)
      return typeof said === "object" ? inArray(column, [...said]) : eq(column, said)
    }),
  )

/** A column that names a person, with what its table says of it. */
export type HangingColumn = {
  table: KeyedTable
  column: string
  only: SQL | undefined
  standing: SQL | undefined
} & Pick<PersonFacts, "erase" | "merge" | "label">

/** What hangs on a person, in the order in which the facts stand. */
export const hangingColumns = (noun: PersonNoun): HangingColumn[] =>
  Object.entries(facts).flatMap(([key, { people = {} }]) => {
    const table = known[key]
    if (!isKeyed(table)) return []
    return Object.entries(people).flatMap(([column, said]) =>
      [said].flat().flatMap(({ of, only, erase, merge, label }) => {
        if (of ? of !== noun : !nouns[noun].test(column)) return []
        const standing = typeof merge === "object" && "onceBy" in merge ? merge.standing : undefined
        return [
          {
            ...{ table, column, erase, merge, label },
            only: saying(table, only),
            standing: saying(table, standing),
          },
        ]
      }),
    )
  })

/**
 * Deletes and empties what hangs on a person as its tables declare; `name` is what they are called from now on. What has a rule of its
 * own is left to it.
 */
export function eraseDeclared(actor: Actor, noun: PersonNoun, { id, name }: { id: string; name: string }) {
  for (const { table, column, only, erase } of hangingColumns(noun)) {
    const theirs = and(own(actor, table), eq(columnOf(table, column), id), only)
    if (erase === "delete") platformRemove(table, theirs)
    if (typeof erase !== "object" || !("set" in erase)) continue
    const left = Object.entries(erase.set).flatMap(([key, said]) =>
      said === undefined ? [] : [[key, leftOf(columnOf(table, key), said, name)] as const],
    )
    platformChange(table, theirs, Object.fromEntries(left))
  }
}

function leftOf(column: AnySQLiteColumn, said: ErasedValue, name: string): string | null | SQL {
  if (said === null || typeof said === "string") return said
  if ("erasedName" in said) return name
  if ("ifSet" in said) return sql`iif(${column} is null, null, ${said.ifSet})`
  return sql`coalesce(${column}, ${now()})`
}
