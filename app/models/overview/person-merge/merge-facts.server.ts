import { z } from "zod"
import { mergePersonRefusals } from "~/texts/overview/refusals"
import { fieldChoices } from "./person-merge"

/** Which record stays, which one goes, and whose answers count. */
export const MergeFacts = z.object({
  keepId: z.string(),
  goneId: z.string(),
  choices: z.record(z.string(), z.enum(fieldChoices)),
})
export type MergeFacts = z.output<typeof MergeFacts>

/** A merge, or its undo, that isn't done. */
export const refuse = (code: keyof typeof mergePersonRefusals) => ({
  ok: false as const,
  reason: mergePersonRefusals[code],
})

const mostFields = 60

/**
 * The answers of the comparison's form: fields named `choice.` and the question's name. Undefined when one of them is none
 * of the choices, or a question is answered twice.
 */
export function readChoices(form: FormData): MergeFacts["choices"] | undefined {
  const given = [...form.entries()].flatMap(([name, value]) =>
    name.startsWith("choice.") ? [[name.slice("choice.".length, 80), value] as const] : [],
  )
  if (given.length > mostFields || new Set(given.map(([name]) => name)).size < given.length) return undefined
  return MergeFacts.shape.choices.safeParse(Object.fromEntries(given)).data
}
