import { and, getTableColumns, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { exportedColumns, type KeyedTable } from "~/models/foundation/access/declared-tables.server"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { readableRow } from "~/utils/postal-address"

// How the export of one family reads the tables of the database.

export type Row = Record<string, string | number | null>
export type FamilyTable = { name: string; rows: Row[] }

/** Rows with their columns named as in the database; credentials are never part of it. */
export function rowsOf(actor: Actor, table: KeyedTable, condition: SQL): Row[] {
  const shown = exportedColumns(table)
  const columns = Object.fromEntries(
    Object.values(getTableColumns(table))
      .filter(({ name }) => shown.includes(name))
      .map((column) => [column.name, sql<string | number | null>`${column}`]),
  )
  return select(columns)
    .from(table)
    .where(and(own(actor, table), condition))
    .all()
    .map(readableRow)
}
