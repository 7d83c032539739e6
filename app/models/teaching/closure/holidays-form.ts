import { z } from "zod"
import { isDate } from "~/utils/dates"
import { holidayYears } from "./public-holidays"

const code = z
  .string()
  .regex(/^[A-Z0-9-]{1,6}$/i)
  .transform((text) => text.toUpperCase())
  .optional()
  .catch(undefined)

/** Which holidays are shown, as it stands in the address. What is unusable is left out. */
export const HolidaysQuery = z.object({
  country: code,
  region: code,
  year: z.coerce.number().int().min(1970).max(2200).optional().catch(undefined),
})

export type HolidaysQuery = z.output<typeof HolidaysQuery>

const mostDays = 120

export const HolidaysForm = HolidaysQuery.extend({
  day: z
    .array(z.string().refine(isDate, "Choose from the list."), { error: "Select at least one holiday." })
    .min(1, "Select at least one holiday.")
    .max(mostDays, `Select up to ${mostDays} holidays.`),
  /** What becomes of lessons that are scheduled on these days already. */
  lessons: z.enum(["keep", "cancel", "move"]).default("keep"),
  /** How many lessons the person has seen that it cancels. */
  confirmed: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined),
  /** What the person has seen that it moves. */
  seenMoves: z.string().max(2000).optional().catch(undefined),
})

/** The year that is asked for, if holidays are offered for it; otherwise this one. */
export const offeredYear = (asked: number | undefined, thisYear: number): number =>
  asked !== undefined && asked >= thisYear && asked < thisYear + holidayYears ? asked : thisYear
