import { studentStatusChanges } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { addStudentRow } from "../../../../tests/support/lessons"
import { addRows, openSchool } from "../../../../tests/support/school"
import { findFigureRows, findMadeFigure, findStudentFigures } from "./analytics.server"
import { findFigureHead } from "./analytics-query.server"
import { listFigureRows } from "./cards.server"

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

function addLeaver(name: string, reason: string | null, joinedOn = "2026-01-10") {
  const studentId = addStudentRow(actor, name, "Moreau")
  for (const change of [
    { status: "active" as const, fromDate: joinedOn, reason: null },
    { status: "former" as const, fromDate: "2026-10-10", reason },
  ])
    addRows(studentStatusChanges, { ...newRow(actor), studentId, ...change })
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

test("each start month opens who joined in it, and who of them was still here after some months", () => {
  addLeaver("Aiko", null, "2026-09-01")
  addLeaver("Theo", null, "2026-09-20")
  addLeaver("Wren", null, "2026-09-05")
  const { cohorts } = findStudentFigures(actor, asked, sees)
  expect(cohorts).toEqual([{ month: "2026-09", joined: 3, kept: [2, null, null, null] }])
  const rows = (of: "cohort-started" | "cohort-kept", part: string) => {
    const query = { ...asked, card: "cohorts" as const, of, part }
    const { about } = findFigureHead(actor, query)
    return [about, ...(listFigureRows(actor, query, sees) ?? []).map(({ name }) => name)]
  }
  expect(rows("cohort-started", "2026-09").slice(1)).toHaveLength(3)
  expect(rows("cohort-kept", "2026-09 1")).toEqual([
    expect.stringContaining("joined in September 2026, after 1 month"),
    "Aiko Moreau",
    "Wren Moreau",
  ])
})

test("a difference and a share open what they are made of, with the same figures as their card", () => {
  addLeaver("Aiko", "Moved away", "2026-09-01")
  addLeaver("Theo", null)
  const net = findFigureRows(actor, { ...asked, card: "joined-and-left", of: "students-net" }, 1, sees)
  expect(net && "made" in net ? net.made : null).toMatchObject({
    is: "difference",
    text: "-1",
    parts: [
      { metric: "students-joined", text: "1", opens: true },
      { metric: "students-left", text: "2", opens: true },
    ],
  })
  const share = { ...asked, card: "retention-by-teacher" as const, of: "retention-rate" }
  const made = findMadeFigure(actor, share, sees)
  expect(made?.parts.map(({ metric }) => metric)).toEqual(["retained-kept", "retained-start"])
  expect(made?.text).toBe("–")
  const margin = { ...asked, card: "margin" as const, of: "margin-rate" }
  expect(findMadeFigure(actor, margin, sees)?.parts.map(({ metric, opens }) => [metric, opens])).toEqual([
    ["margin", true],
    ["charged-for-lessons", true],
  ])
  expect(findMadeFigure(actor, margin, { money: true, pay: false })).toBeUndefined()
  expect(findMadeFigure(actor, { ...margin, of: "charged-for-lessons" }, sees)).toBeUndefined()
  expect(findFigureRows(actor, margin, null, sees)).toBeNull()
})
