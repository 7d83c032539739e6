/** A student's lessons of the past with what was recorded of them, for the office and for the teacher who gave them. */

import { marks, ownStatuses } from "db/schema/attendance"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, isNull, lte, type SQL } from "drizzle-orm"
import { noteTextOf } from "~/models/attendance/register/student-notes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

/** Which rows of seats and sessions are the student's past lessons. */
export const pastLessonsOf = (actor: Actor, studentId: string) =>
  and(own(actor, seats), eq(seats.studentId, studentId), lte(sessions.startsAt, now()))

/** One page, from 1, of the student's past lessons with marks and notes, newest first; `those` names fewer of them. */
export const readPastLessons = (
  actor: Actor,
  studentId: string,
  { page, pageSize, those }: { page: number; pageSize: number; those?: SQL },
) =>
  select({
    sessionId: sessions.id,
    className: classes.name,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    code: marks.code,
    statusName: ownStatuses.name,
    minutesLate: marks.minutesLate,
    sharedNote: noteTextOf("shared", studentId),
    privateNote: noteTextOf("private", studentId),
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .where(and(pastLessonsOf(actor, studentId), those))
    .orderBy(desc(sessions.startsAt), desc(sessions.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .all()
