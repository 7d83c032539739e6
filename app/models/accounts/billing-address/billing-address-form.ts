import { z } from "zod"

/** To whom our receipts are made out; all blank: the school's own name and address. */
export const BillingAddressForm = z.object({
  name: z.string().trim().max(120, "Keep the name under 120 characters.").default(""),
  address: z.string().trim().max(400, "Keep the address under 400 characters.").default(""),
  taxNumber: z.string().trim().max(40, "Keep the tax number under 40 characters.").default(""),
})
export type BillingAddressForm = z.output<typeof BillingAddressForm>
