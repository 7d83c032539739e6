import { rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import {
  addClassRow,
  addClosureRow,
  addRoomRow,
  addScheduleRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { addHours } from "../teacher-time/availability.server"
import { recordTimeOff } from "../teacher-time/time-off.server"
import { makeSessions } from "./make-sessions.server"
import { moveSession } from "./move-session.server"
import { countStranded, findStranded, keepLessons } from "./stranded-causes.server"

// Four lessons on Wednesdays at 4 with Theo in the hall, from November 25 on.

let actor: Actor
let teacherId: string
let roomId: string
let classId: string

beforeEach(() => {
  actor = openSchool().actor
  teacherId = addTeacherRow(actor, "Theo Petrović")
  roomId = addRoomRow(actor, "Hall")
  classId = addClassRow(actor, { teacherId, roomId })
  makeSessions(actor, addScheduleRow(actor, classId), "2026-12-16", { from: "2026-11-25" })
})

const lessons = () => rowsOf(sessions, { classId })
const idOn = (date: string) => lessons().find(({ localDate }) => localDate === date)?.id ?? ""
const causes = () => [...findStranded(actor)].map(([id, found]) => [dateOf(id), found.join(" ")]).sort()
const dateOf = (id: string) => lessons().find((lesson) => lesson.id === id)?.localDate

test("a lesson is named for its teacher's leave and hours, a closure, its room and a missing teacher", () => {
  expect(causes()).toEqual([])
  recordTimeOff(actor, teacherId, { startsOn: "2026-12-02", endsOn: "2026-12-02", reason: null })
  addClosureRow(actor, "2026-12-09")
  changeRows(sessions, { id: idOn("2026-12-16") }, { teacherId: null })
  expect(causes()).toEqual([
    ["2026-12-02", "leave"],
    ["2026-12-09", "closure"],
    ["2026-12-16", "teacher"],
  ])
  changeRows(rooms, { id: roomId }, { archivedAt: 1 })
  expect(countStranded(actor)).toBe(4)
})

test("hours strand what is not within them, in any zone's wall clock", () => {
  addHours(actor, teacherId, { weekday: 3, fromTime: "16:00", toTime: "16:30" })
  expect(causes()).toEqual([])
  changeRows(sessions, { id: idOn("2026-11-25") }, { minutes: 45 })
  expect(causes()).toEqual([["2026-11-25", "hours"]])
  changeRows(sessions, { id: idOn("2026-12-02") }, { startTime: "23:50", minutes: 30 })
  addHours(actor, teacherId, { weekday: 3, fromTime: "20:00", toTime: "23:59" })
  expect(causes().map(([date]) => date)).toEqual(["2026-11-25", "2026-12-02"])
})

test("what is kept with a reason is settled for that cause, until it moves", () => {
  addClosureRow(actor, "2026-12-09", "2026-12-16")
  const [one, other] = [idOn("2026-12-09"), idOn("2026-12-16")]
  keepLessons(actor, [one], "The recital")
  expect(causes()).toEqual([["2026-12-16", "closure"]])
  recordTimeOff(actor, teacherId, { startsOn: "2026-12-09", endsOn: "2026-12-09", reason: null })
  expect(findStranded(actor).get(one)).toEqual(["leave"])
  const slot = { date: "2026-12-17", startTime: "16:00", teacherId, roomId }
  expect(moveSession(actor, other, slot).ok).toBe(true)
  addClosureRow(actor, "2026-12-17")
  expect(findStranded(actor).get(other)).toEqual(["closure"])
})

test("what was put there with a reason is settled already, and another school sees none of it", () => {
  addClosureRow(actor, "2026-12-10")
  const slot = { date: "2026-12-10", startTime: "16:00", teacherId, roomId }
  const moved = moveSession(actor, idOn("2026-12-09"), { ...slot, override: { reason: "The recital" } })
  expect(moved.ok).toBe(true)
  expect(causes()).toEqual([])
  addClosureRow(actor, "2026-12-02")
  expect(countStranded(openSchool().actor)).toBe(0)
  expect(findStranded(openSchool().actor, [idOn("2026-12-02")]).size).toBe(0)
})

test("what is over, canceled or has attendance is left alone", () => {
  addClosureRow(actor, "2026-11-25", "2026-12-16")
  changeRows(sessions, { id: idOn("2026-12-02") }, { state: "cancelled" })
  changeRows(sessions, { id: idOn("2026-12-09") }, { registerTakenAt: 1 })
  fixClock(Date.parse("2026-11-26T12:00:00Z"))
  expect(causes()).toEqual([["2026-12-16", "closure"]])
})
