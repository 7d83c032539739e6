import { users } from "db/schema/accounts"
import { notes, ownStatuses } from "db/schema/attendance"
import { conversations, messages } from "db/schema/communication"
import { events } from "db/schema/foundation-audit"
import { customFields, customValues } from "db/schema/foundation-lists"
import { skills } from "db/schema/learning"
import { members, teachers } from "db/schema/people"
import { consentDocuments, consentVersions } from "db/schema/people-consents"
import { classes, rooms } from "db/schema/teaching"
import { occasions, programEntries } from "db/schema/teaching-occasions"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, getTableName, or, type SQL, sql } from "drizzle-orm"
import { getTableConfig } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { secretKeys } from "~/models/foundation/access/declared-tables.server"
import { select } from "~/models/foundation/access/door.server"
import { type KeyedTable, keyedTables } from "~/models/foundation/access/keyed-tables.server"
import { own } from "~/models/foundation/access/own.server"
import { listDeletedAbout } from "~/models/foundation/deleted-record/deleted-about.server"
import { type FamilyTable, type Row, rowsOf } from "./family-rows.server"

// What the rows of one family don't say themselves: the lessons and classes, what was written in them, their logins, what
// the school did about them, and by name what their rows only point at.

/** Behind what has its own noun in the activity: the table of its records. */
const activityOf: Readonly<Record<string, string>> = {
  family: "families",
  student: "students",
  guardian: "guardians",
  enrollment: "enrollments",
  seat: "seats",
  package: "packages",
  hire: "hires",
  "make-up-credit": "make_up_credits",
  invoice: "invoices",
  payment: "payments",
  "credit-note": "credit_notes",
  charge: "charges",
}

/** Lists of the school whose rows are named where the family's point at them; before what those point at themselves. */
const named: readonly KeyedTable[] = [
  customFields,
  consentVersions,
  consentDocuments,
  skills,
  ownStatuses,
  programEntries,
  occasions,
  teachers,
  rooms,
]
/** Of the school's people no more than their names. */
const namesOnly: ReadonlyMap<KeyedTable, readonly string[]> = new Map([[teachers, ["id", "name"]]])

/** The tables of a family, completed. */
export function readBesides(actor: Actor, gathered: readonly FamilyTable[]): FamilyTable[] {
  const found = new Map(gathered.map(({ name, rows }) => [name, rows]))
  const idsIn = (table: string, column: string) => [
    ...new Set((found.get(table) ?? []).flatMap((row) => (row[column] ? [String(row[column])] : []))),
  ]
  const add = (name: string, rows: readonly Row[]) => {
    const earlier = found.get(name) ?? []
    const ids = new Set(earlier.map(({ id }) => id))
    const all = [...earlier, ...rows.filter(({ id }) => !ids.has(id))]
    if (all.length > 0) found.set(name, all)
  }
  const lessons = idsIn("seats", "session_id")
  const talks = idsIn("participants", "conversation_id")
  const people = ["families", "students", "guardians"].flatMap((table) => idsIn(table, "id"))
  const besides: [KeyedTable, SQL | undefined][] = [
    [sessions, among(sessions.id, lessons)],
    [classes, among(classes.id, idsIn("enrollments", "class_id"))],
    [notes, and(among(notes.sessionId, lessons), eq(notes.visibility, "shared"))],
    [conversations, among(conversations.id, talks)],
    [messages, among(messages.conversationId, talks)],
    [customValues, among(customValues.subjectId, people)],
    [events, aboutThem(idsIn)],
  ]
  for (const [table, condition] of besides)
    if (condition) add(getTableName(table), rowsOf(actor, table, condition))
  const ownEvents = (found.get("events") ?? []).filter(({ noun, noun_id: id }) => {
    const table = activityOf[String(noun)]
    return !table || idsIn(table, "id").includes(String(id))
  })
  if (ownEvents.length > 0) found.set("events", ownEvents)
  for (const table of named) {
    const ids = [...found].flatMap(([name]) =>
      columnsTo(table, name).flatMap((column) => idsIn(name, column)),
    )
    const kept = namesOnly.get(table)
    const rows = ids.length > 0 ? rowsOf(actor, table, among(table.id, ids)) : []
    add(getTableName(table), kept ? rows.map((row) => only(row, kept)) : rows)
  }
  add("recently_deleted", readDeleted(actor, people))
  const logins = readLogins(actor, [...idsIn("guardians", "member_id"), ...idsIn("students", "member_id")])
  if (logins.length > 0) found.set("logins", logins)
  return [...found].map(([name, rows]) => ({ name, rows }))
}

/** The school's activity about their records. */
const aboutThem = (idsIn: (table: string, column: string) => string[]): SQL | undefined =>
  or(
    ...Object.entries(activityOf).flatMap(([noun, table]) => {
      const ids = idsIn(table, "id")
      return ids.length > 0 ? [and(eq(events.noun, noun), among(events.nounId, ids))] : []
    }),
  )

/** The columns of a table, by its name, that point at another. */
function columnsTo(other: KeyedTable, name: string): string[] {
  const table = keyedTables.get(name)
  if (!table) return []
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { foreignTable, columns } = key.reference()
    const column = columns.at(-1)
    return foreignTable === other && column ? [column.name] : []
  })
}

const only = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

/** What of theirs was deleted lately and can still be restored. */
const readDeleted = (actor: Actor, recordIds: readonly string[]): Row[] =>
  listDeletedAbout(actor, recordIds).map(({ id, noun, name, deletedName, createdAt, parts }) => ({
    id,
    noun,
    name,
    deleted_by: deletedName,
    deleted_at: createdAt,
    rows: JSON.stringify(parts, (key, value) =>
      key === "schoolId" || secretKeys.has(key) ? undefined : value,
    ),
  }))

/** With what they log in; passwords are never part of it. */
const readLogins = (actor: Actor, memberIds: readonly string[]): Row[] =>
  select({
    member_id: members.id,
    name: users.name,
    email: users.email,
    username: users.username,
    phone: users.phone,
    time_zone: users.timeZone,
    email_proven_at: sql<number | null>`${users.emailProvenAt}`,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), among(members.id, memberIds)))
    .all()
