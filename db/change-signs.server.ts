import type Database from "better-sqlite3"
import { type TableOfOwnSign, tablesOfOwnSign } from "./tables-of-own-sign"

// A school's sign is another one after each write of its rows, by whichever process or machine: what was read of one
// school stays true while others write (unchanged.server.ts). Triggers replace it, so nothing that writes has to think of
// it; each table gets its own when the database is migrated. A sign is random, not a count: after a machine was lost with
// its last writes, a count could come to the same number by other writes.

/** The owner in whose name what no school owns alone is written. */
export const ofAll = ""

/**
 * Tables without a school that nothing of a school is read from. All others that no school owns change the sign of every
 * school, so a table that anyone can write, or that is written at each login or each request, would end what is kept of all of
 * them. Whatever platform staff see is kept by the stamp of the whole database. Tests look at every table that is read for what is
 * kept of a school.
 */
export const readByNoSchool = new Set([
  "carried_forms",
  "rate_limits",
  "sign_in_tries",
  "provider_events",
  "staff_presence",
  "failed_requests",
  // platform staff's: what arrives at their desk and how they work it off
  "contact_messages",
  "demo_requests",
  "desk_notes",
  "desk_waits",
  "inbound_mails",
  "inquiry_replies",
  "reply_files",
  "saved_answers",
  "support_ratings",
])

/** Tables of which no school is shown the rows that have no school: they are one person's, or are read by platform staff. */
const readByTheirSchool = new Set(["emails", "jobs", "one_time_links", "sign_ins"])

/**
 * Tables whose own writes change signs of their own besides, of the days on which a school's rows in them begin: what is read
 * of such a table's days alone stays true while the school's other rows are written, and those of other days.
 */
export type SignedTable = "bookings"
const signedTables: ReadonlySet<string> = new Set<SignedTable>(["bookings"])

/** Days share this many signs, so that a school's number doesn't grow with the years. A month's are all different. */
const signsOfDays = 64
const dayLength = 86_400_000

/** In whose name a school's rows are written that begin on the day of an instant; it sorts between the two of `ownersIn`. */
export const dayOwner = (table: SignedTable, schoolId: string, instant: number) =>
  `${schoolId} ${table} ${Math.floor(instant / dayLength) % signsOfDays}`

/** The instants of which each belongs to another day, from one to another. */
export function eachDay(after: number, before: number): number[] {
  const first = Math.floor(after / dayLength)
  return Array.from(
    { length: Math.floor(before / dayLength) - first + 1 },
    (_, day) => (first + day) * dayLength,
  )
}

/** The owner of the sign that says that days are signed here: one without rows has no sign of its own then. */
export const allDays = (table: SignedTable) => ` ${table}`

const dayOwnerSql = (table: SignedTable, row: "new" | "old" | SignedTable) =>
  `${row}.school_id || ' ${table} ' || ((${row}.starts_at / ${dayLength}) % ${signsOfDays})`

/** The names of all signs of a school in such a table lie between these, as the one that an earlier version changed does. */
export const ownersIn = (table: SignedTable, schoolId: string): [from: string, to: string] => [
  `${schoolId} ${table}`,
  `${schoolId} ${table}!`,
]

/** In whose name a school's rows in a table are written. */
export const tableOwner = (table: TableOfOwnSign, schoolId: string) => `${schoolId} of ${table}`

/** The owner of the sign that is another one whenever a table's triggers were made. */
export const allRows = (table: TableOfOwnSign) => ` of ${table}`

/** Tables of one school whose rows another one's pages show too: the other schools that a person can switch to. */
const readByOthers = new Set(["members"])

/** What someone writes with support follows them to each school they are in, and is shown in no other. */
const schoolsOfThread = (row: "new" | "old") => [
  `${row}.school_id`,
  `(select school_id from members where user_id = ${row}.user_id)`,
]
const schoolsOfMessage = (row: "new" | "old") => [
  `(select m.school_id from support_threads t join members m on m.user_id = t.user_id where t.id = ${row}.thread_id)`,
]

/** What no school is shown of a person: a new password alone isn't a write for any. */
const unseenOfUsers = ["password_hash"]

type Column = { name: string; notnull: number }
type Trigger = { name: string; sql: string }

/** Tables of the full-text search, which only it writes, of the migrations, and of SQLite; and the signs themselves. */
const isPlain = (table: string) =>
  !/^(sqlite_|__drizzle|help_articles_(config|content|data|docsize|idx)$)/.test(table) &&
  table !== "change_signs"

/** Whose sign a row of a table changes, as SQL; of no one's rows, none. */
function ownersOf(table: string, columns: readonly Column[], row: "new" | "old"): string[] {
  if (readByNoSchool.has(table)) return []
  if (table === "schools") return [`${row}.id`, "''"]
  if (table === "support_threads") return schoolsOfThread(row)
  if (table === "support_messages") return schoolsOfMessage(row)
  const school = columns.find(({ name }) => name === "school_id")
  if (!school) return ["''"]
  const owner =
    school.notnull || readByTheirSchool.has(table) ? `${row}.school_id` : `coalesce(${row}.school_id, '')`
  return readByOthers.has(table) ? [owner, "''"] : [owner]
}

const change = (owners: readonly string[]) =>
  [...new Set(owners)]
    .map((owner) => (owner.startsWith("(") ? `in ${owner}` : `= ${owner}`))
    .map((which) => `update change_signs set sign = random() where owner ${which};`)
    .join(" ")

const hasOwnSign = (table: string): table is TableOfOwnSign =>
  (tablesOfOwnSign as readonly string[]).includes(table)

/** The sign of a table comes with its first row. */
const changeTable = (table: string, row: "new" | "old") =>
  hasOwnSign(table)
    ? ` insert into change_signs (owner, sign) select coalesce(${row}.school_id, '') || '${allRows(table)}', random() where ${readByTheirSchool.has(table) ? `${row}.school_id is not null` : "true"} on conflict (owner) do update set sign = excluded.sign;`
    : ""

/** The sign of a day comes with its first row. */
const changeDay = (table: string, row: "new" | "old", condition = "true") =>
  isSigned(table)
    ? ` insert into change_signs (owner, sign) select ${dayOwnerSql(table, row)}, random() where ${condition} on conflict (owner) do update set sign = excluded.sign;`
    : ""

const isSigned = (table: string): table is SignedTable => signedTables.has(table)

/** What the triggers of a table do, by the act they follow. */
function bodiesOf(table: string, columns: readonly Column[]): Record<string, string> {
  const [after, before] = [ownersOf(table, columns, "new"), ownersOf(table, columns, "old")]
  if (after.length === 0) return {}
  if (table === "schools")
    return {
      insert: `insert into change_signs (owner, sign) values (new.id, random()); ${change(["''"])}`,
      update: change(after),
      delete: `delete from change_signs where owner = old.id or (owner >= old.id || ' ' and owner < old.id || '!'); ${change(["''"])}`,
    }
  // Only a row that may have no school can get one later.
  const moves = columns.some(({ name, notnull }) => name === "school_id" && !notnull)
  return {
    insert: change(after) + changeTable(table, "new") + changeDay(table, "new"),
    update:
      change(moves ? [...before, ...after] : after) +
      changeTable(table, "new") +
      (moves ? changeTable(table, "old") : "") +
      changeDay(table, "new") +
      changeDay(table, "old", "old.starts_at <> new.starts_at"),
    delete: change(before) + changeTable(table, "old") + changeDay(table, "old"),
  }
}

/** Of a task's items, which are inserted in one statement, thousands of them, the first one says it for all. */
function whenOf(table: string, act: string, columns: readonly Column[]): string {
  if (table === "users" && act === "update") {
    const seen = columns.filter(({ name }) => !unseenOfUsers.includes(name))
    return ` WHEN ${seen.map(({ name }) => `old.${name} is not new.${name}`).join(" or ")}`
  }
  return table === "task_items" && act === "insert" ? " WHEN new.position = 0" : ""
}

/** The triggers that a table has to have. */
function triggersOf(database: Database.Database, table: string): Trigger[] {
  const columns = database.pragma(`table_info("${table}")`) as Column[]
  return Object.entries(bodiesOf(table, columns)).map(([act, body]) => {
    const name = `change_signs_${act}_${table}`
    const when = whenOf(table, act, columns)
    return { name, sql: `CREATE TRIGGER ${name} AFTER ${act} ON "${table}"${when} BEGIN ${body} END` }
  })
}

/**
 * Takes the triggers away that name other tables or all columns of theirs, before a migration: they keep SQLite from making such
 * a table anew. `watchTables` gives them back.
 */
export function dropLinkedTriggers(database: Database.Database) {
  const names = database
    .prepare(
      `select name from sqlite_master where type = 'trigger' and name like 'change_signs_%'
        and tbl_name in ('support_threads', 'support_messages', 'users')`,
    )
    .pluck()
    .all() as string[]
  for (const name of names) database.exec(`drop trigger ${name}`)
}

/** Gives every table its triggers, and takes away those that say something else. Once per start, on the primary. */
export function watchTables(database: Database.Database) {
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'")
    .pluck()
    .all() as string[]
  const wanted = new Map(
    tables
      .filter(isPlain)
      .flatMap((table) => triggersOf(database, table))
      .map(({ name, sql }) => [name, sql]),
  )
  const present = database
    .prepare("select name, sql from sqlite_master where type = 'trigger' and name like 'change_signs_%'")
    .all() as Trigger[]
  const kept = new Set(present.filter(({ name, sql }) => wanted.get(name) === sql).map(({ name }) => name))
  if (kept.size === present.length && kept.size === wanted.size) return
  database
    .transaction(() => {
      for (const { name } of present) if (!kept.has(name)) database.exec(`drop trigger ${name}`)
      for (const [name, sql] of wanted) if (!kept.has(name)) database.exec(sql)
      for (const table of signedTables)
        if (isSigned(table) && !kept.has(`change_signs_insert_${table}`)) signDays(database, table)
      for (const table of tablesOfOwnSign)
        if (["insert", "update", "delete"].some((act) => !kept.has(`change_signs_${act}_${table}`)))
          database
            .prepare("insert or replace into change_signs (owner, sign) values (?, random())")
            .run(allRows(table))
      // What was written while some were away was seen by none.
      database.prepare("insert or replace into change_signs (owner, sign) values ('', random())").run()
    })
    .immediate()
}

/**
 * Signs the days of the rows that are there. An earlier version changes one sign for all days: without it, machines that
 * still are of that version take the school's.
 */
function signDays(database: Database.Database, table: SignedTable) {
  database.prepare("delete from change_signs where owner like ?").run(`% ${table}`)
  database.exec(
    `insert or replace into change_signs (owner, sign)
      select ${dayOwnerSql(table, table)}, random() from ${table} group by 1
      union all select '${allDays(table)}', random()`,
  )
}

/**
 * Which tables have a sign of their own in this database, by its triggers: a machine of an earlier version that writes has taken
 * them away.
 */
export function tablesSigned(database: Database.Database): ReadonlySet<string> {
  const found = database
    .prepare("select name, sql from sqlite_master where type = 'trigger' and name like 'change_signs_%'")
    .all() as Trigger[]
  const signing = new Set(found.filter(({ sql }) => sql.includes("' of ")).map(({ name }) => name))
  return new Set(
    tablesOfOwnSign.filter((table) =>
      ["insert", "update", "delete"].every((act) => signing.has(`change_signs_${act}_${table}`)),
    ),
  )
}
