import { notes, studentNotes } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { formatDate } from "~/utils/date-text"
import { fullName } from "~/utils/names"
import type { NoteKind } from "./student-notes"

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
      : select({ firstName: students.firstName, lastName: students.lastName })
          .from(students)
          .where(own(actor, students, studentId))
          .get()
  const words = [
    kind === "shared" ? "Shared note" : "Private note",
    ...(student ? [fullName(student)] : []),
    ...(lesson ? [lesson.className, formatDate(lesson.date, "medium", actor.school)] : []),
  ]
  deleteToBin(actor, {
    noun: "note",
    recordId: noteId,
    name: words.join(", "),
    parts: [{ table: studentId === undefined ? notes : studentNotes, ids: [noteId] }],
  })
}
