import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import Database from "better-sqlite3"
import { sqlite } from "db/client.server"
import * as schema from "db/schema/tables"
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api"
import { describe, expect, test } from "vitest"
import { land, landedList, migrationHashes } from "../../scripts/landed-migrations.mjs"

// What db/schema says, what the migrations make, and what has landed are the same.

type Snapshot = Awaited<ReturnType<typeof generateSQLiteDrizzleJson>>
const nothing: Snapshot = {
  version: "6",
  dialect: "sqlite",
  id: randomUUID(),
  prevId: randomUUID(),
  tables: {},
  enums: {},
  views: {},
  _meta: { tables: {}, columns: {} },
}

/** Every column, index and foreign key of a database, one line each. */
function shapeOf(database: Database.Database): string[] {
  const lines = (sql: string) => (database.prepare(sql).pluck().all() as string[]).sort()
  // The tables of the full-text search are SQLite's own, and db/schema knows nothing of them.
  const ours =
    "t.name in (select name from pragma_table_list where schema = 'main' and type = 'table') and t.name not like 'sqlite_%' and t.name <> '__drizzle_migrations'"
  return [
    ...lines(
      `select t.name || '.' || c.name || ' ' || lower(c.type) || ' not null ' || c."notnull" || ' key ' || c.pk
        || ' default ' || ifnull(c.dflt_value, '-') from sqlite_master t, pragma_table_info(t.name) c where ${ours}`,
    ),
    ...lines(
      `select t.name || ' ' || k.id || ' (' || k."from" || ') to ' || k."table" || '(' || ifnull(k."to", '-') || ') '
        || k.on_delete || ' ' || k.on_update
        from sqlite_master t, pragma_foreign_key_list(t.name) k where ${ours}`,
    ).map((line) => line.replace(/^(\S+) \d+ /, "$1 ")),
    ...lines(
      `select tbl_name || ' ' || name || ' ' || lower(replace(replace(sql, char(10), ' '), '\`', '"'))
        from sqlite_master where type = 'index' and sql is not null`,
    ),
    ...lines(
      `select t.name || ' check ' || (length(sql) - length(replace(lower(sql), 'check', ''))) / 5
        from sqlite_master t where ${ours}`,
    ),
  ]
}

describe("the migrations", () => {
  test("make what db/schema says: after a change there, run npm run db:generate -- --name why", async () => {
    const statements = await generateSQLiteMigration(nothing, await generateSQLiteDrizzleJson(schema))
    const asSaid = new Database(":memory:")
    for (const statement of statements) asSaid.exec(statement)
    const [said, made] = [shapeOf(asSaid), shapeOf(sqlite())]
    expect({
      missing: said.filter((line) => !made.includes(line)),
      extra: made.filter((line) => !said.includes(line)),
    }).toEqual({ missing: [], extra: [] })
  })

  test("leave nothing for drizzle-kit to generate", async () => {
    const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8")) as {
      entries: { idx: number }[]
    }
    const newest = String(entries.at(-1)?.idx ?? 0).padStart(4, "0")
    const before = JSON.parse(readFileSync(`db/migrations/meta/${newest}_snapshot.json`, "utf8")) as Snapshot
    expect(await generateSQLiteMigration(before, await generateSQLiteDrizzleJson(schema, before.id))).toEqual(
      [],
    )
  })

  test("are those that landed, byte for byte: npm run db:land adds a new one", () => {
    expect(migrationHashes()).toEqual(landedList().migrations)
  })

  test("can't change once they are in a release, and a new one can still land", () => {
    const released = { isReleased: true, migrations: { "0000_baseline.sql": "a" } }
    expect(() => land(released, { "0000_baseline.sql": "b" })).toThrow("can't change")
    expect(() => land(released, {})).toThrow("can't change")
    expect(land(released, { "0000_baseline.sql": "a", "0001_pronouns.sql": "c" }).migrations).toEqual({
      "0000_baseline.sql": "a",
      "0001_pronouns.sql": "c",
    })
  })
})
