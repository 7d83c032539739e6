import { cacheUntilWrite } from "db/cache-until-write.server"
import { marks } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, gte, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, queryEach, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { ownTeacher } from "./seated-session.server"

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
export function listStudentsToWatch(actor: Actor): readonly WatchedStudent[] {
  const since = addDays(todayOf(actor), -56)
  const memberId = actor.role === "teacher" ? (actor.memberId ?? "") : null
  return keepWatched([actor.school.id, memberId, since], () =>
    watchedAmong(marksQuery(memberId === null ? "all" : "own").all(actor, { memberId, since })),
  )
}

const keepWatched = cacheUntilWrite<readonly WatchedStudent[]>(500)

type MarkedSeat = Pick<WatchedStudent, "studentId" | "name" | "className"> & {
  classId: string
  sessionId: string
  localDate: string
  countsAsAttended: boolean
}

function watchedAmong(rows: readonly MarkedSeat[]): WatchedStudent[] {
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

const marksQuery = queryEach(
  (whose: "own" | "all", p: Params<{ memberId: string | null; since: string }>, own) =>
    select({
      studentId: seats.studentId,
      classId: sessions.classId,
      name: sql<string>`trim(${students.firstName} || ' ' || ${students.lastName})`,
      className: classes.name,
      sessionId: sessions.id,
      localDate: sessions.localDate,
      countsAsAttended: marks.countsAsAttended,
    })
      .from(sessions)
      // cross joins keep SQLite from starting with all the marks of a school
      .crossJoin(seats)
      .crossJoin(marks)
      .crossJoin(students)
      .crossJoin(classes)
      .where(
        and(
          own(sessions),
          // By the index of a teacher's sessions: a condition on the teachers joined would read everybody's.
          whose === "own" ? sql`${sessions.teacherId} = ${ownTeacher()}` : undefined,
          joined(sessions, seats.sessionId),
          joined(seats, marks.seatId),
          isNull(marks.supersededAt),
          joined(students, seats.studentId),
          joined(classes, sessions.classId),
          gte(sessions.localDate, p.since),
          sql`${marks.code} <> 'cancelled'`,
        ),
      )
      .orderBy(asc(sessions.localDate), asc(sessions.startsAt)),
)
