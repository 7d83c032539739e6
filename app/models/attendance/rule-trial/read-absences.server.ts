import { makeUpCredits, marks, ownStatuses } from "db/schema/attendance"
import { students } from "db/schema/people"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, eq, gte, isNull, lt, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { Period } from "~/models/foundation/term/period"
import { addDays } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import type { TrialAbsence } from "./rule-trial"

/** The absences of a family's students in a term, with the credits that stand; by student. */
export function readAbsences(actor: Actor, familyId: string, { startsOn, endsOn }: Period) {
  const usedSeats = alias(seats, "used_seats")
  const usedSessions = alias(sessions, "used_sessions")
  const rows = select({
    studentId: students.id,
    sessionId: seats.sessionId,
    kind: seats.kind,
    date: sessions.localDate,
    startsAt: sessions.startsAt,
    endsAt: sessions.endsAt,
    noticeAt: seats.noticeAt,
    excusedBy: seats.excusedBy,
    code: marks.code,
    issuesCredit: marks.issuesCredit,
    ownEarns: ownStatuses.issuesCredit,
    earnedAt: makeUpCredits.createdAt,
    expiresOn: makeUpCredits.expiresOn,
    usedAt: makeUpCredits.usedAt,
    usedOn: usedSessions.localDate,
    isExtended:
      sql<number>`exists (select 1 from credit_changes c where c.school_id = ${makeUpCredits.schoolId}
        and c.credit_id = ${makeUpCredits.id} and c.act = 'extend' and c.undone_at is null)`.mapWith(Boolean),
    isDenied: sql<number>`exists (select 1 from make_up_credits d where d.school_id = ${seats.schoolId}
        and d.origin_seat_id = ${seats.id} and d.is_denied)`.mapWith(Boolean),
  })
    .from(students)
    .innerJoin(seats, joined(seats.studentId, students.id))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .leftJoin(makeUpCredits, and(joined(seats, makeUpCredits.originSeatId), isNull(makeUpCredits.revokedAt)))
    .leftJoin(usedSeats, joined(usedSeats, makeUpCredits.usedSeatId))
    .leftJoin(usedSessions, joined(usedSessions, usedSeats.sessionId))
    .where(
      and(
        own(actor, students),
        eq(students.familyId, familyId),
        between(sessions.localDate, startsOn, endsOn),
        or(
          sql`${seats.noticeAt} is not null`,
          eq(marks.countsAsAttended, false),
          eq(marks.issuesCredit, true),
          sql`${makeUpCredits.id} is not null`,
        ),
      ),
    )
    .orderBy(asc(students.id), asc(sessions.startsAt), asc(seats.id))
    .all()
  const byStudent = new Map<string, TrialAbsence[]>()
  for (const { studentId, code, issuesCredit, ownEarns, earnedAt, expiresOn, usedAt, usedOn, ...row } of rows)
    byStudent.set(studentId, [
      ...(byStudent.get(studentId) ?? []),
      {
        ...row,
        mark: code === null ? null : { code, issuesCredit: issuesCredit ?? false, ownEarns },
        credit: earnedAt === null || expiresOn === null ? null : { earnedAt, expiresOn, usedAt, usedOn },
      },
    ])
  return byStudent
}

/** How many credits the office granted a family's students by hand in a term, of those that stand: no rule changes them. */
export function countGrantedByHand(actor: Actor, familyId: string, { startsOn, endsOn }: Period): number {
  const zone = actor.school.timeZone
  const [from, to] = [instantOf(startsOn, "00:00", zone), instantOf(addDays(endsOn, 1), "00:00", zone)]
  const found = select({ n: count() })
    .from(students)
    // A cross join keeps SQLite to the written order: the few students of a family, then their credits.
    .crossJoin(makeUpCredits)
    .where(
      and(
        own(actor, students),
        eq(students.familyId, familyId),
        joined(students, makeUpCredits.studentId),
        isNull(makeUpCredits.originSeatId),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.createdAt, from),
        lt(makeUpCredits.createdAt, to),
      ),
    )
    .get()
  return found?.n ?? 0
}
