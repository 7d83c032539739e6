import type { SQLiteTable } from "drizzle-orm/sqlite-core"

type Columns<Table extends SQLiteTable> = Table["_"]["columns"]

/** Some columns of a table, by their own names, as a select takes them. */
export const columns = <Table extends SQLiteTable, Name extends keyof Columns<Table> & keyof Table>(
  table: Table,
  ...names: Name[]
) => Object.fromEntries(names.map((name) => [name, table[name]])) as unknown as Pick<Columns<Table>, Name>
