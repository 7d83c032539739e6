import { z } from "zod"
import { addMonths, isWithinReach } from "~/utils/dates"
import { day } from "~/utils/form-text"
import { letterTables } from "~/utils/letter-tables"
import { shapes } from "~/utils/sheet-rows"
import { wideTables } from "~/utils/wide-letters"
import type { ColumnMapping } from "../roster/roster-field-names"
import { isColumnUse } from "../roster/roster-fields"
import { MOST_LISTED, ROWS_PER_PAGE } from "./dry-run"
import { type ImportOptions, MOST_COLUMNS } from "./roster-import"

/** The day from which lessons are scheduled, within a year of `today`. */
const lessonsFromField = (today: string) =>
  day("Enter the date to schedule lessons from.").refine(
    (date) => !isWithinReach(date) || (date >= addMonths(today, -12) && date <= addMonths(today, 12)),
    "Enter a date within a year of today.",
  )

/** The choices for the columns of a file. Lessons start within a year of `today`. */
export const columnsForm = (columnCount: number, today: string) =>
  z.object({
    columns: z
      .array(z.string().refine(isColumnUse, "Choose a field for this column."), {
        error: "The file was reloaded. Check its columns again.",
      })
      .length(columnCount, "The file was reloaded. Check its columns again."),
    dateOrder: z.enum(["detect", "mdy", "dmy", "ymd"], { error: "Choose a date format." }),
    lessonsFrom: lessonsFromField(today),
    defaultMinutes: z
      .number({ error: "Enter a number of minutes, like 30." })
      .int("Enter whole minutes, like 30.")
      .min(5, "Enter 5 minutes or more.")
      .max(600, "Enter 600 minutes or less.")
      .optional(),
    defaultTeacher: z.string().max(60).optional(),
    unreadable: z
      .enum(["leave-out", "keep-in-notes"], { error: "Choose what happens to rows with unreadable cells." })
      .default("leave-out"),
    teachers: z
      .array(z.object({ name: z.string().max(500), use: z.string().max(60) }))
      .max(500)
      .default([]),
  })
export type ColumnsForm = z.output<ReturnType<typeof columnsForm>>

const rowNumbers = z.array(z.number().int().min(1)).max(ROWS_PER_PAGE).default([])

const mostListed = z.array(z.number().int().min(1)).max(MOST_LISTED).default([])

/** Which sheets are read, and where their headings are. */
export const LayoutForm = z.object({
  sheets: z
    .array(
      z.object({
        read: z.string().max(5).optional(),
        headings: z.string().max(20),
        leaveOutHidden: z.string().max(5).optional(),
        shape: z.enum(shapes).default("rows"),
      }),
    )
    .min(1)
    .max(200),
})

/** A column that is used as a field, from the check. */
export const UseForm = z.object({
  column: z.number().int().min(0).max(MOST_COLUMNS),
  use: z.string().refine(isColumnUse, "Choose a field for this column."),
})

/** What is chosen on the check itself: the day of the first lessons, and which of the rows listed stay out. */
export const checkForm = (today: string) =>
  z.object({
    fingerprint: z.string().max(100).default(""),
    lessonsFrom: lessonsFromField(today).optional(),
    listed: rowNumbers,
    leaveOut: rowNumbers,
    listedOthers: mostListed,
    asStudents: mostListed,
    answers: z
      .array(
        z.object({
          key: z.string().max(400),
          value: z.string().max(40),
          /** The answer that the check showed. */
          shown: z.string().max(40).default(""),
        }),
      )
      .max(MOST_LISTED)
      .default([]),
  })
export type CheckForm = z.output<ReturnType<typeof checkForm>>

/** Which teachers the form names so far, also where something else in it is wrong. */
export const TypedTeachers = z.object({
  defaultTeacher: z.string().max(60).optional().catch(undefined),
  teachers: z
    .array(z.object({ use: z.string().max(60).catch("create") }))
    .max(500)
    .catch([]),
})

/** The form as the import stores it. */
export function choicesOf(form: ColumnsForm): { mapping: ColumnMapping; options: ImportOptions } {
  const mapping: ColumnMapping = {}
  form.columns.forEach((use, column) => {
    if (isColumnUse(use)) mapping[column] = use
  })
  const { dateOrder, lessonsFrom, defaultMinutes, defaultTeacher, unreadable } = form
  const teacherChoices = Object.fromEntries(form.teachers.map(({ name, use }) => [name, use]))
  return {
    mapping,
    options: { dateOrder, lessonsFrom, defaultMinutes, defaultTeacher, unreadable, teacherChoices },
  }
}

export const RereadForm = z.object({
  encoding: z.enum(["utf-8", ...letterTables, ...wideTables, "utf-16le", "utf-16be"]),
  delimiter: z.enum([",", ";", "tab", "|"]),
})

/** The file itself is read apart: it is never sent back with a refusal. */
export const UploadForm = z.object({ file: z.string().optional() })
export type UploadForm = z.output<typeof UploadForm>
