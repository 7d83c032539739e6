import { z } from "zod"
import { textOrNull } from "~/utils/form-text"
import { compactIban, isBic, isIban } from "~/utils/iban"

const notIban = "Enter a complete IBAN. Check it against your bank statement."
const notBic = "Enter a BIC of 8 or 11 characters, or leave it blank."

/** The school's bank account; all blank takes it off the invoices. */
export const BankForm = z
  .object({
    bankHolder: textOrNull(70, "Keep the account holder under 70 characters."),
    bankIban: z
      .string()
      .max(50, notIban)
      .transform(compactIban)
      .refine((iban) => iban === "" || isIban(iban), notIban)
      .optional()
      .transform((iban) => iban || null),
    bankBic: z
      .string()
      .max(20, notBic)
      .transform(compactIban)
      .refine((bic) => bic === "" || isBic(bic), notBic)
      .optional()
      .transform((bic) => bic || null),
    currentPassword: z
      .string({ error: "Enter your password to confirm it’s you." })
      .min(1, "Enter your password to confirm it’s you.")
      .max(256, "Keep the password under 256 characters."),
  })
  .superRefine(({ bankHolder, bankIban, bankBic }, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message })
    if (bankIban && !bankHolder) missing("bankHolder", "Enter whose account this is.")
    if ((bankHolder || bankBic) && !bankIban) missing("bankIban", notIban)
  })
export type BankForm = z.output<typeof BankForm>
