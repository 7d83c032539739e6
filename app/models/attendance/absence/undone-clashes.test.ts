import { bookings, sessions } from "db/schema/teaching-sessions"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { addSession, moveSession } from "~/models/teaching/session/move-session.server"
import { findSession } from "~/models/teaching/session/session-list.server"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { keepLessons } from "~/models/teaching/session/stranded-causes.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import {
  addClassRow,
  addClosureRow,
  addEnrollmentRow,
  addRoomRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import type { Choices } from "./absence"
import { findAbsencePage } from "./absence-page.server"
import { arrangeAbsence } from "./arrange-absence.server"
import { undoArrangement } from "./undo-arrangement.server"

// Youth choir and String quartet, both of Marcus, and Helena's Brass trio are in the Hall at the same time on Wednesday 25, as
// lessons that are made ahead can be. Marcus is ill that day. Today is Wednesday, November 18, 3:10 PM.

const day = "2026-11-25"
let actor: Actor
let marcus: string
let helena: string
let hall: string
let away: string

beforeEach(() => {
  actor = openSchool().actor
  marcus = addTeacherRow(actor, "Marcus Whitfield")
  helena = addTeacherRow(actor, "Helena Novak")
  hall = addRoomRow(actor, "Hall")
})

function lesson(name: string, teacherId: string, at: { date?: string; startTime?: string } = {}) {
  const classId = addClassRow(actor, { name, kind: "group", capacity: 9, teacherId })
  bookStudent(actor, addEnrollmentRow(actor, classId, addStudentRow(actor, name, "Singer")))
  return orFail(addSession(actor, { classId, date: day, startTime: "16:00", minutes: 60, ...at })).sessionId
}

/** Books a lesson into the Hall at four, whatever is there. */
function bringToHall(sessionId: string) {
  const own = eq(sessions.id, sessionId)
  const { startsAt = 0, endsAt = 0 } = findSession(actor, atFour) ?? {}
  changeRows(sessions, own, { roomId: hall, localDate: day, startTime: "16:00", startsAt, endsAt })
  const [row] = rowsOf(bookings, { sessionId })
  if (!row) throw new Error("No booking")
  changeRows(bookings, { schoolId: row.schoolId, sessionId }, { startsAt, endsAt })
  addRows(bookings, { ...row, id: `hall-${sessionId}`, resource: "room", resourceId: hall, startsAt, endsAt })
}
let atFour: string

function illOn(date = day) {
  const recorded = orFail(recordTimeOff(actor, marcus, { startsOn: date, endsOn: date, reason: "Ill" }))
  away = recorded.timeOffId
}

function arrange(choices: Choices) {
  const arranged = orFail(arrangeAbsence(actor, away, { choices, formKey: "one" }))
  return () => undoArrangement(actor, away, arranged.arrangementId)
}

const placeOf = (id: string) => {
  const found = findSession(actor, id)
  return [found?.localDate, found?.startTime, found?.roomId, found?.clash !== null]
}

function threeInTheHall() {
  atFour = lesson("Brass trio", helena)
  const choir = lesson("Youth choir", marcus, { startTime: "17:00" })
  const quartet = lesson("String quartet", marcus, { startTime: "18:00" })
  for (const id of [atFour, choir, quartet]) bringToHall(id)
  illOn()
  return { trio: atFour, choir, quartet }
}

test("an undo leads back to lessons that were booked twice before, with each other and with others", () => {
  const { trio, choir, quartet } = threeInTheHall()
  const before = [trio, choir, quartet].map(placeOf)
  expect(before).toEqual(Array(3).fill([day, "16:00", hall, true]))
  const undo = arrange({
    [choir]: { choice: "move", at: "2026-11-26 16:00" },
    [quartet]: { choice: "cancel" },
  })
  expect(placeOf(trio)).toEqual([day, "16:00", hall, false])
  expect(undo()).toMatchObject({ ok: true, restored: 2, kept: [] })
  expect([trio, choir, quartet].map(placeOf)).toEqual(before)
})

test("an accepted double booking is accepted again", () => {
  const { trio, choir, quartet } = threeInTheHall()
  const reason = "They share the stage"
  changeRows(bookings, { resourceId: hall, sessionId: choir }, { overrideReason: reason })
  arrange({ [choir]: { choice: "move", at: "2026-11-26 16:00" }, [quartet]: { choice: "cancel" } })()
  const accepted = rowsOf(bookings, { overrideReason: reason })
  expect(accepted.map(({ sessionId, resource }) => [sessionId, resource])).toEqual([[choir, "room"]])
  expect(findSession(actor, trio)?.clash).toBe("room")
})

test("what came since, or was moved there since, keeps a lesson away", () => {
  const { trio, choir, quartet } = threeInTheHall()
  const undo = arrange({
    [choir]: { choice: "move", at: "2026-11-26 16:00" },
    [quartet]: { choice: "move", at: "2026-11-26 18:00" },
  })
  const later = { date: day, startTime: "16:30", teacherId: helena, roomId: hall }
  expect(moveSession(actor, trio, later).ok).toBe(true)
  expect(undo()).toMatchObject({ restored: 0, kept: [{}, {}] })
  expect(placeOf(choir)[0]).toBe("2026-11-26")
})

test("a substitute takes over a lesson whose room is booked twice, unless they teach then themselves", () => {
  const { choir, quartet } = threeInTheHall()
  const kwame = addTeacherRow(actor, "Kwame Boateng")
  const given = (by: string) =>
    arrangeAbsence(actor, away, { choices: { [choir]: { choice: "substitute", by } }, formKey: by })
  expect(given(helena)).toMatchObject({ ok: false, reason: "not-free" })
  expect(given(kwame)).toMatchObject({ ok: true, lessons: 1 })
  expect(findSession(actor, choir)).toMatchObject({ teacherId: kwame, roomId: hall, clash: "room" })
  expect(findSession(actor, quartet)?.teacherId).toBe(marcus)
})

test("a substitute takes over a lesson kept on a closed day, and it stays kept", () => {
  const choir = lesson("Youth choir", marcus)
  addClosureRow(actor, day)
  illOn()
  const given = () =>
    arrangeAbsence(actor, away, {
      choices: { [choir]: { choice: "substitute", by: helena } },
      formKey: "one",
    })
  expect(given()).toMatchObject({ ok: false, reason: "not-free" })
  keepLessons(actor, [choir], "The concert is that night", ["closure"])
  expect(given()).toMatchObject({ ok: true })
  expect(findSessionRow(actor, choir)).toMatchObject({
    teacherId: helena,
    keptReason: "The concert is that night",
    keptDespite: "closure",
  })
})

test("a lesson late on a Sunday isn’t offered another night, unless its teacher works then", () => {
  const sunday = "2026-11-29"
  const late = lesson("Night guitar", marcus, { date: sunday, startTime: "22:30" })
  lesson("Recital", helena, { date: "2026-11-28", startTime: "06:00" })
  illOn(sunday)
  const offered = () => {
    const lessons = findAbsencePage(actor, away)?.days.flatMap((each) => each.lessons) ?? []
    return lessons.find(({ id }) => id === late)?.times.map(({ startTime }) => startTime) ?? []
  }
  expect(offered()).not.toEqual([])
  for (const start of offered()) expect(start >= "07:00" && start <= "20:00", start).toBe(true)
  for (const weekday of [6, 7]) addHours(actor, marcus, { weekday, fromTime: "20:00", toTime: "23:45" })
  expect(offered()[0]).toBe("22:30")
})
