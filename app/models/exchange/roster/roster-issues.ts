// What can be said about a row of a roster: problems keep it out, warnings do not.
import type { FieldKey } from "./roster-field-names"

export type IssueCode =
  | "cell"
  | "cell-count"
  | "name-missing"
  | "schedule-incomplete"
  | "duplicate"
  | "student-limit"
  | "teacher-limit"
  | "unusual"
  | "dropped"
  | "medical"
  | "no-lesson"
  | "no-teacher"
  | "no-price"
  | "no-guardian"
  | "new-teacher"
  | "already-here"
  | "not-active"
  | "clash"
  | "families-joined"

/**
 * Something to say about a row, beside the column it is about; `value` is the cell as the file has it. `group` is the same
 * without names, for saying it once of many rows.
 */
export type RowIssue = {
  field: FieldKey | null
  code: IssueCode
  message: string
  group?: string
  value: string
}
