import { z } from "zod"
import { chosenKey } from "~/utils/form-text"

// The forms about what a class requires.

const short = "Enter a reason of at least 3 characters."

/** Why someone joins a class without what it requires; left out while no one does. */
export const prerequisiteReason = z
  .string()
  .trim()
  .max(200, "Keep the reason under 200 characters.")
  .refine((text) => text === "" || text.length >= 3, short)
  .optional()

const years = "Enter an age from 1 to 99."

export const PrerequisiteForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("add-class"),
    requiredId: z
      .string({ error: "Choose a class." })
      .pipe(chosenKey)
      .pipe(z.string().min(1, "Choose a class.")),
  }),
  z.object({
    intent: z.literal("set-age"),
    minAge: z.coerce.number({ error: years }).int(years).min(1, years).max(99, years),
  }),
  z.object({
    intent: z.literal("set-level"),
    minLevel: z.string({ error: "Choose a level." }).min(1, "Choose a level.").max(80, "Choose a level."),
  }),
  z.object({ intent: z.literal("remove"), prerequisite: chosenKey.min(1) }),
])
