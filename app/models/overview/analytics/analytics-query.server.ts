import { z } from "zod"
import { spans } from "./analytics-period"

// The months an analysis is about, as they appear in the URL. Anything unusable is left out, not refused.

export const AnalyticsQuery = z.object({
  /** How many months. */
  months: z.coerce
    .number()
    .refine((count) => (spans as readonly number[]).includes(count))
    .catch(6),
  /** The last of them, `YYYY-MM`; this month unless given. */
  until: z
    .string()
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
})
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>
