// The school's own fields as columns of a roster.
import type { CustomField, FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { fold } from "~/utils/names"

/** A field of the school's own, by its id; of a guardian, with which of the two. */
export type OwnUse = `field-${string}`
export const isOwnUse = (use: string): use is OwnUse => /^field-[\w-]{1,64}$/.test(use)

/** Whom an answer is about. */
export type OwnHolder = "student" | "family" | "guardian1" | "guardian2" | "teacher" | "class"

export type ReadField = Pick<CustomField, "id" | "name" | "kind" | "choices">
/** A field with what a column for it is called in a mapping and in the menu, and the headings it is known by. */
export type OwnField = ReadField & { use: OwnUse; holder: OwnHolder; label: string; headings: string[] }

type OwnFields = Record<FieldNoun, readonly ReadField[]>

/**
 * All columns that the school's own fields can fill: those of guardians for each of the two of a row, those of teachers and
 * classes for the lesson of a row.
 */
export const ownFields = ({ student, family, guardian, teacher, class: ofClass }: OwnFields): OwnField[] => [
  ...student.map((field) => columnOf(field, "student", "", [])),
  ...family.map((field) => columnOf(field, "family", "Family", ["family"])),
  ...guardian.map((field) =>
    columnOf(field, "guardian1", "Guardian 1", ["guardian 1", "parent 1", "guardian"]),
  ),
  ...guardian.map((field) => columnOf(field, "guardian2", "Guardian 2", ["guardian 2", "parent 2"])),
  ...teacher.map((field) => columnOf(field, "teacher", "Teacher", ["teacher", "instructor"])),
  ...ofClass.map((field) => columnOf(field, "class", "Class", ["class", "lesson"])),
]

function columnOf(field: ReadField, holder: OwnHolder, lead: string, leads: readonly string[]): OwnField {
  const name = fold(field.name)
  const isSecond = holder === "guardian2"
  const number = holder === "guardian1" ? "-1" : isSecond ? "-2" : ""
  return {
    ...field,
    use: `field-${field.id}${number}`,
    holder,
    label: lead ? `${lead}, ${field.name}` : field.name,
    headings: [...leads.map((each) => `${each} ${name}`), ...(isSecond ? [] : [name])],
  }
}

/** Answers with the cells they were read from. */
export type OwnCells = Record<string, { value: string; header: string; text: string }>

type OwnGuess = Pick<OwnField, "use" | "holder" | "name" | "headings">

/**
 * Finds the columns that are called as a field and have no use yet. `isLed` looks only at those of a guardian with the
 * guardian in front: "Parent 1 occupation" names a field of the school's before it names a guardian.
 */
export function guessOwn(
  folded: readonly string[],
  mapping: Record<number, string>,
  own: readonly OwnGuess[],
  { isLed }: { isLed: boolean },
): void {
  for (const { use, holder, name, headings } of own) {
    if (isLed && holder !== "guardian1" && holder !== "guardian2") continue
    for (const heading of isLed ? headings.filter((each) => each !== fold(name)) : headings) {
      const column = folded.findIndex((each, at) => each === heading && !mapping[at])
      if (column >= 0 && !Object.values(mapping).includes(use)) mapping[column] = use
    }
  }
}
