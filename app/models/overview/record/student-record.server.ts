import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { marks, notes } from "db/schema/attendance"
import { members } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, desc, eq, gte, isNull, lte, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { termStart } from "~/models/teaching/seat/seat"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { today } from "~/utils/zones"
import type { LessonNote, MarkedLesson, StudentSide } from "./student-record"

// What the office reads in a student's record: how they have come this term, and what was noted. One query each.

const ofStudent = (actor: Actor, studentId: string) =>
  and(own(actor, seats), eq(seats.studentId, studentId), lte(sessions.startsAt, now()))

/** The student's lessons of this half-year up to now, oldest first, each with its mark. */
export function listTermLessons(actor: Actor, studentId: string): MarkedLesson[] {
  return db()
    .select({
      sessionId: sessions.id,
      classId: sessions.classId,
      className: classes.name,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      code: marks.code,
      countsAsAttended: marks.countsAsAttended,
    })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .where(
      and(
        ofStudent(actor, studentId),
        gte(sessions.localDate, termStart(today(actor.school.timeZone, now()))),
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(sessions.id))
    .all()
}

/** The newest notes of the student's lessons: what families read, and what stays with the staff. */
export function listLessonNotes(actor: Actor, studentId: string, most: number): LessonNote[] {
  return (
    db()
      .select({
        id: notes.id,
        sessionId: sessions.id,
        localDate: sessions.localDate,
        visibility: notes.visibility,
        body: notes.body,
        author: users.name,
      })
      .from(seats)
      // cross joins keep SQLite from starting with all the notes of a school
      .crossJoin(sessions)
      .crossJoin(notes)
      .leftJoin(members, joined(members, notes.authorId))
      .leftJoin(users, eq(users.id, members.userId))
      .where(
        and(
          ofStudent(actor, studentId),
          joined(sessions, seats.sessionId),
          joined(sessions, notes.sessionId),
          ne(notes.body, ""),
        ),
      )
      .orderBy(desc(sessions.startsAt), asc(notes.visibility))
      .limit(most)
      .all()
  )
}

/**
 * The short lists at the side of a record, in one statement: what the student plays, how long they practiced in the last seven
 * days, what else they learn, and their statuses, oldest first.
 */
export function findStudentSide(actor: Actor, studentId: string): StudentSide {
  const ofStudent = sql`school_id = ${actor.school.id} and student_id = ${studentId}`
  const since = addDays(today(actor.school.timeZone, now()), -6)
  const found = db().get<{
    minutes: number
    pieces: string
    instruments: string
    statuses: string
  }>(sql`select
    (select coalesce(sum(minutes), 0) from practice where ${ofStudent} and day >= ${since}) as minutes,
    (select json_group_array(json_object('id', id, 'title', title, 'composer', composer, 'state', state, 'since', since))
      from (select * from repertoire where ${ofStudent} and state in ('learning', 'ready')
        order by state, since desc limit 2)) as pieces,
    (select json_group_array(json_object('instrument', instrument, 'level', level))
      from (select * from student_instruments where ${ofStudent} order by position)) as instruments,
    (select json_group_array(json_object('id', id, 'status', status, 'fromDate', from_date, 'reason', reason))
      from (select * from student_status_changes where ${ofStudent} order by from_date, created_at, id)) as statuses`)
  return {
    practiceMinutes: found.minutes,
    pieces: JSON.parse(found.pieces),
    instruments: JSON.parse(found.instruments),
    statuses: JSON.parse(found.statuses),
  }
}

export const lessonsPerPage = 25

/** The student's past lessons with marks and notes, newest first, 25 a page from 1, and how many there are. */
export function listStudentLessons(actor: Actor, studentId: string, page: number) {
  const noteOf = (visibility: "shared" | "private") =>
    sql<string | null>`(select ${notes.body} from ${notes} where ${notes.schoolId} = ${sessions.schoolId}
      and ${notes.sessionId} = ${sessions.id} and ${notes.visibility} = ${visibility})`
  const past = ofStudent(actor, studentId)
  const lessons = db()
    .select({
      sessionId: sessions.id,
      className: classes.name,
      localDate: sessions.localDate,
      startTime: sessions.startTime,
      code: marks.code,
      minutesLate: marks.minutesLate,
      sharedNote: noteOf("shared"),
      privateNote: noteOf("private"),
    })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .where(past)
    .orderBy(desc(sessions.startsAt), desc(sessions.id))
    .limit(lessonsPerPage)
    .offset((page - 1) * lessonsPerPage)
    .all()
  const total = db()
    .select({ n: count() })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .where(past)
    .get()
  return { lessons, total: total?.n ?? 0 }
}
