import { users } from "db/schema/accounts"
import { families, guardians, members, staffInvitations, students, teachers } from "db/schema/people"
import { and, asc, eq, isNull } from "drizzle-orm"
import { platformChange, select } from "~/models/foundation/access/door.server"
import { joined, ofSchool } from "~/models/foundation/access/own.server"
import type { LinkPurpose } from "~/models/foundation/one-time-link/one-time-link.server"
import { fullName } from "~/utils/names"

// The person an invitation is for: a guardian, an adult student, a teacher or an administrator of one school.

export const invitationPurposes = [
  "guardian-invitation",
  "student-invitation",
  "teacher-invitation",
  "staff-invitation",
] as const
export type InvitationPurpose = Extract<LinkPurpose, (typeof invitationPurposes)[number]>

export type Invited = {
  name: string
  email: string | null
  memberId: string | null
  /** Of a member of the office to be: their rights, as stored. Null for an administrator and everyone else. */
  rights?: string | null
  /** Of an administrator to be who has a login at the school already: their membership. */
  offeredTo?: string | null
  /** Whom the person then sees, with names; a teacher: no one. */
  students: { id: string; name: string }[]
  /** Of a guardian who doesn't see what lessons cost. */
  seesMoney?: false
}

/** The record behind an invitation, as it is now; undefined when it is gone. */
export function findInvited(
  schoolId: string,
  purpose: InvitationPurpose,
  subjectId: string,
): Invited | undefined {
  if (purpose === "staff-invitation") return findInvitedStaff(schoolId, subjectId)
  if (purpose === "teacher-invitation") {
    const teacher = select()
      .from(teachers)
      .where(and(ofSchool(schoolId, teachers, subjectId), isNull(teachers.deactivatedAt)))
      .get()
    return teacher && { ...pick(teacher), name: teacher.name, students: [] }
  }
  if (purpose === "student-invitation") {
    const student = select()
      .from(students)
      .where(ofSchool(schoolId, students, subjectId))
      .get()
    return (
      student && {
        ...pick(student),
        name: fullName(student),
        students: [{ id: student.id, name: fullName(student) }],
      }
    )
  }
  const guardian = select({ guardian: guardians })
    .from(guardians)
    .innerJoin(families, joined(families, guardians.familyId))
    .where(ofSchool(schoolId, guardians, subjectId))
    .get()?.guardian
  if (!guardian) return undefined
  const children = select()
    .from(students)
    .where(
      and(ofSchool(schoolId, students), eq(students.familyId, guardian.familyId), isNull(students.erasedAt)),
    )
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
    .map((student) => ({ id: student.id, name: fullName(student) }))
  const about = { ...pick(guardian), name: guardian.name, students: children }
  return guardian.seesMoney ? about : { ...about, seesMoney: false }
}

/** Someone who has a login here already is known by it: an offer ends with the email that it was sent to. */
function findInvitedStaff(schoolId: string, staffInvitationId: string): Invited | undefined {
  const found = select({ invited: staffInvitations, login: { name: users.name, email: users.email } })
    .from(staffInvitations)
    .leftJoin(members, joined(members, staffInvitations.offeredTo))
    .leftJoin(users, eq(users.id, members.userId))
    .where(ofSchool(schoolId, staffInvitations, staffInvitationId))
    .get()
  if (!found) return undefined
  const { rights, offeredTo, memberId, ...typed } = found.invited
  const { name, email } = found.login ?? typed
  return { name, email, memberId, rights, offeredTo, students: [] }
}

const pick = ({ email, memberId }: { email: string | null; memberId: string | null }) => ({
  email,
  memberId,
})

/** Ties the record to the member who now signs in for it, in the caller's transaction. */
export function linkInvited(
  schoolId: string,
  purpose: InvitationPurpose,
  subjectId: string,
  memberId: string,
) {
  const table = {
    "guardian-invitation": guardians,
    "student-invitation": students,
    "teacher-invitation": teachers,
    "staff-invitation": staffInvitations,
  }[purpose]
  platformChange(table, ofSchool(schoolId, table, subjectId), { memberId })
}
