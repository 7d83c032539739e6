import { z } from "zod"
import { isDate } from "~/utils/dates"
import { chosenKey, textOrNull } from "~/utils/form-text"
import { parseMoney, plainAmount } from "~/utils/money"
import { invoiceStatuses } from "./invoice"

// What the office sends about invoices. Amounts arrive as people type them and leave as minor units.

const day = (missing: string) =>
  z
    .string({ error: missing })
    .refine(isDate, missing)
    .refine((text) => text >= "1990-01-01" && text <= "2100-12-31", "Choose a day of this century.")

const ids = z.array(chosenKey).max(500, "An invoice has at most 500 lines.").default([])

/** Minor units of "32.50", or of "-10" for a reduction. */
const signedAmount = z
  .string({ error: () => `Write an amount such as ${plainAmount(3250)}.` })
  .max(40, { error: () => `Write an amount such as ${plainAmount(3250)}.` })
  .transform((text, context) => {
    const reduction = /^\s*[-−]/.test(text)
    const minor = parseMoney(text.replace(/^\s*[-−]\s*/, ""))
    if (!minor)
      context.addIssue({
        code: "custom",
        message: `Write an amount such as ${plainAmount(3250)}, or ${plainAmount(-1000)}.`,
      })
    return reduction ? -(minor ?? 0) : (minor ?? 0)
  })

/** Ticked lines of /billing/new-invoice: charges by id, tellings by seat. */
export const InvoiceForm = z.object({
  dueOn: day("Choose the day by which it is to be paid."),
  charge: ids,
  seat: ids,
  note: textOrNull(2000, "The note has at most 2,000 characters."),
})
export type InvoiceForm = z.output<typeof InvoiceForm>

/** One line that no lesson made: a book, a string, a ticket. */
export const LineForm = z.object({
  lineDescription: z
    .string({ error: "Say what the line is for." })
    .trim()
    .min(1, "Say what the line is for.")
    .max(200, "A line has at most 200 characters."),
  lineAmount: signedAmount,
  lineDay: day("Choose the day of the line."),
  lineStudent: textOrNull(64, "Choose a student of this family."),
})
export type LineForm = z.output<typeof LineForm>

export const VoidForm = z.object({
  reason: z
    .string({ error: "Say why this invoice is void. It is kept with the invoice." })
    .trim()
    .min(3, "Say why this invoice is void. It is kept with the invoice.")
    .max(500, "The reason has at most 500 characters."),
})
export type VoidForm = z.output<typeof VoidForm>

/** Query of /billing; anything unusable is left out, not refused. */
export const InvoiceQuery = z.object({
  status: z.enum(invoiceStatuses).optional().catch(undefined),
  family: z.string().max(64).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  from: z.string().refine(isDate).optional().catch(undefined),
  to: z.string().refine(isDate).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
})
