import { emails } from "db/schema/foundation-mail"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { findClosure } from "../closed-days/closed-days.server"
import { cancelSession, restoreSession } from "../session/cancel-session.server"
import { addSession } from "../session/move-session.server"
import { addClosure } from "./add-closure.server"
import { listClosureLetters, silenceClosure } from "./closure-notice.server"
import { settleClosure } from "./settle-closure.server"
import { tellClosure } from "./tell-closure.server"
import { undoClosure, undoClosures } from "./undo-closure.server"

// Otis has guitar with Marcus on Thursday, November 26, at 4. Thursday is closed, then Friday. Today is Wednesday, November 18, 3:10 PM.

const [thursday, friday, monday] = ["2026-11-26", "2026-11-27", "2026-11-30"]

let school: Actor
let teacherId: string
let lesson: string

beforeEach(() => {
  const family = openPayingFamily()
  school = family.school
  teacherId = addTeacherRow(school, "Marcus Whitfield", "Guitar")
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", kind: "private", teacherId })
  addEnrollmentRow(school, classId, family.studentIds[0] ?? "")
  lesson = addSessionRow(school, classId, thursday, { teacherId, startTime: "16:00" })
})

function close(name: string, day: string, cancelSessions = false) {
  const added = addClosure(school, { name, startsOn: day, endsOn: day, cancelSessions })
  const closure = added.ok ? findClosure(school, added.closureId) : undefined
  if (!closure) throw new Error("Not closed")
  return closure
}
function moveFor(closure: ReturnType<typeof close>, date: string, startTime = "17:00") {
  const choice = { choice: "move" as const, date, startTime, roomId: null }
  expect(settleClosure(school, closure, { [lesson]: choice })).toMatchObject({ ok: true, moved: 1 })
  return closure
}
/** Another lesson of Marcus takes its time. Answers its ID. */
function takeTime() {
  const classId = addClassRow(school, { name: "Choir", kind: "group", capacity: 9, teacherId })
  const rehearsal = { classId, date: thursday, startTime: "16:00", minutes: 60 }
  return orFail(addSession(school, { ...rehearsal, override: { reason: "Rehearsal" } })).sessionId
}
const lessonNow = () => rowOf(sessions, { id: lesson })
/** What has left or is on its way. */
const told = () =>
  onceTold(school, () =>
    rowsOf(emails, { schoolId: school.school.id, template: "session-changed" }).map(({ data }) => {
      const { change, lessons, reason } = JSON.parse(data)
      return [change, ...lessons.flat(), reason ?? "no reason"].join(" · ")
    }),
  )
const withMarcus = (when: string, why: string) =>
  expect.stringMatching(
    new RegExp(`^cancelled · ${when} · Otis Haddad, guitar with Marcus Whitfield · ${why}$`),
  )

test("a lesson that can’t come back with its closure is told as canceled once the closure is undone unsent", () => {
  const closure = close("Storm", thursday, true)
  const choir = takeTime()
  expect(undoClosure(school, closure.id)).toMatchObject({ restored: 0, kept: [{}] })
  expect(told()).toEqual([withMarcus("Thu, Nov 26, 4:00 PM", "Storm")])
  sendTold(school)
  expect(cancelSession(school, choir, "No room").ok).toBe(true)
  expect(restoreSession(school, lesson)).toEqual({ ok: true })
  expect(told().slice(1)).toEqual([expect.stringMatching(/^restored · Thu, Nov 26, 4:00 PM/)])
})

test("one that it moved and that can’t move back is told as moved", () => {
  const closure = moveFor(close("Storm", thursday), friday)
  takeTime()
  expect(undoClosure(school, closure.id)).toMatchObject({ restored: 0, kept: [{}] })
  expect(told()).toEqual([
    "moved · Thu, Nov 26, 4:00 PM · Otis Haddad, guitar, now Fri, Nov 27, 5:00 PM with Marcus Whitfield · Storm",
  ])
})

test("nothing is told of one that stays where the office decided that no one is emailed", () => {
  const closure = close("Storm", thursday, true)
  silenceClosure(school, closure)
  takeTime()
  expect(undoClosure(school, closure.id)).toMatchObject({ restored: 0, kept: [{}] })
  expect(told()).toEqual([])
})

test("who was told of it isn’t told twice that it is canceled", () => {
  const closure = close("Storm", thursday, true)
  tellClosure(school, closure)
  takeTime()
  expect(undoClosure(school, closure.id)).toMatchObject({ restored: 0, kept: [{}] })
  expect(told()).toEqual([withMarcus("Thu, Nov 26, 4:00 PM", "Storm")])
})

test("what one closure moved to a day of the next is canceled on the day that its people know", () => {
  moveFor(close("Storm", thursday), friday)
  const next = close("Flood", friday, true)
  expect(lessonNow()).toMatchObject({ state: "cancelled", localDate: friday })
  const [letter] = listClosureLetters(school, next.id, 1).letters
  expect(letter?.cancelled.map(([when]) => when)).toEqual(["Thu, Nov 26, 4:00 PM"])
  tellClosure(school, next)
  expect(told()).toEqual([withMarcus("Thu, Nov 26, 4:00 PM", "Flood")])
})

test("the first of two closures undone, the second still tells of the day that its people know", () => {
  const first = moveFor(close("Storm", thursday), friday)
  const next = close("Flood", friday, true)
  expect(undoClosure(school, first.id)).toMatchObject({ restored: 0, kept: [{}] })
  expect(told()).toEqual([])
  tellClosure(school, next)
  expect(told()).toEqual([withMarcus("Thu, Nov 26, 4:00 PM", "Flood")])
})

test("both undone in that order, its people read where it stays", () => {
  const first = moveFor(close("Storm", thursday), friday)
  const next = close("Flood", friday, true)
  undoClosure(school, first.id)
  expect(undoClosure(school, next.id)).toMatchObject({ restored: 1 })
  expect(told()).toEqual([
    expect.stringMatching(/^moved · Thu, Nov 26, 4:00 PM · Otis Haddad, guitar, now Fri, Nov 27, 5:00 PM/),
  ])
})

test("both undone in the other order, it is as if nothing was", () => {
  const first = moveFor(close("Storm", thursday), friday)
  const next = close("Flood", friday, true)
  undoClosures(school, [next.id, first.id])
  expect(lessonNow()).toMatchObject({ state: "planned", localDate: thursday })
  expect(told()).toEqual([])
})

test("moved on by the next closure, it isn’t told with the undo of the first, but once the second is sent", () => {
  const first = moveFor(close("Storm", thursday), friday)
  const next = moveFor(close("Flood", friday), monday)
  expect(undoClosure(school, first.id)).toMatchObject({ restored: 0, kept: [{}] })
  expect(told()).toEqual([])
  tellClosure(school, next)
  expect(told()).toEqual([
    "moved · Thu, Nov 26, 4:00 PM · Otis Haddad, guitar, now Mon, Nov 30, 5:00 PM with Marcus Whitfield · Flood",
  ])
})
