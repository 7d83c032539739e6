import type Database from "better-sqlite3"
import { readMigrationFiles } from "drizzle-orm/migrator"

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
