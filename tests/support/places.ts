import { sqlite } from "db/client.server"
import * as tables from "db/schema/tables"
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"

/** Where a text of the school's rows says one of these, as "table.column". */
export function placesIn(schoolId: string, parts: readonly string[]): string[] {
  return Object.values<unknown>(tables).flatMap((table) => {
    if (!is(table, SQLiteTable) || !("schoolId" in getTableColumns(table))) return []
    const name = getTableName(table)
    return Object.values(getTableColumns(table)).flatMap((column) => {
      const found = parts.some((part) =>
        sqlite()
          .prepare(
            `select 1 from "${name}" where school_id = ? and instr(cast("${column.name}" as text), ?) > 0`,
          )
          .get(schoolId, part),
      )
      return found ? [`${name}.${column.name}`] : []
    })
  })
}
