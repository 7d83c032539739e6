import { classTeachers } from "db/schema/teaching"
import { expect, test } from "vitest"
import { changeOpening } from "~/models/accounts/school/opening.server"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { addRows, openSchool } from "../../../../tests/support/school"
import { findClosure } from "../closed-days/closed-days.server"
import { addClosure } from "./add-closure.server"
import { listClosureLessons } from "./settle-closure.server"

test("the best times of two lessons of a closure are apart when another teacher gives both", () => {
  fixClock(testNow)
  const { actor } = openSchool()
  changeOpening(actor, { openDays: ["1", "2", "3", "4", "5"], opensAt: "14:00", closesAt: "19:00" })
  const helper = addTeacherRow(actor, "Helena Novak")
  for (const [name, startTime] of [
    ["Milo", "15:00"],
    ["Nour", "16:00"],
  ] as const) {
    const teacherId = addTeacherRow(actor, `Teacher of ${name}`)
    const classId = addClassRow(actor, { name, teacherId })
    addEnrollmentRow(actor, classId, addStudentRow(actor, name, "Haddad"))
    addRows(classTeachers, { ...newRow(actor), classId, teacherId: helper, startsOn: "2026-09-01" })
    addSessionRow(actor, classId, "2026-11-26", { teacherId, startTime, minutes: 120 })
  }
  const closed = { name: "Concert", startsOn: "2026-11-26", endsOn: "2026-11-26", cancelSessions: false }
  const added = addClosure(actor, closed)
  const closure = findClosure(actor, added.ok ? added.closureId : "")
  if (!closure) throw new Error("The closure was added.")
  const [first, second] = listClosureLessons(actor, closure, 1).lessons.map(({ times }) => times[0])
  expect(first && second).toBeDefined()
  const isApart =
    first?.date !== second?.date ||
    (second?.startTime ?? "") >= (first?.endTime ?? "") ||
    (first?.startTime ?? "") >= (second?.endTime ?? "")
  expect(isApart, JSON.stringify([first, second])).toBe(true)
})
