import { z } from "zod"
import { line } from "~/utils/form-text"

/**
 * What the page of lessons to settle sends beside a choice for each: why lessons are kept or canceled. Families of canceled
 * ones read it.
 */
export const StrandedForm = z.object({
  reason: line(200, "Keep the reason under 200 characters.").default(""),
})
