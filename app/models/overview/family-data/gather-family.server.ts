import { db } from "db/client.server"
import { makeUpCredits, notes } from "db/schema/attendance"
import { conversations, messages, participants } from "db/schema/communication"
import { customValues } from "db/schema/foundation-lists"
import { charges, invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { hires } from "db/schema/money-goods"
import { packages } from "db/schema/money-packages"
import { payments } from "db/schema/money-payments"
import { families, guardians, members, students } from "db/schema/people"
import * as tables from "db/schema/tables"
import { classes, enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, getTableColumns, getTableName, is, or, type SQL, sql } from "drizzle-orm"
import { type AnySQLiteColumn, getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { nextTurn } from "~/utils/in-turns"

// Everything the school keeps of one family, found through the keys of the database so that a new table is never
// forgotten: what hangs on the family, its students and guardians, and on their lessons, invoices and payments.

type Row = Record<string, string | number | null>
export type FamilyTable = { name: string; rows: Row[] }

type KeyedTable = SQLiteTable & { readonly schoolId: AnySQLiteColumn; readonly id: AnySQLiteColumn }

/** What other rows hang on, those first that others here hang on. */
const parents: readonly KeyedTable[] = [
  families,
  students,
  guardians,
  enrollments,
  seats,
  packages,
  hires,
  makeUpCredits,
  invoices,
  payments,
  creditNotes,
  charges,
]

/** As in the export of the whole school: credentials are never part of it. */
const secret = /hash|secret|token|sealed/

const isKeyed = (table: unknown): table is KeyedTable =>
  is(table, SQLiteTable) && "schoolId" in getTableColumns(table) && "id" in getTableColumns(table)

/** However many ids there are, they are one parameter. */
const among = (column: AnySQLiteColumn, ids: readonly string[]): SQL =>
  sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`

/** Reads it a table at a time; undefined when the school has no such family. */
export async function gatherFamily(actor: Actor, familyId: string): Promise<FamilyTable[] | undefined> {
  const known = new Map<string, string[]>([[getTableName(families), [familyId]]])
  const found: FamilyTable[] = []
  const add = (table: KeyedTable, condition: SQL | undefined) => {
    const rows = condition ? rowsOf(actor, table, condition) : []
    const earlier = found.find(({ name }) => name === getTableName(table))
    const ids = new Set(earlier?.rows.map(({ id }) => id))
    if (earlier) earlier.rows.push(...rows.filter(({ id }) => !ids.has(id)))
    else if (rows.length > 0) found.push({ name: getTableName(table), rows })
    return rows
  }
  for (const table of parents) {
    const rows = add(table, table === families ? among(families.id, [familyId]) : hangsOn(table, known))
    known.set(
      getTableName(table),
      rows.map(({ id }) => String(id)),
    )
    if (table === families && rows.length === 0) return undefined
    if (table === guardians) known.set(getTableName(members), membersOf(found))
    await nextTurn()
  }
  for (const table of Object.values<unknown>(tables)) {
    if (!isKeyed(table) || parents.includes(table)) continue
    if (add(table, hangsOn(table, known)).length > 0) await nextTurn()
  }
  for (const [table, condition] of besides(found)) add(table, condition)
  return found
}

/** Who of the family can log in: what they wrote, sent and chose is theirs. */
const membersOf = (found: readonly FamilyTable[]): string[] =>
  found.flatMap(({ rows }) => rows.flatMap((row) => (row.member_id ? [String(row.member_id)] : [])))

/** The rows of a table that point at a row that is known already; undefined where none can. */
function hangsOn(table: KeyedTable, known: ReadonlyMap<string, string[]>): SQL | undefined {
  const conditions = getTableConfig(table).foreignKeys.flatMap((key) => {
    const { foreignTable, columns } = key.reference()
    const ids = foreignTable === table ? [] : (known.get(getTableName(foreignTable)) ?? [])
    const column = columns.at(-1)
    return column && ids.length > 0 ? [among(column, ids)] : []
  })
  return or(...conditions)
}

/** What is told of them elsewhere: the lessons and classes themselves, notes that families read, messages, answers. */
function besides(found: readonly FamilyTable[]): [KeyedTable, SQL][] {
  const idsIn = (table: SQLiteTable, column: string) => [
    ...new Set(
      (found.find(({ name }) => name === getTableName(table))?.rows ?? []).map((row) => String(row[column])),
    ),
  ]
  const lessons = idsIn(seats, "session_id")
  const talks = idsIn(participants, "conversation_id")
  const people = [...idsIn(families, "id"), ...idsIn(students, "id"), ...idsIn(guardians, "id")]
  return [
    [sessions, among(sessions.id, lessons)],
    [classes, among(classes.id, idsIn(enrollments, "class_id"))],
    [notes, sql`${among(notes.sessionId, lessons)} and ${eq(notes.visibility, "shared")}`],
    [conversations, among(conversations.id, talks)],
    [messages, among(messages.conversationId, talks)],
    [customValues, among(customValues.subjectId, people)],
  ]
}

/** Rows with their columns named as in the database. */
function rowsOf(actor: Actor, table: KeyedTable, condition: SQL): Row[] {
  const shown = getTableConfig(table)
    .columns.map(({ name }) => name)
    .filter((name) => name !== "school_id" && !secret.test(name))
  const columns = Object.fromEntries(
    Object.values(getTableColumns(table))
      .filter(({ name }) => shown.includes(name))
      .map((column) => [column.name, sql<string | number | null>`${column}`]),
  )
  return db()
    .select(columns)
    .from(table)
    .where(and(own(actor, table), condition))
    .all()
}
