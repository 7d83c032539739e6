import { z } from "zod"
import { chosenKey } from "~/utils/form-text"
import { bankDateOrders } from "./bank-values"

export const BankUploadForm = z.object({ file: z.instanceof(File) })
export type BankUploadForm = z.output<typeof BankUploadForm>

const header = z
  .string()
  .max(300)
  .optional()
  .transform((name) => name || null)

/** Which column holds what; payer and reference may be left out. */
export const BankColumnsForm = z.object({
  date: z.string({ error: "Choose the column with the date." }).max(300),
  amount: z.string({ error: "Choose the column with the amount." }).max(300),
  payer: header,
  reference: header,
  dateOrder: z.enum(bankDateOrders, { error: "Choose how dates are written." }),
})
export type BankColumnsForm = z.output<typeof BankColumnsForm>

const noEntry = "Select at least one transfer."

/** The transfers to record, each with what was suggested for it, as "transfer:invoice" or "transfer:invoice,invoice". */
export const RecordEntriesForm = z.object({
  entry: z
    .array(
      z
        .string()
        .max(2000)
        .regex(/^[^:]+:[^:]+$/),
      { error: noEntry },
    )
    .min(1, noEntry)
    .max(200, "Select 200 or fewer at a time."),
})

export const OneEntryForm = z.object({
  entry: chosenKey,
  invoice: chosenKey.optional(),
  family: chosenKey.optional(),
})
