import { marks, ownStatuses } from "db/schema/attendance"
import { teachers } from "db/schema/people"
import { classes, rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm"
import { noteTextOf } from "~/models/attendance/register/student-notes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, params, queryEach, select } from "~/models/foundation/access/door.server"
import { columns, joined } from "~/models/foundation/access/own.server"
import { isOnLeave } from "~/models/teaching/leave/leave.server"
import type { PortalSession } from "./portal-session"

// The sessions of students as their family sees them. The caller has made sure that the students are theirs to see.

type Child = { id: string; firstName: string }

/** Every session of these students between two dates (both included), in order of time; a shared one once for each. */
export function listPortalSessions(
  actor: Actor,
  children: readonly Child[],
  from: string,
  to: string,
): PortalSession[] {
  return children
    .flatMap((child) => readSessions(actor, child, "period", { from, to }))
    .sort((a, b) => a.startsAt - b.startsAt || a.studentName.localeCompare(b.studentName))
}

/** One session of a student; undefined when they are not in it. */
export const findPortalSession = (actor: Actor, child: Child, sessionId: string): PortalSession | undefined =>
  readSessions(actor, child, "one", { sessionId })[0]

type Asked = { from?: string; to?: string; sessionId?: string }
type Given = Asked & { childId: string }

const named = params<Given>()
const asked = {
  period: sql`s.local_date between ${named.from} and ${named.to}`,
  one: sql`s.id = ${named.sessionId}`,
}

function readSessions(actor: Actor, child: Child, which: keyof typeof asked, of: Asked): PortalSession[] {
  const rows = sessionsQuery(which).all(actor, { ...of, childId: child.id })
  return rows.map((row) => ({ ...row, studentId: child.id, studentName: child.firstName }))
}

const sessionsQuery = queryEach((which: keyof typeof asked, p: Params<Given>, own) =>
  select({
    id: sessions.id,
    classId: sessions.classId,
    className: classes.name,
    kind: classes.kind,
    instrument: classes.instrument,
    teacherName: teachers.name,
    roomName: rooms.name,
    ...columns(sessions, "localDate", "startTime", "minutes", "startsAt", "endsAt", "state", "cancelReason"),
    onlineLink: sql<string | null>`coalesce(${sessions.onlineLink}, ${classes.onlineLink})`,
    revision: sessions.revision,
    seatKind: seats.kind,
    noticeAt: seats.noticeAt,
    noticeText: seats.noticeText,
    code: marks.code,
    statusName: ownStatuses.name,
    minutesLate: marks.minutesLate,
    sharedNote: noteTextOf("shared", sql`${p.childId}`),
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))
    .leftJoin(seats, and(joined(sessions, seats.sessionId), eq(seats.studentId, p.childId)))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, and(joined(ownStatuses, marks.statusId), eq(ownStatuses.isShownToFamilies, true)))
    .where(and(own(sessions), sql`${sessions.id} in (${theirs(asked[which])})`))
    .orderBy(asc(sessions.startsAt), asc(sessions.id)),
)

/** Sessions of a class they are enrolled in on that day and not on leave from, and those they have another seat in, or were marked in. */
const theirs = (which: SQL): SQL => sql`
  select s.id from enrollments e join sessions s on s.school_id = e.school_id and s.class_id = e.class_id
    where e.school_id = ${named.schoolId} and e.student_id = ${named.childId} and ${which}
    and e.starts_on <= s.local_date and (e.ends_on is null or e.ends_on >= s.local_date)
    and not ${isOnLeave({
      schoolId: sql`e.school_id`,
      studentId: sql`e.student_id`,
      classId: sql`e.class_id`,
      day: sql`s.local_date`,
    })}
  union select s.id from seats t join sessions s on s.school_id = t.school_id and s.id = t.session_id
    where t.school_id = ${named.schoolId} and t.student_id = ${named.childId} and ${which}
    and (t.kind <> 'enrolled' or exists (select 1 from marks m where m.school_id = t.school_id
      and m.seat_id = t.id and m.superseded_at is null))`
