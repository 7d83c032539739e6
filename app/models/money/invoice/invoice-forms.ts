import { z } from "zod"
import { isDate, isWithinReach } from "~/utils/dates"
import { chosenKey, day, lines, neededText, reasonOf, signedAmount, textOrNull } from "~/utils/form-text"
import { pageIn } from "~/utils/page-number"
import { invoiceStatuses } from "./invoice"
import { invoiceSorts } from "./invoice-columns"

// What the office sends about invoices. Amounts arrive as people type them and leave as minor units.

const invoiceDay = (missing: string) =>
  day(missing).refine(
    (text) => !isWithinReach(text) || (text >= "1990-01-01" && text <= "2100-12-31"),
    "Enter a date between 1990 and 2100.",
  )

const ids = z.array(chosenKey).max(500, "Select 500 items or fewer.").default([])

/** Selected items of /billing/new-invoice: charges by id, tellings by seat. */
export const InvoiceForm = z.object({
  dueOn: invoiceDay("Enter a due date."),
  charge: ids,
  seat: ids,
  note: lines(2000, "Keep the note under 2,000 characters.")
    .optional()
    .transform((text) => text || null),
})
export type InvoiceForm = z.output<typeof InvoiceForm>

/** One item without a lesson: a book, a string, a ticket. */
export const LineForm = z.object({
  lineDescription: neededText("Enter a description.", 200, "Keep the description under 200 characters."),
  lineAmount: signedAmount,
  lineDay: invoiceDay("Enter a date."),
  lineStudent: textOrNull(64, "Choose a student of this family."),
  lineTax: chosenKey.optional(),
})
export type LineForm = z.output<typeof LineForm>

/** What is ticked while something else of the form is read: a refusal shows it again. */
export const InvoiceTicks = z.object({ charge: ids.catch([]), seat: ids.catch([]) })

export const VoidForm = z.object({
  reason: reasonOf(500),
})
export type VoidForm = z.output<typeof VoidForm>

/** Query of /billing; anything unusable is left out, not refused. */
export const InvoiceQuery = z.object({
  status: z.enum(invoiceStatuses).optional().catch(undefined),
  family: z.string().max(64).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  from: z.string().refine(isDate).optional().catch(undefined),
  to: z.string().refine(isDate).optional().catch(undefined),
  order: z.literal("reversed").optional().catch(undefined),
  sort: z.enum(invoiceSorts).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
