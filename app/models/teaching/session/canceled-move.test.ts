import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { openPayingFamily } from "../../../../tests/support/family"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { findClosure } from "../closed-days/closed-days.server"
import { addClosure } from "../closure/add-closure.server"
import { tellClosure } from "../closure/tell-closure.server"
import { undoClosure } from "../closure/undo-closure.server"
import { cancelSession, restoreSession } from "./cancel-session.server"
import { moveSession } from "./move-session.server"
import type { Slot } from "./slot.server"

// Otis has guitar with Marcus on Wednesday, November 25, at 4. It is moved to Friday at 5, and canceled before the emails about the move
// leave: its people know it on Wednesday. Today is Wednesday, November 18, 3:10 PM.

let family: ReturnType<typeof openPayingFamily>
let [marcus, helena] = ["", ""]
let lesson: string

beforeEach(() => {
  family = openPayingFamily()
  const { school, studentIds } = family
  const teacher = (name: string) => {
    const id = addTeacherRow(school, name)
    const email = `${name.split(" ")[0]?.toLowerCase()}@harmony.example`
    changeRows(teachers, { id }, { email })
    return id
  }
  ;[marcus, helena] = [teacher("Marcus Whitfield"), teacher("Helena Novak")]
  const classId = addClassRow(school, { name: "Otis Haddad, guitar", kind: "private", teacherId: marcus })
  for (const id of studentIds.slice(0, 1)) addEnrollmentRow(school, classId, id)
  lesson = addSessionRow(school, classId, "2026-11-25", { teacherId: marcus, startTime: "16:00" })
})

const move = (to: Partial<Slot> = { date: "2026-11-27", startTime: "17:00" }) =>
  expect(
    moveSession(family.school, lesson, {
      date: "2026-11-25",
      startTime: "16:00",
      minutes: 60,
      roomId: null,
      teacherId: marcus,
      ...to,
    }).ok,
  ).toBe(true)
const cancel = () => expect(cancelSession(family.school, lesson, "Snow").ok).toBe(true)
const restore = () => expect(restoreSession(family.school, lesson).ok).toBe(true)

/** The emails that have left or will: who reads what, by their time. */
const told = () => onceTold(family.school, listTold)
const listTold = () =>
  rowsOf(
    emails,
    { schoolId: family.school.school.id, template: "session-changed" },
    { by: ["createdAt", "recipient"] },
  )
    .map(({ recipient, data }) => {
      const { change, lessons } = JSON.parse(data) as MailData["session-changed"]
      const who = recipient.endsWith("@harmony.example") ? recipient.split("@")[0] : "family"
      return [who, change, ...lessons.flat()].join(" · ")
    })
    .sort()
const leave = () => sendTold(family.school)

const wednesday = "Wed, Nov 25, 4:00 PM"
const friday = "Fri, Nov 27, 5:00 PM"
const guitar = "Otis Haddad, guitar"
const both = (text: string) => [`family · ${text}`, `marcus · ${text}`]
const canceled = both(`cancelled · ${wednesday} · ${guitar} with Marcus Whitfield`)
const moved = both(`moved · ${wednesday} · ${guitar}, now ${friday} with Marcus Whitfield`)

test("its people get one email, that it is canceled at the time they know", () => {
  move()
  cancel()
  expect(told()).toEqual(canceled)
})

test("restored before that email leaves, its move is told after all, once", () => {
  move()
  cancel()
  restore()
  expect(told()).toEqual(moved)
  cancel()
  expect(told()).toEqual(canceled)
  restore()
  expect(told()).toEqual(moved)
})

test("restored once they have read that it is canceled, they read in one email that it is on, and when", () => {
  move()
  cancel()
  leave()
  restore()
  const on = both(`restored · ${wednesday} · ${guitar}, now ${friday} with Marcus Whitfield`)
  expect(told()).toEqual([...canceled, ...on].sort())
})

test("given to another teacher and canceled, the new teacher hears nothing of it", () => {
  move({ teacherId: helena })
  cancel()
  expect(told()).toEqual(canceled)
  restore()
  const taught = `taught · ${wednesday} · ${guitar}, now with Helena Novak`
  expect(told()).toEqual([...both(taught), `helena · ${taught}`].sort())
})

test("who has read of the move reads that it is canceled where it is", () => {
  move()
  leave()
  cancel()
  expect(told()).toEqual(
    [...moved, ...both(`cancelled · ${friday} · ${guitar} with Marcus Whitfield`)].sort(),
  )
})

test("canceled for a closure, it is told at the time they know; taken back, its move is told after all", () => {
  move()
  const close = () => {
    const added = addClosure(family.school, {
      name: "Concert",
      startsOn: "2026-11-27",
      endsOn: "2026-11-27",
      cancelSessions: true,
    })
    if (!added.ok) throw new Error(added.reason)
    return added.closureId
  }
  const first = close()
  expect(told()).toEqual([])
  undoClosure(family.school, first)
  expect(told()).toEqual(moved)
  const second = close()
  const closure = findClosure(family.school, second)
  if (!closure) throw new Error("There is a closure.")
  tellClosure(family.school, closure)
  expect(told()).toEqual(canceled)
  leave()
  undoClosure(family.school, second)
  const on = both(`restored · ${wednesday} · ${guitar}, now ${friday} with Marcus Whitfield`)
  expect(told()).toEqual([...canceled, ...on].sort())
})
