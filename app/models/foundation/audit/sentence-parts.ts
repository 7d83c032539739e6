import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { isDate } from "~/utils/dates"
import { joinNames } from "~/utils/join-names"

// The parts that the sentences of the activity share. Each reads well without its fact. Safe in the browser.

/** " from Aug 10, 2026", or nothing without a date. */
export const dated = (word: string, date: string | undefined) =>
  date && isDate(date) ? ` ${word} ${formatDate(date, "medium")}` : ""

/** "the room Hall", or "a room" without its name. */
export const named = (noun: string, name: string | null | undefined, other = `a ${noun}`) =>
  name ? `the ${noun} ${name}` : other

export const student = (name: string | undefined) => name ?? "a student"

/** Undoing an import deletes its records: their name is left in this event alone. */
export const removedByUndo = (noun: string, { name }: { name?: string }) =>
  `removed ${named(noun, name, `the ${noun}`)} by undoing an import`

/** "3 students", or "students" where it isn't known how many. */
export const count = (n: number | undefined, one: string, many = `${one}s`) =>
  n === undefined ? many : countOf(n, one, many)
export const because = (reason: string | null | undefined) => {
  if (reason === undoneReason) return ", as an undo"
  return reason ? `: ${reason}` : ""
}

/** The reason that an undo keeps with what it takes back. */
export const undoneReason = "Undone"

const fieldLabels: Record<string, string> = {
  familyId: "the family",
  firstName: "the first name",
  lastName: "the last name",
  birthDate: "the birthday",
  email: "the email",
  phone: "the phone number",
  code: "the student ID",
  medicalNotes: "the medical notes",
  notes: "the notes",
  instruments: "the instruments",
}

export const listOf = (names: string[]) =>
  listOr(
    names.map((name) => fieldLabels[name] ?? name),
    "details",
  )

export const listOr = (names: string[], other: string) => joinNames(names) || other

/** What else of its account a family brought into a merge: nothing is said of what it hadn’t. */
export type JoinedAccount = {
  drafts?: number
  discounts?: string[]
  endedDiscounts?: string[]
  autoPayers?: string[]
}

export function withJoined({ drafts, discounts, endedDiscounts, autoPayers }: JoinedAccount): string {
  const joined = [
    ...(drafts ? [count(drafts, "draft invoice")] : []),
    ...(discounts ? [`the discount ${joinNames(discounts)}`] : []),
    ...(autoPayers ? [`automatic payment by ${joinNames(autoPayers)}`] : []),
  ]
  const ended = endedDiscounts ? `; ended the discount ${joinNames(endedDiscounts)}` : ""
  return `${joined.length > 0 ? `, with ${joinNames(joined)}` : ""}${ended}`
}
