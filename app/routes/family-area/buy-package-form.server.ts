import { z } from "zod"
import { buyRefusals } from "~/texts/money/refusals"
import { chosenKey, neededChoice } from "~/utils/form-text"

/** A family's purchase: what it was told the price is, in minor units, and who uses the package. */
export const BuyPackageForm = z.object({
  /** A student's id, or a family's for all its children. */
  holder: neededChoice(buyRefusals["holder-unknown"]),
  price: z.coerce.number().int().catch(-1),
  formKey: chosenKey,
})
