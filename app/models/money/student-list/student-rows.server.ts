import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { may } from "~/models/foundation/access/permissions"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import type { CustomField } from "~/models/foundation/custom-field/custom-field"
import type { ListedStudent } from "~/models/people/student/list-students.server"
import { ageOn } from "~/utils/dates"
import { fullName } from "~/utils/names"
import type { StudentColumn } from "./student-columns"
import { attendanceOf, balancesOf, creditsOf, overdueFamilies, portalOf } from "./student-facts.server"

const nothing = new Map<string, never>()

/** What the list shows of its students: only the chosen columns are read and sent. */
export function rowsOfStudents(
  actor: Actor,
  listed: readonly ListedStudent[],
  columns: readonly StudentColumn[],
  day: string,
  own: readonly CustomField[] = [],
) {
  const has = (column: StudentColumn) =>
    columns.includes(column) && (column !== "balance" || seesFamilyMoney(actor))
  const ids = listed.map(({ id }) => id)
  const familyIds = [...new Set(listed.map(({ familyId }) => familyId))]
  const balances = has("balance") ? balancesOf(actor, familyIds) : nothing
  const overdue = has("balance") ? overdueFamilies(actor, familyIds) : new Set<string>()
  const credits = has("credits") ? creditsOf(actor, ids) : nothing
  const attendance = has("attendance") ? attendanceOf(actor, ids) : nothing
  const portal = portalOf(actor, ids)
  const answersFor = answerTexts(actor, own, ids)
  return listed.map((student) => ({
    id: student.id,
    name: fullName(student),
    status: student.status,
    portal: portal.get(student.id) ?? null,
    ...(has("age") ? { age: student.birthDate ? ageOn(student.birthDate, day) : null } : {}),
    ...(has("lessons")
      ? { lessons: [student.instrument, ...student.teachers].filter(Boolean).join(", ") }
      : {}),
    ...(has("family")
      ? { family: { familyName: student.familyName, familyChildren: student.familyChildren } }
      : {}),
    ...(has("next") ? { next: nextOf(actor, student.nextSession) } : {}),
    ...(has("balance")
      ? {
          balance: {
            minor: balances.get(student.familyId) ?? 0,
            isOverdue: overdue.has(student.familyId),
          },
        }
      : {}),
    ...(has("credits") ? { credits: credits.get(student.id)?.n ?? 0 } : {}),
    ...(has("attendance") ? { attendance: attendance.get(student.id) ?? null } : {}),
    ...(own.length > 0 ? { answers: answersFor(student.id) } : {}),
  }))
}

/** The next lesson, with its page for those who may open it. */
function nextOf(actor: Actor, next: ListedStudent["nextSession"]) {
  return next && { ...next, sessionId: may(actor, "session:read") ? next.sessionId : null }
}
