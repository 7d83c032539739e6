import { z } from "zod"
import { type AskedDocument, mostDocuments, readAgreed } from "~/models/people/consent/consent"
import { fromList, keepUnder } from "~/utils/form-messages"
import { chosenKey, lines, neededLine } from "~/utils/form-text"

/** What was shown when someone answered. */
const seen = z.string().max(100).default("")

/** A family accepts: who agrees, and to what. */
export const acceptForm = (documents: readonly AskedDocument[]) =>
  z
    .object({
      seen,
      name:
        documents.length > 0
          ? neededLine("Enter your name.", 120, "Keep the name under 120 characters.")
          : z.undefined().catch(undefined),
      consents: z.array(chosenKey).max(mostDocuments, fromList).default([]),
    })
    .superRefine(({ consents }, context) => {
      const [missing] = readAgreed(documents, consents).missing
      if (missing)
        context.addIssue({
          code: "custom",
          path: ["consents"],
          message: `Read “${missing.title}” and check its box to accept.`,
        })
    })

/** A button without fields. */
export const DeclineForm = z.object({})

/** A family would rather have another time. */
export const OtherTimeForm = z.object({
  wish: z
    .string({ error: "Enter the days and times that suit you." })
    .pipe(lines(500, keepUnder("text", 500)))
    .refine((text) => text !== "", "Enter the days and times that suit you."),
})
