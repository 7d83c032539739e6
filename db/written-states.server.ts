import { is, type SQL, sql } from "drizzle-orm"
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core"

// An index of some rows says which by a state: `where state = 'waiting'`. SQLite finds a statement's rows in it only where
// the statement says the same. Where the state is a parameter, it plans a kept statement again each time it is given one, even
// the same: that takes as long as asking.

type Column = { name: string; enumValues?: string[]; mapToDriverValue(value: unknown): unknown }
type Dialect = {
  sqlToQuery(statement: SQL, ...others: unknown[]): unknown
  buildInsertQuery(insert: { select?: boolean }): SQL
}

/** Whether a statement is written in which states are written out. */
let isWriting = false
const rowsAsGiven = new WeakSet<SQL>()
/** Whose columns are written out. */
const written = new WeakSet<object>()

/**
 * The same builder, which writes states into its statements where an index names them: what is compared, and what an update sets.
 * New rows are given theirs, as many rows are one statement.
 */
export function withWrittenStates<Queries extends object>(queries: Queries, tables: object): Queries {
  if (!written.has(tables))
    for (const column of Object.values(tables).flatMap(statesInIndexes)) writeOut(column)
  written.add(tables)
  const { dialect } = queries as unknown as { dialect: Dialect }
  const build = dialect.buildInsertQuery.bind(dialect)
  dialect.buildInsertQuery = (insert) => {
    const statement = build(insert)
    if (!insert.select) rowsAsGiven.add(statement)
    return statement
  }
  const toQuery = dialect.sqlToQuery.bind(dialect)
  dialect.sqlToQuery = (statement, ...others) => {
    const before = isWriting
    isWriting = !rowsAsGiven.has(statement)
    try {
      return toQuery(statement, ...others)
    } finally {
      isWriting = before
    }
  }
  return queries
}

/** The columns of a table that its indexes of some rows compare with a value. */
export function statesInIndexes(table: unknown): Column[] {
  if (!is(table, SQLiteTable)) return []
  const { columns, indexes } = getTableConfig(table)
  const conditions = indexes.flatMap(({ config: { where } }) => (where ? [textOf(where)] : []))
  const named = new Set(
    conditions.flatMap((text) => [...text.matchAll(/(\w+)"? (?:=|<>|in) [('\d]/g)].map(([, name]) => name)),
  )
  return columns.filter(({ name }) => named.has(name))
}

const textOf = (condition: SQL) => new SQLiteSyncDialect().sqlToQuery(condition).sql

function writeOut(column: Column) {
  const map = column.mapToDriverValue.bind(column)
  column.mapToDriverValue = (value) => {
    const mapped = map(value)
    return isWriting ? (literal(column, mapped) ?? mapped) : mapped
  }
}

/** Only what the column may hold is ever written; none for what anyone could have typed. */
function literal({ enumValues = [] }: Column, value: unknown): SQL | undefined {
  if (typeof value === "number") return value === 0 || value === 1 ? sql.raw(String(value)) : undefined
  const known = enumValues.find((state) => state === value)
  return known === undefined ? undefined : sql.raw(`'${known.replaceAll("'", "''")}'`)
}
