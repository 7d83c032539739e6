import { z } from "zod"
import { neededLine } from "~/utils/form-text"

// Closing the books of a month, and reopening them.

export const MonthForm = z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) })

export const ReopenForm = z.object({
  month: MonthForm.shape.month,
  reason: neededLine("Enter a reason.", 200, "Keep the reason under 200 characters."),
})
