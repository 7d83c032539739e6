import { z } from "zod"
import { isDate } from "~/utils/dates"
import {
  amount,
  chosenKey,
  day,
  exampleAmount,
  line,
  neededChoice,
  neededLine,
  textOrNull,
} from "~/utils/form-text"
import { parseAmount, plainAmount } from "~/utils/money"
import { pageIn } from "~/utils/page-number"
import { paymentMethods } from "../payment/payment"
import { expenseKinds, repeatRhythms } from "./expense"

/** An amount that may be left out: nothing is none. */
const taxPart = z
  .string()
  .max(40)
  .optional()
  .transform((text, context) => {
    const typed = text?.trim()
    const minor = typed ? parseAmount(typed) : 0
    if (minor === null)
      context.addIssue({
        code: "custom",
        message: `Enter an amount, like ${exampleAmount(150)}, or leave it blank.`,
      })
    return minor ?? 0
  })

const rhythm = z.enum(repeatRhythms, { error: "Choose how often it repeats." })

/** What the form says beside its fields. */
type Says = { date: string; payee: string; long: string }

/** An expense, or other income; its receipt comes beside the form. */
export const expenseForm = (says: Says) =>
  z.object({
    spentOn: day(says.date),
    payee: neededLine(says.payee, 120, says.long),
    category: neededChoice("Choose a category."),
    amount: amount(() => `Enter an amount, like ${plainAmount(90_000)}.`, { least: 1 }),
    taxAmount: taxPart,
    method: z.enum(paymentMethods, { error: "Choose a payment method." }),
    note: textOrNull(500, "Keep the note under 500 characters."),
    /** Of a new one: it comes again. */
    repeats: z.boolean().optional(),
    rhythm: rhythm.optional(),
    /** Of a new income: the line of the bank statement it is recorded from. */
    transfer: chosenKey.optional(),
    formKey: chosenKey.optional(),
  })
export type ExpenseForm = z.output<ReturnType<typeof expenseForm>>

/** How often an expense that is there already comes again. */
export const RepeatForm = z.object({ rhythm: rhythm.default("monthly") })

const noTeacher = "Choose a teacher."

/** Which teacher is paid an expense back. */
export const PayBackForm = z.object({
  teacher: neededChoice(noTeacher),
})

export const CategoryForm = z.object({
  name: neededLine("Enter a name, like Insurance.", 60, "Keep the name under 60 characters."),
  account: line(60, "Keep the account under 60 characters.")
    .optional()
    .transform((text) => text || null),
})
export type CategoryForm = z.output<typeof CategoryForm>

const date = z.string().refine(isDate).optional().catch(undefined)

/** The list's filter as it appears in the URL. Anything unusable is left out, not refused. */
export const longestSearch = 100

export const ExpenseQuery = z.object({
  from: date,
  to: date,
  category: chosenKey.optional().catch(undefined),
  kind: z.enum(expenseKinds).catch("expense").default("expense"),
  search: z.string().trim().max(longestSearch).optional().catch(undefined),
  /** Of a file of other income: with what expired gift vouchers left over. */
  vouchers: z.literal("with").optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
export type ExpenseQuery = z.output<typeof ExpenseQuery>
