import * as tables from "db/schema/tables"
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { type AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"

/** A table whose rows each belong to a school and have an id. */
export type KeyedTable = SQLiteTable & { readonly schoolId: AnySQLiteColumn; readonly id: AnySQLiteColumn }

export const isKeyed = (table: unknown): table is KeyedTable =>
  is(table, SQLiteTable) && "schoolId" in getTableColumns(table) && "id" in getTableColumns(table)

/** Those of the database, by name, in the order of the schema. */
export const keyedTables: ReadonlyMap<string, KeyedTable> = new Map(
  Object.values<unknown>(tables)
    .filter(isKeyed)
    .map((table) => [getTableName(table), table] as const),
)
