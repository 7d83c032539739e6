import { notes, studentNotes } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addOrChange,
  ownRows,
  type Params,
  query,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { formatDate } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { type NoteKind, noteKinds, type StudentNotes } from "./named-notes"

// What is said of one student of a group. Shared, only that student's family reads it, after the note for everyone.

/** Each text that differs from what is stored; an empty one deletes its note. */
export const changedStudentNotes = (current: StudentNotes, wanted: StudentNotes) =>
  Object.entries(wanted).flatMap(([studentId, texts]) =>
    noteKinds.flatMap((kind) => {
      const before = current[studentId]?.[kind] ?? ""
      const body = texts[kind]
      return body === undefined || body === before ? [] : [{ studentId, kind, before, body }]
    }),
  )

/** Saves the notes, in the caller's transaction; the earlier text stays in the activity. */
export function writeStudentNotes(
  actor: Actor,
  sessionId: string,
  current: StudentNotes,
  wanted: StudentNotes,
) {
  for (const change of changedStudentNotes(current, wanted)) {
    const { studentId, kind, before, body } = change
    const ofNote = { sessionId, studentId, visibility: kind }
    if (body === "") clearNote(actor, { noteId: findNoteId(actor, ofNote), sessionId, kind, studentId })
    else
      addOrChange(
        actor,
        studentNotes,
        { ...ofNote, body, authorId: actor.memberId },
        {
          as: [studentNotes.sessionId, studentNotes.studentId, studentNotes.visibility],
          to: { body, authorId: actor.memberId },
        },
      )
    recordEvent(actor, "session.write-student-note", sessionId, {
      before: before ? { studentId, [kind]: before } : undefined,
      after: { studentId, [kind]: body },
    })
  }
}

type OfNote = { sessionId: string; studentId: string; visibility: NoteKind }

const findNoteId = (actor: Actor, { sessionId, studentId, visibility }: OfNote): string | undefined =>
  ownRows(actor, studentNotes, ["id"])
    .where(
      and(
        eq(studentNotes.sessionId, sessionId),
        eq(studentNotes.studentId, studentId),
        eq(studentNotes.visibility, visibility),
      ),
    )
    .get()?.id

/**
 * What a lesson's notes say of a student: the note for everyone, then the student's own. For a statement on `sessions`.
 * @param student an id, or the column that holds it
 */
export const noteTextOf = (kind: NoteKind, student: string | SQL | Placeholder) =>
  sql<string | null>`(select group_concat(said.body, char(10, 10)) from (
    select 0 as position, n.body from notes n
      where n.school_id = sessions.school_id and n.session_id = sessions.id and n.visibility = ${kind}
    union all select 1, s.body from student_notes s
      where s.school_id = sessions.school_id and s.session_id = sessions.id and s.student_id = ${student}
        and s.visibility = ${kind}
    order by position) said)`

/** Whether a lesson's notes say anything of a student. For a statement on `sessions`. */
export const isNoted = (kind: NoteKind, student: string | Placeholder) =>
  sql`(exists (select 1 from notes n where n.school_id = sessions.school_id and n.session_id = sessions.id
      and n.visibility = ${kind})
    or exists (select 1 from student_notes s where s.school_id = sessions.school_id and s.session_id = sessions.id
      and s.student_id = ${student} and s.visibility = ${kind}))`

type Cleared = { noteId: string | undefined; sessionId: string; kind: NoteKind; studentId?: string }

/** Deletes a note whose text was cleared, and keeps it in the bin; in the caller's transaction. */
export function clearNote(actor: Actor, { noteId, sessionId, kind, studentId }: Cleared) {
  if (noteId === undefined) return
  const lesson = select({ className: classes.name, date: sessions.localDate })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(own(actor, sessions, sessionId))
    .get()
  const student =
    studentId === undefined
      ? undefined
      : ownRows(actor, students, ["firstName", "lastName"]).where(eq(students.id, studentId)).get()
  const words = [
    kind === "shared" ? "Shared note" : "Private note",
    ...(student ? [fullName(student)] : []),
    ...(lesson ? [lesson.className, formatDate(lesson.date, "medium", actor.school)] : []),
  ]
  deleteToBin(actor, { noun: "note", recordId: noteId, name: words.join(", ") }, () => {
    remove(actor, studentId === undefined ? notes : studentNotes, noteId)
  })
}

/**
 * The shared note to show beside each lesson of a day (`YYYY-MM-DD`), by session ID: its own once there is one, else the last
 * of its class from an earlier day.
 */
export function listLastNotes(
  actor: Actor,
  lessons: readonly { id: string; classId: string }[],
  day: string,
): Map<string, { body: string; on: string }> {
  if (lessons.length === 0) return new Map()
  const rows = notesQuery.all(actor, {
    day,
    ids: JSON.stringify(lessons.map(({ id }) => id)),
    classIds: JSON.stringify([...new Set(lessons.map(({ classId }) => classId))]),
  })
  const earlier = new Map(
    rows.flatMap(({ classId, body, on }) => (on < day ? [[classId, { body, on }]] : [])),
  )
  const ofLesson = new Map(rows.map(({ id, body, on }) => [id, { body, on }]))
  return new Map(
    lessons.flatMap(({ id, classId }) => {
      const note = ofLesson.get(id) ?? earlier.get(classId)
      return note ? [[id, note]] : []
    }),
  )
}

/** Of each class, from its newest lesson back to the first with a shared note. */
type Asked = { day: string; ids: string; classIds: string }
const lastOfClasses = (school: Placeholder, p: Params<Asked>) => sql`select (
    select s.id from sessions s join notes n
      on n.school_id = s.school_id and n.session_id = s.id and n.visibility = 'shared'
    where s.school_id = ${school} and s.class_id = c.value
      and s.local_date < ${p.day}
    order by s.original_date desc, s.original_start_time desc, s.sequence desc limit 1)
  from json_each(${p.classIds}) c`

const notesQuery = query((p: Params<Asked>, own, school) =>
  select({ id: sessions.id, classId: sessions.classId, body: notes.body, on: sessions.localDate })
    .from(sessions)
    .innerJoin(notes, joined(sessions, notes.sessionId))
    .where(
      and(
        own(sessions),
        sql`${sessions.id} in (select value from json_each(${p.ids}) union all ${lastOfClasses(school, p)})`,
        eq(notes.visibility, "shared"),
      ),
    ),
)
