import { z } from "zod"
import { longestBody } from "~/models/communication/messaging/messaging"
import { answerFields, whose } from "~/models/communication/saved-answer/saved-answer"
import { unknownIn } from "~/models/foundation/outbox/wording"
import { lines, neededLine, onlyKnownFields } from "~/utils/form-text"

export const SavedAnswerForm = z.object({
  name: neededLine("Enter a title.", 80, "Keep the title under 80 characters."),
  body: z
    .string({ error: "Enter the text." })
    .pipe(lines(longestBody, `Keep the text under ${longestBody.toLocaleString("en-US")} characters.`))
    .refine((text) => text !== "", "Enter the text.")
    .superRefine(onlyKnownFields((text) => unknownIn(text, answerFields))),
  whose: z.enum(whose, { error: "Choose from the list." }),
})
