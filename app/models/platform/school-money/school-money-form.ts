import { z } from "zod"
import { dayIfAny, neededText } from "~/utils/form-text"
import { parseMoney } from "~/utils/money"
import { type Ending, endings } from "./ending"

// What our staff fill in to refund a payment and to end a subscription.

const reason = neededText("Enter a reason.", 500, "Keep the reason under 500 characters.")
const message = z.string().trim().max(500, "Keep the message under 500 characters.").optional()

const ending = {
  ending: z.enum(endings, { error: "Choose what happens to access." }),
  endsOn: dayIfAny,
}

const needsDate = ({ ending, endsOn }: { ending?: Ending; endsOn?: string }) =>
  ending !== "on-date" || endsOn !== undefined
const dateMissing = {
  path: ["endsOn"],
  message: "Enter the date when access ends.",
  // Also when another field is wrong, so that one answer names everything to correct.
  when: () => true,
}

export const RefundForm = z
  .object({
    intent: z.literal("refund"),
    key: z.string().min(1).max(64),
    /** How many refunds the school had when the person looked. */
    seen: z.coerce.number().int().min(0).max(1_000_000).optional(),
    paymentId: z.string({ error: "Choose a payment." }).min(1, "Choose a payment.").max(64),
    amount: z
      .string({ error: "Enter an amount." })
      .trim()
      .transform((text, context) => {
        const minor = parseMoney(text)
        if (minor !== null && minor > 0) return minor
        context.addIssue({ code: "custom", message: "Enter an amount above zero, such as 29.00." })
        return z.NEVER
      }),
    reason,
    message,
    ...ending,
  })
  .refine(needsDate, dateMissing)
export type RefundForm = z.output<typeof RefundForm>

export const EndForm = z
  .object({
    intent: z.literal("end"),
    reason,
    message,
    ...ending,
    ending: z.enum(["at-end", "on-date", "now"], { error: "Choose when access ends." }),
  })
  .refine(needsDate, dateMissing)
export type EndForm = z.output<typeof EndForm>
