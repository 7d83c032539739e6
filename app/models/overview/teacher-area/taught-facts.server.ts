import { cacheUntilWrite } from "db/cache-until-write.server"
import { makeUpCredits, marks } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq, gt, gte, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { termStart } from "~/models/foundation/term/term.server"
import { findNextSessions } from "~/models/people/next-session/next-session.server"
import { sessionsGivenBy } from "~/models/teaching/co-teacher/co-teacher.server"
import { now, todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import type { TaughtFacts } from "./taught"

type TaughtQuery = {
  teacherId: string
  studentIds: readonly string[]
  /** Only what happened in this class. */
  classId?: string
}

/** What a teacher should know of each of these students. Five queries, however many students. */
export function findTaughtFacts(actor: Actor, query: TaughtQuery): (studentId: string) => TaughtFacts {
  const { studentIds, teacherId, classId } = query
  const byStudent = <Row extends { studentId: string }>(rows: readonly Row[]) =>
    groupBy(rows, ({ studentId }) => studentId)
  const given = ownSessions(actor, query)
  const from = termStart(actor, todayOf(actor))
  const counted = byStudent(
    keepCounted([actor.school.id, query, from], () => countAttendance(actor, { given, from, studentIds })),
  )
  const noticed = byStudent(listNotices(actor, given, studentIds))
  const owed = byStudent(countCredits(actor, query))
  const coming = findNextSessions(actor, { resource: "student", ids: studentIds, teacherId, classId })
  return (studentId) => {
    const [attendance] = counted.get(studentId) ?? []
    const [credit] = owed.get(studentId) ?? []
    return {
      attended: attendance?.attended ?? 0,
      held: attendance?.held ?? 0,
      notices: (noticed.get(studentId) ?? []).map(({ localDate, text }) => ({ localDate, text })),
      credits: credit?.n ?? 0,
      creditUntil: credit?.until ?? null,
      nextSession: coming.get(studentId) ?? null,
    }
  }
}

/** Looks at every lesson of the term: once between two writes of what it reads. */
const keepCounted = cacheUntilWrite<readonly { studentId: string; held: number; attended: number }[]>(200)

const ownSessions = (actor: Actor, { teacherId, classId }: TaughtQuery) =>
  and(
    own(actor, sessions),
    sessionsGivenBy(actor, teacherId),
    classId ? eq(sessions.classId, classId) : undefined,
  )

type Counted = { given: SQL | undefined; from: string; studentIds: readonly string[] }

function countAttendance(actor: Actor, { given, from, studentIds }: Counted) {
  return (
    select({
      studentId: seats.studentId,
      held: count(),
      attended: sql<number>`sum(${marks.countsAsAttended})`,
    })
      .from(sessions)
      // cross joins keep SQLite from starting with all the marks of a school
      .crossJoin(seats)
      .crossJoin(marks)
      .where(
        and(
          own(actor, sessions),
          given,
          gte(sessions.localDate, from),
          joined(sessions, seats.sessionId),
          among(seats.studentId, studentIds),
          joined(seats, marks.seatId),
          isNull(marks.supersededAt),
          sql`${marks.code} <> 'cancelled'`,
        ),
      )
      .groupBy(seats.studentId)
      .all()
  )
}

/** In order with a plus: SQLite would begin with all lessons to come of the school by their days, not with the teacher's. */
function listNotices(actor: Actor, given: SQL | undefined, studentIds: readonly string[]) {
  return select({ studentId: seats.studentId, localDate: sessions.localDate, text: seats.noticeText })
    .from(sessions)
    .crossJoin(seats)
    .where(
      and(
        given,
        gte(sessions.localDate, todayOf(actor)),
        gt(sessions.endsAt, now()),
        eq(sessions.state, "planned"),
        joined(sessions, seats.sessionId),
        isNotNull(seats.noticeAt),
        among(seats.studentId, studentIds),
      ),
    )
    .orderBy(sql`+${sessions.localDate}`, asc(sessions.startsAt))
    .all()
}

function countCredits(actor: Actor, { studentIds }: TaughtQuery) {
  return ownRows(actor, makeUpCredits, {
    studentId: makeUpCredits.studentId,
    n: count(),
    until: sql<string>`min(${makeUpCredits.expiresOn})`,
  })
    .where(
      and(
        among(makeUpCredits.studentId, studentIds),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, todayOf(actor)),
      ),
    )
    .groupBy(makeUpCredits.studentId)
    .all()
}
