import { db } from "db/client.server"
import { members, users } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { ageOn, localDate, today } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { listGuardians } from "../family/family.server"
import { findNewestLink, linkState } from "../one-time-link/one-time-link.server"
import { fullName } from "../student/student"
import { findStudent } from "../student/student.server"
import type { InvitationPurpose } from "./invited.server"
import type { PersonSignIn, SignInState } from "./student-sign-ins"

/** Who may have a sign-in for a student, and how it stands: each guardian, then the student. Undefined: no such student. */
export function findStudentSignIns(actor: Actor, studentId: string) {
  const student = findStudent(actor, studentId)
  if (!student) return undefined
  const age = student.birthDate ? ageOn(student.birthDate, today(actor.school.timeZone, now())) : null
  const adults = listGuardians(actor, [student.familyId]).map(
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
    student: { id: student.id, name: fullName(student), firstName: student.firstName },
    people: [...adults, self],
  }
}

function accountOf(
  actor: Actor,
  purpose: InvitationPurpose,
  { id, memberId }: { id: string; memberId: string | null },
): { memberId: string | null; username: string | null; state: SignInState } {
  const zone = actor.school.timeZone
  if (!memberId) {
    const link = findNewestLink(purpose, id)
    const state = link && linkState(link)
    if (link && (state === "open" || state === "expired"))
      return {
        memberId,
        username: null,
        state: {
          kind: state === "open" ? "invited" : "expired",
          sentOn: localDate(link.createdAt, zone),
          endsOn: localDate(link.expiresAt, zone),
        },
      }
    return { memberId, username: null, state: { kind: "none" } }
  }
  const account = db()
    .select({
      deactivatedAt: members.deactivatedAt,
      username: users.username,
      email: users.email,
      mustChangePassword: users.mustChangePassword,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.schoolId, actor.school.id), eq(members.id, memberId)))
    .get()
  const kind = account?.deactivatedAt ? "locked" : account?.mustChangePassword ? "printed" : "active"
  return { memberId, username: account?.email ? null : (account?.username ?? null), state: { kind } }
}
