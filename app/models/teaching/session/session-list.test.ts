import { seats, sessions } from "db/schema/teaching-sessions"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
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
import { addMember, addRows, changeRows, openSchool } from "../../../../tests/support/school"
import { makeSessions } from "./make-sessions.server"
import { sessionTitle } from "./session"
import { findSession, findSessionDate, listSessionsOn, listSessionsOnWith } from "./session-list.server"

let office: Actor
let marcus: ReturnType<typeof addMember>
let beatriz: string
let studio: string
let tomas: string

beforeAll(() => {
  office = openSchool().actor
  marcus = addMember(office, "teacher", "Marcus Whitfield")
  beatriz = addTeacherRow(office, "Beatriz Alvarez")
  studio = addRoomRow(office, "Studio 3")
  tomas = addStudentRow(office, "Tomás", "Singh")
  const guitar = addClassRow(office, { name: "Guitar", teacherId: marcus.teacherId, roomId: studio })
  addEnrollmentRow(office, guitar, tomas)
  makeSessions(office, addScheduleRow(office, guitar, { startTime: "14:45" }), "2026-11-30", {
    from: "2026-11-09",
  })
  const group = addClassRow(office, { name: "Piano lab", kind: "group", capacity: 6, teacherId: beatriz })
  for (const name of ["Amara", "Zoë"])
    addEnrollmentRow(office, group, addStudentRow(office, name, "Okafor"), { endsOn: "2026-11-18" })
  makeSessions(office, addScheduleRow(office, group, { startTime: "16:30", minutes: 60 }), "2026-11-30", {
    from: "2026-11-09",
  })
})

beforeEach(() => fixClock(testNow))

test("guests and absences come with the people, each once and by name", () => {
  const school = openSchool().actor
  const group = addClassRow(school, { kind: "group", capacity: 9 })
  const add = (first: string, last: string) => addStudentRow(school, first, last)
  const [wren, ravi, zoe] = [add("Wren", "Adeyemi"), add("Ravi", "Ørsted"), add("Zoë", "Zimmer")]
  const [guest, visitor] = [add("Milo", "Haddad"), add("Amara", "Haddad")]
  for (const student of [zoe, ravi, wren, guest]) addEnrollmentRow(school, group, student)
  makeSessions(school, addScheduleRow(school, group, {}), "2026-11-25", { from: "2026-11-25" })
  const [lesson] = listSessionsOn(school, "2026-11-25", "2026-11-25")
  const seat = (studentId: string, kind: "enrolled" | "visitor", noticeAt: number | null) =>
    addRows(seats, { ...newRow(school), sessionId: lesson?.id ?? "", studentId, kind, noticeAt })
  seat(zoe, "enrolled", testNow)
  seat(wren, "enrolled", null)
  seat(ravi, "enrolled", testNow)
  // both enrolled and a guest, and a guest alone
  seat(guest, "visitor", null)
  seat(visitor, "visitor", testNow)
  const [found] = listSessionsOn(school, "2026-11-25", "2026-11-25")
  expect(found?.students.map(({ name, kind }) => [name, kind])).toEqual([
    ["Wren Adeyemi", "enrolled"],
    ["Amara Haddad", "visitor"],
    ["Milo Haddad", "enrolled"],
    ["Ravi Ørsted", "enrolled"],
    ["Zoë Zimmer", "enrolled"],
  ])
  expect(found?.notComing, "by family name as the database orders it").toEqual([
    "Amara Haddad",
    "Zoë Zimmer",
    "Ravi Ørsted",
  ])
  const together = listSessionsOnWith(school, "2026-12-01", "2026-12-02", [lesson?.id ?? ""])
  expect(together).toEqual([found])
  expect(listSessionsOnWith(school, "2026-11-25", "2026-11-25", [lesson?.id ?? ""])).toEqual([found])
  expect(findSessionDate(school, lesson?.id ?? "")).toBe("2026-11-25")
  expect(findSessionDate(office, lesson?.id ?? ""), "another school’s").toBeUndefined()
})

describe("the sessions of some days", () => {
  test("come in order of time, with people, room and the state of the register", () => {
    const week = listSessionsOn(office, "2026-11-09", "2026-11-25")
    expect(week.map((row) => [row.localDate, row.startTime, sessionTitle(row), row.register])).toEqual([
      ["2026-11-11", "14:45", "Tomás Singh", "missing"],
      ["2026-11-11", "16:30", "Piano lab", "missing"],
      ["2026-11-18", "14:45", "Tomás Singh", "live"],
      ["2026-11-18", "16:30", "Piano lab", "expected"],
      ["2026-11-25", "14:45", "Tomás Singh", "expected"],
      ["2026-11-25", "16:30", "Piano lab", "expected"],
    ])
    expect(week[0]).toMatchObject({ teacherName: "Marcus Whitfield", roomName: "Studio 3", capacity: 1 })
    expect(week[3]?.students.map(({ name }) => name)).toEqual(["Amara Okafor", "Zoë Okafor"])
    expect(week[5]?.students).toEqual([])
  })

  test("a kept register and a cancellation say so", () => {
    const [first, second] = listSessionsOn(office, "2026-11-11", "2026-11-11")
    changeRows(sessions, { id: first?.id ?? "" }, { registerTakenAt: 1 })
    changeRows(sessions, { id: second?.id ?? "" }, { state: "cancelled" })
    expect(listSessionsOn(office, "2026-11-11", "2026-11-11").map(({ register }) => register)).toEqual([
      "taken",
      "cancelled",
    ])
  })

  test("can be those of one teacher or one room", () => {
    const of = (filter: object) =>
      listSessionsOn(office, "2026-11-18", "2026-11-18", filter).map(({ className }) => className)
    expect(of({ teacherId: beatriz })).toEqual(["Piano lab"])
    expect(of({ roomId: studio })).toEqual(["Guitar"])
    expect(of({ teacherId: "unknown" })).toEqual([])
  })

  test("include guests, once", () => {
    const [, lab] = listSessionsOn(office, "2026-11-18", "2026-11-18")
    for (const [studentId, kind] of [
      [tomas, "make_up"],
      [lab?.students[0]?.id ?? "", "visitor"],
    ] as const)
      addRows(seats, { ...newRow(office), sessionId: lab?.id ?? "", studentId, kind })
    expect(findSession(office, lab?.id ?? "")?.students.map(({ name, kind }) => [name, kind])).toEqual([
      ["Amara Okafor", "enrolled"],
      ["Zoë Okafor", "enrolled"],
      ["Tomás Singh", "make_up"],
    ])
  })
})

describe("whose sessions one sees", () => {
  test("a teacher sees their own, a family none, another school none", () => {
    const [guitar, lab] = listSessionsOn(office, "2026-11-18", "2026-11-18")
    const seen = (actor: Actor) => listSessionsOn(actor, "2026-11-01", "2026-11-30").length
    expect([seen(office), seen(marcus.actor)]).toEqual([6, 3])
    expect(seen(addMember(office, "student", "Mateo Okafor").actor)).toBe(0)
    expect(seen(openSchool().actor)).toBe(0)
    expect(findSession(marcus.actor, guitar?.id ?? "")?.className).toBe("Guitar")
    expect(findSession(marcus.actor, lab?.id ?? "")).toBeUndefined()
    expect(findSession(openSchool().actor, guitar?.id ?? "")).toBeUndefined()
    expect(listSessionsOn(marcus.actor, "2026-11-18", "2026-11-18", { teacherId: beatriz })).toEqual([])
  })
})

test("what is booked twice carries its clash until it is over", () => {
  const classId = addClassRow(office, { name: "Drums", roomId: studio })
  makeSessions(office, addScheduleRow(office, classId, { startTime: "15:00" }), "2026-11-30", {
    from: "2026-11-09",
  })
  const clashes = () =>
    listSessionsOn(office, "2026-11-18", "2026-11-18").map((row) => [row.className, row.clash])
  expect(clashes()).toEqual([
    ["Guitar", "room"],
    ["Drums", "room"],
    ["Piano lab", null],
  ])
  fixClock(testNow + 86_400_000)
  expect(clashes().map(([, clash]) => clash)).toEqual([null, null, null])
})
