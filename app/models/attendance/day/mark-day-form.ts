import { z } from "zod"
import { ChosenStatus } from "~/models/attendance/register/register-form"
import { isDate } from "~/utils/dates"
import { mostAtOnce } from "./mark-day"

const date = z.string({ error: "Choose a date." }).refine(isDate, "Choose a date.")
const instant = z
  .string()
  .regex(/^\d{10,15}$/, "Reload the page and try again.")
  .transform(Number)

/** Within a record what is left blank arrives as an empty text: only of a field of its own it is left out. */
const markIfAny = z.preprocess((spelled) => spelled || undefined, ChosenStatus.optional())

/** By lesson and student; one that is left blank is marked as expected. */
const chosenMarks = z.record(z.string().max(64), z.record(z.string().max(64), markIfAny)).default({})

/** The lessons of a day that are marked at once: those that the page showed and that are still selected. */
export const MarkDayForm = z.object({
  day: date,
  teacher: z.string().max(64).optional(),
  room: z.string().max(64).optional(),
  lesson: z
    .array(z.string().max(64), { error: "Select at least one lesson." })
    .min(1, "Select at least one lesson.")
    .max(mostAtOnce, `Select up to ${mostAtOnce} lessons.`),
  marks: chosenMarks,
  /** The sign of what the page said that each lesson comes to, so that nothing else is saved. */
  shown: z.record(z.string().max(64), z.string().max(64)).default({}),
})

export type MarkDayForm = z.output<typeof MarkDayForm>

/** What of it is shown again when it is refused. */
export const TypedDay = MarkDayForm.extend({
  lesson: z.array(z.string().max(64)).max(mostAtOnce).default([]),
})

/** These lessons are undone, as far as they were marked between two instants. */
export const UndoDayForm = z.object({
  day: date,
  teacher: z.string().max(64).optional(),
  room: z.string().max(64).optional(),
  lessons: z
    .string()
    .max(mostAtOnce * 65)
    .transform((ids) => ids.split(",").slice(0, mostAtOnce)),
  since: instant,
  until: instant,
})
