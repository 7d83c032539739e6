import { z } from "zod"
import {
  consentAsks,
  consentKinds,
  consentOf,
  longestBody,
  longestTitle,
} from "~/models/people/consent/consent"
import { lines, neededLine } from "~/utils/form-text"

// The forms of a document that families agree to.

const facts = {
  title: neededLine("Enter a title.", longestTitle, `Keep the title under ${longestTitle} characters.`),
  atEnrollment: z.enum(consentAsks, "Choose what the public form does."),
  body: z
    .string({ error: "Enter the text." })
    .pipe(lines(longestBody, `Keep the text under ${longestBody.toLocaleString("en")} characters.`))
    .refine((text) => text !== "", "Enter the text."),
  asksAgain: z.boolean().default(false),
  isForLogins: z.boolean().default(false),
}

export const NewDocumentForm = z
  .object({
    ...facts,
    kind: z.enum(consentKinds, "Choose what it’s about."),
    per: z.enum(consentOf, "Choose who answers."),
  })
  .refine(({ isForLogins, per }) => !isForLogins || per === "student", {
    path: ["isForLogins"],
    error: "Let a guardian answer for each student, or clear this box.",
  })

/** `number` is the version that the form shows. */
export const DocumentForm = z.object({ ...facts, number: z.coerce.number().int().min(1).max(1_000_000) })
