import { z } from "zod"
import { chosenKey, line, lines, neededLine } from "~/utils/form-text"
import {
  audiencesOf,
  type CustomAnswers,
  type CustomField,
  fieldAudiences,
  fieldKinds,
  fieldNouns,
  longestAnswer,
  longestName,
  mostChoices,
  readAnswer,
} from "./custom-field"

// The forms of custom fields: a field itself, and the answers beside a record's own facts.

const choices = lines(4000, "Keep the choices under 4,000 characters.")
  .default("")
  .transform((text, context) => {
    const found = [...new Set(text.split("\n").map((each) => each.trim()))].filter(Boolean)
    if (found.length > mostChoices)
      context.addIssue({ code: "custom", message: `Enter at most ${mostChoices} choices.` })
    if (found.some((each) => each.length > longestName))
      context.addIssue({ code: "custom", message: `Keep each choice under ${longestName} characters.` })
    const same = found.find((each, index) => firstLike(found, each) < index)
    if (same !== undefined)
      context.addIssue({
        code: "custom",
        message: `“${found[firstLike(found, same)]}” and “${same}” are the same choice. Keep one.`,
      })
    return found
  })

/** An answer is read without regard to capitals, so choices that differ in nothing else are one. */
const firstLike = (choices: readonly string[], choice: string) =>
  choices.findIndex((each) => each.toLowerCase() === choice.toLowerCase())

const facts = {
  name: neededLine("Enter a name.", longestName, `Keep the name under ${longestName} characters.`),
  audience: z.enum(fieldAudiences, "Choose who sees it."),
  isRequired: z.boolean().default(false),
  choices,
}

const needsChoices = "Enter at least two choices, one per line."

export const NewFieldForm = z
  .object({ ...facts, noun: z.enum(fieldNouns), kind: z.enum(fieldKinds, "Choose a type.") })
  .refine(({ kind, choices: found }) => kind !== "choice" || found.length > 1, {
    error: needsChoices,
    path: ["choices"],
  })
  .refine(({ noun, audience }) => audiencesOf(noun).some(({ value }) => value === audience), {
    error: "Choose who sees it.",
    path: ["audience"],
  })
export type NewFieldForm = z.output<typeof NewFieldForm>

/** A field under another name, for others, or with other choices; what it asks for stays. */
export const changeFieldForm = ({ noun, kind }: Pick<CustomField, "noun" | "kind">) =>
  z
    .object({ ...facts, fieldId: chosenKey })
    .refine(({ choices: found }) => kind !== "choice" || found.length > 1, {
      error: needsChoices,
      path: ["choices"],
    })
    .refine(({ audience }) => audiencesOf(noun).some(({ value }) => value === audience), {
      error: "Choose who sees it.",
      path: ["audience"],
    })
export type ChangeFieldForm = Omit<z.output<ReturnType<typeof changeFieldForm>>, "fieldId">

function answer(field: CustomField, present: string | undefined) {
  const missing = `Enter ${field.name}.`
  const typed = line(longestAnswer, `Keep the answer under ${longestAnswer} characters.`)
  const read = (text: string, context: z.core.$RefinementCtx<string>): string => {
    const found = readAnswer(field, text, present)
    if (!found.ok) context.addIssue({ code: "custom", message: found.message })
    else if (found.value === null && field.isRequired) context.addIssue({ code: "custom", message: missing })
    return found.ok ? (found.value ?? "") : ""
  }
  return field.isRequired
    ? z.string({ error: missing }).pipe(typed).transform(read)
    : typed.transform(read).optional()
}

/** The answers to a record's fields, named `custom.<field>`. `present` is what they are now. */
export const answersForm = (fields: readonly CustomField[], present: CustomAnswers = {}) =>
  z.object({
    custom: z
      .object(Object.fromEntries(fields.map((field) => [field.id, answer(field, present[field.id])])))
      .transform(
        (answers): CustomAnswers =>
          Object.fromEntries(
            Object.entries(answers).flatMap(([id, value]) => (value ? [[id, value] as const] : [])),
          ),
      ),
  })

/** A record's form with its custom fields. */
export const withAnswers = <Schema extends z.ZodType>(
  schema: Schema,
  fields: readonly CustomField[],
  present?: CustomAnswers,
) => z.intersection(schema, answersForm(fields, present))
