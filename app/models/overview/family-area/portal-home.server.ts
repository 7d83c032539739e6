import { marks } from "db/schema/attendance"
import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, gt, isNull, lte, type SQL, sql } from "drizzle-orm"
import { isNoted, noteTextOf } from "~/models/attendance/register/student-notes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined, type Owner, own } from "~/models/foundation/access/own.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { sessionsOfStudent } from "~/models/teaching/session/coming-sessions.server"
import { now } from "~/utils/clock.server"

// What a family opens first: what is next, what was said last. Only for students the reader may see.

const absencesShown = 10

/** The student's next planned session that has not ended and that they attend, with wall-clock times in the school's zone. */
export const findNextSession = (actor: Actor, student: PortalStudent) =>
  nextQuery.get(actor, askedOf(student))

/** Sessions to come for which an absence was announced, soonest first. */
export const listAbsencesAhead = (actor: Actor, student: PortalStudent) =>
  absencesQuery.all(actor, askedOf(student))

type Asked = { studentId: string; now: number }
const askedOf = (student: PortalStudent): Asked => ({ studentId: student.id, now: now() })

const nextQuery = query((p: Params<Asked>, _own, school) =>
  comingSessions(school, p, sql`${seats.noticeAt} is null and ${marks.id} is null`).limit(1),
)

const absencesQuery = query((p: Params<Asked>, _own, school) =>
  comingSessions(school, p, sql`${seats.noticeAt} is not null and ${marks.id} is null`).limit(absencesShown),
)

function comingSessions(school: Owner, { studentId, now: present }: Params<Asked>, which: SQL) {
  return select({
    id: sessions.id,
    className: classes.name,
    instrument: classes.instrument,
    ...columns(sessions, "localDate", "startTime", "startsAt", "minutes"),
    teacherName: teachers.name,
    teacherMemberId: teachers.memberId,
    roomName: rooms.name,
    noticeAt: seats.noticeAt,
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .leftJoin(seats, and(joined(sessions, seats.sessionId), eq(seats.studentId, studentId)))
    .leftJoin(
      marks,
      and(
        joined(seats, marks.seatId),
        isNull(marks.supersededAt),
        sql`${marks.code} in ('absent', 'excused', 'cancelled')`,
      ),
    )
    .where(
      and(
        own(school, sessions),
        eq(sessions.state, "planned"),
        gt(sessions.endsAt, present),
        sessionsOfStudent(school, studentId),
        which,
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .$dynamic()
}

/** What a teacher last shared of one of the student's sessions. */
export const findNewestNote = (actor: Actor, student: PortalStudent) => noteQuery.get(actor, askedOf(student))

const noteQuery = query((p: Params<Asked>, own, school) =>
  select({
    sessionId: sessions.id,
    body: sql<string>`${noteTextOf("shared", p.studentId)}`,
    className: classes.name,
    localDate: sessions.localDate,
    teacherName: teachers.name,
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .where(
      and(
        own(sessions),
        lte(sessions.startsAt, p.now),
        sessionsOfStudent(school, p.studentId),
        isNoted("shared", p.studentId),
      ),
    )
    .orderBy(desc(sessions.startsAt), desc(sessions.id))
    .limit(1),
)
