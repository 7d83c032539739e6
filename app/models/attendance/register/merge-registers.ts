import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { StudentNoteName } from "./named-notes"

// Two devices took the same attendance, each from a page that didn't know of the other. Both start from the same page: what
// only one of them changed is merged, what both changed differently is shown to the later one, student by student. Pure.

export type Mark = { code: MarkCode; minutesLate: number | null; statusId: string | null }

/** The lesson's own notes; those of a student have names of their own. */
export const noteNames = ["sharedNote", "privateNote"] as const
type LessonNoteName = (typeof noteNames)[number]
export type NoteName = LessonNoteName | StudentNoteName

/** Attendance as one device has it. Students without a mark are missing. */
export type RegisterCopy = {
  marks: Readonly<Record<string, Mark>>
  notes: Readonly<NoteTexts>
}

export type NoteTexts = Record<LessonNoteName, string> & Record<StudentNoteName, string>

/** What a device's page showed before anything was changed; what is being compared has no entry. */
export type RegisterBase = {
  marks: Readonly<Record<string, Mark>>
  notes: Readonly<Partial<Record<NoteName, string>>>
}

export const choices = ["yours", "theirs", "both"] as const
export type Choice = (typeof choices)[number]

type Side<Value> = { yours: Value; theirs: Value }
export type Conflicts = {
  marks: ({ studentId: string } & Side<Mark>)[]
  notes: ({ name: NoteName } & Side<string>)[]
}

/** What a form says beside its marks: what its page showed, and whose mark or note stays where both changed it. */
export type RegisterMerging = { base: RegisterBase; settled: Readonly<Record<string, Choice>> }

/**
 * @param theirs what is stored now; without a mark nobody has said anything of the student
 * @param isSeen whether the device's page showed what is stored now, so that its choices are about that
 */
export function mergeRegisters(
  base: RegisterBase,
  yours: RegisterCopy,
  theirs: RegisterCopy,
  { isSeen, chosen }: { isSeen: boolean; chosen: Readonly<Record<string, Choice>> },
): { merged: RegisterCopy; conflicts: Conflicts } {
  const conflicts: Conflicts = { marks: [], notes: [] }
  const choiceOf = (key: string) => (isSeen ? chosen[key] : undefined)

  const marks: Record<string, Mark> = {}
  for (const [studentId, mark] of Object.entries(yours.marks)) {
    const stored = theirs.marks[studentId]
    const before = base.marks[studentId]
    const taken = stored
      ? takenOf({ yours: mark, theirs: stored, before, isSeen, choice: choiceOf(studentId) }, sameMark)
      : mark
    marks[studentId] = taken ?? mark
    if (!taken && stored) conflicts.marks.push({ studentId, yours: mark, theirs: stored })
  }

  const notes: NoteTexts = { ...theirs.notes, ...yours.notes }
  for (const name of namesIn(yours.notes)) {
    const sides = { yours: yours.notes[name] ?? "", theirs: theirs.notes[name] ?? "" }
    const choice = choiceOf(name)
    const taken =
      choice === "both"
        ? `${sides.theirs}\n\n${sides.yours}`
        : takenOf({ ...sides, before: shownIn(base, name), isSeen, choice }, sameText)
    notes[name] = taken ?? sides.yours
    if (taken === undefined) conflicts.notes.push({ name, ...sides })
  }
  return { merged: { marks, notes }, conflicts }
}

/** The notes a form has fields for. */
const namesIn = (notes: Readonly<NoteTexts>) => Object.keys(notes) as NoteName[]

const shownIn = ({ notes }: RegisterBase, name: NoteName): string | undefined => notes[name]

/** What stands of one mark or note; undefined when someone has to choose. */
function takenOf<Value>(
  side: Side<Value> & { before: Value | undefined; isSeen: boolean; choice: Choice | undefined },
  isSame: (one: Value, other: Value) => boolean,
): Value | undefined {
  const { yours, theirs, before, isSeen, choice } = side
  if (choice === "theirs") return theirs
  if (choice === "yours" || isSame(yours, theirs)) return yours
  if (before === undefined) return undefined
  if (isSeen || isSame(before, theirs)) return yours
  return isSame(before, yours) ? theirs : undefined
}

const sameMark = (one: Mark, other: Mark) =>
  one.code === other.code &&
  one.statusId === other.statusId &&
  (one.code !== "late" || one.minutesLate === other.minutesLate)

/** A browser's form sends its line breaks in another way than a script. */
const sameText = (one: string, other: string) => plainText(one) === plainText(other)
const plainText = (text: string) => text.replaceAll("\r\n", "\n").trim()

/** A mark in one field: "present", "late:8", "excused@b3f" with a status of the school's own. */
export const spellMark = ({ code, minutesLate, statusId }: Mark) =>
  `${code}${code === "late" && minutesLate !== null ? `:${minutesLate}` : ""}${statusId ? `@${statusId}` : ""}`

/** What the page that compares two registers shows and sends back. */
export type Comparison = {
  formStamp: string
  /** everyone's marks and the notes; where both changed the same, yours */
  merged: RegisterCopy
  /** what is stored now */
  stored: RegisterCopy
  marks: { studentId: string; name: string; yours: string; theirs: string }[]
  /** `of` names the student whose note it is; null for the lesson's */
  notes: { name: NoteName; of: string | null; yours: string; theirs: string }[]
}
