import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addClassRow, addScheduleRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { makeSessions } from "./make-sessions.server"
import { findSchedulePage } from "./schedule-page.server"
import { readScheduleQuery } from "./schedule-period"
import { keepLessons } from "./stranded-causes.server"

// Theo teaches on Wednesdays at 4, from November 25 on. Today is Wednesday, November 18.

let actor: Actor
let teacherId: string

beforeEach(() => {
  actor = openSchool().actor
  teacherId = addTeacherRow(actor, "Theo Petrović")
  const classId = addClassRow(actor, { teacherId })
  makeSessions(actor, addScheduleRow(actor, classId), "2026-12-16", { from: "2026-11-25" })
})

function week(by: "teacher" | "room" = "teacher") {
  const query = { ...readScheduleQuery(new URLSearchParams(), "2026-12-02"), view: "week" as const, by }
  const { body } = findSchedulePage(actor, query)
  if (body.kind !== "week") throw new Error("No week")
  const day = body.days.find(({ date }) => date === "2026-12-02")
  const lessons = day?.items.flatMap((item) => (item.kind === "lesson" ? [item] : [])) ?? []
  return { ...body, day, lesson: lessons[0] }
}

test("a lesson in approved time off is red, with who is away, until someone keeps it", () => {
  expect(week().lesson).toMatchObject({ head: "open", tone: "" })
  recordTimeOff(actor, teacherId, {
    startsOn: "2026-12-02",
    endsOn: "2026-12-02",
    fromTime: "15:00",
    reason: null,
  })
  for (const { lesson, day } of [week(), week("room")]) {
    expect(lesson).toMatchObject({ head: "x", tone: "miss", remark: "Theo away" })
    expect(day?.needsAttention).toBe(true)
  }
  keepLessons(actor, [week().lesson?.id ?? ""], "Comes despite it")
  expect(week().lesson).toMatchObject({ head: "open", tone: "" })
})

test("day and agenda say it, too: the office reads who is away and when, a teacher that it is time off", () => {
  const on = { startsOn: "2026-12-02", endsOn: "2026-12-03", fromTime: "15:00", reason: null }
  recordTimeOff(actor, teacherId, on)
  const asked = { ...readScheduleQuery(new URLSearchParams(), "2026-12-02"), by: "teacher" as const }
  const agenda = (own?: string) => {
    const { body } = findSchedulePage(actor, { ...asked, view: "agenda", teacherId: own })
    if (body.kind !== "agenda") throw new Error("No agenda")
    return body.days.slice(2, 4).map(({ away, sessions }) => [away, sessions.map((lesson) => lesson.away)])
  }
  expect(agenda()).toEqual([
    [["Theo Petrović away, from 3:00 PM"], ["Theo away"]],
    [["Theo Petrović away"], []],
  ])
  expect(agenda(teacherId)).toEqual([
    [["Time off, from 3:00 PM"], ["Theo away"]],
    [["Time off"], []],
  ])
  const day = findSchedulePage(actor, { ...asked, view: "day" }).body
  expect(JSON.stringify(day)).toContain("Theo away")
})

test("the hours of a week reach as far as a teacher’s hours, and gaps lie within them", () => {
  addHours(actor, teacherId, { weekday: 3, fromTime: "14:00", toTime: "20:00" })
  const { firstHour, columns, day } = week()
  expect([firstHour, firstHour + columns / 4]).toEqual([14, 20])
  const gaps = day?.items.filter(({ kind }) => kind === "gap")
  expect(gaps?.map((gap) => "startTime" in gap && gap.startTime)).toEqual(["14:00", "16:30", "18:30"])
  const ofOthers = week().days.filter(({ date }) => date !== "2026-12-02")
  expect(ofOthers.flatMap(({ items }) => items.filter(({ kind }) => kind === "gap"))).toEqual([])
})
