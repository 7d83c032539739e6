import type { SubmissionResult } from "@conform-to/react"

/**
 * The settings form that an answer is for, of a page with several: a list names itself, and each entry of a list has a
 * form of its own. `otherwise` is the form without an intent.
 */
export function answeredPart(result: SubmissionResult | undefined, otherwise: string) {
  if (!result) return { part: undefined, formId: otherwise }
  const { list, intent, entry } = result.initialValue ?? {}
  const part = String(list ?? intent ?? otherwise)
  return { part, formId: intent === "rename-entry" ? `${part}-${entry}` : `${part}-form` }
}
