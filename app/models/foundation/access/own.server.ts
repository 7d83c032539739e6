import {
  Column,
  getTableColumns,
  getTableName,
  is,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm"
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
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
