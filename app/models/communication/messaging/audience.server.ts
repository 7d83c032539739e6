import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { members, students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, asc, eq, exists, inArray, isNull, ne, type SQL } from "drizzle-orm"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { officeRoles, staffRoles } from "~/models/foundation/access/roles"
import { findSavedFilter, listSavedFilters } from "~/models/foundation/saved-filter/saved-filter.server"
import { findSelection } from "~/models/foundation/selection/selection.server"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { isTaughtBy } from "~/models/people/student/list-students.server"
import { readStudentQuery } from "~/models/people/student/student"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listOpenClasses } from "~/models/teaching/class/open-classes.server"
import { teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import { readAside } from "~/providers/threads/aside.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { fullName } from "~/utils/names"
import { today } from "~/utils/zones"
import type { Audience, AudienceChoice, Recipient } from "./messaging"
import { peopleOfStudents, studentsOfClass, studentsOfTeacher } from "./people-of-students.server"

// Recipients a person may choose: the office writes to everyone, a teacher to the office and to families of their own
// students, a family to the office and its teachers. The same rules refuse a choice that is not offered.

/** Everything the actor may write to, in the order it is offered. */
export function listAudiences(actor: Actor): AudienceChoice[] {
  const office: AudienceChoice = { key: "office", label: "The office", group: "School" }
  if (may(actor, "message:all"))
    return [
      { key: "families", label: "All families", group: "School" },
      ...(actor.school.kind === "school"
        ? [{ key: "teachers", label: "All teachers", group: "School" }, office]
        : []),
      ...listSavedFilters(actor, "students").map(({ id, name }) => ({
        key: `filter:${id}`,
        label: name,
        group: "Saved filters",
      })),
      ...listClasses(actor),
      ...listTeacherRows(actor).flatMap(({ id, name, memberId }) => [
        { key: `pupils:${id}`, label: `${name}’s students`, group: "Students by teacher" },
        ...(memberId && memberId !== actor.memberId
          ? [{ key: `member:${memberId}`, label: name, group: "Teachers" }]
          : []),
      ]),
      ...listStudents(actor),
    ]
  if (actor.role === "teacher") {
    const teacher = findOwnTeacher(actor)
    return [
      office,
      ...(teacher
        ? [
            { key: `pupils:${teacher.id}`, label: "All my students", group: "School" },
            ...listClasses(actor, teacher.id),
            ...listStudents(actor, teacher.id),
          ]
        : []),
    ]
  }
  return [
    office,
    ...listTeachersOfFamily(actor).flatMap(({ memberId, name }) =>
      memberId && memberId !== actor.memberId
        ? [{ key: `member:${memberId}`, label: name, group: "Teachers" }]
        : [],
    ),
  ]
}

/** A family's teachers who can't be chosen, because they have no login yet; empty for everyone else. */
export const listTeachersWithoutLogin = (actor: Actor): string[] =>
  actor.role === "student"
    ? listTeachersOfFamily(actor).flatMap(({ memberId, name }) => (memberId ? [] : [name]))
    : []

/** Who a choice stands for, the actor left out; undefined when it is not the actor's to choose. */
export function findAudience(actor: Actor, key: string): Audience | undefined {
  if (key.startsWith("selection:")) return findSelected(actor, key)
  if (key.startsWith("filter:")) return findFiltered(actor, key)
  const choice = listAudiences(actor).find((each) => each.key === key)
  if (!choice) return undefined
  const [kind = "", id = ""] = key.split(":")
  const many = (label: string, people: { recipients: Recipient[]; unreachable: string[] }): Audience => ({
    key,
    label,
    kind: "announcement",
    ...withoutMe(actor, people),
  })
  const few = (recipients: Recipient[], unreachable: string[] = []): Audience => ({
    key,
    label: choice.label,
    kind: "conversation",
    ...withoutMe(actor, { recipients, unreachable }),
  })
  switch (kind) {
    case "office":
      return few(listMembers(actor, officeRoles, "Office"))
    case "teachers":
      return many("all teachers", { recipients: listMembers(actor, ["teacher"], "Teacher"), unreachable: [] })
    case "member":
      return few(listMembers(actor, staffRoles, "Teacher", id))
    case "families":
      return many("all families", peopleOfStudents(actor, activeStudents(actor)))
    case "class":
      return many(`everyone in ${choice.label}`, peopleOfStudents(actor, studentsOfClass(actor, id)))
    case "pupils":
      return many(
        `all of ${teacherName(actor, id)}’s students`,
        peopleOfStudents(actor, studentsOfTeacher(actor, id)),
      )
    default: {
      const { recipients, unreachable } = peopleOfStudents(actor, [id])
      return few(recipients, unreachable)
    }
  }
}

/** The people of what the office ticked in a list: students, or everyone enrolled in classes. */
function findSelected(actor: Actor, key: string): Audience | undefined {
  const selection = may(actor, "message:all")
    ? findSelection(actor, key.slice("selection:".length))
    : undefined
  if (selection?.act !== "message") return undefined
  const { noun, ids } = selection
  const studentIds = noun === "classes" ? ids.flatMap((id) => studentsOfClass(actor, id)) : ids
  const people = withoutMe(actor, peopleOfStudents(actor, [...new Set(studentIds)]))
  const label =
    noun === "classes"
      ? `everyone in ${countOf(ids.length, "class", "classes")}`
      : countOf(ids.length, "student")
  return { key, label: `${label} you selected`, kind: "announcement", ...people }
}

/** The people of the students whom a saved filter finds now. */
function findFiltered(actor: Actor, key: string): Audience | undefined {
  const filter = may(actor, "message:all")
    ? findSavedFilter(actor, "students", key.slice("filter:".length))
    : undefined
  if (!filter) return undefined
  const studentIds = listIdsWith(actor, readStudentQuery(new URLSearchParams(filter.query)).filter, "all")
  const people = withoutMe(actor, peopleOfStudents(actor, studentIds))
  return { key, label: `students of “${filter.name}”`, kind: "announcement", ...people }
}

/** The same, read aside: all families of a large school are tens of thousands of rows. */
export function findAudienceAside(actor: Actor, key: string): Promise<Audience | undefined> {
  const here = () => findAudience(actor, key)
  const { school, memberId, userId, name, role, rights } = actor
  if (!memberId || !userId || role === "job" || !isLarge(key)) return Promise.resolve(here())
  return readAside({
    name: "audience",
    input: { schoolId: school.id, member: { memberId, userId, name, role, rights }, key },
    here,
  })
}

/** Audiences that grow with the school. */
const isLarge = (key: string) => key === "families" || /^(selection|filter):/.test(key)

/** A teacher writes under the own name; the office names the teacher whose students they are. */
const teacherName = (actor: Actor, teacherId: string): string =>
  (may(actor, "message:all") && listTeacherRows(actor).find(({ id }) => id === teacherId)?.name) || actor.name

function withoutMe(actor: Actor, people: { recipients: Recipient[]; unreachable: string[] }) {
  return {
    ...people,
    recipients: people.recipients.filter(({ memberId }) => !memberId || memberId !== actor.memberId),
  }
}

function listMembers(actor: Actor, roles: readonly Role[], why: string, memberId?: string): Recipient[] {
  return db()
    .select({ memberId: members.id, name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, members),
        inArray(members.role, roles),
        isNull(members.deactivatedAt),
        memberId === undefined ? undefined : eq(members.id, memberId),
      ),
    )
    .orderBy(asc(users.name))
    .all()
    .map((member) => ({ ...member, guardianId: null, why }))
}

function listTeacherRows(actor: Actor, condition?: SQL) {
  return db()
    .select({ id: teachers.id, name: teachers.name, memberId: teachers.memberId })
    .from(teachers)
    .where(and(own(actor, teachers), isNull(teachers.deactivatedAt), condition))
    .orderBy(asc(teachers.name))
    .all()
}

function listClasses(actor: Actor, teacherId?: string): AudienceChoice[] {
  const taughtIds = teacherId
    ? new Set(
        db()
          .select({ id: classes.id })
          .from(classes)
          .where(and(own(actor, classes), teaches(actor, teacherId, today(actor.school.timeZone, now()))))
          .all()
          .map(({ id }) => id),
      )
    : undefined
  return listOpenClasses(actor, today(actor.school.timeZone, now()))
    .filter(({ id }) => taughtIds?.has(id) ?? true)
    .map(({ id, name }) => ({
      key: `class:${id}`,
      label: name,
      group: actor.school.kind === "solo" ? "Lessons" : "Classes",
    }))
}

function listStudents(actor: Actor, teacherId?: string): AudienceChoice[] {
  return db()
    .select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(
      and(
        own(actor, students),
        ne(students.status, "former"),
        teacherId ? isTaughtBy(actor, teacherId) : undefined,
      ),
    )
    .orderBy(asc(students.firstName), asc(students.lastName))
    .all()
    .map((student) => ({
      key: `student:${student.id}`,
      label: fullName(student),
      group: "Students and their guardians",
    }))
}

const activeStudents = (actor: Actor): string[] =>
  db()
    .select({ id: students.id })
    .from(students)
    .where(and(own(actor, students), inArray(students.status, ["trial", "active", "paused"])))
    .all()
    .map(({ id }) => id)

/** Teachers with a sign-in who teach a student of the family now. */
function listTeachersOfFamily(actor: Actor) {
  const childIds = findPortal(actor).students.map(({ id }) => id)
  const taught = db()
    .select({ id: students.id })
    .from(students)
    .where(and(own(actor, students), inArray(students.id, childIds), isTaughtBy(actor, teachers.id)))
  return listTeacherRows(actor, exists(taught))
}
