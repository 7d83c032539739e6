import { z } from "zod"
import { markCodes } from "~/models/accounts/outcome/outcome"

const minutesLate = "Enter the minutes late as a whole number from 1 to 600."

const Mark = z
  .object({
    code: z.enum(markCodes, { error: "Choose present, late, absent or excused." }),
    minutesLate: z.string().trim().max(20, minutesLate).optional(),
  })
  .superRefine((mark, context) => {
    const typed = mark.code === "late" ? mark.minutesLate : undefined
    if (typed && !(/^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 600))
      context.addIssue({ code: "custom", message: minutesLate, path: ["minutesLate"] })
  })

const note = z.string().trim().max(2000, "Keep the note under 2,000 characters.").default("")

/** The register as it is sent: a mark for each student id. */
export const RegisterForm = z.object({
  marks: z.record(z.string(), Mark).default({}),
  sharedNote: note,
  privateNote: note,
  formStamp: z.string().max(64).optional(),
})
export type RegisterForm = z.output<typeof RegisterForm>

/** An absence notice: whose, when it came by the clock of the school, and what was said. */
export const NoticeForm = z.object({
  studentId: z.string({ error: "Choose a student in this lesson." }).max(64),
  receivedOn: z.iso.date({ error: "Enter the date you received the notice." }),
  receivedAt: z
    .string({ error: "Enter the time you received the notice." })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter the time you received the notice."),
  text: z.string().trim().max(200, "Keep the reason under 200 characters.").optional(),
})
export type NoticeForm = z.output<typeof NoticeForm>
