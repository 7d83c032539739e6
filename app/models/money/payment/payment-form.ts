import { z } from "zod"
import { isDate } from "~/utils/dates"
import { amount } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { paymentMethods } from "./payment"

const amountNeeded = () => `Enter the amount received, like ${plainAmount(3250)}.`

/** A payment the office enters by hand. The amount is typed as people type it. */
export const PaymentForm = z.object({
  amount: amount(amountNeeded, {
    wrong: () => `Enter an amount above zero, like ${plainAmount(3250)}.`,
    least: 1,
  }),
  method: z.enum(paymentMethods, { error: "Choose a payment method." }),
  receivedOn: z
    .string({ error: "Enter the date it was received." })
    .refine((text) => isDate(text) && text >= "1990-01-01", "Enter the date it was received."),
  payer: z
    .string({ error: "Enter who paid." })
    .trim()
    .min(1, "Enter who paid.")
    .max(120, "Keep the name under 120 characters."),
  reference: z.string().trim().max(120, "Keep the reference under 120 characters.").optional(),
  note: z.string().trim().max(500, "Keep the note under 500 characters.").optional(),
})
export type PaymentForm = z.output<typeof PaymentForm>
