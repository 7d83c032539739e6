import { z } from "zod"
import { isDate } from "~/utils/dates"
import { amount } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { payRateKinds } from "./pay"

const amountNeeded = () => `Enter an amount, like ${plainAmount(3400)}.`
const dayNeeded = "Enter a start date."

/** What a teacher is paid from a day on. */
export const PayRateForm = z.object({
  kind: z.enum(payRateKinds, { error: "Choose per lesson or per hour." }),
  amount: amount(amountNeeded),
  fromDate: z
    .string({ error: dayNeeded })
    .refine((day) => isDate(day) && day > "2000" && day < "2200", dayNeeded),
})
export type PayRateForm = z.output<typeof PayRateForm>
