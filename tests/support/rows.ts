import { db } from "db/client.server"
import { and, asc, type Column, eq, getTableColumns, isNull, type SQL } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"

// Rows of this file's database, as a test arranges and reads them. Which rows: those with these values (null is an empty
// column), those of a condition, or all.

type Row<Table extends SQLiteTable> = Table["$inferSelect"]
type Ordering<Table extends SQLiteTable> = (keyof Row<Table> & string) | (keyof Row<Table> & string)[]
type Which<Table extends SQLiteTable> = Partial<Row<Table>> | SQL

const isCondition = (which: object): which is SQL => "getSQL" in which

function conditionOf(table: SQLiteTable, which: object | undefined): SQL | undefined {
  if (which === undefined || isCondition(which)) return which
  const columns = getTableColumns(table)
  return and(
    ...Object.entries(which).map(([name, value]) => {
      const column = columns[name] as Column
      return value === null ? isNull(column) : eq(column, value)
    }),
  )
}

/** The rows, in the order of a column or several; `only` leaves out the other columns. */
export function rowsOf<Table extends SQLiteTable, Name extends keyof Row<Table> & string>(
  table: Table,
  which?: Which<Table>,
  { only, by = [] }: { only?: Name[]; by?: Ordering<Table> } = {},
): Pick<Row<Table>, Name>[] {
  const columns = getTableColumns<SQLiteTable>(table)
  const asked = only
    ? Object.fromEntries(Object.entries(columns).filter(([name]) => only.includes(name as Name)))
    : columns
  return db()
    .select(asked as Record<string, (typeof columns)[string]>)
    .from(table as SQLiteTable)
    .where(conditionOf(table, which))
    .orderBy(...[by].flat().map((name) => asc(columns[name] as Column)))
    .all() as Pick<Row<Table>, Name>[]
}

/** The first of the rows. */
export const rowOf = <Table extends SQLiteTable>(
  table: Table,
  which?: Which<Table>,
): Row<Table> | undefined => rowsOf(table, which)[0]

export const addRows = <Table extends SQLiteTable>(
  table: Table,
  values: Table["$inferInsert"] | Table["$inferInsert"][],
) =>
  db()
    .insert(table)
    .values(values as Table["$inferInsert"][])
    .run()

export const changeRows = <Table extends SQLiteTable>(
  table: Table,
  which: Which<Table> | undefined,
  values: Partial<Table["$inferInsert"]>,
) =>
  db()
    .update(table as SQLiteTable)
    .set(values)
    .where(conditionOf(table, which))
    .run()

export const removeRows = <Table extends SQLiteTable>(table: Table, which?: Which<Table>) =>
  db().delete(table).where(conditionOf(table, which)).run()
