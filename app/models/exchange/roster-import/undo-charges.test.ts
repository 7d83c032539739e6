import { sqlite } from "db/client.server"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { beforeAll, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { fillSchool } from "../../../../tests/support/large-school"
import { fingerprintOf, listOf, upload } from "../../../../tests/support/long-import"
import { planOf, recordStatements } from "../../../../tests/support/query-plan"
import { addRows, changeRows, openSchool } from "../../../../tests/support/school"
import { statistics, takeStatistics } from "../../../../tests/support/statistics"
import { runImport } from "./run-import.server"
import { obstaclesInTurns } from "./undo-obstacles.server"

// A school has far more charges than an import's students and families: whatever SQLite knows of its tables, it looks at
// the charges of these alone.

const imported = 4
let actor: Actor
let importId: string
beforeAll(() => {
  fixClock(testNow)
  actor = openSchool().actor
  importId = upload(actor, listOf(imported))
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  fillSchool(actor, { students: 100, weeksPast: 20, weeksAhead: 1 })
})

const made = (noun: string) =>
  sqlite()
    .prepare("select noun_id from import_creations where import_id = ? and noun = ? order by rowid")
    .pluck()
    .all(importId, noun) as string[]

function obstacles(): string[] {
  const turns = obstaclesInTurns(actor, importId)
  for (;;) {
    const step = turns.next()
    if (step.done) return step.value
  }
}

describe.each(statistics)("with statistics: %s", (which) => {
  test("charges are looked up by family and by student", async () => {
    takeStatistics(which)
    const asked = await recordStatements(async () => obstacles())
    const ofCharges = asked.flatMap((statement) =>
      planOf(statement).flatMap(
        ({ detail }) => /(?:SCAN|SEARCH) (?:charges|x) .*?(charges_.*)/.exec(detail)?.[1] ?? [],
      ),
    )
    expect(ofCharges).toEqual([
      "charges_by_family (school_id=? AND family_id=?)",
      "charges_by_student (school_id=? AND student_id=?)",
    ])
    const scanned = asked
      .filter(({ sql }) => /charges x/.test(sql))
      .flatMap((statement) => planOf(statement).map(({ detail }) => detail))
      .filter((detail) => /^SCAN (charges|families|x|f)\b/.test(detail))
    expect(scanned).toEqual([])
  })
})

test("a family counts once, for its own charges, its students’ and those that a student has elsewhere", () => {
  const [familyId = "", otherId = ""] = made("family")
  const [studentId = ""] = made("student")
  const charge = (values: { familyId: string; studentId: string | null; source: "item" | "flat" }) =>
    addRows(charges, {
      ...newRow(actor),
      description: "Strings",
      reason: "Sold",
      occurredOn: "2026-11-02",
      amountMinor: 900,
      ...values,
    })
  const said = () => obstacles().find((each) => each.startsWith("Families have charges"))
  expect(said()).toBeUndefined()
  charge({ familyId: "family-1", studentId, source: "item" })
  const nameOf = (id: string) =>
    sqlite()
      .prepare("select name from families where school_id = ? and id = ?")
      .pluck()
      .get(actor.school.id, id)
  expect(said()).toBe(`Families have charges: ${nameOf("family-1")}.`)
  charge({ familyId, studentId, source: "item" })
  charge({ familyId, studentId: null, source: "item" })
  charge({ familyId: "family-1", studentId: null, source: "item" })
  expect(said()?.split("; ").length).toBe(2)
  changeRows(students, { schoolId: actor.school.id, id: studentId }, { familyId: otherId })
  expect(said()?.split("; ").length).toBe(2)
})
