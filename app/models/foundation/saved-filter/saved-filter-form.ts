import { z } from "zod"
import { neededText } from "~/utils/form-text"

const problem = "Enter a name of at most 60 characters."

/** A list's filters under a name, for this person or for everyone who runs the school. */
export const SaveFilterForm = z.object({
  name: neededText(problem, 60, problem),
  query: z.string().max(1000).default(""),
  shared: z.boolean().default(false),
})
