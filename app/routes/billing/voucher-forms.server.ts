import { z } from "zod"
import { paymentMethods } from "~/models/money/payment/payment"
import {
  amount,
  amountIfAny,
  chosenKey,
  day,
  dayIfAny,
  emailAddress,
  exampleAmount,
  line,
  lines,
  neededLine,
  wholeNumber,
} from "~/utils/form-text"

const name = (missing: string) => neededLine(missing, 120, "Keep the name under 120 characters.")

/** Who it is from and for. */
export const VoucherNamesForm = z.object({
  buyerName: name("Enter who bought it."),
  buyerEmail: emailAddress.optional(),
  recipientName: line(120, "Keep the name under 120 characters.").optional(),
  recipientEmail: emailAddress.optional(),
})

export const VoucherForm = z
  .object({
    ...VoucherNamesForm.shape,
    amount: amount(() => `Enter what it’s worth, like ${exampleAmount(5000)}.`, { least: 1 }),
    method: z.enum(paymentMethods, { error: "Choose a payment method." }),
    soldOn: day("Enter the date it was paid."),
    reference: line(120, "Keep the reference under 120 characters.").optional(),
    message: lines(500, "Keep the message under 500 characters.").optional(),
    expiresOn: dayIfAny,
    neverExpires: z.literal("on").optional(),
    formKey: chosenKey,
  })
  .refine(({ expiresOn, neverExpires }) => !expiresOn || !neverExpires, {
    path: ["expiresOn"],
    error: "Leave the last day blank, or untick “Never expires”.",
  })
  .transform(({ neverExpires, ...sale }) => ({ ...sale, neverExpires: neverExpires === "on" }))

/** What the office redeems for a family, or all that is left. */
export const RedeemForm = z.object({ amount: amountIfAny, formKey: chosenKey })

export const CancelVoucherForm = z.object({
  method: z.enum(paymentMethods, { error: "Choose a refund method." }),
  reason: neededLine("Enter a reason.", 200, "Keep the reason under 200 characters."),
  formKey: chosenKey,
})

export const VoucherRuleForm = z.object({
  months: wholeNumber(1, 120, "Enter a number of months from 1 to 120, or leave it blank.").optional(),
})
