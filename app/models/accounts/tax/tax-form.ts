import { z } from "zod"
import { neededLine } from "~/utils/form-text"

const wrongRate = "Enter a percentage from 0 to 100 with up to three decimals, like 8.875."

/** Thousandths of a percent of "20", "8.875" or "8,875 %". */
const rate = z
  .string({ error: "Enter a percentage." })
  .trim()
  .max(12, wrongRate)
  .regex(/^\d{1,3}(?:[.,]\d{1,3})?\s*%?$/, wrongRate)
  .transform((text) => Math.round(Number(text.replace("%", "").replace(",", ".").trim()) * 1000))
  .refine((thousandths) => thousandths <= 100_000, wrongRate)

export const TaxRateForm = z.object({
  name: neededLine("Enter a name, like VAT.", 40, "Keep the name under 40 characters."),
  rate,
  isDefault: z.boolean().default(false),
})
export type TaxRateForm = z.output<typeof TaxRateForm>

export const TaxModeForm = z.object({
  mode: z.enum(["included", "added"], { error: "Choose whether your prices include tax." }),
})
