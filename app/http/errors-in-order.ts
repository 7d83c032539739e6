import type { SubmissionResult } from "@conform-to/react"

// What is wrong is listed in the order of the fields: rules over several fields are checked last, wherever these are.

/** Has a form's errors in the order in which its fields were sent; those of fields that weren't stay where they are. */
export function inOrderOfFields<Read extends { reply(options?: never): SubmissionResult<string[]> }>(
  submission: Read,
  names: readonly string[],
): Read {
  const rank = new Map<string, number>()
  for (const name of names) if (!rank.has(name)) rank.set(name, rank.size)
  const sorted = <Errors extends Record<string, unknown>>(errors: Errors): Errors => {
    const all = Object.entries(errors)
    const sent = all
      .filter(([name]) => rank.has(name))
      .sort(([a], [b]) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
    return Object.fromEntries(
      all.map((entry) => (rank.has(entry[0]) ? (sent.shift() ?? entry) : entry)),
    ) as Errors
  }
  return {
    ...submission,
    reply: (options?: never) => {
      const answer = submission.reply(options)
      return answer.error ? { ...answer, error: sorted(answer.error) } : answer
    },
  }
}
