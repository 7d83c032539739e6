import { z } from "zod"
import { day, neededText } from "~/utils/form-text"

/** Some days with a name: a closure or a term. */
export const DaysForm = z.object({
  name: neededText("Enter a name.", 80, "Keep the name under 80 characters."),
  startsOn: day("Enter the first day."),
  endsOn: day("Enter the last day."),
  lessons: z
    .enum(["keep", "cancel", "move"], { error: "Choose what happens to the lessons." })
    .default("keep"),
  /** How many lessons the person has seen that it cancels. */
  confirmed: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined),
})
export type DaysForm = z.output<typeof DaysForm>

/** The lists of days a school keeps. */
export const dayLists = ["closures", "terms"] as const
export type DayList = (typeof dayLists)[number]
