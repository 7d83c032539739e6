import { z } from "zod"
import { chosenKey, neededLine } from "~/utils/form-text"
import { parseAmount, plainAmount } from "~/utils/money"
import { discountKinds, discountTargets } from "./discount"

const wrong = () => `Enter a percentage, like 10%, or an amount, like ${plainAmount(500)}.`

/** "10%" as thousandths of a percent, "5.00" as minor units. */
const off = z
  .string({ error: wrong })
  .trim()
  .max(20, { error: wrong })
  .transform((text, context): { rate: number | null; amountMinor: number | null } => {
    const percent = /^(\d{1,3}(?:[.,]\d{1,3})?)\s*%$/.exec(text)?.[1]
    const rate = percent === undefined ? null : Math.round(Number(percent.replace(",", ".")) * 1000)
    const amountMinor = percent === undefined ? parseAmount(text) : null
    const isRight = rate === null ? amountMinor !== null && amountMinor > 0 : rate >= 1 && rate <= 100_000
    if (!isRight) context.addIssue({ code: "custom", message: wrong() })
    return { rate, amountMinor }
  })

/** A discount for charges that aren't invoiced, with what was shown of them. */
export const ApplyDiscountForm = z.object({
  rule: z.string().max(64),
  charges: z.coerce.number().int().min(1),
  beforeMinor: z.coerce.number().int(),
})

export const DiscountForm = z
  .object({
    name: neededLine("Enter a name, like Sibling discount.", 60, "Keep the name under 60 characters."),
    kind: z.enum(discountKinds, { error: "Choose who gets it." }),
    fromNth: z
      .string()
      .trim()
      .regex(/^\d{1,2}$/, "Enter a number from 2 to 20.")
      .transform(Number)
      .refine((nth) => nth >= 2 && nth <= 20, "Enter a number from 2 to 20.")
      .default(2),
    family: chosenKey.optional(),
    target: z.enum(discountTargets, { error: "Choose what it’s for." }),
    off,
  })
  .superRefine(({ kind, family }, context) => {
    if (kind === "family" && !family)
      context.addIssue({ code: "custom", path: ["family"], message: "Choose a family." })
  })
export type DiscountForm = z.output<typeof DiscountForm>
