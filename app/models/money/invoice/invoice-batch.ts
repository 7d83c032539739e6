import { z } from "zod"
import type { EInvoiceGap } from "~/models/accounts/school/e-invoices"
import { chosenKey, day, textOrNull } from "~/utils/form-text"
import { formatNumber } from "~/utils/formats"

// What the office sends to bill many families, or to remind many, in one go.

const ids = (message: string, most: number) =>
  z
    .array(chosenKey, { error: message })
    .min(1, message)
    .max(most, `Select ${formatNumber(most)} or fewer at a time.`)

/** The form's own key: sent again, it starts nothing twice. */
const formKey = textOrNull(64, "Keep the key under 64 characters.")

export const BatchForm = z
  .object({
    from: day("Enter a start date."),
    to: day("Enter an end date."),
    dueOn: day("Enter a due date."),
    note: textOrNull(2000, "Keep the note under 2,000 characters."),
    /** A saved filter of students: only their families are in the run. */
    filter: chosenKey.optional(),
    family: z.array(chosenKey).max(4000, "Select 4,000 families or fewer at a time.").optional().default([]),
    /** The families on the page that was sent, and whether those of the other pages come along. */
    shown: z
      .string()
      .max(8000)
      .optional()
      .transform((text) => text?.split(" ").filter(Boolean) ?? []),
    others: z.literal("yes").optional().catch(undefined),
    /** What the button said: `count:sum`. */
    expected: z.string().max(40).optional(),
    key: formKey,
    intent: z.enum(["check", "edit", "send", "draft"]).catch("draft"),
  })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    message: "Enter an end date on or after the start date.",
  })
  .refine(({ family, others }) => others === "yes" || family.length > 0, {
    path: ["family"],
    message: "Select at least one family.",
  })
export type BatchForm = z.output<typeof BatchForm>

export const RemindForm = z.object({
  invoice: ids("Select at least one invoice.", 4000),
  key: formKey,
})
export type RemindForm = z.output<typeof RemindForm>

/** A family in an invoice run. */
export type BatchFamily = {
  familyId: string
  familyName: string
  familyChildren: string | null
  lines: number
  /** Invoices it gets: one, or one for each payer. */
  invoices: number
  /** Those of them whose payers have no email. */
  toPrint: number
  /** For each of them that can't be the e-invoice that the school wants: what it lacks. */
  ordinary: EInvoiceGap[][]
  /** Minor units. */
  amountMinor: number
  /** Who would pay, as text; empty when no one would. */
  payers: string
  /** Why no invoice can be made; null when one can. */
  problem: string | null
}
