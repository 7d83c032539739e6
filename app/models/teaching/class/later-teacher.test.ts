import { emails } from "db/schema/foundation-mail"
import { guardians, students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { occasions } from "db/schema/teaching-occasions"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import {
  addRows,
  changeRows,
  openSchool,
  orFail,
  removeRows,
  rowOf,
  rowsOf,
} from "../../../../tests/support/school"
import { onceTold, sendTold } from "../../../../tests/support/told"
import { addOccasion } from "../occasion/occasion.server"
import { unstaffedText } from "../scheduled-teacher-change/scheduled-teacher-change"
import { giveClassesDue } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { extendSchedules, makeSessions } from "../session/make-sessions.server"
import { addSession } from "../session/move-session.server"
import { deactivateTeacher, letTeacherStay } from "../teacher-leaving/deactivate-teacher.server"
import { changeClass, undoClassChange } from "./change-class.server"
import { findLastChange } from "./class-changes.server"
import { addCoTeacher } from "./co-teaching.server"
import { findClass } from "./find-class.server"

// Drums on Wednesdays at four with Marcus, for Wren; today is Wednesday, November 18, 2026.

const day = 86_400_000
let actor: Actor
let classId: string
let marcus: string
let helena: string
let ana: string

beforeEach(() => {
  actor = openSchool().actor
  marcus = addTeacherRow(actor, "Marcus Whitfield")
  helena = addTeacherRow(actor, "Helena Novak")
  ana = addTeacherRow(actor, "Ana Lopez")
  changeRows(teachers, { id: helena }, { email: "helena@harmony.example" })
  classId = addClassRow(actor, { name: "Drums", kind: "group", capacity: 6, teacherId: marcus })
  const studentId = addStudentRow(actor, "Wren", "Adeyemi")
  const student = rowOf(students, { id: studentId })
  addRows(guardians, {
    ...newRow(actor),
    familyId: student?.familyId ?? "",
    name: "Ada",
    email: "ada@family.example",
  })
  addEnrollmentRow(actor, classId, studentId)
  makeSessions(
    actor,
    addScheduleRow(actor, classId, { startsOn: "2026-11-25", startTime: "16:00" }),
    "2026-12-16",
  )
})

const give = (teacherId: string | undefined, teacherFrom?: string) =>
  changeClass(actor, classId, { name: "Drums", capacity: 6, teacherId, teacherFrom })
function gave(...wish: Parameters<typeof give>) {
  return orFail(give(...wish))
}
const names = new Map<string | null, string>()
const lessons = () => {
  for (const { id, name } of rowsOf(teachers)) names.set(id, name.split(" ")[0] ?? "")
  return rowsOf(sessions, { classId }, { by: "startsAt" }).map(
    ({ localDate, teacherId }) => `${localDate.slice(5)} ${names.get(teacherId) ?? "no one"}`,
  )
}
const ownTeacher = () => rowOf(classes, { id: classId })?.teacherId
const told = () =>
  onceTold(actor, () =>
    rowsOf(emails, { schoolId: actor.school.id, template: "class-changed" }, { by: "recipient" }).map(
      ({ recipient, data }) => [recipient, JSON.parse(data).lessons[0][1]],
    ),
  )

const addEmail = (teacherId: string, email: string) => changeRows(teachers, { id: teacherId }, { email })

test("who has the class until a later teacher comes is told, too", () => {
  addEmail(ana, "ana@harmony.example")
  addEmail(marcus, "marcus@harmony.example")
  const readers = () => told().map(([reader]) => reader.split("@")[0])
  gave(helena, "2026-12-05")
  gave(ana)
  expect(readers()).toEqual(["ada", "ana", "helena", "marcus"])
  sendTold(actor)
  removeRows(emails, { schoolId: actor.school.id })
  // Between the one day and the other the class is Ana's again.
  gave(marcus, "2026-12-10")
  expect(readers()).toEqual(["ada", "ana", "helena", "marcus"])
})

test("who gets a class but leaves within it is told", () => {
  leavesAfter(helena, "2026-12-04")
  gave(helena)
  expect(told().map(([reader]) => reader)).toEqual(["ada@family.example", "helena@harmony.example"])
})

test("a class gets another teacher from a day: lessons from then are theirs, the class itself that morning", () => {
  expect(gave(helena, "2026-12-05").changed).toBe(2)
  expect(lessons()).toEqual(["11-25 Marcus", "12-02 Marcus", "12-09 Helena", "12-16 Helena"])
  expect(ownTeacher()).toBe(marcus)
  expect(findClass(actor, classId)?.later).toEqual({
    from: "2026-12-05",
    teacherId: helena,
    name: "Helena Novak",
  })
  const text = "From Wed, Dec 9, 4:00 PM: Helena Novak teaches instead of Marcus Whitfield."
  expect(told()).toEqual([
    ["ada@family.example", text],
    ["helena@harmony.example", text],
  ])

  // Lessons that are made later are of their own day's teacher.
  extendSchedules(actor, "2026-12-30")
  expect(lessons().slice(4)).toEqual(["12-23 Helena", "12-30 Helena"])

  fixClock(Date.parse("2026-12-04T20:00:00Z"))
  giveClassesDue(actor)
  expect(ownTeacher()).toBe(marcus)
  fixClock(Date.parse("2026-12-05T12:00:00Z"))
  giveClassesDue(actor)
  giveClassesDue(actor)
  expect(ownTeacher()).toBe(helena)
  expect(findClass(actor, classId)?.later).toBeNull()
  expect(lessons()).toHaveLength(6)
})

test("it is undone as a whole, also lessons that were made since, and only then is the former teacher needed", () => {
  const { changeId } = gave(helena, "2026-12-05")
  extendSchedules(actor, "2026-12-23")
  const found = findClass(actor, classId)
  expect(found && findLastChange(actor, found)?.id).toBe(changeId)
  expect(undoClassChange(actor, classId, changeId ?? "").ok).toBe(true)
  expect(lessons().every((line) => line.endsWith("Marcus"))).toBe(true)
  expect(findClass(actor, classId)?.later).toBeNull()
  // Its email hadn't left.
  expect(told()).toEqual([])
})

test("it is undone also once its day has come, for the lessons still to come, and not once another has the class", () => {
  const { changeId } = gave(helena, "2026-12-05")
  fixClock(Date.parse("2026-12-10T12:00:00Z"))
  giveClassesDue(actor)
  const found = findClass(actor, classId)
  expect(found && findLastChange(actor, found)?.id).toBe(changeId)
  expect(undoClassChange(actor, classId, changeId ?? "").ok).toBe(true)
  expect(lessons()).toEqual(["11-25 Marcus", "12-02 Marcus", "12-09 Helena", "12-16 Marcus"])
  expect(ownTeacher()).toBe(marcus)

  const second = gave(helena, "2026-12-12").changeId ?? ""
  fixClock(Date.parse("2026-12-13T12:00:00Z"))
  giveClassesDue(actor)
  gave(ana)
  expect(undoClassChange(actor, classId, second)).toMatchObject({ ok: false, reason: "changed-since" })
})

test("a lesson added for a day, and who may teach beside it, go by who has the class then", () => {
  orFail(
    changeClass(actor, classId, { name: "Drums", capacity: 6, teacherId: helena, teacherFrom: "2026-12-01" }),
  )
  const add = (date: string) => orFail(addSession(actor, { classId, date, startTime: "09:00" })).sessionId
  const given = [add("2026-11-27"), add("2026-12-04")].map((id) => rowOf(sessions, { id })?.teacherId)
  expect(given).toEqual([marcus, helena])
  const beside = (teacherId: string, startsOn: string) =>
    addCoTeacher(actor, classId, { teacherId, startsOn })
  expect(beside(helena, "2026-12-01")).toBeRefused("is-main")
  expect(beside(marcus, "2026-11-20")).toBeRefused("is-main")
  expect(beside(marcus, "2026-12-01").ok).toBe(true)
})

test("another day, another teacher, none, or the teacher it has replace what was planned", () => {
  gave(helena, "2026-12-05")
  gave(ana, "2026-12-10")
  expect(lessons()).toEqual(["11-25 Marcus", "12-02 Marcus", "12-09 Marcus", "12-16 Ana"])
  gave(undefined, "2026-12-01")
  expect(lessons()).toEqual(["11-25 Marcus", "12-02 no one", "12-09 no one", "12-16 no one"])
  gave(marcus, "2026-12-01")
  expect(lessons().every((line) => line.endsWith("Marcus"))).toBe(true)
  expect(findClass(actor, classId)?.later).toBeNull()
})

test("who has it until then can change, and the plan stays; the planned one can also begin now", () => {
  gave(helena, "2026-12-05")
  gave(ana)
  expect(lessons()).toEqual(["11-25 Ana", "12-02 Ana", "12-09 Helena", "12-16 Helena"])
  expect(findClass(actor, classId)?.later?.teacherId).toBe(helena)
  sendTold(actor)
  gave(helena)
  expect(lessons().every((line) => line.endsWith("Helena"))).toBe(true)
  const text = "From Wed, Nov 25, 4:00 PM: Helena Novak teaches instead of Ana Lopez."
  expect(told().map(([, line]) => line)).toContain(text)
  expect(findClass(actor, classId)?.later).toBeNull()
})

test("today is at once, a name alone changes no plan, and a teacher who is taken on that day is refused", () => {
  gave(helena, "2026-11-18")
  expect(ownTeacher()).toBe(helena)
  gave(ana, "2026-12-10")
  expect(changeClass(actor, classId, { name: "Drumming", capacity: 6, teacherId: helena })).toMatchObject({
    changed: 0,
    changeId: null,
  })
  expect(findClass(actor, classId)?.later?.teacherId).toBe(ana)
  const other = addClassRow(actor, { name: "Guitar", teacherId: marcus })
  makeSessions(
    actor,
    addScheduleRow(actor, other, { startsOn: "2026-12-16", startTime: "16:15" }),
    "2026-12-16",
  )
  expect(give(marcus, "2026-12-10")).toMatchObject({ ok: false, reason: "clash" })
  expect(give("no-one", "2026-12-10")).toMatchObject({ ok: false, reason: "unknown-teacher" })
  expect(lessons()).toEqual(["11-25 Helena", "12-02 Helena", "12-09 Helena", "12-16 Ana"])
})

test("any order of changes and undos leaves each lesson with the teacher of its day", () => {
  let seed = 7
  const chance = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  const people = [marcus, helena, ana, undefined]
  for (let turn = 0; turn < 120; turn += 1) {
    const from = new Date(testNow + chance(35) * day).toISOString().slice(0, 10)
    const before = lessons()
    const done = gave(people[chance(4)], chance(3) === 0 ? undefined : from)
    if (done.changeId && chance(2) === 0) {
      expect(undoClassChange(actor, classId, done.changeId).ok).toBe(true)
      expect(lessons()).toEqual(before)
    }
    const found = findClass(actor, classId)
    for (const line of lessons()) {
      const isLater = found?.later && `2026-${line.slice(0, 5)}` >= found.later.from
      const owner = isLater ? found?.later?.teacherId : found?.teacherId
      expect(line).toContain(names.get(owner ?? null) ?? "no one")
    }
  }
})

const leavesAfter = (teacherId: string, lastDay: string) =>
  changeRows(teachers, { id: teacherId }, { lastDay })

test("a teacher who leaves before gets no class, and one who leaves within it only the lessons until then, which is said", () => {
  leavesAfter(helena, "2026-12-04")
  expect(give(helena, "2026-12-05")).toMatchObject({
    ok: false,
    reason: "clash",
    clashes: ["Helena Novak leaves after Dec 4, 2026. Choose another teacher, or a day before they leave."],
    mayOverride: false,
  })
  expect(lessons().every((line) => line.endsWith("Marcus"))).toBe(true)

  const { left, changeId } = gave(helena)
  expect(left && unstaffedText(left)).toBe(
    "Helena Novak leaves after Dec 4, 2026. 2 lessons have no teacher: Wed, Dec 9 and Wed, Dec 16.",
  )
  extendSchedules(actor, "2026-12-23")
  const shared = ["11-25 Helena", "12-02 Helena", "12-09 no one", "12-16 no one", "12-23 no one"]
  expect(lessons()).toEqual(shared)
  expect(undoClassChange(actor, classId, changeId ?? "").ok).toBe(true)
  expect(lessons().every((line) => line.endsWith("Marcus"))).toBe(true)

  expect(gave(helena, "2026-11-28").left?.dates).toEqual(["2026-12-09", "2026-12-16", "2026-12-23"])
  expect(lessons().map((line) => line.slice(6))).toEqual(["Marcus", "Helena", "no one", "no one", "no one"])
})

test("a change isn’t undone where its former teacher is to leave, whether it came first or follows from that", () => {
  const { changeId } = gave(helena)
  leavesAfter(marcus, "2026-12-04")
  const refused = { ok: false, reason: "clash", clashes: ["Marcus Whitfield leaves after Dec 4, 2026."] }
  expect(undoClassChange(actor, classId, changeId ?? "")).toMatchObject(refused)
  expect(lessons().every((line) => line.endsWith("Helena"))).toBe(true)

  changeRows(teachers, { id: marcus }, { lastDay: null })
  expect(undoClassChange(actor, classId, changeId ?? "").ok).toBe(true)
  const handed = gave(helena, "2026-12-05").changeId ?? ""
  leavesAfter(marcus, "2026-12-04")
  expect(undoClassChange(actor, classId, handed)).toMatchObject(refused)
  leavesAfter(marcus, "2026-12-16")
  changeRows(classes, { id: classId }, { endedOn: "2026-12-16" })
  expect(undoClassChange(actor, classId, handed).ok).toBe(true)
})

test("who stays after all keeps a class they got while they were leaving", () => {
  leavesAfter(helena, "2026-12-04")
  gave(helena)
  expect(letTeacherStay(actor, helena)).toMatchObject({ ok: true, classes: 1, others: [] })
  expect(lessons().every((line) => line.endsWith("Helena"))).toBe(true)
  expect(ownTeacher()).toBe(helena)
})

test("who stays after all is in charge of their events again, not of one that has someone else since", () => {
  const plan = (title: string, date: string) => {
    const hours = { startTime: "10:00", endTime: "12:00" }
    return orFail(addOccasion(actor, { kind: "exam", title, date, ...hours, teacherId: helena })).occasionId
  }
  const [before, later, other] = [
    plan("Open day", "2026-12-03"),
    plan("Recital", "2026-12-12"),
    plan("Exam", "2026-12-13"),
  ]
  const takers = new Map([
    [later, marcus],
    [other, marcus],
  ])
  expect(deactivateTeacher(actor, helena, takers, undefined, "2026-12-04").ok).toBe(true)
  changeRows(occasions, { id: other }, { teacherId: null })
  const leads = () => [before, later, other].map((id) => rowOf(occasions, { id })?.teacherId ?? null)
  expect(leads()).toEqual([helena, marcus, null])
  expect(letTeacherStay(actor, helena).ok).toBe(true)
  expect(leads()).toEqual([helena, helena, null])
})
