import { z } from "zod"
import { amount, chosenKey, day, line, neededLine, textOrNull } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { hoursField } from "./pay-forms"

const amountNeeded = () => `Enter an amount, like ${plainAmount(3400)}.`

/** Extra work as a teacher enters it: one of the school's kinds, or anything else with an amount. */
export const EnterWorkForm = z.object({
  kind: chosenKey.optional(),
  workedOn: day("Enter the date of the work."),
  hours: hoursField,
  pay: amount(amountNeeded, { least: 1 }).optional(),
  description: line(120, "Keep it under 120 characters.").optional(),
  note: textOrNull(500, "Keep the note under 500 characters."),
  formKey: chosenKey,
})
export type EnterWorkForm = z.output<typeof EnterWorkForm>

export const DeclineWorkForm = z.object({
  work: chosenKey,
  reason: neededLine("Enter a reason. The teacher reads it.", 200, "Keep the reason under 200 characters."),
})

/** A kind of work that the school pays for. */
export const WorkKindForm = z.object({
  name: neededLine("Enter a name, like Recital.", 60, "Keep the name under 60 characters."),
  paid: z.enum(["hour", "time"], { error: "Choose per hour or each time." }),
  amount: amount(amountNeeded, { least: 1 }),
})
export type WorkKindForm = z.output<typeof WorkKindForm>
