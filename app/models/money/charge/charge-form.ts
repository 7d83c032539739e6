import { z } from "zod"
import { amount, day, exampleAmount, neededText, reasonOf, signedAmount } from "~/utils/form-text"

const reason = reasonOf(200)

/** A charge that isn't on an invoice yet, as it will be saved. */
export const ChargeForm = z.object({
  description: neededText("Enter a description.", 200, "Keep the description under 200 characters."),
  amount: signedAmount,
  occurredOn: day("Enter a date."),
  reason,
})
export type ChargeForm = z.output<typeof ChargeForm>

/** What is owed for something: of a charge that isn't an item, a reduction is an item of its own. */
export const owedAmount = amount(
  () => `Enter an amount above zero, like ${exampleAmount(3250)}, or waive the charge.`,
  { least: 1 },
)

/** A fee, a material or a hire; only an item can be a reduction. */
export const OwedChargeForm = ChargeForm.extend({ amount: owedAmount })

/** Taking it back needs only the reason. */
export const WaiveForm = z.object({ reason })
