import { z } from "zod"
import { neededLine } from "~/utils/form-text"

/** Why the office declines changes. */
export const DeclineChangesForm = z.object({
  answer: neededLine("Enter a reason. The family reads it.", 200, "Keep the reason under 200 characters."),
})
