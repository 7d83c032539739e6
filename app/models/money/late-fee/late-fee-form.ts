import { z } from "zod"
import { amount, wholeNumber } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { lateFeeKinds } from "./late-fee"

const example = () => `Enter an amount, like ${plainAmount(1000)}.`
const wrongDays = "Enter a number of days from 1 to 365."
const wrongRate = "Enter a percentage from 0.001 to 100."

export const LateFeeForm = z
  .object({
    kind: z.enum(lateFeeKinds, { error: "Choose a kind of late fee." }),
    amount: amount(example, { least: 1 }).optional(),
    percent: z
      .string()
      .trim()
      .regex(/^\d{1,3}(?:[.,]\d{1,3})?\s*%?$/, wrongRate)
      .transform((text) => Math.round(Number(text.replace("%", "").replace(",", ".").trim()) * 1000))
      .refine((rate) => rate >= 1 && rate <= 100_000, wrongRate)
      .optional(),
    afterDays: wholeNumber(1, 365, wrongDays),
    isMonthly: z.boolean().default(false),
    cap: amount(example, { least: 1 }).optional(),
  })
  .superRefine(({ kind, amount: fixed, percent }, context) => {
    if (kind === "fixed" && fixed === undefined)
      context.addIssue({ code: "custom", path: ["amount"], message: example() })
    if (kind === "percent" && percent === undefined)
      context.addIssue({ code: "custom", path: ["percent"], message: wrongRate })
  })
export type LateFeeForm = z.output<typeof LateFeeForm>
