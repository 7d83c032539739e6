import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { and, getTableName, inArray, or, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Actor } from "./actor"
import { columnOf, type KeyedTable, keyedTables } from "./declared-tables.server"
import { change, changeSchool, idsOf, platformAdd, remove } from "./door.server"
import type { Row, RowChange } from "./row-changes.server"

/** Why nothing was taken back: a row that another needs is gone, or its place is taken. */
type RowRefusal = "place-gone" | "still-there"

/** Takes back all that undoable work did to rows, or nothing. What was changed again since stays as it is now. */
export function undo(actor: Actor, changes: readonly RowChange[]): RowRefusal | undefined {
  try {
    transact(() => {
      for (const each of changes) takeBack(actor, each)
    })
    return undefined
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    if (!code.startsWith("SQLITE_CONSTRAINT")) throw error
    return code === "SQLITE_CONSTRAINT_FOREIGNKEY" ? "place-gone" : "still-there"
  }
}

/** Takes back what undoable work did to each row for itself; one that another needs or whose place is taken stays as it is. */
export function undoEach(actor: Actor, changes: readonly RowChange[]) {
  for (const each of changes) for (const id of each.ids) undo(actor, [{ ...each, ids: [id] }])
}

/** Whether nothing was changed again since. */
export const areAsLeft = (actor: Actor, changes: readonly RowChange[]): boolean =>
  changes.every(({ table: name, ids, after }) => {
    const table = tableOf(name)
    const present = idsOf(actor, table, and(inArray(table.id, ids), ...saying(table, after ?? {})))
    return present.length === (after ? ids.length : 0)
  })

function takeBack(actor: Actor, { table: name, ids, before, after }: RowChange) {
  if (name === getTableName(schools)) {
    if (before && after) changeSchool(actor, whereAsLeft(schools, before, after).set)
    return
  }
  const table = tableOf(name)
  if (before && !after && before.schoolId !== actor.school.id)
    throw new Error(`No row of the school in ${name}`)
  if (before && !after) platformAdd(table, before)
  else if (after && !before) remove(actor, table, and(inArray(table.id, ids), ...saying(table, after)))
  else if (before && after) {
    const { left, set } = whereAsLeft(table, before, after)
    change(actor, table, and(inArray(table.id, ids), or(...left)), set)
  }
}

/** Each column as it was, where it is as it was left; in one statement, as several may be unique together. */
function whereAsLeft(table: SQLiteTable, before: Row, after: Row) {
  const each = Object.keys(before).map((key) => {
    const column = columnOf(table, key)
    const [isLeft] = saying(table, { [key]: after[key] ?? null })
    return { isLeft, set: [key, sql`iif(${isLeft}, ${sql.param(before[key], column)}, ${column})`] }
  })
  return { left: each.map(({ isLeft }) => isLeft), set: Object.fromEntries(each.map(({ set }) => set)) }
}

function tableOf(name: string): KeyedTable {
  const table = keyedTables.get(name)
  if (!table) throw new Error(`No row of the school in ${name}`)
  return table
}

const saying = (table: SQLiteTable, row: Row) =>
  Object.entries(row).map(([name, value]) => {
    const column = columnOf(table, name)
    return sql`${column} is ${sql.param(value, column)}`
  })
