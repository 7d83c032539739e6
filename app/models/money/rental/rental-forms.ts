import { z } from "zod"
import { amount, chosenKey, day, neededChoice, neededLine, textOrNull } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { pageIn } from "~/utils/page-number"
import { hireFilters } from "./rental"

const endsOn = day("Enter a date, or leave it blank.")
  .optional()
  .transform((date) => date ?? null)

export const HireForm = z.object({
  item: neededLine("Enter the instrument, like Violin 3/4.", 80, "Keep the instrument under 80 characters."),
  serialNumber: textOrNull(60, "Keep the serial number under 60 characters."),
  price: amount(() => `Enter an amount, like ${plainAmount(2_500)}.`, { least: 1 }),
  tax: chosenKey.optional().default("default"),
  startsOn: day("Enter a first day."),
  endsOn,
  formKey: chosenKey,
})
export type HireForm = z.output<typeof HireForm>

export const NewHireForm = HireForm.extend({ student: neededChoice("Choose a student.") })

/** What can change while an instrument is hired. */
export const HireEndForm = z.object({ endsOn })
export type HireEndForm = z.output<typeof HireEndForm>

export const HireQuery = z.object({
  state: z.enum(hireFilters).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
