import { marks } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, count, eq, gte, isNull, lt, sql, sum } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { termStart } from "~/models/foundation/term/term.server"
import type { SeatedSession } from "./seated-session.server"

/** How a student came to a class before a session. */
export type PastAttendance = {
  held: number
  attended: number
  /** Was not there last time, and when that was. */
  missedLastOn: string | null
}

/** The same of every student with a mark in the class since a day, which is the begin of its term; sessions the school canceled do not count. */
export function findPastAttendance(
  actor: Actor,
  session: SeatedSession,
  since = termStart(actor, session.localDate),
): Map<string, PastAttendance> {
  const rows = pastQuery.all(actor, { classId: session.classId, since, startsAt: session.startsAt })
  return new Map(
    rows.map(({ studentId, held, attended, lastOn, cameLast }) => [
      studentId,
      { held, attended, missedLastOn: cameLast ? null : lastOn },
    ]),
  )
}

/** One row for each student: beside a single `max`, SQLite takes the plain columns from its row. */
const pastQuery = query((p: Params<{ classId: string; since: string; startsAt: number }>, own) =>
  select({
    studentId: seats.studentId,
    held: count(),
    attended: sum(marks.countsAsAttended).mapWith(Number),
    last: sql<number>`max(${sessions.startsAt})`,
    lastOn: sessions.localDate,
    cameLast: marks.countsAsAttended,
  })
    .from(sessions)
    // cross joins keep SQLite from starting with all the marks of a school
    .crossJoin(seats)
    .crossJoin(marks)
    .where(
      and(
        own(sessions),
        eq(sessions.classId, p.classId),
        gte(sessions.originalDate, p.since),
        lt(sessions.startsAt, p.startsAt),
        joined(sessions, seats.sessionId),
        joined(seats, marks.seatId),
        isNull(marks.supersededAt),
        sql`${marks.code} <> 'cancelled'`,
      ),
    )
    .groupBy(seats.studentId),
)
