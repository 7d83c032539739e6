import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { and, asc, eq, gte, isNull, lte, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { MovedWithout } from "./left-out"
import { type SessionRow, type SessionStudent, sessionTitle } from "./session"

// Who comes to a lesson follows from the days on which they are enrolled in its class: on another day some may be left out.

type Lesson = Pick<SessionRow, "classId" | "kind" | "students">

/** Who of a lesson's students wouldn't come on a date. */
export type LeftOut = (lesson: Lesson, date: string) => SessionStudent[]

/** Finds who is left out of some lessons on other days. A trial's student comes on any day, and so do guests. One query. */
export function leftOutFinder(actor: Actor, lessons: readonly Pick<Lesson, "classId">[]): LeftOut {
  const classIds = [...new Set(lessons.map(({ classId }) => classId))]
  const spans = groupBy(
    lessons.length === 0 ? [] : spansQuery.all(actor, { classIds: JSON.stringify(classIds) }),
    ({ classId, studentId }) => `${classId} ${studentId}`,
  )
  const isEnrolled = (classId: string, studentId: string, date: string) =>
    (spans.get(`${classId} ${studentId}`) ?? []).some(
      ({ startsOn, endsOn }) => startsOn <= date && (endsOn === null || date <= endsOn),
    )
  return ({ classId, kind, students: all }, date) =>
    kind === "trial"
      ? []
      : all.filter((student) => student.kind === "enrolled" && !isEnrolled(classId, student.id, date))
}

const spansQuery = query((p: Params<{ classIds: string }>, own) =>
  select(columns(enrollments, "classId", "studentId", "startsOn", "endsOn"))
    .from(enrollments)
    .where(and(own(enrollments), among(enrollments.classId, p.classIds))),
)

/** Of lessons that are moving, those that some of their students wouldn't come to, by the day each moves to. */
export function listMovingWithout(
  actor: Actor,
  sessions: readonly SessionRow[],
  dateOf: (session: SessionRow) => string | undefined,
): MovedWithout[] {
  const leftOut = leftOutFinder(actor, sessions)
  return sessions.flatMap((session) => {
    const date = dateOf(session) ?? session.localDate
    const names = leftOut(session, date).map(({ name }) => name)
    const lesson = `${sessionTitle(session)}, ${formatDate(date, "short", actor.school)}`
    return names.length > 0 ? [{ lesson, names }] : []
  })
}

/** A lesson with those, too, who were to come to it on the day it had: they are enrolled in its class then. */
export function withThoseOn(actor: Actor, session: SessionRow, date: string): SessionRow {
  if (session.localDate === date) return session
  const known = new Set(session.students.map(({ id }) => id))
  const others = select({
    ...columns(students, "id", "firstName", "lastName"),
    enrollmentId: enrollments.id,
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.classId, session.classId),
        lte(enrollments.startsOn, date),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, date)),
      ),
    )
    .orderBy(asc(students.lastName), asc(students.firstName))
    .all()
    .filter(({ id }) => !known.has(id))
    .map(({ id, enrollmentId, ...student }) => ({
      id,
      name: fullName(student),
      enrollmentId,
      kind: "enrolled" as const,
    }))
  return others.length > 0 ? { ...session, students: [...session.students, ...others] } : session
}
