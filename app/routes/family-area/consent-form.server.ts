import { z } from "zod"
import { chosenKey, neededLine } from "~/utils/form-text"

/** Yes or no for each of those whom the document asks, by their ids. */
export const ConsentForm = z
  .object({
    document: chosenKey.optional(),
    version: chosenKey,
    whose: z.record(chosenKey, z.enum(["yes", "no"], "Choose an answer.")).default({}),
    name: neededLine("Type your full name.", 120, "Keep the name under 120 characters."),
  })
  .refine(({ whose }) => Object.keys(whose).length > 0, { path: ["name"], error: "Choose an answer first." })
  .refine(({ whose }) => Object.keys(whose).length <= 100, {
    path: ["name"],
    error: "Answer for 100 at most.",
  })
