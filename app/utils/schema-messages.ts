import { z } from "zod"

// The generic messages of spec §5: what a schema says where a rule has no words of its own.

type Issue = z.core.$ZodRawIssue

const kindOf = (input: unknown): string => {
  if (input === null) return "null"
  if (Array.isArray(input)) return "array"
  return typeof input
}

function genericMessage(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "Required"
        : `Expected ${issue.expected}, received ${kindOf(issue.input)}`
    case "invalid_format":
      return issue.format === "email" ? "Invalid email" : undefined
    case "too_small":
      return issue.origin === "string"
        ? `String must contain at least ${issue.minimum} character(s)`
        : undefined
    case "too_big":
      return issue.origin === "string"
        ? `String must contain at most ${issue.maximum} character(s)`
        : undefined
    default:
      return undefined
  }
}

/** Makes every schema of this process say the generic messages as the specification has them. Call once, before any request. */
export function setGenericMessages() {
  z.config({ localeError: genericMessage })
}

/** The words for a field that was left empty; something of another type gets the generic message. */
export const whenMissing =
  (message: string) =>
  (issue: Issue): string | undefined =>
    issue.input === undefined ? message : undefined
