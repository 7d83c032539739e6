import { db, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import * as tables from "db/schema/tables"
import { eq, is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { countOf } from "~/utils/count-of"
import { writeCsv } from "~/utils/csv.server"
import { usualFormats } from "~/utils/formats"

// A school's full export: one CSV file per owned table, and the same as JSON. New tables are included
// automatically; credentials never are.

const secret = /hash|secret|token|sealed/

type Row = Record<string, string | number | null>

const isOwned = (table: SQLiteTable): boolean => {
  const keys = getTableConfig(table).primaryKeys[0]?.columns.map(({ name }) => name)
  return keys?.join() === "school_id,id"
}

/** The school's tables with their rows, columns named as in the database; amounts in minor units, instants in UTC ms. */
function readTables(actor: Actor): [string, Row[]][] {
  const owned = Object.values(tables as Record<string, unknown>)
    .filter((each): each is SQLiteTable => is(each, SQLiteTable))
    .filter(isOwned)
  return owned.map((table) => {
    const { name, columns } = getTableConfig(table)
    const schoolId = columns.find((column) => column.name === "school_id")
    const open = columns.filter((column) => column.name !== "school_id" && !secret.test(column.name))
    const rows = db()
      .select(Object.fromEntries(open.map((column) => [column.name, column])))
      .from(table)
      .where(schoolId && eq(schoolId, actor.school.id))
      .all() as Record<string, unknown>[]
    return [name, rows.map(plain)]
  })
}

const plain = (row: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "boolean" ? Number(value) : ((value ?? null) as string | number | null),
    ]),
  )

/** The files of the export, in the order they are read. Writes a line into the log: who took everything away, and when. */
export function exportSchool(actor: Actor): { name: string; bytes: Buffer }[] {
  return transact(() => {
    const school = db().select().from(schools).where(eq(schools.id, actor.school.id)).get()
    const people = db()
      .select({
        member_id: members.id,
        name: users.name,
        email: users.email,
        username: users.username,
        role: members.role,
      })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(own(actor, members))
      .all()
    const all: [string, Row[]][] = [
      ["school", school ? [plain(school)] : []],
      ["people", people],
      ...readTables(actor).filter(([, rows]) => rows.length > 0),
    ]
    recordEvent(actor, {
      verb: "export",
      noun: "school",
      nounId: actor.school.id,
      after: { tables: all.length, rows: all.reduce((sum, [, rows]) => sum + rows.length, 0) },
    })
    return [
      { name: "read-me.txt", bytes: Buffer.from(readMe(actor.school.name, all)) },
      ...all.map(([name, rows]) => ({ name: `${name}.csv`, bytes: Buffer.from(csvOf(rows)) })),
      { name: "everything.json", bytes: Buffer.from(JSON.stringify(Object.fromEntries(all), null, 1)) },
    ]
  })
}

const csvOf = (rows: Row[]): string => {
  const columns = Object.keys(rows[0] ?? {})
  return writeCsv(
    columns,
    rows.map((row) => columns.map((column) => row[column] ?? null)),
    usualFormats,
  )
}

const readMe = (schoolName: string, all: [string, Row[]][]): string =>
  [
    `All of ${schoolName}’s data in Tutti.`,
    "",
    "One CSV file per table, and the same data in everything.json.",
    "Columns that end in _id refer to a row in another table. Amounts (…_minor) are in the smallest unit, for example cents.",
    "Times (…_at) are milliseconds since 1970 in UTC. Dates and times of day are in the school’s time zone.",
    "Passwords and other secrets aren’t included, and neither are files from the library. Download those in Tutti.",
    "",
    ...all.map(([name, rows]) => `${name}.csv: ${countOf(rows.length, "row")}`),
    "",
  ].join("\n")
