import { z } from "zod"
import { chosenKey, exampleAmount, reasonOf } from "~/utils/form-text"
import { parseAmount } from "~/utils/money"
import { creditUses } from "./credit-note"

const reason = reasonOf(300)

/** What is credited, by line of the invoice: empty is nothing. */
export const CreditForm = z.object({
  line: z
    .record(
      chosenKey,
      z
        .string()
        .optional()
        .transform((text, context) => {
          const typed = text?.trim()
          const minor = typed ? parseAmount(typed) : 0
          if (minor === null)
            context.addIssue({ code: "custom", message: `Enter an amount, like ${exampleAmount(3250)}.` })
          return minor ?? 0
        }),
    )
    .default({}),
  use: z.enum(creditUses).catch("keep"),
  reason,
  formKey: chosenKey.optional(),
})
export type CreditForm = z.output<typeof CreditForm>

/** An amount of an invoice that the school no longer expects. */
export const WriteOffForm = z.object({ reason, formKey: chosenKey.optional() })
