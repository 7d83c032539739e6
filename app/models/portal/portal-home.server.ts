import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes, notes, rooms, sessions } from "db/schema/teaching"
import { and, asc, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import type { Actor } from "../access/actor"
import type { PortalStudent } from "./portal"

// What a family opens first: what is next, what was said last. Only for students the reader may see.

/** The student's next planned session that has not ended, with wall-clock times in the school's zone. */
export function findNextSession(actor: Actor, student: PortalStudent) {
  return db()
    .select({
      id: sessions.id,
      className: classes.name,
      instrument: classes.instrument,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      minutes: sessions.minutes,
      teacherName: teachers.name,
      roomName: rooms.name,
    })
    .from(sessions)
    .innerJoin(classes, and(eq(classes.schoolId, sessions.schoolId), eq(classes.id, sessions.classId)))
    .leftJoin(teachers, and(eq(teachers.schoolId, sessions.schoolId), eq(teachers.id, sessions.teacherId)))
    .leftJoin(rooms, and(eq(rooms.schoolId, sessions.schoolId), eq(rooms.id, sessions.roomId)))
    .where(
      and(
        eq(sessions.schoolId, actor.school.id),
        eq(sessions.state, "planned"),
        gt(sessions.endsAt, now()),
        isTheirs(student),
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .limit(1)
    .get()
}

/** The newest summary a teacher shared of one of the student's sessions. */
export function findNewestNote(actor: Actor, student: PortalStudent) {
  return db()
    .select({
      body: notes.body,
      className: classes.name,
      localDate: sessions.localDate,
      teacherName: teachers.name,
    })
    .from(notes)
    .innerJoin(sessions, and(eq(sessions.schoolId, notes.schoolId), eq(sessions.id, notes.sessionId)))
    .innerJoin(classes, and(eq(classes.schoolId, sessions.schoolId), eq(classes.id, sessions.classId)))
    .leftJoin(teachers, and(eq(teachers.schoolId, sessions.schoolId), eq(teachers.id, sessions.teacherId)))
    .where(
      and(
        eq(notes.schoolId, actor.school.id),
        eq(notes.visibility, "shared"),
        lte(sessions.startsAt, now()),
        isTheirs(student),
      ),
    )
    .orderBy(desc(sessions.startsAt), desc(notes.createdAt))
    .limit(1)
    .get()
}

/** Sessions of a class the student is enrolled in on that day, or has a seat in (a make-up, a visit). */
const isTheirs = ({ id }: PortalStudent): SQL => sql`(
  exists (select 1 from enrollments e where e.school_id = ${sessions.schoolId} and e.class_id = ${sessions.classId}
    and e.student_id = ${id} and e.starts_on <= ${sessions.localDate}
    and (e.ends_on is null or e.ends_on >= ${sessions.localDate}))
  or exists (select 1 from seats s where s.school_id = ${sessions.schoolId} and s.session_id = ${sessions.id}
    and s.student_id = ${id}))`
