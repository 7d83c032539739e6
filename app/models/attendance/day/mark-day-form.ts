import { z } from "zod"
import { isDate } from "~/utils/dates"

const date = z.string({ error: "Choose a date." }).refine(isDate, "Choose a date.")
const instant = z
  .string()
  .regex(/^\d{10,15}$/, "Reload the page and try again.")
  .transform(Number)

/** The lessons of a day that are marked at once: those that the page showed and that are still selected. */
export const MarkDayForm = z.object({
  day: date,
  teacher: z.string().max(64).optional(),
  lesson: z
    .array(z.string().max(64), { error: "Select at least one lesson." })
    .min(1, "Select at least one lesson.")
    .max(60, "Select up to 60 lessons."),
})

/** What was marked between two instants is undone. */
export const UndoDayForm = z.object({
  day: date,
  teacher: z.string().max(64).optional(),
  since: instant,
  until: instant,
})
