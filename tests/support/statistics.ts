import { sqlite } from "db/client.server"
import { refreshStatistics } from "db/statistics.server"

// SQLite plans a statement by what it knows of the tables, and a plan that is good with one knowledge can be bad with another.

/** What SQLite can know of a database: nothing yet, all of it, or what the app lets it take in production. */
export const statistics = ["none", "complete", "production"] as const

/** Lets SQLite know this and nothing else. */
export function takeStatistics(which: (typeof statistics)[number]) {
  const tables = sqlite()
    .prepare("select name from sqlite_master where name like 'sqlite_stat_'")
    .pluck()
    .all() as string[]
  for (const table of tables) sqlite().exec(`delete from ${table}`)
  // the connection goes by what it has read before, until it reads again
  if (tables.length > 0) sqlite().exec("analyze sqlite_master")
  sqlite().pragma("analysis_limit = 0")
  if (which === "complete") sqlite().exec("analyze")
  if (which === "production") refreshStatistics()
}
