import { studentStatusChanges } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { fixClock, todayOf } from "~/utils/clock.server"
import { weekday } from "~/utils/dates"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import {
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
  openClass,
} from "../../../../tests/support/lessons"
import { addRows, openSchool, orFail } from "../../../../tests/support/school"
import { findMoneyFigures, findStudentFigures, findTeachingFigures } from "./analytics.server"
import type { FigureRowsQuery } from "./analytics-query.server"
import { findCard, listFigureRows } from "./cards.server"
import { type Counted, figureOf } from "./counted"
import { ageingOf } from "./money-sums.server"

// Figures of the tabs beside their rows, also of the days that they are compared with.

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

const figureRowsOf = (query: Partial<FigureRowsQuery> & Pick<FigureRowsQuery, "card" | "of">): Counted[] =>
  listFigureRows(actor, { ...asked, ...query }, sees) ?? []

/** A class of two with a lesson on each of some days, of which Theo misses the first. */
function teach(days: readonly string[]) {
  const mara = addTeacherRow(actor, "Mara Lindqvist")
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Aiko Moreau", "Theo Haddad"],
  })
  for (const [index, day] of days.entries()) {
    const sessionId = addSessionRow(actor, classId, day, { teacherId: mara })
    const marks = studentIds.map((studentId, which) => ({
      ...{ studentId, code: index === 0 && which === 1 ? "absent" : "present" },
    }))
    expect(takeRegister(actor, sessionId, { marks } as Parameters<typeof takeRegister>[2]).ok).toBe(true)
  }
  return { classId, mara }
}

test("attendance opens who was expected and who attended, of a month, of a teacher and of the days before", () => {
  const { mara } = teach(["2026-11-03", "2026-11-10", "2026-10-06", "2026-09-08"])
  const figures = findTeachingFigures(actor, { ...asked, months: 1 }, sees)
  expect([figures.taught.attendedPercent, figures.taughtBefore.attendedPercent]).toEqual([75, 100])
  const counts = (more: Partial<FigureRowsQuery>) =>
    (["attendance-attended", "attendance-expected"] as const).map((of) =>
      figureOf(figureRowsOf({ card: "attendance", of, months: 1, ...more }), of),
    )
  expect(counts({})).toEqual([3, 4])
  expect(counts({ teacher: mara })).toEqual([3, 4])
  expect(counts({ days: "before" })).toEqual([2, 2])
  for (const { month, percent } of findTeachingFigures(actor, asked, sees).attendanceByMonth) {
    const [attended = 0, expected = 0] = counts({ until: month })
    expect(expected ? Math.round((100 * attended) / expected) : null).toBe(percent)
  }
  expect(
    figureRowsOf({ card: "attendance", of: "attendance-expected", months: 1, until: "2026-10" }),
  ).toMatchObject([
    { name: expect.any(String), detail: expect.stringMatching(/Present|Absent/) },
    { name: expect.any(String), detail: expect.stringMatching(/Present|Absent/) },
  ])
})

test("hours of a weekday, of one of its hours and of the days before open their lessons", () => {
  teach(["2026-11-03", "2026-11-10", "2026-11-11", "2026-10-06"])
  const { hours, hoursBefore } = findTeachingFigures(actor, { ...asked, months: 1 }, sees)
  const minutesOf = (part: string, days?: "before") =>
    figureOf(
      figureRowsOf({ card: "hours-by-weekday", of: "hours-of-week", months: 1, part, days }),
      "hours-of-week",
    )
  expect(hours).toHaveLength(2)
  for (const cell of hours) expect(minutesOf(`${cell.weekday} ${cell.hour}`)).toBe(cell.minutes)
  expect(minutesOf(String(weekday("2026-11-03")))).toBe(120)
  expect(minutesOf(String(weekday("2026-10-06")), "before")).toBe(hoursBefore[0]?.minutes)
  expect(minutesOf("7")).toBe(0)
})

test("spots in groups open the students who have them today and had them on the day compared with", () => {
  const { classId } = teach(["2026-11-03"])
  addEnrollmentRow(actor, classId, addStudentRow(actor, "Wren", "Ito"), { startsOn: "2026-11-10" })
  const { fill, dayBefore } = findTeachingFigures(actor, { ...asked, months: 1 }, sees)
  const spots = (days?: "before") =>
    figureRowsOf({ card: "group-spots", of: "group-spots", months: 1, part: classId, days })
  expect([dayBefore, fill[0]?.enrolled, fill[0]?.enrolledBefore]).toEqual([
    "2026-10-18",
    spots().length,
    spots("before").length,
  ])
  expect([spots().length, spots("before").length]).toEqual([3, 2])
  expect(spots().map(({ name }) => name)).toContain("Wren Ito")
})

test("start months and reasons for leaving stand beside the earlier ones, and each opens its students", () => {
  const changes: [string, "active" | "former", string, string | null][] = [
    ["Aiko", "active", "2026-09-01", null],
    ["Milo", "active", "2026-09-02", null],
    ["Milo", "former", "2026-10-01", "Moved away"],
    ["Noa", "active", "2026-06-20", null],
    ["Theo", "active", "2026-02-01", null],
    ["Theo", "former", "2026-07-20", "Moved away"],
  ]
  const ids = new Map<string, string>()
  for (const [name, status, fromDate, reason] of changes) {
    const studentId = ids.get(name) ?? addStudentRow(actor, name, "Moreau")
    ids.set(name, studentId)
    addRows(studentStatusChanges, { ...newRow(actor), studentId, status, fromDate, reason })
  }
  const { cohortSum, cohortsBefore, reasons, byMonth } = findStudentFigures(actor, asked, sees)
  expect(cohortSum).toEqual({ joined: 2, kept: [{ of: 2, count: 1 }, null, null, null] })
  expect(cohortsBefore).toMatchObject({
    joined: 1,
    kept: [{ of: 1, count: 1 }, { of: 1, count: 1 }, null, null],
  })
  expect(figureRowsOf({ card: "cohorts", of: "cohort-kept", part: "1" }).map(({ name }) => name)).toEqual([
    "Aiko Moreau",
  ])
  expect(figureRowsOf({ card: "cohorts", of: "cohort-kept", part: "3", days: "before" })).toHaveLength(1)
  expect(reasons).toEqual([{ reason: "Moved away", count: 1, before: 1 }])
  const left = figureRowsOf({
    card: "joined-and-left",
    of: "students-left",
    part: "Moved away",
    days: "before",
  })
  expect(left.map(({ name }) => name)).toEqual(["Theo Moreau"])
  for (const { month, count } of byMonth)
    expect(figureRowsOf({ card: "students-then", of: "students-then", part: month })).toHaveLength(count)
})

test("what was outstanding on an earlier day is what was shown at its end", () => {
  const family = openFamily(actor)
  const shown = new Map<string, ReturnType<typeof ageingOf>>()
  const issue = (amountMinor: number) =>
    orFail(issueInvoice(actor, november(family.familyId, [owe(actor, family, amountMinor)]))).invoiceId
  const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
  const endOf = (day: string) => shown.set(day, ageingOf(actor, todayOf(actor), {}))
  at("2026-11-18")
  const [first, second] = [issue(5000), issue(7000)]
  endOf("2026-11-18")
  at("2026-12-10")
  recordPayment(actor, {
    ...{ method: "cash" as const, receivedOn: "2026-12-08", payerName: "Zoë" },
    ...{ invoiceId: first, amountMinor: 2000 },
  })
  endOf("2026-12-10")
  at("2027-01-20")
  expect(voidInvoice(actor, { invoiceId: second, reason: "Sent twice" }).ok).toBe(true)
  endOf("2027-01-20")
  at("2027-02-18")
  for (const [day, bands] of shown) expect([day, ageingOf(actor, day, {})]).toEqual([day, bands])
  const { ageingBefore, dayBefore } = findMoneyFigures(actor, { ...asked, months: 1 }, sees)
  expect(dayBefore).toBe("2027-01-18")
  expect(ageingBefore.reduce((sum, { openMinor }) => sum + openMinor, 0)).toBe(10_000)
  const parts = figureRowsOf({
    ...{ card: "outstanding-by-instrument" as const, of: "open-part", months: 1, days: "before" as const },
  })
  expect(figureOf(parts, "open-part")).toBe(10_000)
  const card = findCard(actor, "outstanding-by-instrument", { ...asked, months: 1 }, sees)
  expect([card?.before, card?.beforeOn]).toEqual([[10_000], "2027-01-18"])
})
