import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { addSession, moveSession } from "./move-session.server"
import { findSession } from "./session-list.server"
import { checkMove } from "./slot-check.server"

// Milo leaves the duo after November 30, Wren stays. Today is Wednesday, November 18.

let actor: Actor
let duo: string
let lesson: string

beforeEach(() => {
  actor = openSchool().actor
  duo = addClassRow(actor, { name: "Duo", kind: "group", capacity: 2 })
  addEnrollmentRow(actor, duo, addStudentRow(actor, "Milo", "Haddad"), { endsOn: "2026-11-30" })
  const added = addSession(actor, { classId: duo, date: "2026-11-25", startTime: "16:00", minutes: 30 })
  if (!added.ok) throw new Error(added.reason)
  lesson = added.sessionId
})

const slot = (date: string) => ({ date, startTime: "16:00", minutes: 30, teacherId: null, roomId: null })
const refused =
  "None of its students is enrolled on Wed, Dec 2. Choose another date, or change their last day in the class first."

test("a lesson isn’t moved to a day on which none of its students is enrolled, and the grid says so before", () => {
  expect(moveSession(actor, lesson, slot("2026-12-02"))).toMatchObject({ ok: false, message: refused })
  const session = findSession(actor, lesson)
  expect(session && checkMove(actor, session, slot("2026-12-02")).refusal).toBe(refused)
  expect(moveSession(actor, lesson, slot("2026-11-30"))).toMatchObject({ ok: true })
})

test("the form and the grid name who would be left out, until there is a reason", () => {
  addEnrollmentRow(actor, duo, addStudentRow(actor, "Wren", "Adeyemi"))
  const named =
    "Milo Haddad isn’t enrolled on Wed, Dec 2, so the lesson would take place without this student."
  const moved = (override?: { reason: string }) =>
    moveSession(actor, lesson, { ...slot("2026-12-02"), override }, { namesLeftOut: true })
  expect(moved()).toMatchObject({ ok: false, clashes: [named], mayOverride: true })
  const session = findSession(actor, lesson)
  expect(session && checkMove(actor, session, slot("2026-12-02")).refusal).toBe(named)
  expect(session && checkMove(actor, session, slot("2026-11-30")).refusal).toBe("")
  expect(moved({ reason: "Wren alone" })).toMatchObject({ ok: true })
})

test("it is while one of them stays, and without students on any day", () => {
  addEnrollmentRow(actor, duo, addStudentRow(actor, "Wren", "Adeyemi"))
  expect(moveSession(actor, lesson, slot("2026-12-02"))).toMatchObject({ ok: true })
  const empty = addClassRow(actor, { name: "Choir", kind: "group" })
  const added = addSession(actor, { classId: empty, date: "2026-11-25", startTime: "10:00", minutes: 30 })
  expect(added.ok && moveSession(actor, added.sessionId, slot("2026-12-02"))).toMatchObject({ ok: true })
})
