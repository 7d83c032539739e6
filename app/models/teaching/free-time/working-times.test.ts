import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { minutesOfDay } from "~/utils/clock-times"
import { weekday } from "~/utils/dates"
import { addClassRow, addScheduleRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { addCoTeacher } from "../class/co-teaching.server"
import { findFreeTimes } from "../session/free-times.server"
import { makeSessions } from "../session/make-sessions.server"
import { addSession } from "../session/move-session.server"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { findTimes } from "./find-times.server"

// What is offered can be booked: also on days on which a teacher is away for some hours, and with two teachers. Helena
// teaches from Tuesday to Friday.

const [tuesday, friday] = ["2026-12-08", "2026-12-18"]
let school: Actor
let helena: string
let marcus: string
let choir: string

beforeEach(() => {
  school = openSchool().actor
  helena = addTeacherRow(school, "Helena Novak")
  marcus = addTeacherRow(school, "Marcus Whitfield")
  choir = addClassRow(school, { name: "Choir", kind: "ensemble", capacity: 9, teacherId: helena })
  const lessons = addClassRow(school, { name: "Voice", teacherId: helena })
  const rule = addScheduleRow(school, lessons, { startTime: "09:00", rrule: "FREQ=WEEKLY;BYDAY=TU,WE,TH,FR" })
  makeSessions(school, rule, "2026-12-18", { from: "2026-11-24" })
  for (const day of [2, 3, 4, 5])
    addHours(school, helena, { weekday: day, fromTime: "09:00", toTime: "20:00" })
})

const wish = {
  teacherId: null as string | null,
  instrument: null,
  studentIds: [],
  minutes: 45,
  roomId: null,
  usual: null,
}

test("on a day with some hours off, the other hours are offered", () => {
  const off = { startsOn: tuesday, endsOn: tuesday, fromTime: "10:00", toTime: "19:00", reason: null }
  recordTimeOff(school, helena, off)
  const times = findTimes(school, { ...wish, teacherId: helena, from: tuesday, to: tuesday })
  expect(times.length).toBeGreaterThan(0)
  for (const { startTime, endTime } of times) expect(endTime <= "10:00" || startTime >= "19:00").toBe(true)
  recordTimeOff(school, helena, { startsOn: "2026-12-09", endsOn: "2026-12-09", reason: null })
  expect(findTimes(school, { ...wish, teacherId: helena, from: "2026-12-09", to: "2026-12-09" })).toEqual([])
})

test("leave over several days begins and ends at its hour", () => {
  const off = { startsOn: tuesday, endsOn: "2026-12-10", fromTime: "12:00", toTime: "15:00", reason: null }
  recordTimeOff(school, helena, off)
  const times = findTimes(school, { ...wish, teacherId: helena, from: tuesday, to: "2026-12-10" }, 9)
  expect([...new Set(times.map(({ date }) => date))].sort()).toEqual([tuesday, "2026-12-10"])
  for (const { date, startTime, endTime } of times)
    expect(date === tuesday ? endTime <= "12:00" : startTime >= "15:00").toBe(true)
})

test("with two teachers, both hours and both leaves count, and each time offered can be booked", () => {
  addCoTeacher(school, choir, { teacherId: marcus, startsOn: "2026-11-24" })
  for (const day of [2, 3, 4]) addHours(school, marcus, { weekday: day, fromTime: "15:00", toTime: "18:00" })
  const off = { startsOn: tuesday, endsOn: tuesday, fromTime: "16:00", reason: null }
  recordTimeOff(school, marcus, off)
  const both = { ...wish, teacherId: helena, coTeacherIds: [marcus] }
  const found = findTimes(school, { ...both, from: tuesday, to: friday }, 20)
  const near = [tuesday, friday, "2026-12-16"].flatMap((date) =>
    findFreeTimes(school, { ...both, near: { date, startTime: "15:30" } }),
  )
  expect(near.length).toBe(9)
  expect(found.length).toBeGreaterThan(5)
  for (const { date, startTime } of [...found, ...near]) {
    const end = minutesOfDay(startTime) + 45
    expect([2, 3, 4]).toContain(weekday(date))
    expect(startTime >= "15:00" && end <= 18 * 60).toBe(true)
    if (date === tuesday) expect(end).toBeLessThanOrEqual(16 * 60)
  }
  const [first] = found
  const added = addSession(school, {
    classId: choir,
    date: first?.date ?? "",
    startTime: first?.startTime ?? "",
    minutes: 45,
  })
  expect(added.ok).toBe(true)
  const refused = addSession(school, { classId: choir, date: friday, startTime: "15:30", minutes: 45 })
  expect(refused).toMatchObject({ ok: false, reason: "clash" })
  if (!refused.ok && refused.reason === "clash")
    for (const { date } of refused.alternatives) expect(weekday(date)).not.toBe(5)
})
