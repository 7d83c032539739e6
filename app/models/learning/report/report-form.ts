import { z } from "zod"
import { day, lines } from "~/utils/form-text"

const ofPeriod = day("Write the day, such as 2026-11-18.")

export const ReportForm = z
  .object({
    fromDate: ofPeriod,
    toDate: ofPeriod,
    words: lines(4000, "A report has at most 4,000 characters of your own.").default(""),
  })
  .refine(({ fromDate, toDate }) => fromDate <= toDate, {
    path: ["toDate"],
    error: "The last day is before the first.",
  })
export type ReportForm = z.output<typeof ReportForm>
