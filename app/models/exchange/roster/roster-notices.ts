// What an import should say before it happens though nothing is wrong: rows that lack something, columns that are absent.
import { formatDate } from "~/utils/date-text"
import { type DateOrder, orderText } from "./roster-dates"
import { type ColumnMapping, type FieldKey, rosterFields } from "./roster-fields"
import type { RowIssue } from "./roster-issues"
import { copyToNotes } from "./roster-notes"
import type { RowReading } from "./roster-reading"
import { fullName } from "./roster-row"

const lessonFields: readonly FieldKey[] = [
  "teacher",
  "classKind",
  "weekday",
  "time",
  "minutes",
  "price",
  "billing",
  "startDate",
]

/** Warns of what a ready row lacks, and keeps in the notes what a student without lessons has no other place for. */
export function settle(
  reading: RowReading,
  lesson: { isTaught: boolean } | null,
  mapping: ColumnMapping,
): void {
  const { values, cells, warnings } = reading
  const name = fullName(values)
  const warn = (field: FieldKey, code: RowIssue["code"], message: string, group?: string) =>
    warnings.push({ field, code, message, group, value: cells[field]?.text ?? "" })
  const isEmptyIn = (field: FieldKey) => !cells[field] && isMapped(mapping, field)

  if (!lesson) {
    copyToNotes(reading, ...lessonFields)
    if (values.status !== "former" && isEmptyIn("weekday")) {
      warn(
        "weekday",
        "no-lesson",
        `No lesson day and time: ${name} is imported without a class.`,
        "No lesson day and time: the student is imported without a class.",
      )
    }
    return
  }
  if (values.status === "paused" || values.status === "lead") {
    const state = values.status === "lead" ? "a lead" : "paused"
    warn(
      "status",
      "not-active",
      `${name} is ${state}, and gets this lesson all the same.`,
      `The student is ${state}, and gets the lesson all the same.`,
    )
  }
  if (isEmptyIn("teacher") && !lesson.isTaught) {
    warn("teacher", "no-teacher", "No teacher is named. Choose one for the class after the import.")
  }
  if (isEmptyIn("price") && values.billing.mode === "per_session") {
    warn("price", "no-price", "No price. Set one for the class before its first lesson is billed.")
  }
}

/** What is true of the whole file and worth knowing before the import. */
export function findNotices(file: {
  mapping: ColumnMapping
  dateOrders: Record<string, { order: DateOrder; sure: boolean }>
  defaultStart: string
  defaultTeacher?: string
  hasClasses: boolean
}): string[] {
  const notices: string[] = []
  const unsure = Object.values(file.dateOrders).find(({ sure }) => !sure)
  if (unsure) {
    notices.push(`Dates such as 01/02/2008 can be read two ways. Here ${orderText(unsure.order)}.`)
  }
  if (!file.hasClasses) {
    const idle = (["teacher", "price", "billing", "minutes"] as const).filter((field) =>
      isMapped(file.mapping, field),
    )
    const missing = (["weekday", "time"] as const).filter((field) => !isMapped(file.mapping, field))
    if (idle.length > 0 && missing.length > 0) {
      const columns = idle.map((field) => rosterFields[field]).join(", ")
      notices.push(
        `No column holds the lesson ${missing.length > 1 ? "days and times" : missing[0] === "time" ? "times" : "days"}, so no classes and lessons are made. What the file says about lessons (${columns}) is kept in the students’ notes. To import lessons, choose “${rosterFields.weekday}” or “${rosterFields.time}” for the column that holds them.`,
      )
    }
    return notices
  }
  if (!isMapped(file.mapping, "teacher") && !file.defaultTeacher) {
    notices.push("No column names the teachers: choose one for each class after the import.")
  }
  if (!isMapped(file.mapping, "startDate")) {
    notices.push(`No column holds start dates: lessons start on ${formatDate(file.defaultStart, "full")}.`)
  }
  if (!isMapped(file.mapping, "price")) {
    notices.push("No column holds prices: set one for each class after the import.")
  }
  return notices
}

function isMapped(mapping: ColumnMapping, field: FieldKey): boolean {
  return Object.values(mapping).includes(field)
}
