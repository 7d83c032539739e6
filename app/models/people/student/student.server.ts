import { transact } from "db/client.server"
import { families, studentStatusChanges, students } from "db/schema/people"
import { and, inArray } from "drizzle-orm"
import { countsTowardPlan, type LimitUsage, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, type Params, query, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { fullName } from "~/utils/names"
import type { StudentStatus } from "./student"

// A student belongs to exactly one family. Every status a student has had is a row with its first day.

export type NewStudent = {
  familyId: string
  firstName: string
  lastName: string
  birthDate?: string | null
  status: StudentStatus
  /** The school's own number; unique in the school. */
  code?: string | null
  instrument?: string | null
  level?: string | null
  email?: string | null
  phone?: string | null
  notes?: string | null
  medicalNotes?: string | null
  emergencyContact?: string | null
  /** The day the status holds from, `YYYY-MM-DD`. */
  fromDate: string
}

/** Adds a student; refused when the plan has no place for one who takes a place (lead and former ones do not). */
export function addStudent(
  actor: Actor,
  student: NewStudent,
):
  | { ok: true; studentId: string }
  | { ok: false; reason: "limit-reached"; planName: string; places: LimitUsage } {
  return transact(() => {
    if (countsTowardPlan(student.status)) {
      const { planName, students: places } = findPlanUsage(actor)
      if (seatsLeft(places) < 1) return { ok: false, reason: "limit-reached", planName, places }
    }
    const { fromDate, email, ...facts } = student
    const row = newRow(actor)
    add(actor, students, { ...facts, ...row, email: email?.trim().toLowerCase() || null })
    add(actor, studentStatusChanges, { studentId: row.id, status: student.status, fromDate })
    recordEvent(actor, {
      verb: "add",
      noun: "student",
      nounId: row.id,
      after: { name: `${student.firstName} ${student.lastName}`.trim(), status: student.status },
    })
    return { ok: true, studentId: row.id }
  })
}

/** A student with the name of their family, or undefined when the school has no such student. */
export function findStudent(actor: Actor, studentId: string) {
  const found = studentQuery.get(actor, { studentId })
  if (!found) return undefined
  const { schoolId: _, ...student } = found.student
  return { ...student, familyName: found.familyName }
}

const studentQuery = query((p: Params<{ studentId: string }>, own) =>
  select({ student: students, familyName: families.name })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(own(students, p.studentId)),
)

/** Name and instrument of those who are the school's, in the order of the ids. */
export function listStudentsNamed(actor: Actor, studentIds: readonly string[]) {
  if (studentIds.length === 0) return []
  const rows = select(columns(students, "id", "firstName", "lastName", "instrument"))
    .from(students)
    .where(and(own(actor, students), inArray(students.id, [...studentIds])))
    .all()
    .map(({ id, instrument, ...name }) => ({ id, instrument, name: fullName(name) }))
  return studentIds.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
