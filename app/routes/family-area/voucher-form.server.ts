import { z } from "zod"
import { amountIfAny, chosenKey, neededLine } from "~/utils/form-text"

const code = neededLine("Enter the code of the voucher.", 60, "Enter the 16 characters of the code.")

export const CodeForm = z.object({ code })

/** What a family redeems with the code; with one family in its portal, that is the one. */
export const RedeemCodeForm = z.object({
  amount: amountIfAny,
  formKey: chosenKey,
  code,
  family: chosenKey.optional(),
})
