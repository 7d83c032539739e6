import { z } from "zod"
import { chosenKey, day, neededLine, wholeNumber } from "~/utils/form-text"
import { tooShort } from "~/utils/short-reason"
import { longestCredit, shortestCredit } from "./credit"

const reason = neededLine("Enter a reason.", 300, "Keep the reason under 300 characters.").refine(
  (text) => text.length >= 3,
  tooShort,
)
const formKey = chosenKey.optional()
const length = "Enter a length from 5 to 600 minutes."
const lastDay = day("Enter the last day.")
const credit = z.string({ error: "Choose a credit." }).min(1, "Choose a credit.").max(64)

export const GrantCreditForm = z.object({
  classId: z.string({ error: "Choose a class." }).min(1, "Choose a class.").max(64),
  minutes: wholeNumber(shortestCredit, longestCredit, length),
  lastDay,
  reason,
  formKey,
})
export type GrantCreditForm = z.output<typeof GrantCreditForm>

export const ExtendCreditForm = z.object({ credit, lastDay, reason, formKey })
export const RevokeCreditForm = z.object({ credit, reason, formKey })
export const UndoCreditForm = z.object({ change: z.string().max(64) })
export const CancelBookingForm = z.object({ session: z.string().max(64) })
export const ExcuseForm = z.object({
  seat: z.string().max(64),
  note: neededLine("Enter what the note says.", 300, "Keep the note under 300 characters."),
})
export const WithdrawExcuseForm = z.object({ seat: z.string().max(64) })
