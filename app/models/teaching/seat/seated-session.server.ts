import { marks } from "db/schema/attendance"
import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, count, eq, gte, isNull, lt, type SQL, sql, sum } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, params, query, queryEach, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { termStart } from "~/models/foundation/term/term.server"
import { givenBy } from "../co-teacher/co-teacher.server"
import { reasonColumns } from "../lesson-reason/lesson-reason.server"

const Correction = z.object({ at: z.number(), byName: z.string() })

/**
 * A column of a query for one lesson: the last time another person than the one who took its attendance changed what that says
 * of a student and it still says that, as JSON. Marks that an undo took back are older than the attendance.
 */
const correctionColumn = sql<string | null>`(select json_object('at', made.created_at, 'byName', u.name)
  from seats s
  cross join marks made on made.school_id = s.school_id and made.seat_id = s.id and made.superseded_at is null
  cross join members m on m.school_id = made.school_id and m.id = made.marked_by
  cross join users u on u.id = m.user_id
  where s.school_id = sessions.school_id and s.session_id = sessions.id
    and made.marked_by is not sessions.register_taken_by
    and exists (select 1 from marks earlier
      where earlier.school_id = made.school_id and earlier.seat_id = made.seat_id
      and earlier.created_at >= sessions.register_taken_at and earlier.superseded_at is not null
      and (earlier.code, earlier.status_id, earlier.minutes_late)
        is not (made.code, made.status_id, made.minutes_late))
  order by made.created_at desc, made.id desc limit 1)`

/** Read from the column. */
export const correctionIn = ({ correction }: { correction: string | null }) =>
  correction === null ? null : Correction.parse(JSON.parse(correction))

/** A session as the register needs it: what, when, where, with whom, and what was recorded. */
export type SeatedSession = NonNullable<ReturnType<typeof findSeatedSession>>

const columns = {
  id: sessions.id,
  classId: sessions.classId,
  className: classes.name,
  classKind: classes.kind,
  instrument: classes.instrument,
  localDate: sessions.localDate,
  startTime: sessions.startTime,
  minutes: sessions.minutes,
  startsAt: sessions.startsAt,
  endsAt: sessions.endsAt,
  teacherId: sessions.teacherId,
  teacherName: teachers.name,
  teacherMemberId: teachers.memberId,
  roomName: rooms.name,
  onlineLink: sql<string | null>`coalesce(${sessions.onlineLink}, ${classes.onlineLink})`,
  state: sessions.state,
  cancelReason: sessions.cancelReason,
  registerTakenAt: sessions.registerTakenAt,
  registerTakenBy: sessions.registerTakenBy,
  takenByName: sql<string | null>`(select u.name from members m join users u on u.id = m.user_id
    where m.school_id = ${sessions.schoolId} and m.id = ${sessions.registerTakenBy})`,
}

/** The session, unless it is another school's, or a teacher asks and it is not their own. */
export const findSeatedSession = (actor: Actor, sessionId: string) =>
  sessionQuery(seesOwnOnly(actor) ? "own" : "all").get(actor, valuesFor(actor, sessionId))

/** The same with the reasons that were given for it, and who corrected its attendance last. */
export const findReasonedSession = (actor: Actor, sessionId: string) =>
  reasonedQuery(seesOwnOnly(actor) ? "own" : "all").get(actor, valuesFor(actor, sessionId))

const valuesFor = (actor: Actor, sessionId: string) => ({
  memberId: actor.memberId ?? "",
  sessionId,
})

const seesOwnOnly = ({ role }: Actor) => role === "teacher" || role === "student"

type Asked = { memberId: string; sessionId: string }
const isOne = (key: "own" | "all", p: Params<Asked>) =>
  and(
    own(params().schoolId, sessions),
    eq(sessions.id, p.sessionId),
    key === "own" ? sessionsOfMember() : undefined,
  )

const sessionQuery = queryEach((key: "own" | "all", p: Params<Asked>) =>
  seatedSessions().where(isOne(key, p)),
)

const reasonedQuery = queryEach((key: "own" | "all", p: Params<Asked>) =>
  select({ ...columns, ...reasonColumns, correction: correctionColumn })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .where(isOne(key, p)),
)

/** Of a prepared query: the sessions that the teacher gives who is the member `memberId` of the school `schoolId`. */
export const sessionsOfMember = (): SQL => givenBy(params().schoolId, ownTeacher())

/** Of a prepared query: the teacher who is the member `memberId` of the school `schoolId`. */
export function ownTeacher(): SQL {
  const { schoolId, memberId } = params<{ memberId: string }>()
  return sql`(select t.id from teachers t where t.school_id = ${schoolId} and t.member_id = ${memberId})`
}

/** Sessions of the school, for a teacher only their own: the condition of every list here. */
export function ownSessions(actor: Actor): SQL | undefined {
  if (!seesOwnOnly(actor)) return own(actor, sessions)
  return and(own(actor, sessions), givenBy(actor, ofMember(actor)))
}

/** The teacher a member is; of an id in a statement none where they are none. */
const ofMember = (actor: Actor) =>
  sql`(${select({ id: teachers.id })
    .from(teachers)
    .where(and(own(actor, teachers), eq(teachers.memberId, actor.memberId ?? "")))})`

/** The query behind every list of sessions with their register. */
export function seatedSessions() {
  return select(columns)
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .$dynamic()
}

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
