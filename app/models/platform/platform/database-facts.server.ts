import { statSync } from "node:fs"
import { hasNewestSchema, isSchemaAhead, sqlite } from "db/client.server"
import { primaryTerms } from "db/schema/foundation"
import { desc, sql } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { askAll, askOne, select } from "~/models/foundation/access/door.server"

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
