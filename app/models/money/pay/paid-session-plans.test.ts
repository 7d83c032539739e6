import { sqlite } from "db/client.server"
import { afterEach, beforeEach, expect, test } from "vitest"
import { planOf, recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import type { Actor } from "../../foundation/access/actor"
import { findCharged, listTaught } from "./paid-sessions.server"

// What pay and the margin ask of a school's lessons, by plan: a month's lessons, and a class's own, also where SQLite's
// statistics, taken in a school of 5,000, promise that another way is the shorter one.

const sampled = {
  sessions_by_date: "179200 8534 102 13 1 1 1",
  sessions_by_teacher: "179200 8534 1087 8",
  sessions_by_schedule: "179200 8534 29",
  sessions_attended: "143450 6831 121 121 121",
  sessions_register_missing: "35750 1703 7",
  sqlite_autoindex_sessions_1: "179200 8534 1",
  sessions_original_start: "179200 8534 29 1 1 1",
}
const limited = {
  sessions_by_date: "179200 401 23 3 1 1 1",
  sessions_by_teacher: "179200 401 401 8",
  sessions_original_start: "179200 401 21 1 1 1",
}

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})
afterEach(() => keepStatistics({}))

function keepStatistics(known: Record<string, string>) {
  sqlite().exec("analyze; delete from sqlite_stat1")
  for (const [index, figures] of Object.entries(known))
    sqlite().prepare("insert into sqlite_stat1 values ('sessions', ?, ?)").run(index, figures)
  sqlite().exec("analyze sqlite_schema")
}

async function plansOf(work: () => unknown): Promise<string> {
  const asked = await recordStatements(async () => void work())
  return asked.flatMap((statement) => planOf(statement).map(({ detail }) => detail)).join("\n")
}

for (const [name, known] of Object.entries({ none: {}, sampled, limited })) {
  test(`a month's attendance is found by its days; statistics: ${name}`, async () => {
    keepStatistics(known)
    const plans = await plansOf(() => listTaught(actor, { from: "2026-11-01", to: "2026-11-30" }))
    expect(plans).toMatch(
      /SEARCH s USING .*sessions_by_date \(school_id=\? AND local_date>\? AND local_date<\?\)/,
    )
    expect(plans).not.toMatch(/sessions_by_teacher \(school_id=\? AND teacher_id>\?\)/)
  })

  test(`the lessons of a monthly fee are counted among those of the class; statistics: ${name}`, async () => {
    keepStatistics(known)
    const plans = await plansOf(() => findCharged(actor, ["session-1"]))
    expect(plans).toMatch(/SEARCH o USING .*\(school_id=\? AND class_id=\?/)
  })
}
