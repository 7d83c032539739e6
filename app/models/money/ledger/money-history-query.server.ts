import { z } from "zod"
import { isDate } from "~/utils/dates"
import { pageIn } from "~/utils/page-number"
import { paymentMethods } from "../payment/payment"
import { eventFilters } from "./money-history"

// The money history's filter as it appears in the URL. Anything unusable is left out, not refused.

const day = z.string().refine(isDate).optional().catch(undefined)

export const HistoryQuery = z.object({
  kind: z.enum(eventFilters).optional().catch(undefined),
  method: z.enum(paymentMethods).optional().catch(undefined),
  search: z.string().trim().max(100).optional().catch(undefined),
  from: day,
  to: day,
  page: z.unknown().optional().transform(pageIn),
})
export type HistoryQuery = z.output<typeof HistoryQuery>
