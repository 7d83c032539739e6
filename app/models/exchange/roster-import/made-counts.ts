import type { RowIssue } from "../roster/roster-issues"
import type { ImportSummary } from "./roster-import"

/** How much a step made, or a whole import so far. */
export type Counted = Omit<ImportSummary, "kept" | "notJoined">

export const nothingMade: Counted = {
  students: 0,
  families: 0,
  guardians: 0,
  teachers: 0,
  classes: 0,
  enrollments: 0,
  sessions: 0,
  clashes: 0,
  problems: 0,
  skipped: 0,
}

export function addCounts(one: Counted, other: Counted): Counted {
  const sum = { ...one }
  for (const noun of Object.keys(nothingMade) as (keyof Counted)[]) sum[noun] += other[noun]
  return sum
}

/** What an import made so far, with what one more step made, and whom it couldn't enroll. */
export function addMade(
  summary: ImportSummary,
  counted: Counted,
  notJoined: readonly string[],
): ImportSummary {
  const known = summary.notJoined ?? []
  const all = [...known, ...notJoined]
  return { ...summary, ...addCounts(summary, counted), ...(all.length > 0 ? { notJoined: all } : {}) }
}

/** Why a row stayed out during the import: the plan's last spot was taken since the check. */
export function limitReached(
  planName: string,
  places: { used: number; limit: number | null },
  noun: "students" | "teachers",
  name: string,
): RowIssue {
  const message = `You have ${places.used} of ${places.limit ?? 0} ${noun} on ${planName}. The last spot was taken during the import. Upgrade to add ${name}.`
  return noun === "teachers"
    ? { field: "teacher", code: "teacher-limit", message, value: name }
    : { field: null, code: "student-limit", message, value: name }
}

/** Why a row stayed out during the import: its student ID was given to another student since the check. */
export const isTaken = (code: string): RowIssue => ({
  field: "studentCode",
  code: "duplicate",
  message: `Student ID ${code} was given to another student during the import.`,
  value: code,
})
