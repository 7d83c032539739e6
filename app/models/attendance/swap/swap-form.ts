import { swapRules } from "db/schema/choices"
import { z } from "zod"
import { time } from "~/utils/form-text"

const dayWrong = "Choose the days from the list."

/** A lesson that a family offers, and the times it would take without being asked. */
export const OfferSwapForm = z
  .object({
    lesson: z.string({ error: "Choose a lesson." }).max(64, "Choose a lesson."),
    days: z
      .array(z.string().regex(/^[1-7]$/, dayWrong))
      .max(7, dayWrong)
      .default([])
      .transform((days) => [...new Set(days)].sort()),
    from: time("Enter from when.", "Enter a time.").optional(),
    to: time("Enter until when.", "Enter a time.").optional(),
  })
  .superRefine(({ days, from, to }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message })
    if (days.length === 0 && (from || to))
      refuse("days", "Choose at least one day, or leave the times blank.")
    if (days.length > 0 && !from) refuse("from", "Enter from when.")
    if (days.length > 0 && !to) refuse("to", "Enter until when.")
    if (days.length > 0 && from && to && from >= to) refuse("to", "Enter an end time after the start time.")
  })
export type OfferSwapForm = z.output<typeof OfferSwapForm>

/** A lesson of the family's own for a time that is offered. */
export const AskSwapForm = z.object({
  offer: z.string({ error: "Choose a time." }).max(64, "Choose a time."),
  lesson: z.string({ error: "Choose a lesson." }).max(64, "Choose a lesson."),
})

/** Two lessons of a family's own students that change places. */
export const SiblingSwapForm = z.object({
  pair: z
    .string({ error: "Choose two lessons." })
    .regex(/^[\w-]{1,64} [\w-]{1,64}$/, "Choose two lessons.")
    .transform((spelled): readonly [string, string] => {
      const [one = "", other = ""] = spelled.split(" ")
      return [one, other]
    }),
})

/** What the school allows. */
export const SwapRulesForm = z.object({
  rule: z.enum(swapRules, { error: "Choose who decides." }),
  anyLength: z.boolean().default(false),
})
