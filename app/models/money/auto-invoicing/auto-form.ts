import { z } from "zod"
import { neededChoice, neededLine, wholeNumber } from "~/utils/form-text"
import { autoPeriods } from "./auto-invoicing"

const dayNeeded = "Enter a day from 1 to 28."

export const AutoForm = z.object({
  isOn: z.boolean().default(false),
  dayOfMonth: wholeNumber(1, 28, dayNeeded),
  period: z.enum(autoPeriods, { error: "Choose what to invoice." }),
})
export type AutoForm = z.output<typeof AutoForm>

export const HoldForm = z.object({
  family: neededChoice("Choose a family."),
  reason: neededLine("Enter a reason.", 200, "Keep the reason under 200 characters."),
})
