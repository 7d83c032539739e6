import { z } from "zod"
import { amount, exampleAmount } from "~/utils/form-text"
import { WaiveForm } from "../charge/charge-form"

/** What a lesson or a package costs instead, and why. */
export const AgreedAmountForm = z
  .object({
    amount: amount(() => `Enter an amount above zero, like ${exampleAmount(3250)}, or waive the charge.`, {
      least: 1,
    }),
  })
  .extend(WaiveForm.shape)
export type AgreedAmountForm = z.output<typeof AgreedAmountForm>
