import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { testToday } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { planOf, recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import { statistics, takeStatistics } from "../../../../tests/support/statistics"
import { readStates } from "./invoice-filter.server"
import { listInvoices } from "./list-invoices.server"
import { listOverdue, overduePerPage } from "./overdue-invoices.server"

// Most invoices of a school were paid years ago. What a screen says of all of them looks at those that are open, and finds the
// others in an index, whatever SQLite knows of its tables.

let actor: Actor
beforeAll(() => {
  fillSchool(openSchool().actor, { students: 20, weeksPast: 8, weeksAhead: 1 }, "other-")
  actor = openSchool().actor
  fillSchool(actor, { students: 700, weeksPast: 20, weeksAhead: 1 })
})

/** How each table of invoices is read, in turn. */
const readsOf = async (read: () => unknown) => {
  const statements = await recordStatements(async () => read())
  return statements.flatMap((statement) =>
    planOf(statement).flatMap(({ detail }) => /^(?:SCAN|SEARCH) invoices (.*)/.exec(detail)?.[1] ?? []),
  )
}

describe.each(statistics)("with statistics: %s", (which) => {
  beforeAll(() => takeStatistics(which))

  test("the states of all invoices look at the open ones", async () => {
    const [issued, open, corrected, others, ...rest] = await readsOf(() => readStates(actor, testToday, {}))
    expect(issued).toMatch(/COVERING INDEX invoices_by_issue_day/)
    expect(open).toMatch(/INDEX invoices_open /)
    expect(corrected).toMatch(/\(school_id=\? AND id=\?\)/)
    expect(others).toMatch(/INDEX invoices_by_state \(school_id=\? AND state=\?\)/)
    expect(rest).toEqual([])
  })

  test("the overdue ones are found among the open ones", async () => {
    sqlite().prepare("update schools set name = name where id = ?").run(actor.school.id)
    const [overdue] = await readsOf(() => listOverdue(actor, 1))
    expect(overdue).toMatch(/INDEX invoices_open /)
    const reads = await readsOf(() => listInvoices(actor, { status: "overdue", page: 1 }))
    expect(reads.at(-1)).toMatch(/INDEX invoices_open /)
  })

  // While SQLite knows nothing of its tables, it reads the whole school, as for any filter.
  test
    .skipIf(which === "none")
    .each([
      { search: "Last 17" },
      { from: "2026-10-01", to: "2026-10-02" },
      { search: "2", from: "2026-11-01" },
    ])("those of %j are looked up, for their sums and in the list", async (filter) => {
    sqlite().prepare("update schools set name = name where id = ?").run(actor.school.id)
    const [sums, list, ...rest] = await readsOf(() => listInvoices(actor, { ...filter, page: 1 }))
    expect([sums, list]).toEqual(Array(2).fill("USING INTEGER PRIMARY KEY (rowid=?)"))
    expect(rest).toEqual([])
  })
})

test("the states are those that looking at each invoice finds", () => {
  const states = readStates(actor, testToday, {})
  expect(states).toEqual(readStates(actor, testToday, { from: "2000-01-01" }))
  expect(states.filter(({ count }) => count > 0).length).toBeGreaterThan(1)
})

test("what is looked up is what a walk through all invoices finds", () => {
  const all = listInvoices(actor, { page: null }).rows
  for (const search of ["17", "FAMILY 3", "%", "no such name"])
    for (const [from, to] of [[], ["2026-10-01"], ["2026-07-01", "2026-10-31"], [undefined, "2026-09-30"]]) {
      const isMeant = ({ number, familyName, issuedOn }: (typeof all)[number]) =>
        `${number}\n${familyName}`.toLowerCase().includes(search.toLowerCase()) &&
        (!from || (issuedOn ?? "") >= from) &&
        (!to || (issuedOn ?? "9") <= to)
      const those = all.filter(isMeant).map(({ id }) => id)
      const found = listInvoices(actor, { search, from, to, page: null })
      expect(found.rows.map(({ id }) => id)).toEqual(those)
      expect(found.count).toBe(those.length)
    }
})

test("reminders list what the list of invoices calls overdue, longest overdue first", () => {
  const { rows } = listInvoices(actor, { status: "overdue", page: null })
  const { total, openMinor } = listOverdue(actor, 1)
  const page = Math.ceil(total / overduePerPage)
  const all = Array.from({ length: page }, (_, before) => listOverdue(actor, before + 1).invoices).flat()
  expect(rows.length).toBeGreaterThan(100)
  expect(all.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  expect([total, page]).toEqual([rows.length, Math.ceil(rows.length / 100)])
  expect(openMinor).toBe(rows.reduce((sum, { overdueMinor }) => sum + overdueMinor, 0))
  expect(all.map(({ dueOn }) => dueOn)).toEqual(rows.map(({ dueOn }) => dueOn).sort())
})
