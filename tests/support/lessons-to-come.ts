import { sqlite } from "db/client.server"
import { largeStatistics } from "./large-statistics"
import { planOf, type Statement } from "./query-plan"

// Lessons to come are a whole year's of the school. Without samples of values SQLite takes a quarter of them for what begins
// later than now, which it takes for few, and begins with these although the statement says which it wants.

/** Lets SQLite know what it knows of the largest school, and no samples of values, as in production (db/statistics.server.ts). */
function takeLargeStatistics() {
  sqlite().exec("analyze")
  for (const table of ["sqlite_stat1", "sqlite_stat4"]) sqlite().exec(`delete from ${table}`)
  const insert = sqlite().prepare("insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)")
  const isIndex = sqlite().prepare(
    "select 1 from sqlite_master where type = 'index' and tbl_name = ? and name = ?",
  )
  for (const [table, indexes] of Object.entries(largeStatistics))
    for (const [index, stat] of Object.entries(indexes)) {
      if (!isIndex.get(table, index)) throw new Error(`${index} is gone: take the statistics anew.`)
      insert.run(table, index, stat)
    }
  sqlite().exec("analyze sqlite_schema")
}

/** Through an index of lessons by nothing but the school and a first moment or day. */
const allToCome = /\bINDEX sessions_\w+ \(school_id=\? AND (starts_at|local_date)>\?\)/

/** What may look at all of them, and why. */
const reviewed: [RegExp, string][] = [
  [/^select min\("local_date"\) from "sessions"/, "the first of an index is one row"],
  [
    /count\(\*\) from "sessions" cross join "seats" where .*"notice_at" is not null/,
    "absences of lessons to come are counted from these, as those before are many more: 2 ms with 5,000 students",
  ],
]

/** The statements that begin with all lessons to come of a school, or look through them for each row of something else. */
export function readAllToCome(statements: Iterable<Statement>): string[] {
  takeLargeStatistics()
  return [...statements].flatMap((statement) => {
    if (!/\bsessions\b/.test(statement.sql) || /\blimit\b/i.test(statement.sql)) return []
    if (reviewed.some(([pattern]) => pattern.test(statement.sql))) return []
    const steps = planOf(statement).filter(({ detail }) => allToCome.test(detail))
    return steps.length > 0 ? [`${steps.map(({ detail }) => detail).join("\n")}\n${statement.sql}`] : []
  })
}
