import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { addClassRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool, orFail, rowOf } from "../../../../tests/support/school"
import { settleStranded } from "../lessons-to-settle/settle-lessons.server"
import type { Choices } from "./absence"
import { findAbsencePage } from "./absence-page.server"
import { arrangeAbsence } from "./arrange-absence.server"

// Marcus teaches the choir on Wednesday 25 and Thursday 26 at 4, and is away; Helena teaches on Wednesdays only.

let school: Actor
let marcus: string
let helena: string
let choir: string
let wednesday: string
let thursday: string

beforeEach(() => {
  school = openSchool().actor
  marcus = addTeacherRow(school, "Marcus Whitfield")
  helena = addTeacherRow(school, "Helena Novak")
  addHours(school, helena, { weekday: 3, fromTime: "15:00", toTime: "18:00" })
  choir = addClassRow(school, { name: "Choir", kind: "group", capacity: 9, teacherId: marcus })
  const plan = (date: string) =>
    orFail(addSession(school, { classId: choir, date, startTime: "16:00", minutes: 45 })).sessionId
  wednesday = plan("2026-11-25")
  thursday = plan("2026-11-26")
})

function away(teacherId: string): string {
  const days = { startsOn: "2026-11-25", endsOn: "2026-11-26", reason: null }
  return orFail(recordTimeOff(school, teacherId, days)).timeOffId
}
const kept = (id: string) => {
  const row = rowOf(sessions, { id })
  return [row?.keptReason, row?.keptDespite]
}
const outside = "Helena Novak has no teaching hours on Thursdays. Enter a reason, or choose another teacher."

test("an absence gives a lesson to a substitute outside their hours only with a reason, which stays with it", () => {
  const off = away(marcus)
  const choices: Choices = {
    [wednesday]: { choice: "substitute", by: helena },
    [thursday]: { choice: "substitute", by: helena },
  }
  expect(findAbsencePage(school, off, choices)?.outsideHours).toBe(1)
  const arrange = (hoursReason?: string) =>
    arrangeAbsence(school, off, { choices, formKey: "one", hoursReason })
  expect(arrange()).toEqual({ ok: false, reason: "not-free", reasons: { [thursday]: outside } })
  expect(findSession(school, wednesday)?.teacherId).toBe(marcus)
  expect(arrange("She offered").ok).toBe(true)
  expect(findSession(school, thursday)?.teacherId).toBe(helena)
  expect([kept(wednesday), kept(thursday)]).toEqual([
    [null, null],
    ["She offered", "hours"],
  ])
})

test("so does the place of a co-teacher", () => {
  const rosa = addTeacherRow(school, "Rosa Alvarez")
  expect(addCoTeacher(school, choir, { teacherId: rosa, startsOn: "2026-11-18" }).ok).toBe(true)
  const off = away(rosa)
  const choices: Choices = { [thursday]: { choice: "substitute", by: helena } }
  const arrange = (hoursReason?: string) =>
    arrangeAbsence(school, off, { choices, formKey: "one", hoursReason })
  expect(arrange()).toMatchObject({ reasons: { [thursday]: outside } })
  expect(arrange("She offered").ok).toBe(true)
  expect(kept(thursday)).toEqual(["She offered", "co-times"])
})

test("a lesson to settle goes to a substitute outside their hours only with a reason", () => {
  away(marcus)
  const settle = (id: string, reason: string) =>
    settleStranded(school, new Map([[id, { act: "substitute" as const, id: helena }]]), reason)
  expect(settle(thursday, "")).toEqual({ ok: false, reason: "not-free", problems: { [thursday]: outside } })
  expect(findSession(school, thursday)?.teacherId).toBe(marcus)
  expect(settle(thursday, "She offered")).toEqual({ ok: true, settled: 1, without: [] })
  expect(kept(thursday)).toEqual(["She offered", "hours"])
  expect(settle(wednesday, "")).toEqual({ ok: true, settled: 1, without: [] })
  expect(kept(wednesday)).toEqual([null, null])
})
