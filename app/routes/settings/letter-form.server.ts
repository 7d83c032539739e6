import { z } from "zod"
import { letterFields, onlyFields, type WordedLetter } from "~/models/foundation/outbox/wording"
import { lines, neededLine } from "~/utils/form-text"

/** The subject and opening text of a letter, which hold no fields but its own. */
export const LetterForm = (letter: WordedLetter) =>
  z.object({
    subject: neededLine("Enter a subject.", 150, "Keep the subject under 150 characters.").superRefine(
      onlyFields(letterFields(letter)),
    ),
    body: z
      .string({ error: "Enter the text." })
      .pipe(lines(3000, "Keep the text under 3,000 characters."))
      .refine((text) => text !== "", "Enter the text.")
      .superRefine(onlyFields(letterFields(letter))),
    intent: z.enum(["save", "preview"]).catch("save"),
  })
