import { z } from "zod"
import { neededText } from "~/utils/form-text"
import { parseMoney } from "~/utils/money"

// What our staff fill in to give a school credit or free months, and to take the rest back.

const reason = neededText("Enter a reason.", 500, "Keep the reason under 500 characters.")
const message = z.string().trim().max(500, "Keep the message under 500 characters.").optional()
const largestMinor = 1_000_000
const monthsText = "Enter a number of months from 1 to 12."

export const CreditForm = z.object({
  intent: z.literal("credit"),
  key: z.string().min(1).max(64),
  amount: z
    .string({ error: "Enter an amount." })
    .trim()
    .transform((text, context) => {
      const minor = parseMoney(text)
      if (minor !== null && minor > 0 && minor <= largestMinor) return minor
      context.addIssue({
        code: "custom",
        message: "Enter an amount in US dollars from 0.01 to 10,000, such as 29.00.",
      })
      return z.NEVER
    }),
  reason,
  message,
})
export type CreditForm = z.output<typeof CreditForm>

export const FreeMonthsForm = z.object({
  intent: z.literal("free-months"),
  key: z.string().min(1).max(64),
  months: z.coerce.number({ error: monthsText }).int(monthsText).min(1, monthsText).max(12, monthsText),
  reason,
  message,
})
export type FreeMonthsForm = z.output<typeof FreeMonthsForm>

export const TakeBackForm = z.object({
  intent: z.literal("take-back"),
  key: z.string().min(1).max(64),
  reason,
  message,
})
export type TakeBackForm = z.output<typeof TakeBackForm>
