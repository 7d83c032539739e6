import type { CustomField, FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { fold } from "~/utils/names"

// The fields that a column of a roster can fill. Safe in the browser.

/** Every field a column can fill, with its label for people. */
export const rosterFields = {
  studentCode: "Student ID",
  firstName: "First name",
  lastName: "Last name",
  secondLastName: "Second last name",
  nameAddition: "Name addition (Jr., van der)",
  fullName: "Full name",
  birthDate: "Birth date",
  status: "Status",
  instrument: "Instrument",
  level: "Level",
  teacher: "Teacher",
  classKind: "Private or group",
  weekday: "Lesson day",
  time: "Lesson time",
  endTime: "Lesson end time",
  minutes: "Lesson length in minutes",
  price: "Price",
  billing: "Billing",
  startDate: "Start date",
  endDate: "Left on",
  studentEmail: "Student’s email",
  studentPhone: "Student’s phone",
  guardian1Name: "Guardian 1, name",
  guardian1LastName: "Guardian 1, last name",
  guardian1Relation: "Guardian 1, relation",
  guardian1Email: "Guardian 1, email",
  guardian1Phone: "Guardian 1, phone",
  guardian2Name: "Guardian 2, name",
  guardian2LastName: "Guardian 2, last name",
  guardian2Relation: "Guardian 2, relation",
  guardian2Email: "Guardian 2, email",
  guardian2Phone: "Guardian 2, phone",
  guardian3Name: "Guardian 3, name",
  guardian3LastName: "Guardian 3, last name",
  guardian3Relation: "Guardian 3, relation",
  guardian3Email: "Guardian 3, email",
  guardian3Phone: "Guardian 3, phone",
  guardian4Name: "Guardian 4, name",
  guardian4LastName: "Guardian 4, last name",
  guardian4Relation: "Guardian 4, relation",
  guardian4Email: "Guardian 4, email",
  guardian4Phone: "Guardian 4, phone",
  household: "Family name",
  householdCode: "Family ID",
  openingBalance: "Opening balance",
  address: "Address (street)",
  houseNumber: "House number",
  address2: "Address, line 2",
  city: "City",
  region: "State or province",
  postcode: "ZIP or postal code",
  country: "Country",
  medicalNotes: "Medical notes",
  emergencyContact: "Emergency contact",
  emergencyRelation: "Emergency contact, relation",
  emergencyPhone: "Emergency contact, phone",
  notes: "Notes",
} as const

export type FieldKey = keyof typeof rosterFields

/** What a lesson has. */
export const lessonFields = [
  "instrument",
  "level",
  "teacher",
  "classKind",
  "weekday",
  "time",
  "endTime",
  "minutes",
  "price",
  "billing",
  "startDate",
  "endDate",
] as const

/** Guardians that have columns of their own. */
export const guardianNumbers = [1, 2, 3, 4] as const
export type GuardianNumber = (typeof guardianNumbers)[number]

// What the columns of a roster can be chosen for.

/** A field of a further child of the same row: the second to the sixth. */
export type ChildUse = `child${2 | 3 | 4 | 5 | 6}-${FieldKey}`

/** A field of a further weekly lesson of the same row: the second to the seventh. */
export type LessonUse = `lesson${2 | 3 | 4 | 5 | 6 | 7}-${FieldKey}`

/** What becomes of a column. Only `copyToNotes` ("Header: value") and `ignore` may be chosen for several. */
export type ColumnUse = FieldKey | ChildUse | LessonUse | OwnUse | "copyToNotes" | "ignore"

/** By the column's index, from 0. A column that is not named is ignored. */
export type ColumnMapping = Record<number, ColumnUse>

/** The index of a field's column; -1 without one. */
export const columnOf = (mapping: ColumnMapping, field: FieldKey): number =>
  Number(Object.keys(mapping).find((column) => mapping[Number(column)] === field) ?? -1)

// The school's own fields as columns of a roster.

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
  ...student.map((field) => ownColumn(field, "student", "", [])),
  ...family.map((field) => ownColumn(field, "family", "Family", ["family"])),
  ...guardian.map((field) =>
    ownColumn(field, "guardian1", "Guardian 1", ["guardian 1", "parent 1", "guardian"]),
  ),
  ...guardian.map((field) => ownColumn(field, "guardian2", "Guardian 2", ["guardian 2", "parent 2"])),
  ...teacher.map((field) => ownColumn(field, "teacher", "Teacher", ["teacher", "instructor"])),
  ...ofClass.map((field) => ownColumn(field, "class", "Class", ["class", "lesson"])),
]

function ownColumn(field: ReadField, holder: OwnHolder, lead: string, leads: readonly string[]): OwnField {
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
