import { teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { keepUnchanged } from "db/unchanged.server"
import { and, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { findNextSessions } from "../next-session/next-session.server"

/** The facts next to the names of a list: who teaches each student and when they come next. Two queries, however many there are. */
export function findStudentFacts(actor: Actor, studentIds: readonly string[]) {
  const day = todayOf(actor)
  const teachersOf = keepTeachers([actor.school.id, studentIds, day], () =>
    namesOfTeachers(teachersQuery.all(actor, { studentIds: JSON.stringify(studentIds), day })),
  )
  const next = findNextSessions(actor, { resource: "student", ids: studentIds })
  return (studentId: string) => ({
    teachers: teachersOf.get(studentId) ?? [],
    nextSession: next.get(studentId) ?? null,
  })
}

const keepTeachers = keepUnchanged<ReadonlyMap<string, readonly string[]>>(20)

/** Each student's teachers, each name once, in order. */
const namesOfTeachers = (rows: readonly { studentId: string; name: string }[]) =>
  new Map(
    [...groupBy(rows, ({ studentId }) => studentId)].map(
      ([studentId, taught]) => [studentId, [...new Set(taught.map(({ name }) => name))].sort()] as const,
    ),
  )

const teachersQuery = query((p: Params<{ day: string; studentIds: string }>, own) =>
  select({ studentId: enrollments.studentId, name: teachers.name })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(teachers, joined(teachers, classes.teacherId))
    .where(
      and(
        own(enrollments),
        among(enrollments.studentId, p.studentIds),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, p.day)),
      ),
    ),
)
