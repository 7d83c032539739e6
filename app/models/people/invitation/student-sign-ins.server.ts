import { students } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import { todayOf } from "~/utils/clock.server"
import { ageOn } from "~/utils/dates"
import { fullName } from "~/utils/names"
import { listGuardians } from "../family/family.server"
import { accountOf } from "./account-state.server"
import type { PersonSignIn } from "./student-sign-ins"

type Read = Pick<
  typeof students.$inferSelect,
  "id" | "familyId" | "firstName" | "lastName" | "email" | "birthDate" | "memberId"
>
const readStudent = (actor: Actor, studentId: string): Read | undefined => find(actor, students, studentId)

/**
 * Who may have a sign-in for a student, and how it stands: each guardian, then the student. Undefined: no such student.
 * `read` is for a page that has read the student already.
 */
export function findStudentSignIns(actor: Actor, studentId: string, read = readStudent) {
  const student = read(actor, studentId)
  if (!student) return undefined
  const age = student.birthDate ? ageOn(student.birthDate, todayOf(actor)) : null
  const living = listGuardians(actor, [student.familyId]).filter(({ erasedAt }) => erasedAt === null)
  const adults = living.map(
    (guardian): PersonSignIn => ({
      id: guardian.id,
      kind: "guardian",
      name: guardian.name,
      relation: guardian.relation,
      email: guardian.email,
      ...accountOf(actor, "guardian-invitation", guardian),
    }),
  )
  const self: PersonSignIn = {
    id: student.id,
    kind: age !== null && age < 18 ? "child" : "student",
    name: fullName(student),
    relation: null,
    email: student.email,
    ...accountOf(actor, "student-invitation", student),
  }
  return {
    student: {
      id: student.id,
      familyId: student.familyId,
      name: fullName(student),
      firstName: student.firstName,
    },
    people: [...adults, self],
  }
}
