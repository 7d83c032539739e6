import type Database from "better-sqlite3"
import { is } from "drizzle-orm"
import { readMigrationFiles } from "drizzle-orm/migrator"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"

/**
 * The baseline holds what earlier migrations made and has the moment of their last one: a database that has run them all goes on
 * with the next migration, one that has not is refused, since running the baseline over it would fail halfway through.
 */
export function refuseEarlierHistory(database: Database.Database, folder: string, path: string) {
  const isMigrated = database.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()
  if (!isMigrated) return
  const { last } = appliedIn(database)
  if (last !== null && last < Math.min(...momentsIn(folder)))
    throw Object.assign(
      new Error(
        `${path} was made before the first release and can't be upgraded. Move it away and start again.`,
      ),
      // Whoever starts says it without a stack.
      { name: "StartRefusal" },
    )
}

/** Whether a later build has upgraded the database: its last migration isn't in the folder. */
export const isAhead = (database: Database.Database, folder: string): boolean =>
  (appliedIn(database).last ?? 0) > Math.max(...momentsIn(folder))

/**
 * A migration only adds, so a build goes on with a database that a later one has upgraded. Where one has taken away what this
 * build needs, its start is refused: it would fail at a page here and a form there.
 */
export function refuseWhatIsGone(database: Database.Database, path: string, tables: object) {
  const there = new Set(
    database
      .prepare(
        "select t.name || '.' || c.name from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'",
      )
      .pluck()
      .all(),
  )
  const gone = Object.values(tables)
    .filter((each): each is SQLiteTable => is(each, SQLiteTable))
    .map((table) => getTableConfig(table))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter((column) => !there.has(column))
  if (gone.length > 0)
    throw Object.assign(
      new Error(
        `${path} was upgraded by a later build, and this one needs what is gone (${gone.slice(0, 3).join(", ")}). Start the later build.`,
      ),
      { name: "StartRefusal" },
    )
}

/** Whether the last migration of the folder has been applied to the database. The folder is read once. */
export function isNewest(database: Database.Database, folder: string): boolean {
  newestMigration ??= Math.max(...momentsIn(folder))
  return (appliedIn(database).last ?? 0) >= newestMigration
}
let newestMigration: number | undefined

const momentsIn = (folder: string) =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)

const appliedIn = (database: Database.Database) =>
  database.prepare("select max(created_at) as last from __drizzle_migrations").get() as {
    last: number | null
  }
