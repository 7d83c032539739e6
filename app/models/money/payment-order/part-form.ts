import { z } from "zod"
import { amount } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"

/** The part of an invoice's balance that someone chooses to pay now. */
export const PartForm = z.object({
  amount: amount(() => `Enter an amount, like ${plainAmount(5000)}.`, {
    wrong: () => `Enter an amount above zero, like ${plainAmount(5000)}.`,
    least: 1,
  }),
})
