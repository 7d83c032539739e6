import type { Actor } from "~/models/foundation/access/actor"
import { answersOf, fieldColumns } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { todayOf } from "~/utils/clock.server"
import { writeTable } from "~/utils/csv.server"
import { listTeachersWith } from "./list-teachers.server"
import type { TeacherFilter } from "./teacher-query"

/** The teachers of a list as a CSV file, in its order, with the school's own fields. */
export function writeTeachersFile(actor: Actor, filter: TeacherFilter): { fileName: string; csv: string } {
  const { teachers } = listTeachersWith(actor, filter, "all")
  const fields = listFields(actor, "teacher")
  const ids = teachers.map(({ id }) => id)
  const answers = answersOf(actor, fields.length > 0 ? ids : [])
  return {
    fileName: `teachers-${todayOf(actor)}.csv`,
    csv: writeTable(teachers, [
      ["Teacher", (row) => row.name],
      ["Email", (row) => row.email],
      ["Phone", (row) => row.phone],
      ["Instruments", (row) => row.instruments],
      ["Active Students", (row) => row.activeStudents],
      ["Next Lesson", ({ nextSession: next }) => (next ? `${next.localDate} ${next.startTime}` : null)],
      ["Login", (row) => (row.memberId ? "Yes" : "No")],
      ...fieldColumns(fields, answers, (row: { id: string }) => row.id),
    ]),
  }
}
