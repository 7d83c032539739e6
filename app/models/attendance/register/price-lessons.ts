import { z } from "zod"
import { amount, exampleAmount, neededChoice } from "~/utils/form-text"

/** Why lessons that had no price aren't given one: they have one by now, or only the class's price can hold for them. */
export type LessonPriceRefusal = "priced" | "class-only"

export const lessonPriceRefusals: Record<LessonPriceRefusal, string> = {
  priced: "These lessons have a price by now. Reload the page to see their charges.",
  "class-only": "A custom price needs an enrollment on the day of the lesson. Set the class price instead.",
}

/** The price of a family's lessons that had none, beside the items of an invoice. */
export const LessonPriceForm = z.object({
  priceClass: neededChoice("Choose a class."),
  priceAmount: amount(() => `Enter an amount above zero, like ${exampleAmount(3250)}.`, { least: 1 }),
  /** The class's price, or one for this family only. */
  priceKind: z.enum(["class", "own"]).catch("class"),
})
export type LessonPriceForm = z.output<typeof LessonPriceForm>
