import { z } from "zod"
import { lines, neededLine } from "~/utils/form-text"

/** An answer by email to who asked for lessons. */
export const InquiryAnswerForm = z.object({
  subject: neededLine("Enter a subject.", 150, "Keep the subject under 150 characters."),
  body: z
    .string({ error: "Enter your answer." })
    .pipe(lines(5000, "Keep the answer under 5,000 characters."))
    .refine((text) => text !== "", "Enter your answer."),
})
