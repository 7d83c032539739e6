import { statSync } from "node:fs"
import { hasNewestSchema, isSchemaAhead, sqlite } from "db/client.server"
import { primaryTerms } from "db/schema/foundation"
import { desc, sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { askAll, askOne, select, written } from "~/models/foundation/access/door.server"
import { upperFirst } from "~/utils/names"
import { checkBooks } from "../backup/books.server"
import type { IntegrityCheck } from "./integrity"

// Integrity checks of the database: the file, its references, and the sums behind each school's money. Nothing is
// repaired here; a finding needs a person.

/** What must find nothing: a query that answers the ids of rows that do not fit. */
const questions: { name: string; sql: string }[] = [
  {
    name: "Each recorded attendance has one current status",
    sql: `select m.seat_id as id from marks m group by m.school_id, m.seat_id
          having sum(m.superseded_at is null) <> 1`,
  },
  {
    name: "Every used make-up credit has its make-up lesson",
    sql: `select c.id from make_up_credits c
          join seats s on s.school_id = c.school_id and s.id = c.used_seat_id where s.kind <> 'make_up'`,
  },
  {
    name: "Every scheduled lesson holds its teacher’s time",
    sql: `select s.id from sessions s where s.state = 'planned' and s.teacher_id is not null and not exists (
            select 1 from bookings b where b.school_id = s.school_id and b.session_id = s.id
            and b.resource = 'teacher' and b.resource_id = s.teacher_id and b.starts_at = s.starts_at)`,
  },
  {
    name: "Every school has a subscription record",
    sql: "select id from schools where not exists (select 1 from subscriptions u where u.school_id = schools.id)",
  },
]

const examplesKept = 5

/** Runs every check. Takes as long as reading the whole file does, and holds this machine up in the meantime. */
export function checkIntegrity(_staff: SuperActor): IntegrityCheck[] {
  const database = sqlite()
  const pages = (database.pragma("integrity_check(20)") as { integrity_check: string }[])
    .map((row) => row.integrity_check)
    .filter((text) => text !== "ok")
  const references = database.pragma("foreign_key_check") as {
    table: string
    rowid: number
    parent: string
  }[]
  return [
    {
      name: "Pages and indexes are intact",
      found: pages.length,
      examples: pages.slice(0, examplesKept),
    },
    {
      name: "Every reference points to a row",
      found: references.length,
      examples: references
        .slice(0, examplesKept)
        .map(({ table, rowid, parent }) => `${table} ${rowid} to ${parent}`),
    },
    ...checkBooks(database).map(({ says, n }) => ({ name: upperFirst(says), found: n, examples: [] })),
    ...questions.map(({ name, sql }) => {
      const ids = askAll<{ id: string }>(written(sql)).map(({ id }) => id)
      return { name, found: ids.length, examples: ids.slice(0, examplesKept) }
    }),
  ]
}

// How the database itself is doing, for the platform's staff: sizes and counts, never a row's content.

export type TableFacts = { name: string; rows: number; bytes: number }

/** Every table with its rows and the bytes it and its indexes take, largest first. Reads every page: asked for alone. */
export function listTables(_staff: SuperActor): TableFacts[] {
  const sizes = new Map(
    askAll<{ name: string; bytes: number }>(sql`select m.tbl_name as name, sum(s.pgsize) as bytes
      from dbstat s join sqlite_master m on m.name = s.name where s.aggregate = true group by m.tbl_name`).map(
      ({ name, bytes }) => [name, bytes],
    ),
  )
  const tables = askAll<{ name: string }>(sql`select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`)
  return tables
    .map(({ name }) => ({
      name,
      rows: askOne<{ n: number }>(sql`select count(*) as n from ${sql.identifier(name)}`).n,
      bytes: sizes.get(name) ?? 0,
    }))
    .sort((a, b) => b.bytes - a.bytes || b.rows - a.rows)
}

/** The file, its log, what is free in it, and whether it has the schema of this build. Bytes. */
export function findDatabaseFacts(_staff: SuperActor) {
  const database = sqlite()
  const pragma = (name: string) => database.pragma(name, { simple: true }) as number
  const pageSize = pragma("page_size")
  return {
    bytes: pragma("page_count") * pageSize,
    freeBytes: pragma("freelist_count") * pageSize,
    logBytes: statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    version: askOne<{ version: string }>(sql`select sqlite_version() as version`).version,
    journal: String(database.pragma("journal_mode", { simple: true })),
    schema: isSchemaAhead()
      ? ("ahead" as const)
      : hasNewestSchema()
        ? ("newest" as const)
        : ("behind" as const),
  }
}

const leadsShown = 3

/** Which machines led last, the newest first, and since when (UTC ms); empty where one machine is alone. */
export const listLeads = (_staff: SuperActor): { node: string; beganAt: number }[] =>
  select({ node: primaryTerms.node, beganAt: primaryTerms.beganAt })
    .from(primaryTerms)
    .orderBy(desc(primaryTerms.term))
    .limit(leadsShown)
    .all()
