import { sqlite } from "db/client.server"
import * as tables from "db/schema/tables"
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"

const skipped = new Set(["tasks", "task_items", "events", "jobs"])

/** Every row of the school's, as text: what an act and its undo leave the same. */
export function allRows(actor: Actor, { without = "" } = {}): string[] {
  return Object.values<unknown>(tables).flatMap((table) => {
    if (!is(table, SQLiteTable) || !getTableColumns(table).schoolId || skipped.has(getTableName(table)))
      return []
    const rows = sqlite()
      .prepare(`select * from "${getTableName(table)}" where school_id = ?`)
      .all(actor.school.id) as Record<string, unknown>[]
    return rows
      .map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => column !== without)))
      .map((row) => `${getTableName(table)} ${JSON.stringify(row)}`)
      .sort()
  })
}
