import { classKinds } from "db/schema/choices"
import { z } from "zod"
import { day } from "~/utils/form-text"
import { parseAmount, plainAmount } from "~/utils/money"
import { roundings } from "./price-rise"

const wrong = () => `Enter a percentage, like 5%, or an amount, like ${plainAmount(200)}.`

/** "5%" as thousandths of a percent, "2.00" as minor units. */
const by = z
  .string({ error: wrong })
  .trim()
  .max(20, { error: wrong })
  .transform((text, context): { rate: number | null; amountMinor: number | null } => {
    const percent = /^(\d{1,3}(?:[.,]\d{1,3})?)\s*%$/.exec(text)?.[1]
    const rate = percent === undefined ? null : Math.round(Number(percent.replace(",", ".")) * 1000)
    const amountMinor = percent === undefined ? parseAmount(text) : null
    const isRight = rate === null ? amountMinor !== null && amountMinor > 0 : rate >= 1 && rate <= 1_000_000
    if (!isRight) context.addIssue({ code: "custom", message: wrong() })
    return { rate, amountMinor }
  })

export const RiseForm = z.object({
  by,
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
