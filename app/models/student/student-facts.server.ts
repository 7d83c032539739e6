import { db } from "db/client.server"
import { members, portalAccess, teachers } from "db/schema/people"
import { bookings, classes, enrollments, sessions } from "db/schema/teaching"
import { and, asc, eq, gte, inArray, isNull, or, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { Actor } from "../access/actor"

/**
 * What stands beside the names of a list: who teaches each student, when they come next, whether an adult of theirs
 * signs in. Three queries for all of them, however many.
 */
export function findStudentFacts(actor: Actor, studentIds: readonly string[]) {
  const ids = [...studentIds]
  const teachersOf = groupBy(listTeachersOf(actor, ids), ({ studentId }) => studentId)
  const next = new Map(listNextOf(actor, ids).map(({ studentId, ...session }) => [studentId, session]))
  const signedIn = new Set(listGuardianSignIns(actor, ids).map(({ studentId }) => studentId))
  return (studentId: string) => ({
    teachers: (teachersOf.get(studentId) ?? []).map(({ name }) => name),
    nextSession: next.get(studentId) ?? null,
    guardianSignsIn: signedIn.has(studentId),
  })
}

function listTeachersOf(actor: Actor, studentIds: string[]) {
  return db()
    .selectDistinct({ studentId: enrollments.studentId, name: teachers.name })
    .from(enrollments)
    .innerJoin(classes, and(eq(classes.schoolId, enrollments.schoolId), eq(classes.id, enrollments.classId)))
    .innerJoin(teachers, and(eq(teachers.schoolId, classes.schoolId), eq(teachers.id, classes.teacherId)))
    .where(
      and(
        eq(enrollments.schoolId, actor.school.id),
        inArray(enrollments.studentId, studentIds),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, today(actor.school.timeZone, now()))),
      ),
    )
    .orderBy(asc(teachers.name))
    .all()
}

function listNextOf(actor: Actor, studentIds: string[]) {
  return db()
    .select({
      studentId: bookings.resourceId,
      sessionId: sessions.id,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      // SQLite takes the other columns from the row that has the minimum.
      startsAt: sql<number>`min(${bookings.startsAt})`,
    })
    .from(bookings)
    .innerJoin(sessions, and(eq(sessions.schoolId, bookings.schoolId), eq(sessions.id, bookings.sessionId)))
    .where(
      and(
        eq(bookings.schoolId, actor.school.id),
        eq(bookings.resource, "student"),
        inArray(bookings.resourceId, studentIds),
        gte(bookings.startsAt, now()),
        eq(sessions.state, "planned"),
      ),
    )
    .groupBy(bookings.resourceId)
    .all()
}

function listGuardianSignIns(actor: Actor, studentIds: string[]) {
  return db()
    .selectDistinct({ studentId: portalAccess.studentId })
    .from(portalAccess)
    .innerJoin(
      members,
      and(eq(members.schoolId, portalAccess.schoolId), eq(members.id, portalAccess.memberId)),
    )
    .where(
      and(
        eq(portalAccess.schoolId, actor.school.id),
        inArray(portalAccess.studentId, studentIds),
        eq(portalAccess.as, "guardian"),
        isNull(members.deactivatedAt),
      ),
    )
    .all()
}
