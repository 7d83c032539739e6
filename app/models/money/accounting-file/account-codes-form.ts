import { z } from "zod"
import { neededLine } from "~/utils/form-text"
import { longestCode, mostTaxes } from "./account-codes"

const code = (missing: string) => neededLine(missing, longestCode, `Keep it under ${longestCode} characters.`)

export const AccountCodesForm = z.object({
  sales: code("Enter the account for sales, like 200."),
  writeOff: code("Enter the account for write-offs, like 404."),
  noTax: code("Enter the tax rate for items without tax, like No Tax."),
  tax: z
    .array(
      z.object({
        name: z.string().max(120),
        code: code("Enter the name of this tax rate in the accounting program."),
      }),
    )
    .max(mostTaxes)
    .default([]),
})
export type AccountCodesForm = z.output<typeof AccountCodesForm>
