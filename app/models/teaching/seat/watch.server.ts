import { db } from "db/client.server"
import { marks } from "db/schema/attendance"
import { students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import { ownSessions } from "./seated-session.server"

export type WatchedStudent = {
  studentId: string
  name: string
  className: string
  /** How many sessions in a row were missed, the last one included. */
  missed: number
  lastOn: string
  lastSessionId: string
}

/** Students who missed their last two sessions of a class or more, within eight weeks; for a teacher, their own. */
export function listStudentsToWatch(actor: Actor): WatchedStudent[] {
  const rows = db()
    .select({
      studentId: seats.studentId,
      classId: sessions.classId,
      name: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
      className: classes.name,
      sessionId: sessions.id,
      localDate: sessions.localDate,
      countsAsAttended: marks.countsAsAttended,
    })
    .from(sessions)
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    // cross joins keep SQLite from starting with all the marks of a school
    .crossJoin(seats)
    .crossJoin(marks)
    .crossJoin(students)
    .crossJoin(classes)
    .where(
      and(
        ownSessions(actor),
        actor.role === "teacher" ? ofOwnTeacher(actor) : undefined,
        joined(sessions, seats.sessionId),
        joined(seats, marks.seatId),
        isNull(marks.supersededAt),
        joined(students, seats.studentId),
        joined(classes, sessions.classId),
        gte(sessions.localDate, addDays(today(actor.school.timeZone, now()), -56)),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .orderBy(asc(sessions.localDate), asc(sessions.startsAt))
    .all()
  const histories = groupBy(rows, ({ studentId, classId }) => `${studentId} ${classId}`)
  return [...histories.values()]
    .flatMap((history) => {
      const attendedLast = history.map(({ countsAsAttended }) => countsAsAttended).lastIndexOf(true)
      const missed = history.length - 1 - attendedLast
      const last = history.at(-1)
      if (missed < 2 || !last) return []
      const { studentId, name, className, localDate, sessionId } = last
      return [{ studentId, name, className, missed, lastOn: localDate, lastSessionId: sessionId }]
    })
    .sort((a, b) => b.missed - a.missed || a.name.localeCompare(b.name, "en"))
}

/** By the index of a teacher's sessions: a condition on the teachers joined would read everybody's. */
const ofOwnTeacher = (actor: Actor) =>
  sql`${sessions.teacherId} = (${db()
    .select({ id: teachers.id })
    .from(teachers)
    .where(and(own(actor, teachers), eq(teachers.memberId, actor.memberId ?? "")))})`
