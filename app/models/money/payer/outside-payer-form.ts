import { z } from "zod"
import { day, emailAddress, neededLine, postalAddress, textOrNull } from "~/utils/form-text"

/** Someone who pays without being a guardian. What they pay is chosen with the family's other payers. */
export const OutsidePayerForm = z.object({
  name: neededLine("Enter the payer’s name.", 120, "Keep the name under 120 characters."),
  email: z.string({ error: "Enter the email that invoices go to." }).pipe(emailAddress),
  address: postalAddress.transform((address) => address ?? null),
  taxNumber: textOrNull(60, "Keep the tax number under 60 characters."),
  reference: textOrNull(120, "Keep the reference under 120 characters."),
  endsOn: day("Choose the last day.")
    .optional()
    .transform((date) => date ?? null),
})
export type OutsidePayerForm = z.output<typeof OutsidePayerForm>
