// The columns of a roster: what a school can import about a student, and the best guess which column is what.
// The person sees the guess and corrects it; whatever has no field of its own is kept in the student's notes.
import { fold } from "~/utils/names"
import { holdsAmounts } from "./roster-amounts"
import { guessOwn, isOwnUse, type OwnField, type OwnUse } from "./roster-own-fields"
import { attributeWords, guardianWords, headingSynonyms } from "./roster-synonyms"
import { parseLessonTime } from "./roster-times"

/** Every field a column can fill, with its label for people. */
export const rosterFields = {
  studentCode: "Student ID",
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  birthDate: "Birth date",
  status: "Status",
  instrument: "Instrument",
  level: "Level",
  teacher: "Teacher",
  classKind: "Private or group",
  weekday: "Lesson day",
  time: "Lesson time",
  minutes: "Lesson length in minutes",
  price: "Price",
  billing: "Billing",
  startDate: "Start date",
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
  household: "Family name",
  address: "Address",
  medicalNotes: "Medical notes",
  notes: "Notes",
} as const

export type FieldKey = keyof typeof rosterFields

/** What becomes of a column. Only `copyToNotes` ("Header: value") and `ignore` may be chosen for several. */
export type ColumnUse = FieldKey | OwnUse | "copyToNotes" | "ignore"

/** By the column's index, from 0. A column that is not named is ignored. */
export type ColumnMapping = Record<number, ColumnUse>

/** All that can be chosen for a column, in the order of a menu. */
export const columnUses: readonly { use: ColumnUse; label: string }[] = [
  ...(Object.keys(rosterFields) as FieldKey[]).map((use) => ({ use, label: rosterFields[use] })),
  { use: "copyToNotes", label: "Keep in notes" },
  { use: "ignore", label: "Leave out" },
]

/** Whether a text, as it comes from a form, names something that can become of a column. */
export function isColumnUse(text: string): text is ColumnUse {
  return text === "ignore" || text === "copyToNotes" || isOwnUse(text) || Object.hasOwn(rosterFields, text)
}

const fieldByHeading = new Map<string, FieldKey>(
  (Object.keys(headingSynonyms) as (keyof typeof headingSynonyms)[]).flatMap((field) =>
    headingSynonyms[field].split("|").map((heading) => [heading.trim(), field] as const),
  ),
)

/**
 * The best guess what each column is, from its heading and its neighbors: "Email" after "Elternteil" is the
 * guardian's. No field is guessed twice. An unknown column with anything but amounts in it is kept in the notes.
 * @param rows cells of the rows below the headings; a sample makes a column look empty that is not
 */
export function guessMapping(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  own: readonly OwnField[] = [],
): ColumnMapping {
  const folded = headers.map(fold)
  const usedFields = new Set<FieldKey>()
  const mapping: ColumnMapping = {}
  const take = (column: number, field: FieldKey | null) => {
    if (!field || usedFields.has(field) || mapping[column]) return
    mapping[column] = field
    usedFields.add(field)
  }

  if (folded[0] === "row" && folded[1] === "problem") {
    mapping[0] = "ignore"
    mapping[1] = "ignore"
  }
  guessOwn(
    folded,
    mapping,
    own.filter(({ headings }) => headings.every((each) => partOf(each) === null)),
    { isLed: true },
  )
  const guardians = guardianColumns(folded)
  folded.forEach((heading, column) => {
    const isHousehold = householdHeadings.has(heading) && namesStudentsElsewhere(folded, column)
    const field = isHousehold ? "household" : (fieldByHeading.get(heading) ?? null)
    if (!guardians.has(column)) take(column, field)
  })
  for (const [column, field] of guardians) take(column, field)
  folded.forEach((heading, column) => {
    take(column, contactField(heading, usedFields, isShared(rows, column)))
    if (heading === "") take(column, fieldOfAddresses(rows, column, usedFields))
  })
  folded.forEach((_, column) => {
    if (holdsLessonTimes(rows, column)) take(column, "time")
  })
  preferSeparateNames(folded, mapping)

  guessOwn(folded, mapping, own, { isLed: false })
  headers.forEach((header, column) => {
    const hasContent = rows.some((cells) => (cells[column] ?? "").trim() !== "")
    mapping[column] ??= hasContent && !holdsAmounts(header, rows, column) ? "copyToNotes" : "ignore"
  })
  return mapping
}

/** What prevents reading the rows by this mapping, as text; empty when nothing does. */
export function checkMapping(mapping: ColumnMapping): string[] {
  const uses = Object.values(mapping)
  const problems = (Object.keys(rosterFields) as FieldKey[])
    .filter((field) => uses.filter((use) => use === field).length > 1)
    .map((field) => `Two columns are set to “${rosterFields[field]}.” Choose one of them.`)
  if (new Set(uses.filter(isOwnUse)).size < uses.filter(isOwnUse).length)
    problems.push("Two columns are set to the same custom field. Choose one of them.")
  if (!uses.some((use) => use === "firstName" || use === "lastName" || use === "fullName")) {
    problems.push(
      "There’s no column for the students’ names. Choose a column for the first, last or full name.",
    )
  }
  return problems
}

type GuardianPart = "Name" | "LastName" | "Relation" | "Email" | "Phone"

// "Father's email name" is an email column: the more exact word decides.
const partOrder: readonly GuardianPart[] = ["Email", "Phone", "Relation", "LastName", "Name"]

/** Columns whose headings name a guardian, and contact columns that directly follow one. */
function guardianColumns(folded: readonly string[]): Map<number, FieldKey> {
  const found = new Map<number, FieldKey>()
  const people: string[] = []
  let current: 1 | 2 | null = null
  folded.forEach((heading, column) => {
    const words = heading.split(" ")
    const person = words.map(
      (word) => guardianWords.get(word.replace(/(?<=.)s$|\d$/, "")) ?? guardianWords.get(word),
    )
    const personKind = person.find((kind) => kind !== undefined)
    const part = partOf(heading)
    if (personKind && !/\b(teacher|lehrer|professeur)/.test(heading)) {
      current = numberOf(heading, personKind, people)
      if (current) found.set(column, `guardian${current}${part ?? "Name"}`)
    } else if (current && part && part !== "Name" && part !== "LastName" && isOnlyContact(words)) {
      found.set(column, `guardian${numberIn(heading) ?? current}${part}`)
    } else {
      current = null
    }
  })
  return found
}

function partOf(heading: string): GuardianPart | null {
  const words = heading.replace("e mail", "email").split(" ")
  const parts = new Set(words.map((word) => attributeWords.get(word.replace(/\d$/, ""))))
  if (/\b(last|family) name\b|\bnom de famille\b/.test(heading)) parts.add("LastName")
  return partOrder.find((part) => parts.has(part)) ?? null
}

function isOnlyContact(words: readonly string[]): boolean {
  const extra = new Set(["e", "address", "adresse", "number", "no", "nr", "nummer", "1", "2"])
  return words.every((word) => extra.has(word) || attributeWords.has(word.replace(/\d$/, "")))
}

function numberIn(heading: string): 1 | 2 | null {
  const found = /(?:^|\D)([12])(?:\D|$)/.exec(heading)?.[1]
  return found === "1" ? 1 : found === "2" ? 2 : null
}

/** "Parent 2" is the second; so is the father after the mother. A third person has no field of their own. */
function numberOf(heading: string, personKind: string, people: string[]): 1 | 2 | null {
  const named = numberIn(heading)
  if (named) return named
  if (!people.includes(personKind)) people.push(personKind)
  const position = people.indexOf(personKind) + 1
  return position === 1 ? 1 : position === 2 ? 2 : null
}

/**
 * An email or phone column that says nothing of whose it is, with no guardian before it. What several rows share is a
 * guardian's: siblings have the same.
 */
function contactField(heading: string, usedFields: ReadonlySet<FieldKey>, shared: boolean): FieldKey | null {
  if (!isOnlyContact(heading.split(" "))) return null
  const part = partOf(heading)
  if (part !== "Email" && part !== "Phone") return null
  const guardians = [`guardian1${part}`, `guardian2${part}`] as const
  const order: readonly FieldKey[] = shared ? guardians : [`student${part}`, ...guardians]
  return order.find((field) => !usedFields.has(field)) ?? null
}

function isShared(rows: readonly (readonly string[])[], column: number): boolean {
  const seen = new Set<string>()
  for (const row of rows) {
    const cell = (row[column] ?? "").trim().toLowerCase()
    if (cell && seen.has(cell)) return true
    seen.add(cell)
  }
  return false
}

// "Family name" is a student's last name, unless another column is.
const householdHeadings = new Set(["family name", "familienname", "nom de famille"])

function namesStudentsElsewhere(folded: readonly string[], column: number): boolean {
  return folded.some((heading, other) => {
    const field = fieldByHeading.get(heading)
    return other !== column && (field === "lastName" || field === "fullName")
  })
}

/** Cells such as "Mo 15:30–16:15", whatever their heading is. */
function holdsLessonTimes(rows: readonly (readonly string[])[], column: number): boolean {
  const cells = rows.flatMap((row) => (row[column] ?? "").trim() || []).slice(0, 50)
  const understood = cells.filter((cell) => {
    const read = parseLessonTime(cell)
    return read.ok && read.value.time !== null && (read.value.weekday ?? read.value.minutes) !== null
  })
  return cells.length > 0 && understood.length >= cells.length * 0.8
}

function fieldOfAddresses(
  rows: readonly (readonly string[])[],
  column: number,
  usedFields: ReadonlySet<FieldKey>,
): FieldKey | null {
  const cells = rows.map((row) => (row[column] ?? "").trim()).filter((cell) => cell !== "")
  if (cells.length === 0 || !cells.every((cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell))) return null
  return usedFields.has("guardian1Name") && !usedFields.has("guardian1Email")
    ? "guardian1Email"
    : "studentEmail"
}

/** Beside a column of first names, "Name" and "Nom" are the last names. */
function preferSeparateNames(folded: readonly string[], mapping: ColumnMapping): void {
  const uses = Object.values(mapping)
  if (!uses.includes("firstName") || uses.includes("lastName")) return
  folded.forEach((_, column) => {
    if (mapping[column] === "fullName") mapping[column] = "lastName"
  })
}
