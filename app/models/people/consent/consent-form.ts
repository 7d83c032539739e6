import { z } from "zod"
import { chosenKey, lines, neededLine } from "~/utils/form-text"
import { consentAsks, consentKinds, consentOf, longestBody, longestTitle } from "./consent"

// The forms of consents: a document of the school, and what a family answers to it.

const facts = {
  title: neededLine("Enter a title.", longestTitle, `Keep the title under ${longestTitle} characters.`),
  atEnrollment: z.enum(consentAsks, "Choose what the public form does."),
  body: z
    .string({ error: "Enter the text." })
    .pipe(lines(longestBody, `Keep the text under ${longestBody.toLocaleString("en")} characters.`))
    .refine((text) => text !== "", "Enter the text."),
  asksAgain: z.boolean().default(false),
}

export const NewDocumentForm = z.object({
  ...facts,
  kind: z.enum(consentKinds, "Choose what it’s about."),
  per: z.enum(consentOf, "Choose who answers."),
})
export type NewDocumentForm = z.output<typeof NewDocumentForm>

/** `number` is the version that the form shows. */
export const DocumentForm = z.object({ ...facts, number: z.coerce.number().int().min(1).max(1_000_000) })
export type DocumentForm = z.output<typeof DocumentForm>

/** Yes or no for each of those whom the document asks, by their ids. */
export const ConsentForm = z
  .object({
    version: chosenKey,
    whose: z.record(chosenKey, z.enum(["yes", "no"], "Choose an answer.")).default({}),
    name: neededLine("Type your full name.", 120, "Keep the name under 120 characters."),
  })
  .refine(({ whose }) => Object.keys(whose).length > 0, { path: ["name"], error: "Choose an answer first." })
  .refine(({ whose }) => Object.keys(whose).length <= 100, {
    path: ["name"],
    error: "Answer for 100 at most.",
  })
export type ConsentForm = z.output<typeof ConsentForm>
