import { classes, enrollments } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { groupBy } from "~/utils/group-by"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowOf } from "../../../../tests/support/school"
import { takeRegister } from "../register/take-register.server"
import { bookOnce, listMakeUps } from "./book-make-up.server"

// Otis has guitar with Marcus, who teaches from 2 to 8 on every weekday and has nothing else to do. Today is Wednesday,
// November 18.

let actor: Actor
let otis: string

beforeEach(() => {
  actor = openSchool().actor
  otis = addStudentRow(actor, "Otis", "Haddad")
  const marcus = addTeacherRow(actor, "Marcus Whitfield")
  const classId = addClassRow(actor, { name: "Otis Haddad, guitar", instrument: "Guitar", teacherId: marcus })
  addEnrollmentRow(actor, classId, otis)
  for (const weekday of [1, 2, 3, 4, 5])
    addHours(actor, marcus, { weekday, fromTime: "14:00", toTime: "20:00" })
  const missed = addSessionRow(actor, classId, "2026-11-11", { minutes: 30 })
  takeRegister(actor, missed, { marks: [{ studentId: otis, code: "excused" }] })
})

test("a teacher with much time offers all of the next days, and some of every day of the four weeks", () => {
  const ofDay = groupBy(listMakeUps(actor, otis).offers, ({ date }) => date)
  expect(ofDay.get("2026-11-20")?.length).toBe(12)
  const later = [...ofDay].filter(([date]) => date > "2026-11-23")
  expect(later.at(-1)?.[0]).toBe("2026-12-16")
  expect(later).toHaveLength(17)
  for (const [, times] of later)
    expect(times.map(({ startTime }) => startTime)).toEqual(["14:00", "17:00", "19:30"])
})

test("a time between those that are listed can be booked, and not twice", () => {
  const wish = { kind: "time", date: "2026-12-04", startTime: "15:30" } as const
  expect(bookOnce(actor, { id: otis }, wish)).toMatchObject({ ok: true, isRepeat: false })
  expect(bookOnce(actor, { id: otis }, wish)).toMatchObject({
    ok: true,
    isRepeat: true,
    date: "2026-12-04",
    startTime: "15:30",
  })
})

test("a credit of a class that ends is used in the class that continues it, from the student’s first day there", () => {
  const first = rowOf(enrollments, { studentId: otis })?.classId
  changeRows(classes, { id: first }, { endedOn: "2026-11-27" })
  changeRows(enrollments, { classId: first }, { endsOn: "2026-11-27" })
  const days = () => listMakeUps(actor, otis).offers.map(({ date }) => date)
  expect(days().at(-1)).toBe("2026-11-27")
  const teacherId = rowOf(classes, { id: first })?.teacherId
  const next = addClassRow(actor, { name: "Otis, spring", teacherId, continuesId: first })
  expect(days().at(-1)).toBe("2026-11-27")
  addEnrollmentRow(actor, next, otis, { startsOn: "2026-12-07" })
  expect(new Set(days().filter((day) => day > "2026-11-25"))).toEqual(
    new Set([
      "2026-11-26",
      "2026-11-27",
      ...["07", "08", "09", "10", "11", "14", "15", "16"].map((d) => `2026-12-${d}`),
    ]),
  )
  expect(
    bookOnce(actor, { id: otis }, { kind: "time", date: "2026-12-08", startTime: "15:00" }),
  ).toMatchObject({
    ok: true,
    title: "Otis, spring",
  })
})
