import { noteKinds, shownNoteField, studentNoteField } from "./named-notes"

// What comes back with an attendance form that wasn't saved: its own fields, whatever else was sent.

const ofLesson = ["sharedNote", "privateNote", "reason"]
/** The fields that a page needs to compare two versions. */
const compared =
  /^(formStamp|disputed|reason|sharedNote|privateNote|base(Shared|Private)Note|(marks|base|settled|studentNotes|baseStudentNotes)\.[\w.-]{1,150})$/

/** What was typed for the lesson and for these students, by field. */
export function typedFor(
  studentIds: readonly string[],
  sent: readonly [name: string, value: string][],
): Record<string, string> {
  const names = namesFor(studentIds)
  return Object.fromEntries(sent.filter(([name]) => names.has(name)))
}

/** The fields that are typed in for the lesson and for these students. */
export const namesFor = (studentIds: readonly string[]): ReadonlySet<string> =>
  new Set([...ofLesson, ...studentIds.flatMap(fieldsOf)])

const fieldsOf = (studentId: string) => [
  `marks.${studentId}.code`,
  `marks.${studentId}.minutesLate`,
  ...noteKinds.map((kind) => studentNoteField(kind, studentId)),
]

/** What the page that sent these fields showed; undefined for a form that says nothing of it. */
export function shownBy(
  studentIds: readonly string[],
  sent: readonly [name: string, value: string][],
): [name: string, value: string][] | undefined {
  const names = new Set([
    ...["formStamp", "baseSharedNote", "basePrivateNote"],
    ...studentIds.flatMap((id) => [`base.${id}`, ...noteKinds.map((kind) => shownNoteField(kind, id))]),
  ])
  const shown = sent.filter(([name]) => names.has(name))
  return shown.length > 0 ? shown : undefined
}

/** What the lesson’s own page is sent to compare two versions. */
export const toCompare = (sent: readonly [name: string, value: string][]) =>
  sent.filter(([name]) => compared.test(name))
