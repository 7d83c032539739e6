import type { SubmissionResult } from "@conform-to/react"
import { ErrorSummary } from "./error-summary"

/** The error summary of a form further down the page, placed first in `main`. */
export function AnswerSummary({ formId, result }: { formId: string; result?: SubmissionResult }) {
  if (!result?.error) return null
  const problems = Object.entries(result.error).filter((entry): entry is [string, string[]] =>
    Boolean(entry[1]?.length),
  )
  return (
    <ErrorSummary
      form={{ id: formId, allErrors: Object.fromEntries(problems), errors: result.error[""] ?? undefined }}
    />
  )
}
