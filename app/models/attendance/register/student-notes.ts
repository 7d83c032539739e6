// The texts of a lesson's notes, and what is said of one student of a group beside them. Safe in the browser.

export const noteKinds = ["shared", "private"] as const
export type NoteKind = (typeof noteKinds)[number]

/** By student; a missing text stays as it is. */
export type StudentNotes = Record<string, Partial<Record<NoteKind, string>>>

/** The field of a form, and the one with what its page showed. */
export const studentNoteField = (kind: NoteKind, studentId: string) => `studentNotes.${studentId}.${kind}`
export const shownNoteField = (kind: NoteKind, studentId: string) => `baseStudentNotes.${studentId}.${kind}`

/** What is typed already stays, and the last note follows it; the same note is not added twice. */
export const withLastNote = (typed: string, last: string): string =>
  typed.trim() === "" ? last : typed.includes(last) ? typed : `${typed.trimEnd()}\n${last}`
