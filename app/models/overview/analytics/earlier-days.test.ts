import { makeUpCredits, marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { studentStatusChanges, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { bookings, seats } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { chargeMonth } from "~/models/money/charge/charge-month.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import {
  extendCredit,
  grantCredit,
  revokeByHand,
  undoCreditChange,
} from "~/models/teaching/credit/change-credit.server"
import { fixClock } from "~/utils/clock.server"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail } from "../../../../tests/support/school"
import { findMadeFigure } from "./analytics.server"
import type { AnalyticsQuery } from "./analytics-query.server"
import { type CardKey, figureText, fileOf } from "./cards"
import { findCard, listFigureRows } from "./cards.server"
import { figureOf } from "./counted"

// What is owed, who may leave and the month to come, beside earlier days: those are as they were shown then.

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

const card = (key: CardKey, query: Partial<AnalyticsQuery> = {}) =>
  findCard(actor, key, { ...asked, months: 1, ...query }, sees)
const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))

/** The total of a card is what its rows come to, each figure by itself, or is made of the others; answers it. */
function beforeByRows(key: CardKey, query: Partial<AnalyticsQuery> = {}) {
  const found = card(key, query)
  for (const [index, { metric, opens }] of found?.columns.entries() ?? [])
    if (opens) {
      const figure = found?.before[index] ?? null
      const opened = { ...asked, months: 1, ...query, card: key, of: metric, days: "before" as const }
      const made = findMadeFigure(actor, opened, sees)
      if (made)
        expect([metric, made.text]).toEqual([metric, figureText(metric, figure, actor.school.currency)])
      else
        expect([metric, figureOf(listFigureRows(actor, opened, sees) ?? [], metric)]).toEqual([
          metric,
          figure,
        ])
    }
  return found?.before
}

test("lessons to make up on an earlier day are those that were shown at its end, whatever became of them", () => {
  const { classId, studentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
  const [otis = ""] = studentIds
  const grant = (minutes: number, lastDay: string) =>
    orFail(grantCredit(actor, otis, { classId, minutes, lastDay, reason: "Snow day" }))
  const shown = new Map<string, readonly (number | null)[]>()
  const endOf = (day: string) => shown.set(day, card("make-up-liability")?.total ?? [])
  at("2026-11-18")
  const [one, two, three] = [grant(60, "2026-12-31"), grant(45, "2026-12-05"), grant(30, "2027-01-10")]
  endOf("2026-11-18")
  at("2026-12-10")
  const extended = extendCredit(actor, otis, {
    creditId: two.creditId,
    lastDay: "2027-01-31",
    reason: "Ill",
  })
  const revoked = revokeByHand(actor, otis, { creditId: three.creditId, reason: "Mistake" })
  endOf("2026-12-10")
  at("2026-12-20")
  for (const done of [extended, revoked])
    expect(done.ok && undoCreditChange(actor, otis, done.changeId).ok).toBe(true)
  const usedSeatId = newRow(actor)
  addRows(seats, {
    ...usedSeatId,
    sessionId: addSessionRow(actor, classId, "2026-12-28"),
    ...{ studentId: otis, kind: "make_up" },
  })
  changeRows(
    makeUpCredits,
    { id: one.creditId },
    { usedSeatId: usedSeatId.id, usedAt: Date.parse("2026-12-20T17:00:00Z") },
  )
  endOf("2026-12-20")
  expect([...shown.values()]).toEqual([
    [3, 135, 0],
    [2, 105, 0],
    [1, 30, 0],
  ])
  for (const [day, then] of [
    ["2026-11-18", "2026-12-18"],
    ["2026-12-10", "2027-01-10"],
    ["2026-12-20", "2027-01-20"],
  ] as const) {
    at(then)
    expect(card("make-up-liability")?.beforeOn).toBe(day)
    expect([day, beforeByRows("make-up-liability")]).toEqual([day, shown.get(day)])
  }
})

test("students at risk on an earlier day are by the status, attendance and invoices of that day", () => {
  const mara = addTeacherRow(actor, "Mara Lindqvist")
  const { classId, studentIds, enrollmentIds } = openClass(actor, {
    class: { teacherId: mara },
    pupils: ["Aiko Moreau", "Theo Haddad"],
  })
  const [aiko = "", theo = ""] = studentIds
  const become = (studentId: string, status: "active" | "former", fromDate: string) => {
    addRows(studentStatusChanges, { ...newRow(actor), studentId, status, fromDate })
    changeRows(students, { id: studentId }, { status })
  }
  for (const studentId of studentIds) become(studentId, "active", "2026-09-01")
  const seatIds: string[] = []
  const mark = (seatId: string, code: "absent" | "present") =>
    addRows(marks, {
      ...newRow(actor),
      ...{ seatId, code, chargedPercent: 100, paidPercent: 100, issuesCredit: false },
      countsAsAttended: code === "present",
    })
  at("2026-11-17")
  for (const on of ["2026-11-03", "2026-11-10", "2026-11-17"]) {
    const seat = newRow(actor)
    const sessionId = addSessionRow(actor, classId, on)
    addRows(seats, { ...seat, sessionId, studentId: aiko, kind: "enrolled" })
    mark(seat.id, "absent")
    seatIds.push(seat.id)
  }
  const family = openFamily(actor, { children: ["Kit"] })
  become(family.studentIds[0] ?? "", "active", "2026-09-01")
  const issued = orFail(
    issueInvoice(actor, {
      ...november(family.familyId, [owe(actor, family, 5000)]),
      dueOn: "2026-11-18",
    }),
  )
  // Theo comes to a lesson in December, and leaves after it.
  const sessionId = addSessionRow(actor, classId, "2026-12-01")
  const startsAt = Date.parse("2026-12-01T19:30:00Z")
  addRows(bookings, {
    ...newRow(actor),
    ...{ sessionId, resource: "student", resourceId: theo, startsAt, endsAt: startsAt + 3_600_000 },
  })
  at("2026-11-20")
  const shown = card("at-risk")?.total
  expect(shown).toEqual([2, 1, 2, 1, 0])
  at("2026-12-10")
  // What was said of the last lesson is corrected, the family pays, and Aiko leaves.
  changeRows(
    marks,
    { seatId: seatIds[2] ?? "", supersededAt: null },
    { supersededAt: Date.parse("2026-12-10T17:00:00Z") },
  )
  mark(seatIds[2] ?? "", "present")
  const { invoiceId } = issued
  const payment = { method: "cash" as const, receivedOn: "2026-12-10", payerName: "Zoë" }
  expect(recordPayment(actor, { ...payment, invoiceId, amountMinor: 5000 }).ok).toBe(true)
  become(aiko, "former", "2026-12-10")
  at("2026-12-20")
  expect(card("at-risk")?.total).toEqual([2, 0, 2, 0, 0])
  expect(card("at-risk")?.beforeOn).toBe("2026-11-20")
  expect(beforeByRows("at-risk")).toEqual(shown)
  const rows = listFigureRows(
    actor,
    { ...asked, months: 1, card: "at-risk", of: "students-at-risk", days: "before" },
    sees,
  )
  expect(rows?.map(({ name, detail }) => [name, detail])).toEqual([
    ["Aiko Moreau", "Missed the last three lessons; No lesson followed"],
    ["Kit Okafor", "No lesson followed; Overdue invoice"],
  ])
  expect(beforeByRows("at-risk", { teacher: mara })).toEqual([1, 1, 1, 0, 0])
  // As it turned out: Theo's last day was within 30 days.
  changeRows(enrollments, { id: enrollmentIds[1] ?? "" }, { endsOn: "2026-12-05" })
  expect(beforeByRows("at-risk")?.at(-1)).toBe(1)
})

test("a month to come stands beside the last one that is over, which was charged what was expected of it", () => {
  const mara = addTeacherRow(actor, "Mara Lindqvist")
  const { classId, studentIds } = openClass(actor, {
    class: { teacherId: mara },
    pupils: ["Aiko Moreau", "Theo Haddad"],
  })
  const monthly = openClass(actor, {
    class: { instrument: "Piano" },
    price: { billing: "monthly", amountMinor: 14_000 },
    pupils: ["Wren Adeyemi"],
  })
  at("2026-09-20")
  const lessons = ["2026-10-06", "2026-10-13"].map((on) =>
    addSessionRow(actor, classId, on, { teacherId: mara }),
  )
  addSessionRow(actor, classId, "2026-10-20", { state: "cancelled" })
  addSessionRow(actor, monthly.classId, "2026-10-07")
  const family = openFamily(actor)
  owe(actor, family, 4000, { occurredOn: "2026-10-09" })
  const expected = card("forecast")?.total
  expect(expected).toEqual([3, 180, 14_000, 7200, 0, 4000, 25_200, 0])
  at("2026-10-01")
  chargeMonth(actor, "2026-10")
  at("2026-10-31")
  for (const sessionId of lessons) {
    const taken = studentIds.map((studentId) => ({ studentId, code: "present" }))
    const form = { marks: taken } as Parameters<typeof takeRegister>[2]
    expect(takeRegister(actor, sessionId, form).ok).toBe(true)
  }
  // What other cards count, and what was withdrawn, isn't part of it.
  owe(actor, family, 9000, { occurredOn: "2026-11-01" })
  const withdrawn = owe(actor, family, 700, { occurredOn: "2026-10-10" })
  changeRows(
    charges,
    { id: withdrawn },
    { withdrawnAt: Date.parse("2026-10-31T17:00:00Z"), withdrawnReason: "Mistake" },
  )
  at("2026-11-18")
  expect(card("forecast")).toMatchObject({ beforeIn: "2026-10", beforeOn: null })
  expect(beforeByRows("forecast")).toEqual(expected)
  expect(beforeByRows("forecast", { teacher: mara })).toEqual([2, 120, 0, 7200, 0, 0, 7200, 0])
  expect(beforeByRows("forecast", { instrument: "Piano" })).toEqual([1, 60, 14_000, 0, 0, 0, 14_000, 0])
  expect(card("forecast", { compare: "year" })?.beforeIn).toBe("2025-12")
  const file = card("forecast")
  expect(file && fileOf(file).lines.at(-1)).toEqual(["2026-10", 3, 3, 140, 72, 0, 40, 252, 0])
  expect(findCard(actor, "forecast", asked, { money: false, pay: false })?.before).toEqual([3, 180])
})
