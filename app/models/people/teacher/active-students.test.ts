import { students } from "db/schema/people"
import { classTeachers } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import {
  addClassRow,
  addEnrollmentRow,
  addStudentRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool } from "../../../../tests/support/school"
import { listStudents } from "../student/list-students.server"
import { countActiveStudents, listTeachersWithFacts } from "./list-teachers.server"

let actor: Actor
let mara: string
let noor: string
beforeEach(() => {
  actor = openSchool().actor
  mara = addTeacherRow(actor, "Mara")
  noor = addTeacherRow(actor, "Noor")
})

function addCoTeacher(classId: string, teacherId: string, endsOn: string | null = null) {
  addRows(classTeachers, { ...newRow(actor), classId, teacherId, startsOn: "2026-09-01", endsOn })
}

test("a teacher's active students are the list that the number opens, with co-teachers and spots to come", () => {
  const alone = addClassRow(actor, { teacherId: mara })
  const shared = addClassRow(actor, { teacherId: noor, kind: "group", capacity: 8 })
  const before = addClassRow(actor, { teacherId: noor })
  addCoTeacher(shared, mara)
  addCoTeacher(before, mara, "2026-11-01")
  const [aiko, theo, wren, milo, ravi] = ["Aiko", "Theo", "Wren", "Milo", "Ravi"].map((name) =>
    addStudentRow(actor, name, "Moreau"),
  ) as [string, string, string, string, string]
  addEnrollmentRow(actor, alone, aiko)
  addEnrollmentRow(actor, shared, aiko)
  addEnrollmentRow(actor, shared, theo)
  addEnrollmentRow(actor, alone, wren, { startsOn: "2027-01-10" })
  addEnrollmentRow(actor, alone, milo, { endsOn: "2026-11-01" })
  addEnrollmentRow(actor, before, ravi)
  addEnrollmentRow(actor, shared, ravi)
  changeRows(students, { id: ravi }, { status: "paused" })
  const listed = (teacherId: string) => listStudents(actor, { teacherId, status: "active" }).total
  expect([listed(mara), listed(noor)]).toEqual([3, 2])
  expect(countActiveStudents(actor, [mara, noor])).toEqual(
    new Map([
      [mara, 3],
      [noor, 2],
    ]),
  )
  expect(listTeachersWithFacts(actor).map(({ name, activeStudents }) => [name, activeStudents])).toEqual([
    ["Mara", 3],
    ["Noor", 2],
  ])
})
