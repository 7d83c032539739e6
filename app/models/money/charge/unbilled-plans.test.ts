import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fillSchool } from "../../../../tests/support/large-school"
import { planOf, recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import { statistics, takeStatistics } from "../../../../tests/support/statistics"
import {
  hasManyUnbilled,
  listUnbilledCharges,
  listUnbilledFamilies,
  listUnbilledMonths,
  nextUnbilledFamily,
  sumUnbilledCharges,
  unbilledPeriod,
} from "./unbilled.server"

// A school has far more charges than are on no invoice: whatever SQLite knows of its tables, these are found by an index that
// holds no others.

let actor: Actor
beforeAll(() => {
  for (const other of [1, 2])
    fillSchool(openSchool().actor, { students: 20, weeksPast: 8, weeksAhead: 1 }, `other${other}-`)
  actor = openSchool().actor
  fillSchool(actor, { students: 100, weeksPast: 20, weeksAhead: 1 })
})

const [from, to, familyId] = ["2026-10-01", "2026-11-30", "family-1"]
const ofSchool: Record<string, () => unknown> = {
  "the sum": () => sumUnbilledCharges(actor),
  "the sum from a day on": () => sumUnbilledCharges(actor, { from }),
  "whether there are many": () => hasManyUnbilled(actor),
  "the families": () => listUnbilledFamilies(actor),
  "the families from a day on": () => listUnbilledFamilies(actor, { from }),
  "the families of a month": () => listUnbilledFamilies(actor, { from, to }),
  "the charges of a page": () => listUnbilledCharges(actor, { from, page: 2 }),
  "the first and the last day": () => unbilledPeriod(actor),
  "the first day up to another": () => unbilledPeriod(actor, { to }),
  "the months": () => listUnbilledMonths(actor),
}
const ofFamilies: Record<string, () => unknown> = {
  "the sum": () => sumUnbilledCharges(actor, { familyId }),
  "the families": () => listUnbilledFamilies(actor, { from, to, familyIds: [familyId, "family-2"] }),
  "the charges of one": () => listUnbilledCharges(actor, { from, familyId }),
  "the charges of some": () => listUnbilledCharges(actor, { from, familyIds: [familyId, "family-2"] }),
  "the first and the last day": () => unbilledPeriod(actor, { familyId, to }),
}

const indexesOf = async (read: () => unknown) => {
  // a sum is kept until someone writes
  sqlite().prepare("update schools set name = name where id = ?").run(actor.school.id)
  const statements = await recordStatements(async () => read())
  const found = statements.flatMap((statement) =>
    planOf(statement).flatMap(({ detail }) => /(?:SCAN|SEARCH) (?:charges|c) (.*)/.exec(detail)?.[1] ?? []),
  )
  expect(found).not.toEqual([])
  return found.map((detail) => /INDEX (\w+)/.exec(detail)?.[1] ?? detail)
}

describe.each(statistics)("with statistics: %s", (which) => {
  beforeAll(() => takeStatistics(which))

  test("SQLite knows what it is said to know", () => {
    const isKept = sqlite().prepare("select 1 from sqlite_master where name = 'sqlite_stat1'").get()
    const known = isKept ? sqlite().prepare("select count(*) from sqlite_stat1").pluck().get() : 0
    expect(Number(known) > 50).toBe(which !== "none")
  })

  test.each(Object.entries(ofSchool))("of the school: %s", async (_, read) => {
    for (const index of await indexesOf(read)) expect(index).toMatch(/^charges_unbilled(_of_family)?$/)
  })

  test.each(Object.entries(ofFamilies))("of some families: %s", async (_, read) => {
    for (const index of await indexesOf(read)) expect(index).toMatch(/_family$/)
  })

  test("the next family is found without looking at all of them", async () => {
    expect(await indexesOf(() => nextUnbilledFamily(actor, { after: familyId, to }))).toEqual([
      "charges_unbilled_of_family",
    ])
  })
})
