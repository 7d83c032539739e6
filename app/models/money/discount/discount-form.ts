import { z } from "zod"
import { chosenKey, neededLine, percentOrAmount, wholeNumber } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { discountKinds, discountTargets } from "./discount"

const wrong = () => `Enter a percentage, like 10%, or an amount, like ${plainAmount(500)}.`

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
    fromNth: wholeNumber(2, 20, "Enter a number from 2 to 20.").default(2),
    family: chosenKey.optional(),
    target: z.enum(discountTargets, { error: "Choose what it’s for." }),
    off: percentOrAmount(wrong, 100_000),
  })
  .superRefine(({ kind, family }, context) => {
    if (kind === "family" && !family)
      context.addIssue({ code: "custom", path: ["family"], message: "Choose a family." })
  })
export type DiscountForm = z.output<typeof DiscountForm>
