import { createHash } from "node:crypto"
import type Database from "better-sqlite3"
import { readMigrationFiles } from "drizzle-orm/migrator"
import { dropLinkedTriggers } from "./change-signs.server"

// Beside the sign that changes with any row of a school (change-signs.server.ts), signs of what sums over years are made of:
// one for each month and kind, so that a write of today leaves what was read of other months as it is. Triggers replace them,
// whoever writes. What the database refuses to change (the lines of an issued invoice, what settles one) has no trigger.

/**
 * What has a sign:
 * - `money`: what was billed, by the month of issue, and what was received and refunded, by the month of its day.
 * - `recorded`: what invoices are settled by, by the month (UTC) in which it was recorded.
 * - `charges`: what families were charged, by the month of its day; a correction by that of what it corrects, too.
 * - `lessons`: the lessons on the schedule and which canceled ones have attendance, by the month of their day.
 * - `marks`: the marks of lessons, by the day of the lesson (`markDay`).
 * - `taught`: the sums that are kept of what was taught, by the month of their day.
 * - `division`: the teacher and the instrument that charged lessons and classes belong to. It has no months.
 */
export type FactSign = "money" | "recorded" | "charges" | "lessons" | "marks" | "taught" | "division"

/** Days share this many signs, so that a school's number doesn't grow with the years. Those of two months are all different. */
const signsOfDays = 64

/** What a day (`YYYY-MM-DD`) is called in the signs of marks. */
export const markDay = (day: string): string =>
  String((Date.parse(day) / 86_400_000) % signsOfDays).padStart(2, "0")
const markDaySql = (day: string) => `printf('%02d', unixepoch(${day}) / 86400 % ${signsOfDays})`

/** The owner of the sign that changes when the triggers are set: what was written without them ends what was kept. */
export const allMonths = " months"

export const signOwner = (sign: FactSign, schoolId: string, month = "") =>
  month ? `${schoolId} ${sign} ${month}` : `${schoolId} ${sign}`

type Watched = {
  sign: FactSign
  table: string
  /** What of a row counts when it changes. */
  columns: readonly string[]
  /** The months (`YYYY-MM`) of a row, or its days, as SQL, null for none; left out for a sign without any. */
  months?: (row: "new" | "old") => string[]
  /** A row that comes or goes is one that nothing known refers to, so it doesn't count. */
  isChangeOnly?: true
  /** Which changed rows count. */
  when?: string
}

const monthOfDay = (column: string) => (row: string) => [`substr(${row}.${column}, 1, 7)`]
const monthOfInstant = (column: string) => (row: string) => [
  `strftime('%Y-%m', ${row}.${column} / 1000, 'unixepoch')`,
]
const dayOf = (table: string, column: string, row: string, reference: string) =>
  `(select ${column} from ${table} where school_id = ${row}.school_id and id = ${row}.${reference})`

const watched: readonly Watched[] = [
  {
    sign: "money",
    table: "invoices",
    columns: ["state", "issued_on", "total_minor"],
    months: monthOfDay("issued_on"),
  },
  {
    sign: "money",
    table: "payments",
    columns: ["received_on", "amount_minor"],
    months: monthOfDay("received_on"),
  },
  {
    sign: "money",
    table: "refunds",
    columns: ["refunded_on", "amount_minor"],
    months: monthOfDay("refunded_on"),
  },
  {
    sign: "money",
    table: "allocations",
    columns: ["payment_id", "invoice_id", "amount_minor"],
    months: (row) => [`substr(${dayOf("payments", "received_on", row, "payment_id")}, 1, 7)`],
  },
  {
    sign: "recorded",
    table: "invoices",
    columns: ["issued_on", "issued_at", "due_on", "total_minor"],
    months: monthOfInstant("issued_at"),
  },
  // A void of today leaves what was open before today as it was.
  { sign: "recorded", table: "invoices", columns: ["voided_at"], months: monthOfInstant("voided_at") },
  {
    sign: "recorded",
    table: "allocations",
    columns: ["invoice_id", "amount_minor", "created_at"],
    months: monthOfInstant("created_at"),
  },
  {
    sign: "recorded",
    table: "installments",
    columns: ["invoice_id", "due_on", "amount_minor", "later_minor", "is_first", "created_at"],
    months: monthOfInstant("created_at"),
  },
  { sign: "recorded", table: "installments", columns: ["ended_at"], months: monthOfInstant("ended_at") },
  {
    sign: "charges",
    table: "charges",
    columns: [
      ...["family_id", "student_id", "source", "seat_id", "enrollment_id", "hire_id", "occurred_on"],
      ...["corrects_charge_id", "amount_minor", "withdrawn_at"],
    ],
    months: (row) => [
      `substr(${row}.occurred_on, 1, 7)`,
      `substr(${dayOf("charges", "occurred_on", row, "corrects_charge_id")}, 1, 7)`,
    ],
  },
  {
    sign: "lessons",
    table: "sessions",
    columns: ["local_date", "state", "minutes", "class_id", "teacher_id"],
    months: monthOfDay("local_date"),
  },
  {
    sign: "lessons",
    table: "sessions",
    columns: ["register_taken_at"],
    months: monthOfDay("local_date"),
    isChangeOnly: true,
    when: "new.state = 'cancelled'",
  },
  {
    sign: "marks",
    table: "marks",
    columns: ["seat_id", "code", "created_at", "superseded_at"],
    months: (row) => [
      `(select ${markDaySql("x.local_date")} from seats s join sessions x on x.school_id = s.school_id
        and x.id = s.session_id where s.school_id = ${row}.school_id and s.id = ${row}.seat_id)`,
    ],
  },
  {
    sign: "marks",
    table: "seats",
    columns: ["session_id", "student_id"],
    months: (row) => [markDaySql(dayOf("sessions", "local_date", row, "session_id"))],
    isChangeOnly: true,
  },
  {
    sign: "marks",
    table: "sessions",
    columns: ["local_date", "starts_at", "state"],
    months: (row) => [markDaySql(`${row}.local_date`)],
    isChangeOnly: true,
  },
  {
    sign: "taught",
    table: "taught_sums",
    columns: ["id", "marked_count", "attended_count", "lessons", "lesson_groups"],
    months: monthOfDay("id"),
  },
  // Who gives a lesson that no one was charged for divides no amount.
  {
    sign: "division",
    table: "sessions",
    columns: ["teacher_id", "class_id"],
    isChangeOnly: true,
    when: `exists (select 1 from seats s join charges c on c.school_id = s.school_id and c.seat_id = s.id
      where s.school_id = new.school_id and s.session_id = new.id)`,
  },
  { sign: "division", table: "classes", columns: ["teacher_id", "instrument"], isChangeOnly: true },
  { sign: "division", table: "teachers", columns: ["name"], isChangeOnly: true },
  { sign: "division", table: "seats", columns: ["session_id"], isChangeOnly: true },
  { sign: "division", table: "enrollments", columns: ["class_id"], isChangeOnly: true },
  {
    sign: "division",
    table: "charges",
    columns: ["seat_id", "enrollment_id", "corrects_charge_id"],
    isChangeOnly: true,
  },
]

/** The tables whose rows change a sign. */
export const tablesWatched = (sign: FactSign): string[] =>
  watched.filter((each) => each.sign === sign).map(({ table }) => table)

const acts = ["insert", "update", "delete"] as const

function bodyOf({ sign, months }: Watched, rows: readonly ("new" | "old")[]): string {
  const [row] = rows
  if (!months)
    return `insert into change_signs (owner, sign) values (${row}.school_id || ' ${sign}', random())
      on conflict (owner) do update set sign = excluded.sign;`
  const each = rows.flatMap((one) => months(one)).map((month) => `select ${month} as month`)
  return `insert into change_signs (owner, sign)
      select ${row}.school_id || ' ${sign} ' || month, random() from (${each.join(" union ")}) where month is not null
      on conflict (owner) do update set sign = excluded.sign;`
}

/** The triggers of one kind of row, each with a name that says what it does. */
function triggersOf(each: Watched): [name: string, sql: string][] {
  const { sign, table, columns, isChangeOnly, when } = each
  const changed = columns.map((column) => `old.${column} is not new.${column}`).join(" or ")
  return acts
    .filter((act) => act === "update" || !isChangeOnly)
    .map((act) => {
      const head = {
        insert: `after insert on ${table}`,
        update: `after update of ${columns.join(", ")} on ${table} when (${changed})${when ? ` and ${when}` : ""}`,
        delete: `after delete on ${table}`,
      }[act]
      const rows = { insert: ["new"], update: ["new", "old"], delete: ["old"] } as const
      const rest = `${head} begin ${bodyOf(each, rows[act])} end`
      const mark = createHash("sha256").update(rest).digest("hex").slice(0, 8)
      const name = `month_signs_${sign}_${act}_${table}_${mark}`
      return [name, `create trigger ${name} ${rest}`]
    })
}

const triggers = new Map(watched.flatMap(triggersOf))

const present = (database: Database.Database) =>
  database
    .prepare("select name from sqlite_master where type = 'trigger' and name like 'month_signs_%'")
    .pluck()
    .all() as string[]

/** Whether a connection's database signs months as this version reads them: another version may run the primary. */
export function signsMonths(database: Database.Database): boolean {
  const names = new Set(present(database))
  return [...triggers.keys()].every((name) => names.has(name))
}

/** Sets the triggers, and takes away those that say something else. Once per start, on the primary. */
export function watchMonths(database: Database.Database) {
  const others = present(database).filter((name) => !triggers.has(name))
  if (others.length === 0 && signsMonths(database)) return
  database
    .transaction(() => {
      dropMonthSigns(database)
      for (const sql of triggers.values()) database.exec(sql)
      database
        .prepare("insert or replace into change_signs (owner, sign) values (?, random())")
        .run(allMonths)
    })
    .immediate()
}

/**
 * Takes them away where a migration is to come, which may make tables anew: a trigger of one table that names another keeps
 * SQLite from renaming it.
 */
export function makeWayForMigrations(database: Database.Database, folder: string) {
  const isMigrated = database.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
  if (!isMigrated) return
  const last = Number(database.prepare("select max(created_at) from __drizzle_migrations").pluck().get())
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  if (migrations.every(({ folderMillis }) => folderMillis <= last)) return
  dropMonthSigns(database)
  dropLinkedTriggers(database)
}

function dropMonthSigns(database: Database.Database) {
  for (const name of present(database)) database.exec(`drop trigger ${name}`)
}
