import { db, prepareOnce } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { keepUnchanged } from "db/unchanged.server"
import { and, type Column, gte, isNull, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { findNextSessions } from "../next-session/next-session.server"

/** The facts next to the names of a list: who teaches each student and when they come next. Two queries, however many there are. */
export function findStudentFacts(actor: Actor, studentIds: readonly string[]) {
  const about = { schoolId: actor.school.id, studentIds: JSON.stringify(studentIds) }
  const day = todayOf(actor)
  const teachersOf = keepTeachers([actor.school.id, studentIds, day], () =>
    namesOfTeachers(teachersQuery().all({ ...about, day })),
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

/** As one parameter, so that the query is the same however many they are. */
const isAsked = (student: Column): SQL =>
  sql`${student} in (select value from json_each(${sql.placeholder("studentIds")}))`

const teachersQuery = prepareOnce(() =>
  db()
    .select({ studentId: enrollments.studentId, name: teachers.name })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .innerJoin(teachers, joined(teachers, classes.teacherId))
    .where(
      and(
        own(sql.placeholder("schoolId"), enrollments),
        isAsked(enrollments.studentId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, sql.placeholder("day"))),
      ),
    )
    .prepare(),
)
