import { families, students } from "db/schema/people"
import { and } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { answersOf, fieldColumns } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { todayOf } from "~/utils/clock.server"
import { writeTable } from "~/utils/csv.server"
import { groupBy } from "~/utils/group-by"
import { addressCells } from "~/utils/postal-address"
import { listGuardians } from "../family/family.server"
import { addressColumns, guardianColumns } from "../family/file-columns.server"
import { listStudents } from "./list-students.server"
import { type StudentFilter, statusLabels } from "./student"

/** The students that pass the filter as a CSV file; its headings are known to the import. */
export function writeStudentsFile(actor: Actor, filter: StudentFilter): { fileName: string; csv: string } {
  const { students: listed } = listStudents(actor, filter, "all")
  const detailsOf = findDetails(actor, listed)
  const written = listed.flatMap((student) => {
    const details = detailsOf.get(student.id)
    return details ? [{ ...student, ...details }] : []
  })
  const familyIds = [...new Set(written.map(({ familyId }) => familyId))]
  const guardiansOf = groupBy(listGuardians(actor, familyIds), ({ familyId }) => familyId)
  const fields = listFields(actor, "student")
  const ofFamily = listFields(actor, "family")
  const ofGuardian = listFields(actor, "guardian")
  const answers = answersOf(actor, [
    ...(fields.length > 0 ? written.map(({ id }) => id) : []),
    ...(ofFamily.length > 0 ? familyIds : []),
    ...(ofGuardian.length > 0 ? [...guardiansOf.values()].flat().map(({ id }) => id) : []),
  ])
  const rows = written.map((student) => ({
    ...student,
    address: addressCells(student.address),
    guardians: guardiansOf.get(student.familyId) ?? [],
  }))
  type Row = (typeof rows)[number]
  return {
    fileName: `students-${todayOf(actor)}.csv`,
    csv: writeTable(rows, [
      ["Student ID", (row) => row.code],
      ["First Name", (row) => row.firstName],
      ["Last Name", (row) => row.lastName],
      ["Birthday", (row) => row.birthDate],
      ["Status", (row) => statusLabels[row.status]],
      ["Instrument", (row) => row.instrument],
      ["Level", (row) => row.level],
      ["Teacher", (row) => row.teachers.join(", ")],
      ["Next Lesson", ({ nextSession: next }) => (next ? `${next.localDate} ${next.startTime}` : null)],
      ["Family", (row) => row.familyName],
      ...addressColumns(),
      ["Student Email", (row) => row.email],
      ["Student Phone", (row) => row.phone],
      ...guardianColumns(1, (row: Row) => row.guardians[0]),
      ...guardianColumns(2, (row: Row) => row.guardians[1]),
      ["Family ID", (row) => row.familyId],
      ["Emergency Contact", (row) => row.emergencyContact],
      ["Notes", (row) => row.notes],
      ...fieldColumns(fields, answers, (row: Row) => row.id),
      ...fieldColumns(ofFamily, answers, (row: Row) => row.familyId, "Family "),
      ...fieldColumns(ofGuardian, answers, (row: Row) => row.guardians[0]?.id, "Parent 1 "),
      ...fieldColumns(ofGuardian, answers, (row: Row) => row.guardians[1]?.id, "Parent 2 "),
    ]),
  }
}

/** What only the file says of each, by the student's id. */
function findDetails(actor: Actor, listed: readonly { id: string }[]) {
  const rows = select({
    ...columns(students, "id", "code", "email", "phone", "notes", "emergencyContact"),
    address: families.address,
  })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(
      and(
        own(actor, students),
        among(
          students.id,
          listed.map(({ id }) => id),
        ),
      ),
    )
    .all()
  return new Map(rows.map((row) => [row.id, row]))
}
