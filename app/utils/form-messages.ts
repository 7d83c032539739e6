import type { z } from "zod"
import { formatDate, formatNumber } from "./formats"

// What a form says beside a field whose rule has no words of its own. The API says the generic messages of the
// specification there (schema-messages.ts).

/** The plain words for what is wrong; every form is read with them. */
export function formMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === "" ? fillIn : checkThis
    case "invalid_value":
    case "invalid_union":
    case "invalid_key":
      return issue.input === undefined
        ? "Choose one of the options."
        : "This isn’t one of the options. Choose one."
    case "invalid_format":
      return issue.format === "date" ? exampleDate() : (formatMessages[issue.format] ?? checkThis)
    case "too_small":
      return tooSmall(issue.origin, Number(issue.minimum))
    case "too_big":
      return tooBig(issue.origin, Number(issue.maximum))
    default:
      return checkThis
  }
}

/** What is said of a day that doesn’t exist or that no one means, like Feb 30 or the year 10000, in the school’s format. */
export const exampleDate = (): string =>
  `Enter a date that exists, like ${formatDate("2026-12-31", "medium")}.`

const fillIn = "Fill in this field."
const checkThis = "We can’t read this. Check it and try again."

const formatMessages: Partial<Record<string, string>> = {
  email: "Enter a complete email address, such as zoe@example.com.",
  url: "Enter a complete address, such as https://example.com.",
}

function tooSmall(origin: string, least: number): string {
  if (origin === "string") return least <= 1 ? fillIn : `Enter at least ${formatNumber(least)} characters.`
  if (origin === "array" || origin === "set") return `Choose at least ${formatNumber(least)}.`
  return origin === "file" ? checkThis : `Enter ${formatNumber(least)} or more.`
}

function tooBig(origin: string, most: number): string {
  if (origin === "string") return `Use at most ${formatNumber(most)} characters.`
  if (origin === "array" || origin === "set") return `Choose at most ${formatNumber(most)}.`
  return origin === "file" ? "Choose a smaller file." : `Enter ${formatNumber(most)} or less.`
}

export const fromList = "Choose from the list."

/** A text that is too long: what it is, and how many characters it may have. */
export const keepUnder = (what: string, most: number): string => `Keep the ${what} under ${most} characters.`
