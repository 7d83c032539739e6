import { z } from "zod"
import { isDate } from "~/utils/dates"
import { amount } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { paymentMethods } from "./payment"

const amountNeeded = () => `Write the amount received, such as ${plainAmount(3250)}.`

/** A payment the office enters by hand. The amount is typed as people type it. */
export const PaymentForm = z.object({
  amount: amount(amountNeeded, {
    wrong: () => `Write an amount above zero, such as ${plainAmount(3250)}.`,
    least: 1,
  }),
  method: z.enum(paymentMethods, { error: "Choose how it was paid." }),
  receivedOn: z
    .string({ error: "Choose the day it was received." })
    .refine((text) => isDate(text) && text >= "1990-01-01", "Choose the day it was received."),
  payer: z
    .string({ error: "Say who paid." })
    .trim()
    .min(1, "Say who paid.")
    .max(120, "A name has at most 120 characters."),
  reference: z.string().trim().max(120, "A reference has at most 120 characters.").optional(),
  note: z.string().trim().max(500, "A note has at most 500 characters.").optional(),
})
export type PaymentForm = z.output<typeof PaymentForm>
