import { db } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNull } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/dates"
import type { Actor } from "../access/actor"

export type OpenCredit = ReturnType<typeof listOpenCredits>[number]

/** A student's open credits with the class each came from, in the order in which they are used: the first to end first. */
export function listOpenCredits(actor: Actor, studentId: string) {
  return db()
    .select({
      minutes: makeUpCredits.minutes,
      expiresOn: makeUpCredits.expiresOn,
      classId: classes.id,
      className: classes.name,
      kind: classes.kind,
      instrument: classes.instrument,
      endedOn: classes.endedOn,
      roomId: classes.roomId,
      roomName: rooms.name,
      teacherId: teachers.id,
      teacherName: teachers.name,
    })
    .from(makeUpCredits)
    .innerJoin(
      seats,
      and(eq(seats.schoolId, makeUpCredits.schoolId), eq(seats.id, makeUpCredits.originSeatId)),
    )
    .innerJoin(sessions, and(eq(sessions.schoolId, seats.schoolId), eq(sessions.id, seats.sessionId)))
    .innerJoin(classes, and(eq(classes.schoolId, sessions.schoolId), eq(classes.id, sessions.classId)))
    .leftJoin(
      teachers,
      and(
        eq(teachers.schoolId, classes.schoolId),
        eq(teachers.id, classes.teacherId),
        isNull(teachers.deactivatedAt),
      ),
    )
    .leftJoin(rooms, and(eq(rooms.schoolId, classes.schoolId), eq(rooms.id, classes.roomId)))
    .where(
      and(
        eq(makeUpCredits.schoolId, actor.school.id),
        eq(makeUpCredits.studentId, studentId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, today(actor.school.timeZone, now())),
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.id))
    .all()
}

/** The credit that a lesson on this day would use: the oldest that is still open then. */
export const creditOn = (credits: readonly OpenCredit[], date: string): OpenCredit | undefined =>
  credits.find(({ expiresOn }) => expiresOn >= date)
