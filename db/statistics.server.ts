import { sqlite } from "./client.server"

// What SQLite knows of the tables when it plans a statement.

/** How many rows of an index are looked at for its statistics: a few ms each, however large a school is. */
const analysisLimit = 400

/**
 * Brings SQLite's statistics up to date where a table has changed much since. Only where this process writes: on LiteFS
 * the others receive them with everything else. No query may depend on them: tests hold each to its plan with and without.
 */
export function refreshStatistics() {
  if (sqlite().readonly) return
  sqlite().pragma(`analysis_limit = ${analysisLimit}`)
  // 0x10000: every table, not only those this connection has read since it was opened
  sqlite().pragma("optimize = 0x10002")
  forgetSamples()
}

/**
 * Samples of values are there only where someone ran ANALYZE by hand. With them SQLite plans a kept statement again each time
 * it is given values: of the 133 that saving attendance and its page ask, 26, for a tenth of their processor time.
 */
function forgetSamples() {
  if (!sqlite().prepare("select 1 from sqlite_master where name = 'sqlite_stat4'").get()) return
  const { changes } = sqlite().prepare("delete from sqlite_stat4").run()
  if (changes > 0) sqlite().exec("analyze sqlite_schema")
}
