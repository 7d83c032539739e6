import { users } from "db/schema/accounts"
import { marks, notes, ownStatuses, studentNotes } from "db/schema/attendance"
import { members } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, count, desc, eq, gte, isNull, lte, ne, type SQL, sql } from "drizzle-orm"
import { noteTextOf } from "~/models/attendance/register/student-notes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne, type Params, query, queryEach, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { answerText, type CustomField } from "~/models/foundation/custom-field/custom-field"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import type { LessonNote, MarkedLesson, StudentSide } from "./student-record"

/** A student's lessons of the past with what was recorded of them, for the office and for the teacher who gave them. */

/** Which rows of seats and sessions are the student's past lessons. */
const pastLessonsOf = (actor: Actor, studentId: string) =>
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

// What the office reads in a student's record: how they have come this term, and what was noted. One query each.

/** The student's lessons from the day the term began up to now, oldest first, each with its mark. */
export function listTermLessons(actor: Actor, studentId: string, since: string): MarkedLesson[] {
  return termLessonsQuery.all(actor, { studentId, present: now(), since })
}

const termLessonsQuery = query((p: Params<{ studentId: string; present: number; since: string }>, own) =>
  select({
    sessionId: sessions.id,
    classId: sessions.classId,
    className: classes.name,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    code: marks.code,
    statusName: ownStatuses.name,
    countsAsAttended: marks.countsAsAttended,
  })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .leftJoin(ownStatuses, joined(ownStatuses, marks.statusId))
    .where(
      and(
        own(seats),
        eq(seats.studentId, p.studentId),
        lte(sessions.startsAt, p.present),
        gte(sessions.localDate, p.since),
      ),
    )
    .orderBy(asc(sessions.startsAt), asc(sessions.id)),
)

/**
 * The newest notes of the student's lessons, also those on this student alone: what families read, and what stays with the
 * staff. Of one lesson, those of everyone come first.
 */
export function listLessonNotes(actor: Actor, studentId: string, most: number): LessonNote[] {
  return notesQuery(`${most}`)
    .all(actor, { studentId, present: now() })
    .map(({ at: _, isOwn: _isOwn, seenBy: _seenBy, ...note }) => note)
}

const notesQuery = queryEach((most: `${number}`, p: Params<{ studentId: string; present: number }>, own) => {
  const those = (table: typeof notes | typeof studentNotes, ofThem?: SQL) =>
    select({
      id: table.id,
      sessionId: sessions.id,
      localDate: sessions.localDate,
      visibility: table.visibility,
      body: table.body,
      author: users.name,
      at: sql<number>`${sessions.startsAt}`.as("at"),
      isOwn: sql<number>`${ofThem ? 1 : 0}`.as("is_own"),
      seenBy: sql<string>`${table.visibility}`.as("seen_by"),
    })
      .from(seats)
      // cross joins keep SQLite from starting with all the notes of a school
      .crossJoin(sessions)
      .crossJoin(table)
      .leftJoin(members, joined(members, table.authorId))
      .leftJoin(users, eq(users.id, members.userId))
      .where(
        and(
          own(seats),
          eq(seats.studentId, p.studentId),
          lte(sessions.startsAt, p.present),
          joined(sessions, seats.sessionId),
          joined(sessions, table.sessionId),
          ne(table.body, ""),
          ofThem,
        ),
      )
  return those(notes)
    .unionAll(those(studentNotes, eq(studentNotes.studentId, p.studentId)))
    .orderBy(sql`at desc, is_own, seen_by`)
    .limit(Number(most))
})

/**
 * The short lists at the side of a record, in one statement: what the student plays, how long they practiced in the last seven
 * days, what else they learn, their statuses, oldest first, and what they answer to the school's own fields in use.
 */
export function findStudentSide(actor: Actor, studentId: string): StudentSide {
  const ofStudent = sql`school_id = ${actor.school.id} and student_id = ${studentId}`
  const since = addDays(todayOf(actor), -6)
  const found = askOne<{
    minutes: number
    pieces: string
    instruments: string
    statuses: string
    answers: string
  }>(sql`select
    (select coalesce(sum(minutes), 0) from practice where ${ofStudent} and day >= ${since}) as minutes,
    (select json_group_array(json_object('id', id, 'title', title, 'composer', composer, 'state', state, 'since', since))
      from (select * from repertoire where ${ofStudent} and state in ('learning', 'ready')
        order by state, since desc limit 2)) as pieces,
    (select json_group_array(json_object('instrument', instrument, 'level', level))
      from (select * from student_instruments where ${ofStudent} order by position)) as instruments,
    (select json_group_array(json_object('id', id, 'status', status, 'fromDate', from_date, 'reason', reason))
      from (select * from student_status_changes where ${ofStudent} order by from_date, created_at, id)) as statuses,
    (select json_group_array(json_object('label', name, 'kind', kind, 'value', value))
      from (select f.name, f.kind, v.value from custom_values v
        join custom_fields f on f.school_id = v.school_id and f.id = v.field_id
        where v.school_id = ${actor.school.id} and v.subject_id = ${studentId}
          and f.noun = 'student' and f.archived_at is null
        order by f.position, f.id)) as answers`)
  return {
    practiceMinutes: found.minutes,
    pieces: JSON.parse(found.pieces),
    instruments: JSON.parse(found.instruments),
    statuses: JSON.parse(found.statuses),
    answers: (JSON.parse(found.answers) as Answered[]).map(({ label, kind, value }) => ({
      label,
      value: answerText({ kind }, value),
    })),
  }
}

type Answered = Pick<CustomField, "kind"> & { label: string; value: string }

export const lessonsPerPage = 25

/** The student's past lessons with marks and notes, newest first, 25 a page from 1, and how many there are. */
export function listStudentLessons(actor: Actor, studentId: string, page: number) {
  const lessons = readPastLessons(actor, studentId, { page, pageSize: lessonsPerPage })
  const total = select({ n: count() })
    .from(seats)
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .where(pastLessonsOf(actor, studentId))
    .get()
  return { lessons, total: total?.n ?? 0 }
}
