import { emails } from "db/schema/foundation-mail"
import { students, teachers } from "db/schema/people"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { startTask } from "~/models/foundation/task/run-task.server"
import { findTask, listTaskItems } from "~/models/foundation/task/task.server"
import { startUndo } from "~/models/foundation/task/undo-task.server"
import { changeClass } from "~/models/teaching/class/change-class.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, removeRows, rowsOf } from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { findAct, nextBulkItems } from "./bulk-acts.server"

// Drums and Bass on Wednesdays at four and five with Marcus in the Hall; Choir at four with no one, in the Studio.

let actor: Actor
let marcus: string
let helena: string
let hall: string
let studio: string
let drums: string
let bass: string
let choir: string

beforeEach(() => {
  actor = openSchool().actor
  marcus = addTeacherRow(actor, "Marcus Whitfield")
  helena = addTeacherRow(actor, "Helena Novak")
  hall = addRoomRow(actor, "Hall")
  studio = addRoomRow(actor, "Studio")
  drums = open("Drums", "16:00", { teacherId: marcus, roomId: hall })
  bass = open("Bass", "17:00", { teacherId: marcus, roomId: hall })
  choir = open("Choir", "16:00", { teacherId: null, roomId: studio })
})

function open(name: string, startTime: string, lines: { teacherId: string | null; roomId: string }) {
  const id = addClassRow(actor, { name, kind: "group", capacity: 6, ...lines })
  makeSessions(actor, addScheduleRow(actor, id, { startsOn: "2026-11-25", startTime }), "2026-12-16")
  return id
}

type Choice = { teacherId?: string; teacherFrom?: string; roomId?: string }
const act = () => {
  const found = findAct(actor, "classes", "assign")
  if (!found) throw new Error("No act")
  return found
}
const plan = (choice: Choice, classes = [drums, bass, choir]) =>
  act()
    .plan(actor, classes, choice)
    .map(({ name, text, can }) => [name, text, can])
/** Also those that the preview leaves out. */
function run(choice: Choice, formKey = "assign") {
  const items = act()
    .plan(actor, [drums, bass, choir], choice)
    .flatMap(({ id, name, text }) => (text === "Has this already." ? [] : [{ subjectId: id, name }]))
  const taskId = startTask(actor, { kind: "assign-classes", about: choice, items, formKey })
  while (nextBulkItems(actor, taskId, "assign-classes"));
  return taskId
}
function undo(taskId: string) {
  const started = orFail(startUndo(actor, taskId))
  while (nextBulkItems(actor, started.taskId, "undo"));
  return findTask(actor, started.taskId)
}
const lines = (classId: string) => {
  const found = findClass(actor, classId)
  return [found?.teacherName ?? null, found?.roomName ?? null]
}
const given = (classId: string) =>
  new Set(rowsOf(sessions, { classId }).map(({ teacherId, roomId }) => `${teacherId} ${roomId}`))

const addEmail = (teacherId: string, email: string) => changeRows(teachers, { id: teacherId }, { email })
/** Who is told, and of how many classes. */
const letters = () =>
  onceTold(actor, () =>
    rowsOf(emails, { schoolId: actor.school.id, template: "class-changed" }, { by: "recipient" }).map(
      ({ recipient, data }) => [recipient.split("@")[0], JSON.parse(data).lessons.length],
    ),
  )

test("the preview says from whom to whom, and what is so already", () => {
  expect(plan({ teacherId: helena, roomId: studio })).toEqual([
    ["Bass", "Marcus Whitfield → Helena Novak, Hall → Studio", true],
    ["Choir", "No teacher → Helena Novak", true],
    ["Drums", expect.stringContaining("Wed, Nov 25: Helena Novak teaches Choir at 4:00 PM."), false],
  ])
  expect(plan({ roomId: studio })[1]).toEqual(["Choir", "Has this already.", false])
  expect(plan({ teacherId: "none" })[0]).toEqual(["Bass", "Marcus Whitfield → no teacher", true])
  expect(plan({ teacherId: helena, teacherFrom: "2026-12-01" })[0]?.[1]).toBe(
    "Marcus Whitfield → Helena Novak from Dec 1, 2026",
  )
})

test("the preview names what is taken, also by another of the selection, as the change itself does", () => {
  const text = (choice: Choice, name: string) => plan(choice).find((line) => line[0] === name)
  expect(text({ roomId: studio }, "Drums")).toEqual([
    ...["Drums", expect.stringContaining("Wed, Nov 25: Studio is taken at 4:00 PM by Choir"), false],
  ])
  expect(text({ roomId: studio }, "Bass")?.[2]).toBe(true)
  // From a day on, only the lessons since then are in the way.
  expect(text({ teacherId: helena, teacherFrom: "2026-12-03" }, "Drums")?.[1]).toBe(
    "Wed, Dec 9: Helena Novak teaches Choir at 4:00 PM. Also on Dec 16.",
  )
  changeRows(teachers, { id: helena }, { lastDay: "2026-11-24" })
  expect(text({ teacherId: helena, teacherFrom: "2026-12-03" }, "Choir")?.[1]).toContain(
    "Helena Novak leaves after Nov 24, 2026.",
  )
  expect(plan({ teacherId: "none" }).map(([, , can]) => can)).toEqual([true, false, true])
})

test("the preview knows the teacher a class has from a later day", () => {
  const facts = { name: "Drums", capacity: 6, roomId: hall }
  const later = "2026-12-05"
  const textOf = (choice: Choice) => plan(choice, [drums])[0]?.[1]
  expect(textOf({ teacherId: marcus, teacherFrom: "2026-12-10" })).toBe("Has this already.")
  changeClass(actor, drums, { ...facts, teacherId: helena, teacherFrom: later })
  // Chosen without a day, what is planned stays.
  expect(textOf({ teacherId: marcus })).toBe("Has this already.")
  expect(textOf({ teacherId: marcus, teacherFrom: "2026-12-10" })).toBe(
    "Marcus Whitfield → Marcus Whitfield from Dec 10, 2026",
  )
  changeClass(actor, drums, { ...facts, teacherId: undefined, teacherFrom: later })
  expect(textOf({ teacherId: marcus, teacherFrom: "2026-12-10" })).not.toBe("Has this already.")
})

test("the note of a class says which of its lessons have no teacher when the new one leaves", () => {
  changeRows(teachers, { id: helena }, { lastDay: "2026-12-04" })
  const taskId = run({ teacherId: helena })
  expect(listTaskItems(actor, taskId, { state: "done", page: 1 }).map(({ note }) => note)).toContain(
    "4 upcoming lessons updated. Helena Novak leaves after Dec 4, 2026. 2 lessons have no teacher: Wed, Dec 9 and Wed, Dec 16.",
  )
})

test("classes and their lessons follow, a clash is named, and all of it is undone", () => {
  const taskId = run({ roomId: studio })
  expect(findTask(actor, taskId)).toMatchObject({ total: 2, done: 2, excepted: 1 })
  expect([lines(drums), lines(bass)]).toEqual([
    ["Marcus Whitfield", "Hall"],
    ["Marcus Whitfield", "Studio"],
  ])
  expect(given(bass)).toEqual(new Set([`${marcus} ${studio}`]))
  expect(undo(taskId)).toMatchObject({ done: 1, excepted: 0 })
  expect(given(bass)).toEqual(new Set([`${marcus} ${hall}`]))
})

test("a person gets one letter about all their classes, and one of an undo", () => {
  addEmail(marcus, "marcus@harmony.example")
  addEmail(helena, "helena@harmony.example")
  const wren = addStudentRow(actor, "Wren", "Adeyemi")
  changeRows(students, { id: wren }, { email: "wren@family.example" })
  for (const classId of [drums, bass]) addEnrollmentRow(actor, classId, wren)
  const toBoth = ["helena", "marcus", "wren"].map((name) => [name, 2])
  const choice = { teacherId: helena }
  const items = [drums, bass].map((subjectId) => ({ subjectId, name: subjectId }))
  const taskId = startTask(actor, { kind: "assign-classes", about: choice, items, formKey: "both" })
  nextBulkItems(actor, taskId, "assign-classes")
  fixClock(testNow + 5 * 60_000)
  // The first class alone isn't told.
  expect(letters()).toEqual([])
  while (nextBulkItems(actor, taskId, "assign-classes"));
  expect(letters()).toEqual(toBoth)
  sendTold(actor)
  removeRows(emails, { schoolId: actor.school.id })
  const undone = orFail(startUndo(actor, taskId))
  nextBulkItems(actor, undone.taskId, "undo")
  while (nextBulkItems(actor, undone.taskId, "undo"));
  expect(letters()).toEqual(toBoth)
})

test("a class that was changed again since stays when it is undone", () => {
  const taskId = run({ teacherId: helena })
  // Choir is at four, too.
  expect([lines(bass)[0], lines(choir)[0], lines(drums)[0]]).toEqual([
    "Helena Novak",
    "Helena Novak",
    "Marcus Whitfield",
  ])
  changeClass(actor, bass, { name: "Bass", capacity: 6, teacherId: marcus, roomId: hall })
  expect(undo(taskId)).toMatchObject({ done: 2, excepted: 1 })
  expect(lines(choir)[0]).toBe(null)
})

test("nothing chosen, a past day and what is no longer there are refused beside their fields", () => {
  const refused = (choice: Choice) => Object.keys(act().refuse(actor, choice) ?? {})
  expect(act().choice.safeParse({}).success).toBe(false)
  expect(refused({ roomId: studio, teacherFrom: "2026-12-01" })).toEqual(["teacherFrom"])
  expect(refused({ teacherId: helena, teacherFrom: "2026-11-01" })).toEqual(["teacherFrom"])
  expect(refused({ teacherId: "unknown" })).toEqual(["teacherId"])
  expect(refused({ roomId: marcus })).toEqual(["roomId"])
  expect(refused({ teacherId: "none", roomId: studio })).toEqual([])
})
