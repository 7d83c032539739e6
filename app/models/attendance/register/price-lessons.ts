import { z } from "zod"
import { amount, exampleAmount, neededChoice } from "~/utils/form-text"

/** The price of a family's lessons that had none, beside the items of an invoice. */
export const LessonPriceForm = z.object({
  priceClass: neededChoice("Choose a class."),
  priceAmount: amount(() => `Enter an amount above zero, like ${exampleAmount(3250)}.`, { least: 1 }),
  /** The class's price, or one for this family only. */
  priceKind: z.enum(["class", "own"]).catch("class"),
})
export type LessonPriceForm = z.output<typeof LessonPriceForm>
