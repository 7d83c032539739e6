import { z } from "zod"
import { letterFields, unknownIn, type WordedLetter } from "~/models/foundation/outbox/wording"
import { lines, neededLine, onlyKnownFields } from "~/utils/form-text"

const known = (letter: WordedLetter) => onlyKnownFields((text) => unknownIn(text, letterFields(letter)))

/** The subject and opening text of a letter, which hold no fields but its own. */
export const LetterForm = (letter: WordedLetter) =>
  z.object({
    subject: neededLine("Enter a subject.", 150, "Keep the subject under 150 characters.").superRefine(
      known(letter),
    ),
    body: z
      .string({ error: "Enter the text." })
      .pipe(lines(3000, "Keep the text under 3,000 characters."))
      .refine((text) => text !== "", "Enter the text.")
      .superRefine(known(letter)),
    intent: z.enum(["save", "preview"]).catch("save"),
  })
