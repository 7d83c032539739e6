import { teachers } from "db/schema/people"
import { expect, test } from "vitest"
import { findTimes } from "~/models/teaching/free-time/find-times.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addClassRow, addTeacherRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail } from "../../../../tests/support/school"
import { rankSubstitutes } from "./substitutes.server"

test("a teacher without recorded instruments teaches those of their classes, as in the list of teachers", () => {
  fixClock(testNow)
  const school = openSchool().actor
  const helena = addTeacherRow(school, "Helena Novak", "Piano")
  addTeacherRow(school, "Alan Whitfield", "Guitar")
  const beatriz = addTeacherRow(school, "Beatriz Alvarez")
  addClassRow(school, { name: "Milo, piano", instrument: "Piano", teacherId: beatriz })
  const carla = addTeacherRow(school, "Carla Reyes")
  addClassRow(school, { name: "Past", instrument: "Piano", teacherId: carla, endedOn: "2026-06-01" })
  const classId = addClassRow(school, { name: "Trial", instrument: "Piano", teacherId: helena })
  const added = addSession(school, { classId, date: "2026-11-24", startTime: "16:00", minutes: 30 })
  const lesson = added.ok ? findSession(school, added.sessionId) : undefined
  if (!lesson) throw new Error("No lesson")
  const ranked = rankSubstitutes(school, [lesson], helena)(lesson)
  expect(ranked.map(({ name, reasons, isSuggested }) => [name, reasons, isSuggested])).toEqual([
    ["Beatriz Alvarez", "teaches piano, free", true],
    ["Alan Whitfield", "free", false],
    ["Carla Reyes", "free", false],
  ])
  const times = findTimes(school, {
    teacherId: null,
    instrument: "piano",
    studentIds: [],
    minutes: 30,
    roomId: null,
    from: "2026-11-24",
    to: "2026-11-28",
    usual: null,
  })
  expect([...new Set(times.map(({ teacherName }) => teacherName))].sort()).toEqual([
    "Beatriz Alvarez",
    "Helena Novak",
  ])
})

test("a teacher who has left by the day of the lesson isn’t offered", () => {
  fixClock(testNow)
  const school = openSchool().actor
  const helena = addTeacherRow(school, "Helena Novak", "Piano")
  const leaving = addTeacherRow(school, "Alan Whitfield", "Piano")
  changeRows(teachers, { id: leaving }, { lastDay: "2026-11-24" })
  const classId = addClassRow(school, { name: "Trial", instrument: "Piano", teacherId: helena })
  const on = (date: string) => {
    const { sessionId } = orFail(addSession(school, { classId, date, startTime: "16:00", minutes: 30 }))
    const lesson = findSession(school, sessionId)
    return lesson ? rankSubstitutes(school, [lesson], helena)(lesson).map(({ name }) => name) : []
  }
  expect([on("2026-11-24"), on("2026-11-25")]).toEqual([["Alan Whitfield"], []])
})
