import { emails } from "db/schema/foundation-mail"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { findClosure } from "../closed-days/closed-days.server"
import { cancelSession } from "../session/cancel-session.server"
import { moveSession } from "../session/move-session.server"
import { addClosure } from "./add-closure.server"
import { listClosureLetters } from "./closure-notice.server"
import { settleClosure } from "./settle-closure.server"
import { tellClosure } from "./tell-closure.server"
import { undoClosure } from "./undo-closure.server"

// Otis has guitar on Wednesday, November 25, at 4. It moves to Friday at 5, which is closed a minute later: the lesson goes on to the
// Monday after. Today is Wednesday, November 18, 3:10 PM.

const [friday, monday] = ["2026-11-27", "2026-11-30"]
const known = "Wed, Nov 25, 4:00 PM · Otis Haddad, guitar, now"

function openClosedFriday() {
  fixClock(testNow)
  const { school, studentIds } = openPayingFamily()
  const teacherId = addTeacherRow(school, "Marcus Whitfield", "Guitar")
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", kind: "private", teacherId })
  addEnrollmentRow(school, classId, studentIds[0] ?? "")
  const lesson = addSessionRow(school, classId, "2026-11-25", { teacherId, startTime: "16:00" })
  const moveTo = (date: string, startTime: string) => {
    const slot = { date, startTime, minutes: 60, roomId: null, teacherId }
    expect(moveSession(school, lesson, slot).ok).toBe(true)
  }
  const close = () => {
    const added = addClosure(school, { name: "Concert", startsOn: friday, endsOn: friday })
    const closure = added.ok ? findClosure(school, added.closureId) : undefined
    if (!closure) throw new Error("Not closed")
    const choice = { choice: "move" as const, date: monday, startTime: "10:00", roomId: null }
    expect(settleClosure(school, closure, { [lesson]: choice })).toMatchObject({ ok: true, moved: 1 })
    return closure
  }
  /** What is on its way, or has left. */
  const told = () =>
    onceTold(school, () =>
      rowsOf(emails, { schoolId: school.school.id, template: "session-changed" }).map(({ data }) =>
        JSON.parse(data).lessons.flat().join(" · "),
      ),
    )
  return { school, lesson, moveTo, close, told }
}

test("who hasn’t read of the move yet reads in the closure’s email where the lesson is in the end, and nothing before", () => {
  const { school, moveTo, close, told } = openClosedFriday()
  moveTo(friday, "17:00")
  const closure = close()
  expect(told()).toEqual([])
  const [letter, ...others] = listClosureLetters(school, closure.id, 1).letters
  expect(letter?.moved.map((fact) => fact.join(" · "))).toEqual([
    `${known} Mon, Nov 30, 10:00 AM with Marcus Whitfield`,
  ])
  expect(others).toEqual([])
  tellClosure(school, closure)
  expect(told()).toEqual([`${known} Mon, Nov 30, 10:00 AM with Marcus Whitfield`])
})

test("an undo of the closure before its emails are sent tells of the move alone", () => {
  const { school, moveTo, close, told } = openClosedFriday()
  moveTo(friday, "17:00")
  const closure = close()
  expect(undoClosure(school, closure.id)).toMatchObject({ restored: 1 })
  expect(told()).toEqual([`${known} Fri, Nov 27, 5:00 PM with Marcus Whitfield`])
})

test("a lesson that is moved by hand before the closure’s emails are sent is told once, from where its people know it", () => {
  const { school, moveTo, close, told } = openClosedFriday()
  moveTo(friday, "17:00")
  sendTold(school)
  const closure = close()
  moveTo("2026-12-01", "11:00")
  tellClosure(school, closure)
  expect(told().slice(1)).toEqual([
    "Fri, Nov 27, 5:00 PM · Otis Haddad, guitar, now Tue, Dec 1, 11:00 AM with Marcus Whitfield",
  ])
})

test("one that is canceled by hand by then is canceled at the time its people know", () => {
  const { school, lesson, moveTo, close, told } = openClosedFriday()
  moveTo(friday, "17:00")
  sendTold(school)
  const closure = close()
  expect(cancelSession(school, lesson, "Ill").ok).toBe(true)
  tellClosure(school, closure)
  expect(told().slice(1)).toEqual([expect.stringMatching(/^Fri, Nov 27, 5:00 PM · Otis Haddad, guitar/)])
})
