import type { Actor } from "~/models/foundation/access/actor"
import { answersOf } from "~/models/foundation/custom-field/answers.server"
import { answerCell } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { todayOf } from "~/utils/clock.server"
import { writeCsv } from "~/utils/csv.server"
import { listTeachersWith } from "./list-teachers.server"
import type { TeacherFilter } from "./teacher-query"

/** The teachers of a list as a CSV file, in its order, with the school's own fields. */
export function writeTeachersFile(actor: Actor, filter: TeacherFilter): { fileName: string; csv: string } {
  const { teachers } = listTeachersWith(actor, filter, "all")
  const fields = listFields(actor, "teacher")
  const ids = teachers.map(({ id }) => id)
  const answers = answersOf(actor, fields.length > 0 ? ids : [])
  const rows = teachers.map(
    ({ id, name, email, phone, memberId, instruments, activeStudents, nextSession }) => [
      name,
      email,
      phone,
      instruments,
      activeStudents,
      nextSession ? `${nextSession.localDate} ${nextSession.startTime}` : null,
      memberId ? "Yes" : "No",
      ...fields.map((field) => answerCell(field, answers.get(id)?.[field.id])),
    ],
  )
  const headings = ["Teacher", "Email", "Phone", "Instruments", "Active Students", "Next Lesson", "Login"]
  return {
    fileName: `teachers-${todayOf(actor)}.csv`,
    csv: writeCsv([...headings, ...fields.map(({ name }) => name)], rows),
  }
}
