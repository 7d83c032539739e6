import { db } from "db/client.server"
import { studentStatusChanges } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { fixClock } from "~/utils/clock.server"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { testNow } from "../../../../tests/support/clock"
import { addStudentRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { findFigureHead } from "./analytics-filters.server"
import { listFigureRows } from "./cards.server"
import { findStudentFigures } from "./tab-figures.server"

let actor: Actor
beforeEach(() => {
  fixClock(testNow)
  actor = openSchool().actor
})

function addLeaver(name: string, reason: string | null) {
  const studentId = addStudentRow(actor, name, "Moreau")
  for (const change of [
    { status: "active" as const, fromDate: "2026-01-10", reason: null },
    { status: "former" as const, fromDate: "2026-10-10", reason },
  ])
    db()
      .insert(studentStatusChanges)
      .values({ ...newRow(actor), studentId, ...change })
      .run()
}

test("each reason for leaving opens the students who gave it, and the reasons add up to those who left", () => {
  addLeaver("Aiko", "Moved away")
  addLeaver("Theo", "Moved away ")
  addLeaver("Wren", null)
  addLeaver("Milo", "Cost & time")
  const { reasons, left } = findStudentFigures(actor, asked, sees)
  expect(reasons).toHaveLength(3)
  expect(reasons.reduce((sum, { count }) => sum + count, 0)).toBe(left.length)
  for (const { reason, count } of reasons) {
    const query = { ...asked, card: "joined-and-left" as const, of: "students-left", part: reason }
    expect(listFigureRows(actor, query, sees)).toHaveLength(count)
    expect(findFigureHead(actor, query).about).toContain(reason)
  }
})
