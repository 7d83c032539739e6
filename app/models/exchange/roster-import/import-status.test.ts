import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { removeStay } from "~/models/teaching/class/leave-class.server"
import { fingerprintOf, listOf, upload } from "../../../../tests/support/long-import"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { findImport } from "./roster-import.server"
import { runImport } from "./run-import.server"
import { startUndo, undoImport, undoNextSteps } from "./undo-import.server"

// A lead who was in the school before, and so many imported private lessons that undoing them takes several steps.

function importBeside() {
  const { actor } = openSchool()
  const { familyId } = addFamily(actor, { name: "Rossi family", guardians: [] })
  const facts = { firstName: "Mia", lastName: "Rossi", familyId, status: "lead" as const }
  const lead = orFail(addStudent(actor, { ...facts, fromDate: "2026-09-01" }))
  const importId = upload(actor, listOf(16))
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  return { actor, importId, leadId: lead.studentId }
}

const statusOf = (studentId: string) => rowOf(students, { id: studentId })?.status

const classesOf = (actor: Actor) => rowsOf(classes, { schoolId: actor.school.id }, { only: ["id", "name"] })

const join = (actor: Actor, classId: string, studentId: string) => {
  changeRows(classes, { id: classId }, { capacity: 2 })
  return orFail(enroll(actor, { classId, studentId, startsOn: "2026-11-30" })).enrollmentId
}

test("an import and its undo leave the status of those alone who were in the school before", () => {
  const { actor, importId, leadId } = importBeside()
  expect(statusOf(leadId)).toBe("lead")
  expect(undoImport(actor, importId).ok).toBe(true)
  expect([statusOf(leadId), classesOf(actor)]).toEqual(["lead", []])
})

test("a lead enrolled in an imported class has their status back before the import can be undone", () => {
  const { actor, importId, leadId } = importBeside()
  const enrollmentId = join(actor, classesOf(actor)[0]?.id ?? "", leadId)
  expect(undoImport(actor, importId)).toMatchObject({ ok: false, reason: "built-on" })
  expect(statusOf(leadId)).toBe("active")
  expect([removeStay(actor, enrollmentId), statusOf(leadId)]).toEqual(["removed", "lead"])
  expect(undoImport(actor, importId).ok).toBe(true)
})

test("whoever is enrolled while an import is being undone keeps the class, and stays active", async () => {
  const { actor, importId, leadId } = importBeside()
  const undoing = startUndo(actor, importId)
  // It yields after its first step.
  for (let turn = 0; turn < 1000 && findImport(actor, importId)?.state !== "undoing"; turn += 1)
    await new Promise((resolve) => setImmediate(resolve))
  const left = classesOf(actor).at(-1)
  if (!left) throw new Error("No class is left to join")
  join(actor, left.id, leadId)
  await undoing
  while (undoNextSteps(actor, importId));
  expect(classesOf(actor)).toEqual([left])
  const stays = and(eq(enrollments.classId, left.id), eq(enrollments.studentId, leadId))
  expect(rowsOf(enrollments, stays, { only: ["id"] })).toHaveLength(1)
  expect(statusOf(leadId)).toBe("active")
  expect(findImport(actor, importId)?.summary?.kept).toContain(left.name)
})
