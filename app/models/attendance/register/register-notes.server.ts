import { createHash } from "node:crypto"
import { db } from "db/client.server"
import { marks, notes } from "db/schema/attendance"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, lt, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { StudentNotes } from "./student-notes"
import { changedStudentNotes, findStudentNotes, writeStudentNotes } from "./student-notes.server"

/** The notes of a session: a missing one stays as it is, an empty one deletes the note. */
export type RegisterNotes = { sharedNote?: string; privateNote?: string; studentNotes?: StudentNotes }

export type SessionNotes = { shared: string; private: string }

/** The notes of a session as they are, empty where there is none. */
export function findNotes(actor: Actor, sessionId: string): SessionNotes {
  const rows = db()
    .select({ visibility: notes.visibility, body: notes.body })
    .from(notes)
    .where(and(own(actor, notes), eq(notes.sessionId, sessionId)))
    .all()
  const bodyOf = (visibility: string) => rows.find((row) => row.visibility === visibility)?.body ?? ""
  return { shared: bodyOf("shared"), private: bodyOf("private") }
}

/** What was last shared of a class before a session, or null. */
export function findLastNote(actor: Actor, session: SeatedSession): { body: string; on: string } | null {
  const found = db()
    .select({ body: notes.body, on: sessions.localDate })
    .from(sessions)
    .innerJoin(notes, joined(sessions, notes.sessionId))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, session.classId),
        lt(sessions.startsAt, session.startsAt),
        eq(notes.visibility, "shared"),
      ),
    )
    .orderBy(desc(sessions.originalDate), desc(sessions.originalStartTime), desc(sessions.sequence))
    .limit(1)
    .get()
  return found ?? null
}

/** Whether the form says something else than the notes do now. */
export function notesChange(actor: Actor, sessionId: string, notes: RegisterNotes): boolean {
  const current = findNotes(actor, sessionId)
  return (
    (notes.sharedNote !== undefined && notes.sharedNote !== current.shared) ||
    (notes.privateNote !== undefined && notes.privateNote !== current.private) ||
    changedStudentNotes(findStudentNotes(actor, sessionId), notes.studentNotes ?? {}).length > 0
  )
}

/** Saves the notes, in the caller's transaction; the earlier text stays in the audit log. */
export function writeNotes(actor: Actor, sessionId: string, notes: RegisterNotes) {
  const current = findNotes(actor, sessionId)
  writeNote(actor, sessionId, "shared", current.shared, notes.sharedNote)
  writeNote(actor, sessionId, "private", current.private, notes.privateNote)
  writeStudentNotes(actor, sessionId, notes.studentNotes ?? {})
}

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
    db()
      .delete(notes)
      .where(and(own(actor, notes), eq(notes.sessionId, sessionId), eq(notes.visibility, visibility)))
      .run()
  else
    db()
      .insert(notes)
      .values({ ...row, sessionId, visibility, body, authorId: actor.memberId })
      .onConflictDoUpdate({
        target: [notes.schoolId, notes.sessionId, notes.visibility],
        set: { body, authorId: actor.memberId },
      })
      .run()
  recordEvent(actor, {
    verb: "write-note",
    noun: "session",
    nounId: sessionId,
    before: before ? { [visibility]: before } : undefined,
    after: { [visibility]: body },
  })
}

/** Names the state of a register: it is another one after every save that changed a mark or a note. */
export function registerStamp(actor: Actor, sessionId: string): string {
  const newest = db()
    .select({ id: sql<string | null>`max(+${marks.id})` })
    .from(seats)
    // a cross join keeps SQLite from starting with all the marks of a school
    .crossJoin(marks)
    .where(and(own(actor, seats), eq(seats.sessionId, sessionId), joined(seats, marks.seatId)))
    .get()
  const { shared, private: privateNote } = findNotes(actor, sessionId)
  return createHash("sha256")
    .update(JSON.stringify([newest?.id ?? null, shared, privateNote, findStudentNotes(actor, sessionId)]))
    .digest("hex")
    .slice(0, 16)
}
