import { makeUpCredits, marks } from "db/schema/attendance"
import { arrangedLessons, arrangements } from "db/schema/attendance-absences"
import { students } from "db/schema/people"
import { closures, enrollments } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { seats } from "db/schema/teaching-sessions"
import { teacherAvailability, timeOff } from "db/schema/teaching-teacher-time"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { addDays, weekday } from "~/utils/dates"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool } from "../../../../tests/support/school"
import type { AnalyticsQuery } from "./analytics-query.server"
import { listCancellations } from "./cancellations.server"
import type { CardKey } from "./cards"
import { findCard, listFigureRows } from "./cards.server"
import { figureOf } from "./counted"
import { listUtilization } from "./utilization.server"

// The cards of /analytics: each figure is what its definition says, recounted directly from what the school did.

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

const card = (key: CardKey, query: Partial<AnalyticsQuery> = {}) =>
  findCard(actor, key, { ...asked, ...query }, sees)
const linesOf = (key: CardKey, query: Partial<AnalyticsQuery> = {}) =>
  card(key, query)?.lines.map(({ name, values }) => [name, ...values])

const autumn = { first: "2026-09-01", last: "2026-11-18" }

function addSeat(
  sessionId: string,
  studentId: string,
  facts: Partial<typeof seats.$inferInsert> = {},
): string {
  const row = newRow(actor)
  addRows(seats, { ...row, sessionId, studentId, kind: "enrolled", ...facts })
  return row.id
}

function addMark(seatId: string, code: MarkCode) {
  const countsAsAttended = code === "present" || code === "late"
  addRows(marks, {
    ...newRow(actor),
    seatId,
    code,
    chargedPercent: 100,
    paidPercent: 100,
    issuesCredit: false,
    countsAsAttended,
  })
}

describe("cancellations", () => {
  const codes = [null, "present", "absent", "excused", "cancelled"] as const
  const seat = fc.record({
    day: fc.nat({ max: 90 }),
    code: fc.constantFrom(...codes),
    noticeHoursBefore: fc.option(fc.nat({ max: 60 })),
    isExcused: fc.boolean(),
    isCanceled: fc.boolean(),
  })

  test("by side they are what a recount of notices, marks and canceled lessons says", () => {
    inHistories(40, fc.array(seat, { maxLength: 20 }), (all) => {
      actor = openSchool().actor
      const { classId, studentIds } = openClass(actor, { pupils: ["Aiko Moreau"] })
      for (const [sequence, one] of all.entries()) {
        const on = addDays("2026-08-25", one.day)
        const id = addSessionRow(actor, classId, on, {
          sequence,
          state: one.isCanceled ? "cancelled" : "planned",
        })
        const startsAt = Date.parse(`${on}T19:30:00Z`)
        const noticeAt = one.noticeHoursBefore === null ? null : startsAt - one.noticeHoursBefore * 3_600_000
        const seatId = addSeat(id, studentIds[0] ?? "", {
          noticeAt,
          excusedBy: noticeAt !== null && one.isExcused ? "illness" : null,
        })
        if (one.code) addMark(seatId, one.code)
      }
      const rows = listCancellations(actor, autumn, {})
      const within = all.filter(
        ({ day }) => addDays("2026-08-25", day) >= autumn.first && addDays("2026-08-25", day) <= autumn.last,
      )
      const held = within.filter(({ isCanceled }) => !isCanceled)
      const reported = held.filter(
        ({ noticeHoursBefore, code }) =>
          noticeHoursBefore !== null && (code === null || code === "absent" || code === "excused"),
      )
      expect(figureOf(rows, "canceled-family")).toBe(reported.length)
      expect(figureOf(rows, "no-shows")).toBe(
        held.filter(({ code, noticeHoursBefore }) => code === "absent" && noticeHoursBefore === null).length,
      )
      expect(figureOf(rows, "excused-absences")).toBe(
        held.filter(({ code, noticeHoursBefore }) => code === "excused" && noticeHoursBefore === null).length,
      )
      expect(figureOf(rows, "canceled-school")).toBe(
        within.length - held.length + held.filter(({ code }) => code === "cancelled").length,
      )
      // one hour of tolerance: daylight saving moves the start, not the rule
      const late = (hours: number) =>
        reported.filter(({ noticeHoursBefore, isExcused }) => !isExcused && (noticeHoursBefore ?? 0) < hours)
          .length
      const { noticeHours } = actor.school
      expect(figureOf(rows, "canceled-late")).toBeGreaterThanOrEqual(late(noticeHours - 1))
      expect(figureOf(rows, "canceled-late")).toBeLessThanOrEqual(late(noticeHours + 1))
    })
  })

  test("a lesson canceled while arranging a teacher's absence is on the teacher's side, until that is undone", () => {
    const mara = addTeacherRow(actor, "Mara")
    const { classId } = openClass(actor)
    const sessionId = addSessionRow(actor, classId, "2026-11-10", { state: "cancelled", teacherId: mara })
    const [leave, arrangement] = [newRow(actor), newRow(actor)]
    addRows(timeOff, {
      ...leave,
      teacherId: mara,
      startsOn: "2026-11-10",
      endsOn: "2026-11-10",
      state: "approved",
    })
    addRows(arrangements, { ...arrangement, timeOffId: leave.id, formKey: "once", lessonCount: 1 })
    const arranged = {
      ...newRow(actor),
      arrangementId: arrangement.id,
      sessionId,
      choice: "cancel" as const,
      before: "{}",
    }
    addRows(arrangedLessons, arranged)
    expect(linesOf("cancellations")).toEqual([["Mara", 0, 0, 0, 0, 1, 0]])
    changeRows(arrangedLessons, { schoolId: actor.school.id }, { undoneAt: testNow })
    expect(linesOf("cancellations")).toEqual([["Mara", 0, 0, 0, 0, 0, 1]])
  })
})

describe("utilization", () => {
  const hour = fc.integer({ min: 8, max: 20 })
  const stretch = fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    from: hour,
    hours: fc.integer({ min: 1, max: 3 }),
  })
  const away = fc.record({
    day: fc.nat({ max: 75 }),
    days: fc.nat({ max: 6 }),
    from: fc.option(hour),
    to: fc.option(hour),
  })
  const clock = (at: number) => `${String(at).padStart(2, "0")}:00`

  test("available hours are those of the week, hour by hour, without closures and time off", () => {
    inHistories(
      40,
      fc.array(stretch, { maxLength: 3 }),
      fc.array(away, { maxLength: 4 }),
      fc.nat({ max: 70 }),
      (week, leave, closed) => {
        actor = openSchool().actor
        const teacherId = addTeacherRow(actor, "Mara")
        for (const { weekday: of, from, hours } of week)
          addRows(teacherAvailability, {
            ...newRow(actor),
            teacherId,
            weekday: of,
            fromTime: clock(from),
            toTime: clock(from + hours),
          })
        const off = leave.filter(({ days, from, to }) => days > 0 || (from ?? 0) < (to ?? 24))
        for (const { day, days, from, to } of off)
          addRows(timeOff, {
            ...newRow(actor),
            teacherId,
            state: "approved",
            startsOn: addDays(autumn.first, day),
            endsOn: addDays(autumn.first, day + days),
            fromTime: from === null ? null : clock(from),
            toTime: to === null ? null : clock(to),
          })
        const closure = {
          startsOn: addDays(autumn.first, closed),
          endsOn: addDays(autumn.first, closed + 3),
        }
        addRows(closures, { ...newRow(actor), name: "Break", ...closure })
        let hours = 0
        for (let day = autumn.first; day <= autumn.last; day = addDays(day, 1)) {
          if (closure.startsOn <= day && day <= closure.endsOn) continue
          for (const one of week)
            for (let at = one.from; weekday(day) === one.weekday && at < one.from + one.hours; at += 1) {
              const isAway = off.some(({ day: first, days, from, to }) => {
                const [startsOn, endsOn] = [addDays(autumn.first, first), addDays(autumn.first, first + days)]
                return (
                  startsOn <= day &&
                  day <= endsOn &&
                  !(day === startsOn && at < (from ?? 0)) &&
                  !(day === endsOn && at >= (to ?? 24))
                )
              })
              if (!isAway) hours += 1
            }
        }
        expect(figureOf(listUtilization(actor, autumn, {}), "hours-available")).toBe(hours * 60)
      },
    )
  })

  test("hours taught are of lessons that ended; those of teachers without hours aren't compared, as the card says", () => {
    const [mara, noor] = [addTeacherRow(actor, "Mara"), addTeacherRow(actor, "Noor")]
    addRows(teacherAvailability, {
      ...newRow(actor),
      teacherId: mara,
      weekday: 1,
      fromTime: "14:00",
      toTime: "18:00",
    })
    const { classId } = openClass(actor)
    addSessionRow(actor, classId, "2026-11-16", { teacherId: mara, minutes: 120 })
    addSessionRow(actor, classId, "2026-11-17", { teacherId: noor, minutes: 60 })
    addSessionRow(actor, classId, "2026-11-17", {
      teacherId: noor,
      minutes: 30,
      state: "cancelled",
      startTime: "16:30",
    })
    addSessionRow(actor, classId, "2026-11-25", { teacherId: mara })
    // eleven Mondays of four hours since September 1
    expect(linesOf("utilization")).toEqual([
      ["Mara", 120, 120, 11 * 240, 5],
      ["Noor", 60, 0, 0, null],
    ])
    expect(card("utilization")?.total).toEqual([180, 120, 11 * 240, 5])
    for (const teacher of [undefined, mara, noor, "none"])
      expect(card("utilization", { teacher })?.total[0]).toBe(
        figureOf(listUtilization(actor, autumn, { teacher }), "hours-given"),
      )
  })
})

describe("what is owed and who may leave", () => {
  test("open credits are worth what was charged for the missed lesson; used, revoked and expired ones nothing", () => {
    const { classId, studentIds } = openClass(actor, { pupils: ["Aiko Moreau"] })
    const [aiko = ""] = studentIds
    const credit = (facts: Partial<typeof makeUpCredits.$inferInsert>) =>
      addRows(makeUpCredits, {
        ...newRow(actor),
        studentId: aiko,
        grantedClassId: classId,
        minutes: 60,
        prepaidPercent: 0,
        expiresOn: "2026-12-31",
        ...facts,
      })
    credit({})
    credit({ minutes: 30, expiresOn: "2026-11-18" })
    credit({ expiresOn: "2026-11-17" })
    credit({ revokedAt: testNow })
    expect(card("make-up-liability")?.total).toEqual([2, 90, 0])
  })

  test("a student is at risk for each reason that holds today, and counted once", () => {
    const { classId, studentIds, enrollmentIds } = openClass(actor, {
      pupils: ["Aiko Moreau", "Theo Haddad", "Wren Adeyemi"],
    })
    const [aiko = "", theo = "", wren = ""] = studentIds
    for (const [sequence, on] of ["2026-11-03", "2026-11-10", "2026-11-17"].entries()) {
      const sessionId = addSessionRow(actor, classId, on)
      addMark(addSeat(sessionId, aiko), sequence === 1 ? "excused" : "absent")
      addMark(addSeat(sessionId, theo), sequence === 0 ? "present" : "absent")
    }
    changeRows(enrollments, { id: enrollmentIds[2] ?? "" }, { endsOn: "2026-12-01" })
    changeRows(students, { id: theo }, { status: "paused" })
    const rows = listFigureRows(actor, { ...asked, card: "at-risk", of: "students-at-risk" }, sees) ?? []
    expect(rows.map(({ page, detail }) => [page.id, detail])).toEqual([
      [wren, "No next lesson; Leaves on Dec 1, 2026"],
      [aiko, "Missed the last three lessons; No next lesson"],
    ])
    expect(card("at-risk")?.total).toEqual([2, 1, 2, 0, 1])
    expect(findCard(actor, "at-risk", asked, { money: false, pay: false })?.total).toEqual([2, 1, 2, 1])
    const leave = { kind: "leave", state: "approved", startsOn: "2026-11-10" } as const
    addRows(leaves, { ...newRow(actor), ...leave, studentId: aiko })
    const after = listFigureRows(actor, { ...asked, card: "at-risk", of: "students-at-risk" }, sees) ?? []
    expect(after.find(({ page }) => page.id === aiko)?.detail, "on leave").toBe(
      "Missed the last three lessons",
    )
  })
})
