import { extraWork, payRates } from "db/schema/money-pay"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { addRows, openSchool } from "../../../../tests/support/school"
import { keepNextTaught } from "../lesson-totals/keep-lesson-totals.server"
import { findFigureRows } from "./analytics.server"
import { findCard, listFigureRows, pageFigureRows } from "./cards.server"

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

/** A teacher with lessons of one student at 18.00 on some days. */
function addTeaching(name: string, days: readonly string[]): string {
  const teacherId = addTeacherRow(actor, name)
  const { classId, studentIds } = openClass(actor, { pupils: [`${name}’s Moreau`] })
  for (const on of days) {
    const sessionId = addSessionRow(actor, classId, on, { teacherId })
    const taken = { marks: studentIds.map((studentId) => ({ studentId, code: "present" })) }
    expect(takeRegister(actor, sessionId, taken as Parameters<typeof takeRegister>[2]).ok).toBe(true)
  }
  return teacherId
}

const setRate = (teacherId: string, fromDate: string) =>
  addRows(payRates, { ...newRow(actor), teacherId, kind: "per_hour", amountMinor: 1000, fromDate })

const margin = (teacher?: string) => findCard(actor, "margin", { ...asked, teacher }, sees)
const unrated = (teacher?: string) =>
  listFigureRows(actor, { ...asked, teacher, card: "margin", of: "lessons-unrated" }, sees)

test("a teacher without a rate has no margin, and neither has the school, until every lesson has one", () => {
  const mara = addTeaching("Mara", ["2026-11-03", "2026-11-10"])
  const noor = addTeaching("Noor", ["2026-10-06", "2026-10-13", "2026-11-03"])
  setRate(mara, "2026-09-01")
  setRate(noor, "2026-11-01")
  const expected = [
    ["Mara", 3600, 2000, 0, 0, 1600, 44, 0],
    ["Noor", 5400, 1000, 0, 0, null, null, 2],
  ]
  const lines = () => margin()?.lines.map(({ name, values }) => [name, ...values])
  expect(lines()).toEqual(expected)
  expect(margin()?.total).toEqual([9000, 3000, 0, 0, null, null, 2])
  while (keepNextTaught(actor)) expect(lines()).toEqual(expected)
  expect(margin(mara)?.total).toEqual([3600, 2000, 0, 0, 1600, 44, 0])
  expect(unrated()?.map(({ on, teacher, amountMinor }) => [on, teacher?.name, amountMinor])).toEqual([
    ["2026-10-06", "Noor", null],
    ["2026-10-13", "Noor", null],
  ])
  expect(unrated(mara)).toEqual([])
  setRate(noor, "2026-09-01")
  expect(margin()?.total).toEqual([9000, 5000, 0, 0, 4000, 44, 0])
})

test("each page of the rows behind a figure is that part of all rows, and lists no other days", () => {
  const mara = addTeaching("Mara", ["2026-09-08", "2026-11-03", "2026-11-10"])
  const noor = addTeaching("Noor", ["2026-10-06", "2026-10-13", "2026-11-03", "2026-11-04"])
  setRate(mara, "2026-09-01")
  setRate(noor, "2026-11-01")
  for (const [teacherId, workedOn] of [
    [mara, "2026-10-20"],
    [noor, "2026-11-03"],
  ] as const)
    addRows(extraWork, { ...newRow(actor), teacherId, workedOn, description: "Open day", amountMinor: 2500 })
  const compare = () => {
    for (const of of ["charged-for-lessons", "teacher-earned", "expenses-spent", "lessons-unrated"])
      for (const narrowed of [{}, { teacher: mara }, { teacher: noor }, { instrument: "Guitar" }]) {
        const query = { ...asked, ...narrowed, card: "margin" as const, of }
        const whole = findFigureRows(actor, query, null, sees)
        for (let from = 0; from <= (whole?.total ?? 0); from += 2)
          expect(pageFigureRows(actor, query, sees, { from, count: 2 })).toEqual({
            ...whole,
            rows: whole?.rows.slice(from, from + 2),
          })
      }
  }
  compare()
  while (keepNextTaught(actor));
  compare()
  const query = { ...asked, card: "margin" as const, of: "teacher-earned" }
  expect(
    pageFigureRows(actor, query, sees, { from: 3, count: 2 })?.rows.map(({ on, name }) => [on, name]),
  ).toEqual([
    ["2026-10-20", "Open day"],
    ["2026-11-03", "Guitar ensemble"],
  ])
})
