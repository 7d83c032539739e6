import type { ErasedValue } from "db/schema/table-facts"
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core"
import { now } from "~/utils/clock.server"
import type { Actor } from "./actor"
import { columnOf, hangingColumns, type PersonNoun } from "./declared-tables.server"
import { platformChange, platformRemove } from "./door.server"
import { own } from "./own.server"

/**
 * Deletes and empties what hangs on a person as its tables declare; `name` is what they are called from now on. What has a rule of its
 * own is left to it.
 */
export function eraseDeclared(actor: Actor, noun: PersonNoun, { id, name }: { id: string; name: string }) {
  for (const { table, column, only, erase } of hangingColumns(noun)) {
    const theirs = and(own(actor, table), eq(columnOf(table, column), id), only)
    if (erase === "delete") platformRemove(table, theirs)
    if (typeof erase !== "object" || !("set" in erase)) continue
    const left = Object.entries(erase.set).flatMap(([key, said]) =>
      said === undefined ? [] : [[key, leftOf(columnOf(table, key), said, name)] as const],
    )
    platformChange(table, theirs, Object.fromEntries(left))
  }
}

function leftOf(column: AnySQLiteColumn, said: ErasedValue, name: string): string | null | SQL {
  if (said === null || typeof said === "string") return said
  if ("erasedName" in said) return name
  if ("ifSet" in said) return sql`iif(${column} is null, null, ${said.ifSet})`
  return sql`coalesce(${column}, ${now()})`
}
