import { sqlite } from "db/client.server"
import { students } from "db/schema/people"
import { classes as ownClasses } from "db/schema/teaching"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { cancelTask, runNextItems } from "~/models/foundation/task/run-task.server"
import { findTask, listTaskItems } from "~/models/foundation/task/task.server"
import { giveClassesDue } from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { recordTimeOff } from "../teacher-time/time-off.server"
import {
  deactivateTeacher,
  findTeacherDuties,
  findTeacherWithState,
  letGoDue,
} from "./deactivate-teacher.server"
import { findHandOver, handOverWork, letTeacherLeave } from "./hand-over-classes.server"

let school: Actor
let mara: string
let helena: string
let classes: string[]

/** Mara teaches three classes until summer; Helena has time, but for the hour of the third. */
beforeEach(() => {
  school = openSchool().actor
  mara = addTeacherRow(school, "Mara Lind")
  helena = addTeacherRow(school, "Helena Novak")
  const teach = (name: string, startTime: string, teacherId: string) => {
    const classId = addClassRow(school, { name, teacherId })
    addEnrollmentRow(school, classId, addStudentRow(school, name, "Haddad"))
    const schedule = addScheduleRow(school, classId, { startTime, startsOn: "2026-11-09" })
    makeSessions(school, schedule, "2027-06-18", { from: "2026-11-09" })
    return classId
  }
  classes = ["16:00", "17:00", "18:00"].map((time, at) => teach(`Piano ${at + 1}`, time, mara))
  teach("Voice", "18:00", helena)
})

const count = (sql: string, ...given: unknown[]) =>
  (
    sqlite()
      .prepare(sql)
      .get(school.school.id, ...given) as { n: number }
  ).n

/** Lessons to come of a teacher, and those among them that are booked. */
const lessonsOf = (teacherId: string) => [
  count(
    `select count(*) as n from sessions where school_id = ? and teacher_id = ? and starts_at > ${testNow}`,
    teacherId,
  ),
  count(
    `select count(*) as n from bookings where school_id = ? and resource = 'teacher' and resource_id = ? and starts_at > ${testNow}`,
    teacherId,
  ),
]

const start = (taker: string | null) => {
  const left = letTeacherLeave(school, mara, new Map(classes.map((id) => [id, taker])))
  if (!left.ok || left.taskId === null) throw new Error("It went at once.")
  return left.taskId
}

/** What an undo of a task is given, in its order. */
const undoItems = (taskId: string) =>
  (
    sqlite()
      .prepare(
        "select subject_id as subjectId, before from task_items where task_id = ? order by position desc",
      )
      .all(taskId) as { subjectId: string; before: string }[]
  ).map(({ subjectId, before }) => ({ subjectId, before: JSON.parse(before) }))

const isActive = () => findTeacherWithState(school, mara)?.deactivatedAt === null

test("classes with many lessons are handed over one a step, and the teacher goes last", () => {
  const [all = 0] = lessonsOf(mara)
  const each = all / 3
  expect(all).toBeGreaterThan(60)
  const taskId = start(null)
  expect(findHandOver(school, mara)?.id).toBe(taskId)
  // asked again, nothing more begins
  expect(start(helena)).toBe(taskId)
  for (let step = 1; step <= 3; step += 1) {
    expect(runNextItems(school, taskId, handOverWork)).toBe(true)
    expect(lessonsOf(mara)).toEqual([all - step * each, all - step * each])
    expect(isActive()).toBe(true)
  }
  while (runNextItems(school, taskId, handOverWork));
  expect(isActive()).toBe(false)
  expect(findTask(school, taskId)).toMatchObject({ state: "finished", done: 4, excepted: 0 })
  expect(listTaskItems(school, taskId, { state: "done", page: 1 }).map(({ note }) => note)).toEqual([
    "without a teacher for now",
    "without a teacher for now",
    "without a teacher for now",
    "deactivated",
  ])
})

test("a class whose new teacher is taken stays, is named, and its teacher with it", () => {
  const taskId = start(helena)
  while (runNextItems(school, taskId, handOverWork));
  const excepted = listTaskItems(school, taskId, { state: "excepted", page: 1 })
  expect(excepted.map(({ name }) => name)).toEqual(["Piano 3", "Mara Lind"])
  expect(excepted[0]?.note).toContain("Helena Novak teaches Voice")
  expect(excepted[1]?.note).toBe("Stays active with 1 class. Choose who takes over, and deactivate again.")
  expect(isActive()).toBe(true)
  const [left = 0, booked] = lessonsOf(mara)
  expect(left).toBeGreaterThan(0)
  expect(booked).toBe(left)
  const again = letTeacherLeave(school, mara, new Map())
  expect(again).toMatchObject({ ok: true, taskId: null, classes: 1 })
  expect(isActive()).toBe(false)
})

test("a last day is kept though a class’s new teacher is taken, and that class is theirs until then", () => {
  const takers = new Map(classes.map((id) => [id, helena]))
  const { taskId } = orFail(letTeacherLeave(school, mara, takers, undefined, "2027-01-29"))
  while (taskId && runNextItems(school, taskId, handOverWork));
  const notes = listTaskItems(school, taskId ?? "", { state: "done", page: 1 }).map(({ note }) => note)
  expect(notes.at(-1)).toBe("leaves after Jan 29, 2027, 1 class to hand over by then")
  expect(findTeacherWithState(school, mara)).toMatchObject({ deactivatedAt: null, lastDay: "2027-01-29" })
})

test("stopped, or cut off in the middle of a class, leaves each class with one teacher", () => {
  const taskId = start(null)
  const [all = 0] = lessonsOf(mara)
  const killed: typeof handOverWork = {
    ...handOverWork,
    carryOut: (...given) => {
      handOverWork.carryOut(...given)
      throw new Error("kill -9")
    },
  }
  expect(() => runNextItems(school, taskId, killed)).toThrow("kill -9")
  expect(lessonsOf(mara)).toEqual([all, all])
  runNextItems(school, taskId, handOverWork)
  expect(cancelTask(school, taskId)).toEqual({ ok: true })
  expect(runNextItems(school, taskId, handOverWork)).toBe(false)
  expect(lessonsOf(mara)).toEqual([(all / 3) * 2, (all / 3) * 2])
  expect(isActive()).toBe(true)
})

test("a departure with a last day is undone after that day, too, but not another one after it", () => {
  const left = letTeacherLeave(
    school,
    mara,
    new Map(classes.map((id) => [id, null])),
    undefined,
    "2026-12-10",
  )
  const taskId = (left.ok && left.taskId) || ""
  while (runNextItems(school, taskId, handOverWork));
  const items = undoItems(taskId)
  const undoAll = () => items.map((item) => handOverWork.undo?.(school, { taker: {} }, item))
  fixClock(Date.parse("2026-12-13T15:00:00Z"))
  giveClassesDue(school)
  letGoDue(school)
  expect([isActive(), findTeacherDuties(school, mara).classes.length]).toEqual([false, 0])
  expect(undoAll().map((outcome) => outcome?.ok)).toEqual([true, true, true, true])
  expect([isActive(), findTeacherDuties(school, mara).classes.length]).toEqual([true, 3])

  fixClock(Date.parse("2026-12-14T15:00:00Z"))
  const again = letTeacherLeave(school, mara, new Map())
  const second = (again.ok && again.taskId) || ""
  while (second && runNextItems(school, second, handOverWork));
  expect(isActive()).toBe(false)
  expect(undoAll().every((outcome) => outcome?.ok === false)).toBe(true)
})

test("an old departure isn't undone once the teacher came back and left again", () => {
  const taskId = start(null)
  while (runNextItems(school, taskId, handOverWork));
  const items = undoItems(taskId)
  const undoAll = () => items.map((item) => handOverWork.undo?.(school, { taker: {} }, item))
  fixClock(testNow + 60_000)
  expect(undoAll()[0]).toMatchObject({ ok: true, note: "active again" })
  expect(isActive()).toBe(true)

  fixClock(testNow + 120_000)
  expect(letTeacherLeave(school, mara, new Map())).toMatchObject({ ok: true })
  const second = findHandOver(school, mara)?.id ?? ""
  while (runNextItems(school, second, handOverWork));
  expect(isActive()).toBe(false)
  const why = "Mara Lind has been deactivated again."
  expect(undoAll()).toEqual(items.map(() => ({ ok: false, reason: why })))
  expect(isActive()).toBe(false)
})

test("a choice that is no one’s teacher is refused before anything begins", () => {
  expect(letTeacherLeave(school, mara, new Map([[classes[1] ?? "", mara]]))).toMatchObject({
    ok: false,
    reason: "unknown-teacher",
    className: "Piano 2",
  })
  const other = addTeacherRow(openSchool().actor, "Someone else")
  expect(letTeacherLeave(school, mara, new Map([[classes[0] ?? "", other]]))).toMatchObject({
    ok: false,
    reason: "unknown-teacher",
  })
  expect(findHandOver(school, mara)).toBeUndefined()
})

test("a class that begins later counts who will be in it", () => {
  const choir = addClassRow(school, { name: "Choir", teacherId: mara })
  addEnrollmentRow(school, choir, addStudentRow(school, "Elif", "Novak"), { startsOn: "2027-01-11" })
  expect(findTeacherDuties(school, mara).classes.map(({ name, students }) => [name, students])).toEqual([
    ["Choir", 1],
    ["Piano 1", 1],
    ["Piano 2", 1],
    ["Piano 3", 1],
  ])
})

test("a lesson that a leaving teacher covers goes back to its own, or to no one while they’re away, and is told", () => {
  const marcus = addTeacherRow(school, "Marcus Whitfield")
  const voice = rowOf(ownClasses, { name: "Voice", schoolId: school.school.id })?.id ?? ""
  const [first, second] = rowsOf(sessions, { classId: voice }, { by: "startsAt" }).filter(
    ({ startsAt }) => startsAt > testNow,
  )
  const both = [first?.id ?? "", second?.id ?? ""]
  for (const id of both) changeRows(sessions, { id }, { teacherId: marcus })
  const day = second?.localDate ?? ""
  recordTimeOff(school, helena, { startsOn: day, endsOn: day, reason: null })
  changeRows(students, { schoolId: school.school.id, firstName: "Voice" }, { email: "ada@voice.example" })
  expect(deactivateTeacher(school, marcus, new Map()).ok).toBe(true)
  expect(both.map((id) => rowOf(sessions, { id })?.teacherId)).toEqual([helena, null])
  const readers = both.map((sessionId) => rowsOf(readerUpdates, { sessionId }).map(({ reader }) => reader))
  expect(readers).toEqual([["ada@voice.example"], ["ada@voice.example"]])
})
