import { classKinds } from "db/schema/choices"
import { z } from "zod"
import { day, percentOrAmount } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { roundings } from "./price-rise"

const wrong = () => `Enter a percentage, like 5%, or an amount, like ${plainAmount(200)}.`

export const RiseForm = z.object({
  by: percentOrAmount(wrong, 1_000_000),
  fromDate: day("Enter a date."),
  roundTo: z
    .string()
    .transform(Number)
    .refine((step) => roundings.some((each) => each === step), "Choose a rounding.")
    .default(1),
  kind: z.enum(classKinds).optional(),
  instrument: z.string().max(60).optional(),
  teacher: z.string().max(64).optional(),
  /** which preview is confirmed */
  seen: z.string().max(64).default(""),
})
export type RiseForm = z.output<typeof RiseForm>
