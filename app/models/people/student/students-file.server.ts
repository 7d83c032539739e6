import { families, students } from "db/schema/people"
import { and } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { answersOf } from "~/models/foundation/custom-field/answers.server"
import { answerCell, type CustomField } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { todayOf } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"
import { groupBy } from "~/utils/group-by"
import { addressCells, addressHeadings } from "~/utils/postal-address"
import { listGuardians } from "../family/family.server"
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
  const cells = (of: readonly CustomField[], subjectId: string | undefined) =>
    of.map((field) => answerCell(field, answers.get(subjectId ?? "")?.[field.id]))
  const rows = written.map((student) => {
    const [first, second] = guardiansOf.get(student.familyId) ?? []
    const next = student.nextSession
    return [
      student.code,
      student.firstName,
      student.lastName,
      student.birthDate,
      statusLabels[student.status],
      student.instrument,
      student.level,
      student.teachers.join(", "),
      next ? `${next.localDate} ${next.startTime}` : null,
      student.familyName,
      ...addressCells(student.address),
      student.email,
      student.phone,
      ...[first, second].flatMap((guardian) => [
        guardian?.name ?? null,
        guardian?.relation ?? null,
        guardian?.email ?? null,
        guardian?.phone ?? null,
      ]),
      student.familyId,
      student.emergencyContact,
      student.notes,
      ...cells(fields, student.id),
      ...cells(ofFamily, student.familyId),
      ...cells(ofGuardian, first?.id),
      ...cells(ofGuardian, second?.id),
    ]
  })
  return {
    fileName: `students-${todayOf(actor)}.csv`,
    csv: writeCsv(
      [
        ...headings,
        ...fields.map(({ name }) => name),
        ...ofFamily.map(({ name }) => `Family ${name}`),
        ...[1, 2].flatMap((number) => ofGuardian.map(({ name }) => `Parent ${number} ${name}`)),
      ],
      rows,
    ),
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

const guardianHeadings = (number: number) =>
  ["Name", "Relationship", "Email", "Phone"].map((column) => `Parent ${number} ${column}`)

const headings = [
  "Student ID",
  "First Name",
  "Last Name",
  "Birthday",
  "Status",
  "Instrument",
  "Level",
  "Teacher",
  "Next Lesson",
  "Family",
  ...addressHeadings,
  "Student Email",
  "Student Phone",
  ...guardianHeadings(1),
  ...guardianHeadings(2),
  "Family ID",
  "Emergency Contact",
  "Notes",
]
