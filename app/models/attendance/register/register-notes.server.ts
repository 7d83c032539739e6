import { createHash } from "node:crypto"
import { marks, notes, studentNotes } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, lt, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addOrChange, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { joined, newRow, type Owner, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { NoteKind, StudentNotes } from "./named-notes"
import { changedStudentNotes, clearNote, writeStudentNotes } from "./student-notes.server"

/** The notes of a session: a missing one stays as it is, an empty one deletes the note. */
export type RegisterNotes = { sharedNote?: string; privateNote?: string; studentNotes?: StudentNotes }

type SessionNotes = { shared: string; private: string }

/** What a session's register says beside its marks, and the stamp of both. */
export type Written = { notes: SessionNotes; studentNotes: StudentNotes; stamp: string }

/**
 * What is written of a session: the notes for everyone, those of its students, and the stamp, which is another one
 * after every save that changed a mark or a note.
 */
export const findWritten = (actor: Actor, sessionId: string): Written =>
  writtenOf(writtenQuery.all(actor, { sessionId }))

/** The same with what was last shared of the class before the session, or null. */
export function findWrittenSince(
  actor: Actor,
  { id, classId, startsAt }: SeatedSession,
): Written & { lastNote: { body: string; on: string } | null } {
  const rows = writtenSinceQuery.all(actor, { sessionId: id, classId, startsAt })
  const last = rows.find(({ on }) => on !== null)
  return {
    ...writtenOf(rows.filter((row) => row !== last)),
    lastNote: last ? { body: last.body ?? "", on: last.on ?? "" } : null,
  }
}

type Row = { studentId: string | null; visibility: NoteKind | null; body: string | null }

function writtenOf(rows: readonly Row[]): Written {
  const ofEveryone = { shared: "", private: "" }
  const ofStudents: StudentNotes = {}
  for (const { studentId, visibility, body } of rows)
    if (visibility === null) continue
    else if (studentId === null) ofEveryone[visibility] = body ?? ""
    else ofStudents[studentId] = { ...ofStudents[studentId], [visibility]: body ?? "" }
  const newest = rows.find(({ visibility }) => visibility === null)?.body ?? null
  return { notes: ofEveryone, studentNotes: ofStudents, stamp: stampOf(newest, ofEveryone, ofStudents) }
}

const stampOf = (newestMark: string | null, ofEveryone: SessionNotes, ofStudents: StudentNotes) =>
  createHash("sha256")
    .update(JSON.stringify([newestMark, ofEveryone.shared, ofEveryone.private, ofStudents]))
    .digest("hex")
    .slice(0, 16)

/** The newest mark's ID without a visibility, the notes for everyone, then the students' in order of their IDs. */
const written = (school: Owner, { sessionId }: Params<{ sessionId: string }>) =>
  select({
    studentId: sql<string | null>`null`,
    visibility: sql<NoteKind | null>`null`,
    body: sql<string | null>`max(+${marks.id})`,
    on: sql<string | null>`null`,
  })
    .from(seats)
    // a cross join keeps SQLite from starting with all the marks of a school
    .crossJoin(marks)
    .where(and(own(school, seats), eq(seats.sessionId, sessionId), joined(seats, marks.seatId)))
    .unionAll(
      select({
        studentId: sql<string | null>`null`,
        visibility: sql<NoteKind | null>`${notes.visibility}`,
        body: sql<string | null>`${notes.body}`,
        on: sql<string | null>`null`,
      })
        .from(notes)
        .where(and(own(school, notes), eq(notes.sessionId, sessionId))),
    )
    .unionAll(
      select({
        studentId: sql<string | null>`${studentNotes.studentId}`,
        visibility: sql<NoteKind | null>`${studentNotes.visibility}`,
        body: sql<string | null>`${studentNotes.body}`,
        on: sql<string | null>`null`,
      })
        .from(studentNotes)
        .where(and(own(school, studentNotes), eq(studentNotes.sessionId, sessionId))),
    )

const writtenQuery = query((p: Params<{ sessionId: string }>, _own, school) =>
  written(school, p).orderBy(sql`1`, sql`2`),
)

type Since = { sessionId: string; classId: string; startsAt: number }
const writtenSinceQuery = query((p: Params<Since>, _own, school) => {
  const last = lastNote(school, p).as("last")
  return written(school, p)
    .unionAll(
      select({
        studentId: sql<string | null>`null`,
        visibility: sql<NoteKind | null>`'shared'`,
        body: sql<string | null>`${last.body}`,
        on: sql<string | null>`${last.on}`,
      }).from(last),
    )
    .orderBy(sql`1`, sql`2`)
})

/** What was last shared of a class before a session. */
const lastNote = (school: Owner, { classId, startsAt }: Params<Since>) =>
  select({ body: notes.body, on: sessions.localDate })
    .from(sessions)
    .innerJoin(notes, joined(sessions, notes.sessionId))
    .where(
      and(
        own(school, sessions),
        eq(sessions.classId, classId),
        lt(sessions.startsAt, startsAt),
        eq(notes.visibility, "shared"),
      ),
    )
    .orderBy(desc(sessions.originalDate), desc(sessions.originalStartTime), desc(sessions.sequence))
    .limit(1)

/** Whether the form says something else than the notes do now. */
export const notesChange = ({ notes: current, studentNotes }: Written, wanted: RegisterNotes): boolean =>
  (wanted.sharedNote !== undefined && wanted.sharedNote !== current.shared) ||
  (wanted.privateNote !== undefined && wanted.privateNote !== current.private) ||
  changedStudentNotes(studentNotes, wanted.studentNotes ?? {}).length > 0

/** Saves the notes, in the caller's transaction; the earlier text stays in the audit log. */
export function writeNotes(actor: Actor, sessionId: string, before: Written, wanted: RegisterNotes) {
  writeNote(actor, sessionId, "shared", before.notes.shared, wanted.sharedNote)
  writeNote(actor, sessionId, "private", before.notes.private, wanted.privateNote)
  writeStudentNotes(actor, sessionId, before.studentNotes, wanted.studentNotes ?? {})
}

/** Whose family reads something else in a lesson's notes once they are saved; of the first attendance, whose family reads any. */
export function readersOfNotes(
  before: Written,
  wanted: RegisterNotes,
  studentIds: readonly string[],
  isFirst: boolean,
): string[] {
  const shared = wanted.sharedNote ?? before.notes.shared
  return studentIds.filter((id) => {
    const ownBefore = before.studentNotes[id]?.shared ?? ""
    const own = wanted.studentNotes?.[id]?.shared ?? ownBefore
    return isFirst ? shared !== "" || own !== "" : shared !== before.notes.shared || own !== ownBefore
  })
}

const findNoteId = (actor: Actor, sessionId: string, kind: NoteKind): string | undefined =>
  ownRows(actor, notes, ["id"])
    .where(and(eq(notes.sessionId, sessionId), eq(notes.visibility, kind)))
    .get()?.id

function writeNote(
  actor: Actor,
  sessionId: string,
  visibility: "shared" | "private",
  before: string,
  body: string | undefined,
) {
  if (body === undefined || body === before) return
  const row = newRow(actor)
  if (body === "")
    clearNote(actor, { noteId: findNoteId(actor, sessionId, visibility), sessionId, kind: visibility })
  else
    addOrChange(
      actor,
      notes,
      { ...row, sessionId, visibility, body, authorId: actor.memberId },
      { as: [notes.sessionId, notes.visibility], to: { body, authorId: actor.memberId } },
    )
  recordEvent(actor, "session.write-note", sessionId, {
    before: before ? { [visibility]: before } : undefined,
    after: { [visibility]: body },
  })
}
