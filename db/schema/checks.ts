import { type SQL, sql } from "drizzle-orm"
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core"

/** The CHECK of a column that holds one of its `enum`'s values. */
export function oneOf(column: AnySQLiteColumn<{ enumValues: [string, ...string[]] }>): SQL {
  const values = column.enumValues.map((value) => `'${value.replaceAll("'", "''")}'`)
  return sql`${column} in (${sql.raw(values.join(", "))})`
}
