import { sqlite } from "db/client.server"
import { afterEach, beforeEach, expect, test } from "vitest"
import { planOf, recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import type { Actor } from "../../foundation/access/actor"
import { findCharged } from "./charged.server"
import { listTaught } from "./paid-sessions.server"

// What pay and the margin ask of a school's lessons, by plan: a month's lessons, and a class's own, also where SQLite's
// statistics, taken in a school of 5,000, promise that another way is the shorter one.

const full = {
  "sessions sessions_by_date": "179200 8534 102 13 1 1 1",
  "sessions sessions_by_teacher": "179200 8534 1087 8",
  "sessions sessions_original_start": "179200 8534 29 1 1 1",
  "sessions sqlite_autoindex_sessions_1": "179200 8534 1",
  "seats seats_once": "144975 6904 1 1",
  "enrollments sqlite_autoindex_enrollments_1": "6200 296 1",
  "charges charges_by_month": "173450 8260 8260 8260",
  "charges charges_by_seat": "173450 8260 2",
  "charges charges_by_student": "173450 8260 28",
  "charges charges_by_family": "173450 8260 56 1",
  "charges charges_by_creation": "173450 8260 19",
  "charges charges_by_hire": "173450 8260 8260 8260",
  "charges charges_by_package": "173450 8260 8260",
  "charges charges_by_late_invoice": "173450 8260 8260",
  "charges sqlite_autoindex_charges_1": "173450 8260 1",
  "charges charges_month_once": "0 0 0 0",
}
/** The same, looked at as briefly as the app does. */
const brief = {
  ...full,
  "sessions sessions_by_date": "179200 401 23 3 1 1 1",
  "sessions sessions_by_teacher": "179200 401 401 8",
  "sessions sessions_original_start": "179200 401 21 1 1 1",
  "charges charges_by_month": "173450 401 401 401",
}

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})
afterEach(() => keepStatistics({}))

function keepStatistics(known: Record<string, string>) {
  sqlite().exec("analyze; delete from sqlite_stat1")
  for (const [index, figures] of Object.entries(known))
    sqlite()
      .prepare("insert into sqlite_stat1 values (?, ?, ?)")
      .run(...index.split(" "), figures)
  sqlite().exec("analyze sqlite_schema")
}

async function plansOf(work: () => unknown): Promise<string> {
  const asked = await recordStatements(async () => void work())
  return asked.flatMap((statement) => planOf(statement).map(({ detail }) => detail)).join("\n")
}

for (const [name, known] of Object.entries({ none: {}, full, brief })) {
  test(`a month's attendance is found by its days; statistics: ${name}`, async () => {
    keepStatistics(known)
    const plans = await plansOf(() => listTaught(actor, { from: "2026-11-01", to: "2026-11-30" }))
    expect(plans).toMatch(
      /SEARCH s USING .*sessions_by_date \(school_id=\? AND local_date>\? AND local_date<\?\)/,
    )
    expect(plans).not.toMatch(/sessions_by_teacher \(school_id=\? AND teacher_id>\?\)/)
  })

  test(`a monthly fee is found by its spot, and divided by the lessons of its class; statistics: ${name}`, async () => {
    keepStatistics(known)
    const plans = await plansOf(() => findCharged(actor, ["session-1"]))
    expect(plans).toMatch(/SEARCH o USING .*\(school_id=\? AND class_id=\?/)
    expect(plans).not.toMatch(/^SCAN [a-z]$/m)
  })
}
