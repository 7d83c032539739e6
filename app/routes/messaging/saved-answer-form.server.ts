import { z } from "zod"
import { longestBody } from "~/models/communication/messaging/messaging"
import { answerFields, whose } from "~/models/communication/saved-answer/saved-answer"
import { unknownIn } from "~/models/foundation/outbox/wording"
import { lines, neededLine } from "~/utils/form-text"

export const SavedAnswerForm = z.object({
  name: neededLine("Enter a title.", 80, "Keep the title under 80 characters."),
  body: z
    .string({ error: "Enter the text." })
    .pipe(lines(longestBody, "Keep the text under 5,000 characters."))
    .refine((text) => text !== "", "Enter the text.")
    .superRefine((text, context) => {
      const [unknown] = unknownIn(text, answerFields)
      if (unknown !== undefined)
        context.addIssue({
          code: "custom",
          message: `{${unknown}} isn’t a merge field. Choose one from the list below.`,
        })
    }),
  whose: z.enum(whose, { error: "Choose from the list." }),
})
