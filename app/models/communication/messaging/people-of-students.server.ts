import { users } from "db/schema/accounts"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { idsOf, ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { isTaughtBy } from "~/models/people/student/list-students.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fullName, guardianOf } from "~/utils/names"
import type { Recipient } from "./messaging"

// Who is to be reached about a student: the adults of the family, and the student's own sign-in. So whatever is written
// to a minor is read by the guardians too.

/**
 * Each person once, with the students they stand for. `unreachable` are students of whom no one can be reached. What is
 * about money goes to guardians who see it and to students who see their own family's; a child's login isn't among them.
 */
export function peopleOfStudents(
  actor: Actor,
  studentIds: readonly string[],
  about?: "money",
): { recipients: Recipient[]; unreachable: string[] } {
  const found = new Map<string, Recipient & { of: string[] }>()
  const add = (key: string, person: Omit<Recipient, "why">, student: string) => {
    const known = found.get(key) ?? { ...person, why: "", of: [] }
    if (!known.of.includes(student)) known.of.push(student)
    found.set(key, known)
  }
  const unreachable: string[] = []
  const adultsOf = groupBy(listAdults(actor, studentIds, about), ({ studentId }) => studentId)
  const selves = new Set<string>()
  for (const { paysThemself, ...student } of listStudents(actor, studentIds)) {
    const isMeant = student.memberId !== null && (about !== "money" || paysThemself)
    const family = adultsOf.get(student.id) ?? []
    for (const { memberId, guardianId, name, email } of family)
      add(
        memberId ?? guardianId,
        { memberId, guardianId: memberId ? null : guardianId, name, email },
        student.firstName,
      )
    const { memberId, email } = student
    if (isMeant && memberId) {
      selves.add(memberId)
      add(memberId, { memberId, guardianId: null, name: fullName(student), email }, student.firstName)
    }
    if (family.length === 0 && !isMeant) unreachable.push(fullName(student))
  }
  const recipients = [...found.values()]
    .map(({ of, ...person }) => ({
      ...person,
      why: person.memberId && selves.has(person.memberId) ? "Student" : guardianOf(of),
    }))
    .sort((a, b) => byName(a.name, b.name))
  return { recipients, unreachable }
}

const byName = new Intl.Collator("en").compare

/** Students with a sign-in that is not locked, or with none. */
function listStudents(actor: Actor, studentIds: readonly string[]) {
  return select({
    id: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
    memberId: members.id,
    email: users.email,
    /** An adult: a child's login sees no money. */
    paysThemself:
      sql`exists (select 1 from ${portalAccess} where ${joined(portalAccess.studentId, students.id)}
        and ${portalAccess.memberId} = ${members.id} and ${portalAccess.as} = 'self')`.mapWith(Boolean),
  })
    .from(students)
    .leftJoin(members, and(joined(members, students.memberId), isNull(members.deactivatedAt)))
    .leftJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, students), among(students.id, studentIds)))
    .orderBy(asc(students.firstName), asc(students.lastName))
    .all()
}

/** Guardians who can be reached: by a sign-in that is not locked, or by mail. */
function listAdults(actor: Actor, studentIds: readonly string[], about: "money" | undefined) {
  return select({
    studentId: students.id,
    guardianId: guardians.id,
    memberId: members.id,
    name: guardians.name,
    email: sql<string | null>`coalesce(${users.email}, ${guardians.email})`,
  })
    .from(students)
    .innerJoin(guardians, joined(guardians.familyId, students.familyId))
    .leftJoin(members, and(joined(members, guardians.memberId), isNull(members.deactivatedAt)))
    .leftJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, students),
        among(students.id, studentIds),
        sql`(${members.id} is not null or ${guardians.email} is not null)`,
        about === "money" ? eq(guardians.seesMoney, true) : undefined,
      ),
    )
    .orderBy(asc(guardians.position), asc(guardians.id))
    .all()
}

/** Everyone enrolled in a class today or later. */
export function studentsOfClass(actor: Actor, classId: string): string[] {
  return ownRows(actor, enrollments, { id: enrollments.studentId })
    .where(
      and(
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, todayOf(actor))),
      ),
    )
    .all()
    .map(({ id }) => id)
}

/** Everyone in a class of this teacher, today or later. */
export function studentsOfTeacher(actor: Actor, teacherId: string): string[] {
  return idsOf(actor, students, isTaughtBy(actor, teacherId))
}
