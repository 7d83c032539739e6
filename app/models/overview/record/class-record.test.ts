import { beforeAll, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fillSchool } from "../../../../tests/support/large-school"
import { planOf, recordStatements } from "../../../../tests/support/query-plan"
import { openSchool } from "../../../../tests/support/school"
import { statistics, takeStatistics } from "../../../../tests/support/statistics"
import { listClassMoney } from "./class-record.server"

let actor: Actor
beforeAll(() => {
  fillSchool(openSchool().actor, { students: 20, weeksPast: 8, weeksAhead: 1 }, "other-")
  actor = openSchool().actor
  fillSchool(actor, { students: 200, weeksPast: 20, weeksAhead: 1 })
})

test.each(statistics)(
  "what a class was charged is looked for among its families, with statistics: %s",
  async (which) => {
    takeStatistics(which)
    const read = () => listClassMoney(actor, "class-1", "2026-10-01")
    expect(read()).toMatchObject([{ studentId: "student-1", name: "0 Last 1" }])
    const [statement] = await recordStatements(async () => read())
    if (!statement) throw new Error("It is read from the database.")
    const reads = planOf(statement).map(({ detail }) => detail)
    expect(reads.find((detail) => / charges /.test(detail))).toMatch(
      /INDEX charges_by_family \(school_id=\? AND family_id=\? AND occurred_on>\?\)/,
    )
    expect(reads.find((detail) => / students /.test(detail))).toMatch(/\(school_id=\? AND id=\?\)/)
  },
)
