import { z } from "zod"
import { markCodes } from "~/models/accounts/outcome/outcome"
import { chosenKey, neededLine } from "~/utils/form-text"

const chooseStatus = "Choose the status it should be."
const minutesLate = "Enter the minutes late as a whole number from 1 to 600, or leave it blank."

/** What a teacher asks for: a student’s status in a lesson, spelled as in a register, and why. */
export const AskCorrectionForm = z
  .object({
    studentId: z.string({ error: "Choose a student." }).max(64),
    status: z
      .string({ error: chooseStatus })
      .regex(new RegExp(`^(${markCodes.join("|")})(@[\\w-]{1,64})?$`), chooseStatus),
    minutesLate: z
      .string()
      .trim()
      .regex(/^\d{0,3}$/, minutesLate)
      .refine((typed) => typed === "" || (Number(typed) >= 1 && Number(typed) <= 600), minutesLate)
      .optional(),
    reason: neededLine("Enter a reason. The office reads it.", 200, "Keep the reason under 200 characters."),
  })
  .transform(({ status, minutesLate: typed, ...form }) => {
    const [spelled, statusId] = status.split("@")
    const code = z.enum(markCodes).parse(spelled)
    return {
      ...form,
      code,
      statusId: statusId ?? null,
      minutesLate: code === "late" && typed ? Number(typed) : null,
    }
  })
export type AskCorrectionForm = z.output<typeof AskCorrectionForm>

/** The fields as a page sends them. */
export type AskCorrectionFields = z.input<typeof AskCorrectionForm>

export const WithdrawCorrectionForm = z.object({ correction: chosenKey })
export const DeclineCorrectionForm = z.object({
  correction: chosenKey,
  answer: neededLine("Enter a reason. The teacher reads it.", 200, "Keep the reason under 200 characters."),
})
