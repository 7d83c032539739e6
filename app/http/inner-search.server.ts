import { data } from "@remix-run/node"
import { fieldsOfTicks, unsettledSearches } from "~/models/foundation/name-search/name-search"
import { intentOf } from "~/utils/intent"
import { asTyped, invalid, type Refusable } from "./read-form.server"

// A form with a search in it. Its own button lists names; any other one saves, and never while a name is typed that leads to none.

const nouns: [field: RegExp, noun: string][] = [
  [/teacher|taker/i, "a teacher"],
  [/room/i, "a room"],
  [/class|required/i, "a class"],
  [/famil/i, "a family"],
  [/student/i, "a student"],
]

const notSavedYet = (field: string) =>
  `Not saved yet: choose ${nouns.find(([names]) => names.test(field))?.[1] ?? "from the list"}, or empty the search.`

/**
 * Answers a form that asks for names: with what was found alone, or, where it was to be saved, with a refusal.
 * @param more what the page needs besides, such as the names found
 */
export function answerSearch<More extends object>(form: FormData, submission: Refusable, more: More) {
  if (intentOf(form) === "find") return data({ ...more, result: asTyped(submission) })
  const unsettled = unsettledSearches(form)
  const typed = Object.keys(fieldsOfTicks).filter((find) => String(form.get(find) ?? "").trim() !== "")
  const fields = unsettled.length > 0 ? unsettled : typed.map((find) => fieldsOfTicks[find])
  const refusal = Object.fromEntries(fields.map((field = "") => [field || "form", notSavedYet(field)]))
  return data({ ...more, result: invalid(submission, refusal).data.result }, { status: 400 })
}
