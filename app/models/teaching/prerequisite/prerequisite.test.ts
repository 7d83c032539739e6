import { db } from "db/client.server"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { enrollSeveral } from "../class/enroll-several.server"
import {
  copyPrerequisites,
  listPrerequisites,
  removePrerequisite,
  requireAge,
  requireClass,
} from "./prerequisite.server"

function openClasses() {
  const { actor } = openSchool()
  const group = (name: string) => addClassRow(actor, { name, kind: "group", capacity: 8 })
  const [theory, harmony] = [group("Theory 1"), group("Theory 2")]
  const milo = addStudentRow(actor, "Milo", "Adler")
  const born = (birthDate: string) =>
    db().update(students).set({ birthDate }).where(eq(students.id, milo)).run()
  const enroll = (prerequisites?: { reason: string } | "known") =>
    enrollSeveral(actor, harmony, { studentIds: [milo], startsOn: "2026-11-19", prerequisites })
  return { actor, group, theory, harmony, milo, born, enroll }
}

test("a class is completed by who was in it, or in one that continued it, and has left it", () => {
  const { actor, group, theory, harmony, milo, enroll } = openClasses()
  expect(requireClass(actor, harmony, theory)).toEqual({ ok: true, text: "Completed Theory 1" })
  const lacking = [{ id: milo, name: "Milo Adler", lacks: ["Hasn’t completed Theory 1."] }]
  expect(enroll()).toEqual({ ok: false, reason: "prerequisite", lacking })
  const stay = addEnrollmentRow(actor, theory, milo)
  expect(enroll()).toMatchObject({ ok: false, reason: "prerequisite" })
  db().update(enrollments).set({ endsOn: "2026-11-19" }).where(eq(enrollments.id, stay)).run()
  expect(enroll()).toMatchObject({ ok: false, reason: "prerequisite" })
  db().update(enrollments).set({ endsOn: "2026-11-18" }).where(eq(enrollments.id, stay)).run()
  const next = group("Theory 1, spring")
  db().update(classes).set({ continuesId: theory }).where(eq(classes.id, next)).run()
  db().update(enrollments).set({ classId: next }).where(eq(enrollments.id, stay)).run()
  expect(enroll()).toMatchObject({ ok: true })
})

test("an age is that on the first day, and an unknown birthday is named", () => {
  const { actor, harmony, born, enroll } = openClasses()
  requireAge(actor, harmony, 7)
  expect(requireAge(actor, harmony, 8).text).toBe("Age 8 or older")
  expect(listPrerequisites(actor, harmony)).toHaveLength(1)
  expect(enroll()).toMatchObject({
    lacking: [{ lacks: ["The birthday isn’t known, and the class is for age 8 or older."] }],
  })
  born("2018-11-20")
  expect(enroll()).toMatchObject({ lacking: [{ lacks: ["Is 7, and the class is for age 8 or older."] }] })
  born("2018-11-19")
  expect(enroll()).toMatchObject({ ok: true })
})

test("a reason enrolls them all the same and stays with who lacked something", () => {
  const { actor, theory, harmony, milo, enroll } = openClasses()
  requireClass(actor, harmony, theory)
  expect(enroll({ reason: "Played for years" })).toMatchObject({ ok: true })
  const kept = () => db().select().from(enrollments).where(eq(enrollments.studentId, milo)).all()
  expect(kept()).toMatchObject([{ classId: harmony, prerequisiteReason: "Played for years" }])
  const ada = addStudentRow(actor, "Ada", "Rossi")
  addEnrollmentRow(actor, theory, ada, { endsOn: "2026-10-01" })
  const wish = { studentIds: [ada], startsOn: "2026-11-19", prerequisites: { reason: "Played for years" } }
  expect(enrollSeveral(actor, harmony, wish)).toMatchObject({ ok: true })
  const [, own] = db().select().from(enrollments).where(eq(enrollments.studentId, ada)).all()
  expect(own).toMatchObject({ classId: harmony, prerequisiteReason: null })
})

test("no class requires itself by any way, nor one of another school, and a class that goes on requires the same", () => {
  const { actor, group, theory, harmony } = openClasses()
  const stranger = addClassRow(openSchool().actor)
  expect(requireClass(actor, harmony, theory).ok).toBe(true)
  expect(requireClass(actor, theory, theory)).toEqual({ ok: false, reason: "circle" })
  expect(requireClass(actor, theory, harmony)).toEqual({ ok: false, reason: "circle" })
  expect(requireClass(actor, harmony, stranger)).toEqual({ ok: false, reason: "no-class" })
  const next = group("Theory 2, spring")
  copyPrerequisites(actor, harmony, next)
  const [copied] = listPrerequisites(actor, next)
  expect(copied).toMatchObject({ className: "Theory 1" })
  expect(removePrerequisite(actor, harmony, copied?.id ?? "")).toEqual({ ok: false, reason: "not-found" })
  expect(removePrerequisite(actor, next, copied?.id ?? "")).toEqual({ ok: true, text: "Completed Theory 1" })
})
