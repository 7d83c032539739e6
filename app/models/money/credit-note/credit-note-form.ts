import { z } from "zod"
import { amountsByKey, chosenKey, reasonOf } from "~/utils/form-text"
import { creditUses } from "./credit-note"

const reason = reasonOf(300)

/** What is credited, by line of the invoice: empty is nothing. */
export const CreditForm = z.object({
  line: amountsByKey,
  use: z.enum(creditUses).catch("keep"),
  reason,
  formKey: chosenKey.optional(),
})
export type CreditForm = z.output<typeof CreditForm>

/** An amount of an invoice that the school no longer expects. */
export const WriteOffForm = z.object({ reason, formKey: chosenKey.optional() })
