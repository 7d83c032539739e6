import { db } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../../../tests/support/lessons"
import { openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { changeStudent } from "./student.server"

let actor: Actor
let ana: string

beforeEach(() => {
  actor = openSchool().actor
  ana = addStudentRow(actor, "Ana", "Perez")
})

function classOf(studentId: string, name: string, facts: Partial<typeof classes.$inferInsert> = {}): string {
  const classId = addClassRow(actor, { name, instrument: "Violin", ...facts })
  addEnrollmentRow(actor, classId, studentId)
  return classId
}

const nameOf = (classId: string) => rowOf(classes, { id: classId })?.name

function rename(firstName: string, lastName: string) {
  const family = rowOf(students, { id: ana })?.familyId ?? ""
  expect(
    changeStudent(actor, ana, { firstName, lastName, family, instruments: [], guardians: [] } as never),
  ).toEqual({ ok: true })
}

test("private classes that were named for a student get the student's new name, and the old one with it", () => {
  const made = {
    "Ana Perez, violin": "Ana Perez-Ruiz, violin",
    "Ana Perez": "Ana Perez-Ruiz",
    "Ana Perez, trial": "Ana Perez-Ruiz, trial",
    "Ana Perez, violin, Mon 3:10 PM": "Ana Perez-Ruiz, violin, Mon 3:10 PM",
  }
  const ids = Object.keys(made).map((name) => classOf(ana, name))
  rename("Ana", "Perez-Ruiz")
  expect(ids.map(nameOf)).toEqual(Object.values(made))
  const written = db()
    .select({ id: events.nounId, before: events.before, after: events.after })
    .from(events)
    .where(and(eq(events.schoolId, actor.school.id), eq(events.noun, "class")))
    .all()
  expect(written).toHaveLength(ids.length)
  expect(written[0]).toMatchObject({
    id: ids[0],
    before: JSON.stringify({ name: "Ana Perez, violin" }),
    after: JSON.stringify({ name: "Ana Perez-Ruiz, violin" }),
  })
  rename("Ana", "Perez")
  expect(ids.map(nameOf)).toEqual(Object.keys(made))
})

test("a name that someone wrote, a group's and another student's stay", () => {
  const otherAna = addStudentRow(actor, "Ana", "Perez")
  const kept = [
    classOf(ana, "Ana Perez, exam preparation"),
    classOf(ana, "Ana’s violin"),
    classOf(ana, "Ana Perez, violin", { kind: "group" }),
    classOf(otherAna, "Ana Perez, violin"),
  ]
  const names = kept.map(nameOf)
  rename("Anna", "Perez")
  expect(kept.map(nameOf)).toEqual(names)
})

test("a student whose name stays changes no class", () => {
  const classId = classOf(ana, "Ana Perez, violin")
  rename("Ana", "Perez")
  expect(nameOf(classId)).toBe("Ana Perez, violin")
  expect(rowsOf(events, { nounId: classId })).toEqual([])
})
