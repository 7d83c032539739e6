import { z } from "zod"
import { amount, chosenKey, day, line, neededLine, reasonOf, textOrNull } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { pageIn } from "~/utils/page-number"
import { installmentRange, planRhythms } from "../installment/installment-labels"

const { least, most } = installmentRange
const count = z.coerce
  .number({ error: `Enter a number from ${least} to ${most}.` })
  .int(`Enter a number from ${least} to ${most}.`)
  .min(least, `Enter a number from ${least} to ${most}.`)
  .max(most, `Enter a number from ${least} to ${most}.`)

/** What a plan is suggested from; what is missing or wrong is replaced by what is usual. */
export const SuggestForm = z.object({
  count: count.catch(3),
  first: z.string().catch(""),
  rhythm: z.enum(planRhythms).catch("month"),
})

/** The installments that were agreed with the family. */
export const PlanForm = z.object({
  rows: z
    .array(
      z.object({
        dueOn: day("Enter a date."),
        amount: amount(() => `Enter an amount, like ${plainAmount(5000)}.`, {
          wrong: () => `Enter an amount above zero, like ${plainAmount(5000)}.`,
          least: 1,
        }),
      }),
      { error: "Enter at least one installment." },
    )
    .min(1, "Enter at least one installment.")
    .max(most, `Enter up to ${most} installments.`),
  invoice: z.array(chosenKey).max(50).default([]),
  plan: chosenKey.default(""),
  reason: line(200, "Keep the reason under 200 characters.").default(""),
  formKey: chosenKey.optional(),
})

export const EndPlanForm = z.object({
  reason: reasonOf(200),
})

/** How a family's new invoices are divided; one payment is no plan. */
export const PlanRuleForm = z.object({
  count: z.coerce
    .number({ error: `Enter a number from 1 to ${most}.` })
    .int(`Enter a number from 1 to ${most}.`)
    .min(1, `Enter a number from 1 to ${most}.`)
    .max(most, `Enter a number from 1 to ${most}.`),
  rhythm: z.enum(planRhythms, { error: "Choose how far apart." }),
})

/** What a family asks for. */
export const AskForm = z.object({
  count,
  firstOn: day("Enter a date."),
  note: textOrNull(500, "Keep the note under 500 characters."),
})
export type AskForm = z.output<typeof AskForm>

export const DeclineAskForm = z.object({
  ask: chosenKey,
  reason: neededLine("Enter a reason. The family reads it.", 200, "Keep the reason under 200 characters."),
})

const planStates = ["overdue", "on-time"] as const

/** Query of the list of payment plans; anything unusable is left out. */
export const PlanQuery = z.object({
  state: z.enum(planStates).optional().catch(undefined),
  search: z.string().max(100).optional().catch(undefined),
  page: z.unknown().optional().transform(pageIn),
})
export type PlanQuery = z.output<typeof PlanQuery>
