import { z } from "zod"
import { day, line } from "~/utils/form-text"
import { skillStates, stateAfter } from "./skill"

const boundedText = (most: number, missing: string, long: string) =>
  z
    .string({ error: missing })
    .pipe(line(most, long))
    .refine((text) => text !== "", missing)

const level = boundedText(60, "Enter a level, for example Grade 1.", "Keep the level under 60 characters.")
const name = boundedText(120, "Enter the skill.", "Keep the skill under 120 characters.")
const instrument = boundedText(60, "Enter an instrument.", "Keep the instrument under 60 characters.")

export const NewSkillForm = z.object({ instrument, level, name })
export type NewSkillForm = z.output<typeof NewSkillForm>

export const SkillForm = z.object({ skillId: z.string().max(64), level, name })

const state = z.enum(skillStates, { error: "Choose a status." })

/** One skill one step further, or back again. */
export const SkillStepForm = z
  .object({ student: z.string().max(64), skill: z.string().max(64), from: state, to: state })
  .refine(({ from, to }) => stateAfter(from) === to || stateAfter(to) === from, {
    path: ["to"],
    error: "Reload the page, then try again.",
  })

/** The sheet as it is sent: state and comment for each skill id. */
export const SkillSheetForm = z.object({
  said: z
    .record(
      z.string().max(64),
      z.object({
        state: z.enum(skillStates, { error: "Choose a status." }),
        comment: line(300, "Keep the comment under 300 characters.")
          .optional()
          .transform((text) => text || null),
      }),
    )
    .default({}),
  since: day("Enter a date."),
  stamp: z.string().max(64).default(""),
})
