import {
  Column,
  getTableColumns,
  getTableName,
  is,
  Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm"
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { now } from "~/utils/clock.server"
import { newRowId } from "~/utils/ids.server"
import type { Actor } from "./actor"

// Every statement on a school's table is scoped here, and every join of two such tables carries the school. A statement
// that does neither fails in tests/architecture/tenancy.test.ts.

/** A table whose rows each belong to a school. */
export type OwnedTable = SQLiteTable & { readonly schoolId: AnySQLiteColumn }
export type KeyedTable = OwnedTable & { readonly id: AnySQLiteColumn }
export type Id = string | SQLWrapper

/** Whose rows are meant: the actor's school's, or those of the school a prepared statement is run for. */
export type Owner = Actor | Placeholder<"schoolId">

/** The rows of the actor's school; with an id, its one row of that id. */
export function own(owner: Owner, table: OwnedTable): SQL
export function own(owner: Owner, table: KeyedTable, id: Id): SQL
export function own(owner: Owner, table: OwnedTable & Partial<KeyedTable>, id?: Id): SQL {
  return scoped("school" in owner ? owner.school.id : owner, table, id)
}

/** The same for a school known by its id, where no member acts: platform staff, jobs, links in mail. */
export function ofSchool(schoolId: string, table: OwnedTable): SQL
export function ofSchool(schoolId: string, table: KeyedTable, id: Id): SQL
export function ofSchool(schoolId: string, table: OwnedTable & Partial<KeyedTable>, id?: Id): SQL {
  return scoped(schoolId, table, id)
}

function scoped(schoolId: string | Placeholder, table: OwnedTable & Partial<KeyedTable>, id?: Id): SQL {
  const isOwned = sql`${table.schoolId} = ${schoolId}`
  return id === undefined ? isOwned : sql`(${isOwned} and ${table.id} = ${id})`
}

/**
 * Joins two owned tables within one school: the column holds the id of the other table. Given a column of that table
 * instead, both hold the id of the same row.
 */
export function joined(other: KeyedTable | AnySQLiteColumn, column: AnySQLiteColumn): SQL {
  const key = is(other, Column) ? other : other.id
  return sql`(${schoolOf(key)} = ${schoolOf(column)} and ${key} = ${column})`
}

function schoolOf({ table }: AnySQLiteColumn): Column {
  const { schoolId } = getTableColumns(table)
  if (!schoolId) throw new Error(`${getTableName(table)} belongs to no school`)
  return schoolId
}

/**
 * Whether a column holds one of some ids: however many there are, they are one parameter. A statement that is prepared once
 * has a placeholder, which is given them as JSON.
 */
export const among = (column: Column | SQL, ids: readonly string[] | Placeholder): SQL =>
  sql`${column} in (select value from json_each(${is(ids, Placeholder) ? ids : JSON.stringify(ids)}))`

type Columns<Table extends SQLiteTable> = Table["_"]["columns"]

/** Some columns of a table, by their own names, as a select takes them. */
export const columns = <Table extends SQLiteTable, Name extends keyof Columns<Table> & keyof Table>(
  table: Table,
  ...names: Name[]
) => Object.fromEntries(names.map((name) => [name, table[name]])) as unknown as Pick<Columns<Table>, Name>

/** What every row of a school begins with: its owner, an id of its own, the present (UTC ms). */
export const newRow = (actor: Actor) => ({ schoolId: actor.school.id, id: newRowId(), createdAt: now() })
