import { type AnyFacts, type PersonFacts, tableFacts } from "db/schema/table-facts"
import * as tables from "db/schema/tables"
import { getTableColumns, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import { isKeyed, type KeyedTable } from "./keyed-tables.server"

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
  login: /^memberId$/,
  person: /^subjectId$/,
}
export type PersonNoun = keyof typeof nouns

/** What hangs on a person: the columns that name one, in the order in which their facts stand. */
export const hangingColumns = (
  noun: PersonNoun,
): { table: KeyedTable; column: string; facts: PersonFacts }[] =>
  Object.entries(facts).flatMap(([key, { people = {} }]) => {
    const table = known[key]
    if (!isKeyed(table)) return []
    return Object.entries(people).flatMap(([column, said]) =>
      [said].flat().flatMap((facts) => {
        const isOf = facts.of ? facts.of === noun : nouns[noun].test(column)
        return isOf ? [{ table, column, facts }] : []
      }),
    )
  })
