import { z } from "zod"
import { isWithinReach } from "~/utils/dates"
import { line } from "~/utils/form-text"
import { skillStates } from "./skill"

const boundedText = (most: number, missing: string, long: string) =>
  z
    .string({ error: missing })
    .pipe(line(most, long))
    .refine((text) => text !== "", missing)

const level = boundedText(60, "Write a level, such as Grade 1.", "A level has at most 60 characters.")
const name = boundedText(120, "Write what the student learns.", "A skill has at most 120 characters.")
const instrument = boundedText(60, "Write an instrument.", "An instrument has at most 60 characters.")

export const NewSkillForm = z.object({ instrument, level, name })
export type NewSkillForm = z.output<typeof NewSkillForm>

export const SkillForm = z.object({ skillId: z.string().max(64), level, name })

/** The sheet as it is sent: state and comment for each skill id. */
export const SkillSheetForm = z.object({
  said: z
    .record(
      z.string().max(64),
      z.object({
        state: z.enum(skillStates, { error: "Choose one of the states." }),
        comment: line(300, "A comment has at most 300 characters.")
          .optional()
          .transform((text) => text || null),
      }),
    )
    .default({}),
  since: z
    .string({ error: "Write the day, such as 2026-11-18." })
    .refine(isWithinReach, "Write the day, such as 2026-11-18."),
  stamp: z.string().max(64).default(""),
})
