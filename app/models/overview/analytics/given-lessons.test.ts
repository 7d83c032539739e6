import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { findTeachingFigures } from "./analytics.server"
import { findCard, listFigureRows } from "./cards.server"
import { figureOf } from "./counted"

let actor: Actor
let mara: string
beforeEach(() => {
  actor = openSchool().actor
  mara = addTeacherRow(actor, "Mara")
  const noor = addTeacherRow(actor, "Noor")
  for (const [teacherId, billing, instrument] of [
    [mara, "monthly", "Piano"],
    [noor, "per_session", "Guitar"],
  ] as const) {
    const price = { billing, amountMinor: 9000, fromDate: "2026-09-01" }
    const { classId, studentIds } = openClass(actor, {
      class: { instrument },
      price,
      pupils: [`${instrument} Moreau`],
    })
    for (const on of ["2026-11-03", "2026-11-10"]) {
      const sessionId = addSessionRow(actor, classId, on, { teacherId })
      const taken = { marks: studentIds.map((studentId) => ({ studentId, code: "present" })) }
      expect(takeRegister(actor, sessionId, taken as Parameters<typeof takeRegister>[2]).ok).toBe(true)
    }
    addSessionRow(actor, classId, "2026-11-17", { teacherId: null, state: "cancelled" })
  }
  chargeMonth(actor, "2026-11")
})

const figureRowsOf = (of: string, narrowed: { teacher?: string; instrument?: string } = {}) =>
  listFigureRows(actor, { ...asked, ...narrowed, card: "lessons-given", of }, sees) ?? []

test("lessons, hours and charges by teacher and by instrument are what their rows add up to", () => {
  const { teachers, instruments, taught } = findTeachingFigures(actor, asked, sees)
  expect([taught.sessions, taught.minutes]).toEqual([4, 240])
  expect(figureRowsOf("taught-lessons")).toHaveLength(4)
  for (const [by, rows] of [
    ["teacher", teachers],
    ["instrument", instruments],
  ] as const)
    for (const { id, sessions, minutes, chargedMinor } of rows) {
      const narrowed = { [by]: id ?? "none" }
      expect(figureOf(figureRowsOf("taught-lessons", narrowed), "taught-lessons")).toBe(sessions)
      expect(figureOf(figureRowsOf("taught-hours", narrowed), "taught-hours")).toBe(minutes)
      expect(figureOf(figureRowsOf("charged-for-lessons", narrowed), "charged-for-lessons")).toBe(
        chargedMinor,
      )
    }
})

test("what lessons were charged is the same amount beside the lessons and in the margin, monthly fees included", () => {
  const margin = new Map(
    findCard(actor, "margin", asked, sees)?.lines.map(({ id, values }) => [id, values[0]]),
  )
  const { teachers } = findTeachingFigures(actor, asked, sees)
  expect(teachers).toHaveLength(2)
  for (const { id, chargedMinor } of teachers) {
    expect(chargedMinor).toBeGreaterThan(0)
    expect(margin.get(id ?? "none")).toBe(chargedMinor)
  }
})

test("someone who sees no prices has the lessons and no charges", () => {
  const blind = { money: false, pay: false }
  const [mine] = findTeachingFigures(actor, { ...asked, teacher: mara }, blind).teachers
  expect(mine).toMatchObject({ sessions: 2, chargedMinor: null })
  const query = { ...asked, card: "lessons-given" as const, of: "charged-for-lessons" }
  expect(listFigureRows(actor, query, blind)).toBeUndefined()
})
