import { z } from "zod"
import { chosenKey, day, textOrNull } from "~/utils/form-text"

// What the office sends to bill many families, or to remind many, in one go.

const ids = (message: string) =>
  z
    .array(chosenKey, { error: message })
    .min(1, message)
    .max(500, "At most 500 at a time. Do the rest in a second go.")

export const BatchForm = z
  .object({
    from: day("Choose the first day to bill."),
    to: day("Choose the last day to bill."),
    dueOn: day("Choose the day by which these are to be paid."),
    note: textOrNull(2000, "The note has at most 2,000 characters."),
    family: ids("Tick at least one family."),
    intent: z.enum(["check", "edit", "send", "draft"]).catch("draft"),
  })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    message: "The last day must not lie before the first.",
  })
export type BatchForm = z.output<typeof BatchForm>

export const RemindForm = z.object({ invoice: ids("Tick at least one invoice.") })
export type RemindForm = z.output<typeof RemindForm>

/** A family in an invoice run. */
export type BatchFamily = {
  familyId: string
  familyName: string
  familyChildren: string | null
  lines: number
  /** Minor units. */
  amountMinor: number
  /** Who would pay, as text; empty when no one would. */
  payers: string
  /** Why no invoice can be made; null when one can. */
  problem: string | null
}
