import { z } from "zod"
import { type Comparison, comparisons, spans } from "./analytics-period"
import { type CardKey, cardKeys } from "./cards"
import { tableKeys } from "./figure-table"

// What an analysis is about, as it appears in the URL. Anything unusable is left out, not refused.

const name = z.string().trim().min(1).max(100).optional().catch(undefined)

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
  compare: z.enum(Object.keys(comparisons) as [Comparison, ...Comparison[]]).catch("before"),
  teacher: name,
  instrument: name,
})
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>

/** The card or table that a file is of. */
export const FigureFileKey = z
  .enum([...(cardKeys as [CardKey, ...CardKey[]]), ...tableKeys])
  .catch("cancellations")

/** The rows of one figure of a card. */
export const FigureRowsQuery = AnalyticsQuery.extend({
  card: z.enum(cardKeys as [CardKey, ...CardKey[]]).catch("cancellations"),
  of: z.string().max(40).catch("canceled-family"),
  /** Only what is counted under this reason or age. */
  part: z.string().trim().min(1).max(1000).optional().catch(undefined),
  /** Of the days compared with, instead of those chosen. */
  days: z.literal("before").optional().catch(undefined),
})
export type FigureRowsQuery = z.output<typeof FigureRowsQuery>
