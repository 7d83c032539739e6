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

// The notes of single students among those of a lesson, each by a name, as two versions of attendance are compared. Safe in
// the browser.

/** How merging two versions names a student's note. A dot would lead into a field's parts. */
export type StudentNoteName = `${NoteKind}:${string}`

const studentNoteName = (kind: NoteKind, studentId: string): StudentNoteName => `${kind}:${studentId}`

/** The notes as one list of texts, by name. */
export const listedNotes = (notes: StudentNotes): Record<StudentNoteName, string> =>
  Object.fromEntries(
    Object.entries(notes).flatMap(([studentId, texts]) =>
      noteKinds.flatMap((kind) => {
        const text = texts[kind]
        return text === undefined ? [] : [[studentNoteName(kind, studentId), text] as const]
      }),
    ),
  )

/** The students' notes among texts by name. */
export function studentNotesIn(texts: Readonly<Record<string, string>>): StudentNotes {
  const notes: StudentNotes = {}
  for (const [name, text] of Object.entries(texts)) {
    const { kind, studentId } = ownerOf(name) ?? {}
    if (kind && studentId) notes[studentId] = { ...notes[studentId], [kind]: text }
  }
  return notes
}

/** Which note a name means; undefined for one of the whole lesson. */
export function ownerOf(name: string): { kind: NoteKind; studentId: string } | undefined {
  const kind = noteKinds.find((each) => name.startsWith(`${each}:`))
  return kind && { kind, studentId: name.slice(kind.length + 1) }
}
