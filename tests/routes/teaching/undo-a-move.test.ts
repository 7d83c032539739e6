import { makeUpCredits } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes, enrollments, waitingSpots } from "db/schema/teaching"
import { bookings } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { recordNotice } from "~/models/attendance/notice/notice.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { bookStudent } from "~/models/teaching/session/claim.server"
import { now } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { undoOf } from "../../support/forms"
import { addEnrollmentRow, addSessionRow, addStudentRow, openClass } from "../../support/lessons"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// A student moves from Guitar to Piano, and back. Today is Wednesday, November 18, 2026.

let actor: Actor
let office: Browser
let guitar: ReturnType<typeof openClass>
let piano: ReturnType<typeof openClass>
let at: string
let pianoLesson: string
const otis = () => guitar.studentIds[0] ?? ""

beforeEach(async () => {
  const school = openSchool()
  actor = school.actor
  office = await Browser.of(school.userId)
  guitar = openClass(actor, { class: { name: "Guitar" }, pupils: ["Otis Rossi"] })
  piano = openClass(actor, { class: { name: "Piano" }, pupils: ["Wren Adeyemi"] })
  const lessons = ["2026-11-25", "2026-12-09", "2026-12-16"].map((day) =>
    addSessionRow(actor, guitar.classId, day),
  )
  pianoLesson = addSessionRow(actor, piano.classId, "2026-12-10")
  for (const id of guitar.enrollmentIds) bookStudent(actor, id)
  at = `/classes/${guitar.classId}/students/${guitar.enrollmentIds[0]}`
  for (const lesson of lessons.slice(1))
    expect(recordNotice(actor, lesson, otis(), { at: now(), text: "On a trip" }).ok).toBe(true)
})

const wish = { from: "2026-12-01", reason: "Likes keys more" }
const move = (more: Record<string, string> = {}) =>
  office.submit(at, { command: "move", toClassId: piano.classId, ...wish, ...more })
const state = () => ({
  enrolled: rowsOf(enrollments, { studentId: otis() }),
  booked: rowsOf(bookings, { resourceId: otis() })
    .map(({ sessionId }) => sessionId)
    .sort(),
  credits: rowsOf(makeUpCredits, { studentId: otis() }).sort((a, b) => a.id.localeCompare(b.id)),
  waiting: rowsOf(waitingSpots, { studentId: otis() }),
})

async function moved(more: Record<string, string> = {}) {
  expect((await move(more)).status).toBe(303)
  const undo = undoOf(await office.html(`/classes/${piano.classId}/students`))
  if (!undo) throw new Error("No undo")
  return async () => {
    await office.submit(undo.action, undo.fields)
    return office.read(`/classes/${guitar.classId}/students`)
  }
}

test("the make-up credits that go are named before a move and before a last day", async () => {
  const revoked = "The make-up credits for Wed, Dec 9 and Wed, Dec 16 are revoked."
  expect(await textOf(await move({ intent: "preview" }))).toContain(`2 lessons are freed up. ${revoked}`)
  const drop = { command: "drop", reason: "Moving away", intent: "preview" }
  const preview = async (lastDay: string) => textOf(await office.submit(at, { ...drop, lastDay }))
  expect(await preview("2026-11-30")).toContain(revoked)
  expect(await preview("2026-12-09")).toContain("The make-up credit for Wed, Dec 16 is revoked.")
  expect(await preview("2026-12-16")).not.toContain("make-up credit")
})

test("a move is undone whole: enrollment, lessons, credits and the spot in the waiting list", async () => {
  addRows(waitingSpots, { ...newRow(actor), classId: piano.classId, studentId: otis(), state: "waiting" })
  const before = state()
  const undo = await moved()
  expect(state().booked).toContain(pianoLesson)
  expect(state().waiting).toMatchObject([{ state: "taken" }])
  expect(await undo()).toContain("Otis Rossi is back in the class.")
  expect(state()).toEqual(before)
  await undo()
  expect(state()).toEqual(before)
})

test("so is one from before the first day, which leaves nothing of the earlier enrollment", async () => {
  const coming = addEnrollmentRow(actor, guitar.classId, piano.studentIds[0] ?? "", {
    startsOn: "2026-12-07",
  })
  bookStudent(actor, coming)
  const [before] = rowsOf(enrollments, { id: coming })
  const strings = openClass(actor, { class: { name: "Strings" }, pupils: [] })
  const path = `/classes/${guitar.classId}/students/${coming}`
  const fields = { command: "move", toClassId: strings.classId, from: "2026-12-07", reason: "Mistake" }
  expect((await office.submit(path, fields)).status).toBe(303)
  expect(rowsOf(enrollments, { id: coming })).toEqual([])
  const undo = undoOf(await office.html(`/classes/${strings.classId}/students`))
  await office.submit(undo?.action ?? "", undo?.fields ?? {})
  expect(await office.read(`/classes/${guitar.classId}/students`)).toContain("is back in the class.")
  expect(rowsOf(enrollments, { id: coming })).toEqual([before])
  expect(rowsOf(enrollments, { classId: strings.classId })).toEqual([])
})

test("once an absence is reported in the new class, or the old enrollment was changed, nothing is undone", async () => {
  const undo = await moved()
  expect(recordNotice(actor, pianoLesson, otis(), { at: now(), text: "Ill" }).ok).toBe(true)
  const after = state()
  expect(await undo()).toContain("An absence or attendance is recorded in the new class. Nothing was undone.")
  expect(state()).toEqual(after)
  const drop = { command: "drop", reason: "Sooner", lastDay: "2026-11-26" }
  expect((await office.submit(at, drop)).status).toBe(303)
  const sooner = state()
  expect(await undo()).toContain("This enrollment was changed again. Nothing was undone.")
  expect(state()).toEqual(sooner)
})

test("whoever became active by the enrollment is so after the undo as well", async () => {
  changeRows(classes, { id: guitar.classId }, { capacity: 5 })
  const mia = addStudentRow(actor, "Mia", "Berg")
  changeRows(students, { id: mia }, { status: "lead" })
  expect(enroll(actor, { classId: guitar.classId, studentId: mia, startsOn: "2026-12-07" }).ok).toBe(true)
  const [row] = rowsOf(enrollments, { studentId: mia })
  const strings = openClass(actor, { class: { name: "Strings" }, pupils: [] })
  const fields = { command: "move", toClassId: strings.classId, from: "2026-12-07", reason: "Mistake" }
  await expect(office.submit(`/classes/${guitar.classId}/students/${row?.id}`, fields)).toAnswer(303)
  const undo = undoOf(await office.html(`/classes/${strings.classId}/students`))
  await office.submit(undo?.action ?? "", undo?.fields ?? {})
  expect(rowsOf(enrollments, { studentId: mia })).toMatchObject([{ classId: guitar.classId }])
  expect(rowOf(students, { id: mia })?.status).toBe("active")
})
