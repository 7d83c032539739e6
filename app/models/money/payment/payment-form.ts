import { z } from "zod"
import { isWithinReach } from "~/utils/dates"
import { amount, amountsByKey, chosenKey, day, exampleAmount, neededText, reasonOf } from "~/utils/form-text"
import { paymentMethods } from "./payment"

const amountNeeded = () => `Enter the amount received, like ${exampleAmount(3250)}.`

/** A payment the office enters by hand. The amount is typed as people type it. */
export const PaymentForm = z.object({
  amount: amount(amountNeeded, {
    wrong: () => `Enter an amount above zero, like ${exampleAmount(3250)}.`,
    least: 1,
  }),
  method: z.enum(paymentMethods, { error: "Choose a payment method." }),
  receivedOn: day("Enter the date it was received.").refine(
    (text) => !isWithinReach(text) || text >= "1990-01-01",
    "Enter a date in 1990 or later.",
  ),
  payer: neededText("Enter who paid.", 120, "Keep the name under 120 characters."),
  reference: z.string().trim().max(120, "Keep the reference under 120 characters.").optional(),
  note: z.string().trim().max(500, "Keep the note under 500 characters.").optional(),
  /** The invoices it settles; the oldest ones unless some are chosen. */
  invoice: z.array(chosenKey).max(100, "Select 100 invoices or fewer.").default([]),
  /** The amount is more than the family owes, on purpose. */
  keepRest: z.boolean().default(false),
  formKey: chosenKey.optional(),
  intent: z.enum(["pay", "anyway"]).catch("pay"),
})
export type PaymentForm = z.output<typeof PaymentForm>

const reason = reasonOf(300)

export const ReasonForm = z.object({ reason, formKey: chosenKey.optional() })
export type ReasonForm = z.output<typeof ReasonForm>

const refundNeeded = () => `Enter the amount to refund, like ${exampleAmount(3250)}.`

/** Money that goes back; an online method sends it back where the payment came that way. */
export const RefundForm = z.object({
  amount: amount(refundNeeded, {
    wrong: () => `Enter an amount above zero, like ${exampleAmount(3250)}.`,
    least: 1,
  }),
  method: z.enum(paymentMethods, { error: "Choose a refund method." }),
  refundedOn: day("Enter the date of the refund."),
  reason,
  formKey: chosenKey.optional(),
})
export type RefundForm = z.output<typeof RefundForm>

/** Which invoices a payment settles, by invoice: empty is nothing. */
export const MoveForm = z.object({
  part: amountsByKey,
})
export type MoveForm = z.output<typeof MoveForm>

/** Account credit for open invoices: those chosen, else the oldest. */
export const ApplyCreditForm = z.object({
  invoice: z.array(chosenKey).max(100, "Select 100 invoices or fewer.").default([]),
  formKey: chosenKey.optional(),
})
