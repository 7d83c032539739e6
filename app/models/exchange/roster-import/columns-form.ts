import { z } from "zod"
import { addMonths, isWithinReach } from "~/utils/dates"
import { type ColumnMapping, isColumnUse } from "../roster/roster-fields"
import type { ImportOptions } from "./roster-import"

/** What is chosen for the columns of a file. `today` bounds the day lessons are made from: a year either way. */
export const columnsForm = (columnCount: number, today: string) =>
  z.object({
    columns: z
      .array(z.string().refine(isColumnUse, "Choose what this column is."), {
        error: "The file was read anew in between. Look at its columns again.",
      })
      .length(columnCount, "The file was read anew in between. Look at its columns again."),
    dateOrder: z.enum(["detect", "mdy", "dmy", "ymd"], { error: "Choose how dates are written." }),
    lessonsFrom: z
      .string({ error: "Choose the day from which lessons are put on the schedule." })
      .refine(isWithinReach, "Write the day as year-month-day, such as 2026-11-01.")
      .refine(
        (day) => !isWithinReach(day) || (day >= addMonths(today, -12) && day <= addMonths(today, 12)),
        "Choose a day within a year of today.",
      ),
    defaultMinutes: z
      .number({ error: "Write the minutes as a number, such as 30." })
      .int("Write whole minutes, such as 30.")
      .min(5, "A lesson has at least 5 minutes.")
      .max(600, "A lesson has at most 600 minutes.")
      .optional(),
    defaultTeacher: z.string().max(60).optional(),
    unreadable: z
      .enum(["leave-out", "keep-in-notes"], { error: "Choose one of the two." })
      .default("leave-out"),
    teachers: z
      .array(z.object({ name: z.string().max(500), use: z.string().max(60) }))
      .max(500)
      .default([]),
  })
export type ColumnsForm = z.output<ReturnType<typeof columnsForm>>

/** The same as the import keeps it. */
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
  encoding: z.enum(["utf-8", "windows-1252", "utf-16le", "utf-16be"]),
  delimiter: z.enum([",", ";", "tab", "|"]),
})
