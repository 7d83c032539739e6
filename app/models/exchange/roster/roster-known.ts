// No student is imported twice: neither from two rows of a file nor when the school already has them.

import { formatDate } from "~/utils/date-text"
import type { Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import type { RowIssue } from "./roster-issues"
import type { OwnField } from "./roster-own-fields"
import type { RowReading } from "./roster-reading"
import { fullName } from "./roster-row"

/** The students the school has, whatever their status. */
export type SchoolStudents = {
  /** What the school's own fields can be columns of. */
  own?: readonly OwnField[]
  studentCodes: ReadonlySet<string>
  students: readonly { id: string; firstName: string; lastName: string; birthDate: string | null }[]
}

/** Whether a row may be someone who is here already, or who is in the file twice: only the name says so. */
export const isPerhapsKnown = ({ code, field }: RowIssue): boolean =>
  (code === "already-here" && field === "birthDate") || (code === "duplicate" && field === "firstName")

/**
 * Gives a problem to each row that repeats an earlier one (same student ID, or same name and birth date), and a
 * warning where only the name is the same. Returns why rows are skipped, by row number; `leftOut` are rows of which the
 * person at the check said so.
 */
export function* markKnownAndDuplicates(
  readings: readonly RowReading[],
  school: SchoolStudents,
  leftOut: ReadonlySet<number> = new Set(),
): Turns<Map<number, string>> {
  const skipped = new Map<number, string>()
  const codes = new Set([...school.studentCodes].map(foldCode))
  const people = new Map<string, string>()
  for (const student of school.students) {
    yield
    people.set(nameKey(student), student.id)
    if (student.birthDate) people.set(personKey(student), student.id)
  }
  const rowOf = new Map<string, number>()
  for (const reading of readings) {
    yield
    const remember = markDuplicate(reading, rowOf)
    const because = whyDuplicate(reading, codes, people)
    if (because && reading.problems.length === 0) skipped.set(reading.rowNumber, because)
    else if (because)
      reading.warnings.push({ field: null, code: "already-here", message: because, value: "" })
    else if (fullName(reading.values) && people.has(nameKey(reading.values)) && !reading.values.birthDate) {
      const message = `The school already has a student named ${fullName(reading.values)}. Is it the same person?`
      reading.warnings.push({ field: "birthDate", code: "already-here", message, value: "" })
    }
    const { rowNumber, problems, warnings } = reading
    const mayStayOut = !because && problems.length === 0 && warnings.some(isPerhapsKnown)
    if (mayStayOut && leftOut.has(rowNumber)) skipped.set(rowNumber, leftOutBecause)
    else remember()
  }
  return skipped
}

/** Why a row is skipped that the person at the check left out. */
export const leftOutBecause = "You left this row out."

function whyDuplicate(
  { values }: RowReading,
  codes: ReadonlySet<string>,
  people: ReadonlyMap<string, string>,
): string | null {
  const name = fullName(values)
  if (values.code && codes.has(foldCode(values.code))) {
    return `Student ID ${values.code} is already in the school.`
  }
  if (name && values.birthDate && people.has(personKey(values))) {
    return `${name}, born ${formatDate(values.birthDate, "full")}, is already in the school.`
  }
  return null
}

/** Marks a row that repeats an earlier one; what it returns makes this row one that later ones can repeat. */
function markDuplicate(reading: RowReading, rowOf: Map<string, number>): () => void {
  const { values, rowNumber, problems, warnings } = reading
  const name = fullName(values)
  const codeKey = values.code ? `code ${foldCode(values.code)}` : null
  const bornKey = name && values.birthDate ? personKey(values) : null
  const sameCode = codeKey ? rowOf.get(codeKey) : undefined
  const samePerson = bornKey ? rowOf.get(bornKey) : undefined
  const sameName = name && !bornKey ? rowOf.get(nameKey(values)) : undefined
  if (sameCode !== undefined) {
    const message = `Student ID ${values.code} is also in row ${sameCode}. Only the first is imported.`
    problems.push({ field: "studentCode", code: "duplicate", message, value: values.code ?? "" })
  } else if (samePerson !== undefined) {
    const message = `${name} with the same birth date is also in row ${samePerson}. Only the first is imported.`
    problems.push({ field: "birthDate", code: "duplicate", message, value: name })
  } else if (sameName !== undefined) {
    const message = `${name} is also in row ${sameName}. Both are imported; is it the same person?`
    warnings.push({ field: "firstName", code: "duplicate", message, value: name })
  }
  return () => {
    for (const key of [codeKey, bornKey, name ? nameKey(values) : null])
      if (key && !rowOf.has(key)) rowOf.set(key, rowNumber)
  }
}

function foldCode(code: string): string {
  return code.trim().toLowerCase()
}

function nameKey(person: { firstName: string; lastName: string }): string {
  const name = fullName(person)
  return `name ${fold(name) || name}`
}

function personKey(person: { firstName: string; lastName: string; birthDate: string | null }): string {
  return `${nameKey(person)} born ${person.birthDate}`
}
