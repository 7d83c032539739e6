import { z } from "zod"
import { day, lines } from "~/utils/form-text"

const ofPeriod = day("Enter a date.")

export const ReportForm = z
  .object({
    fromDate: ofPeriod,
    toDate: ofPeriod,
    words: lines(4000, "Keep the comments under 4,000 characters.").default(""),
  })
  .refine(({ fromDate, toDate }) => fromDate <= toDate, {
    path: ["toDate"],
    error: "Enter an end date on or after the start date.",
  })
export type ReportForm = z.output<typeof ReportForm>
