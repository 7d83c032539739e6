import { fold } from "~/utils/names"
import type { Actor } from "../access/actor"
import { type AnswerFilter, boundProblem, fieldParameter } from "./answer-filter"
import { listAnswers } from "./answers.server"
import { type CustomField, type FieldNoun, readAnswer } from "./custom-field"
import { listFields } from "./custom-field.server"

/**
 * The records whose answers pass a filter, or undefined when it names none of the noun's fields: any address shows a list. By a
 * field that was archived nothing passes: a saved filter never becomes the whole list, to write to or to invoice.
 */
export function listAnswering(actor: Actor, noun: FieldNoun, filter: AnswerFilter): Set<string> | undefined {
  let found: Set<string> | undefined
  for (const field of listFields(actor, noun, { archived: true })) {
    if (field.isArchived) {
      if (isNamed(field, filter)) return new Set()
      continue
    }
    const test = testOf(field, filter)
    if (!test) continue
    const passing = listAnswers(actor, field.id).flatMap(({ subjectId, value }) =>
      test(value) && (!found || found.has(subjectId)) ? [subjectId] : [],
    )
    found = new Set(passing)
  }
  return found
}

const isNamed = ({ id }: CustomField, filter: AnswerFilter) =>
  (["", "-from", "-to"] as const).some((end) => Object.hasOwn(filter, fieldParameter(id, end)))

function testOf(field: CustomField, filter: AnswerFilter): ((value: string) => boolean) | undefined {
  if (field.kind === "number" || field.kind === "date") {
    // A bound that can't be read finds nothing, so that no act takes the whole list instead; the filter says why.
    if (boundProblem(field, filter, "-from") || boundProblem(field, filter, "-to")) return () => false
    const [from, to] = [boundOf(field, filter, "-from"), boundOf(field, filter, "-to")]
    if (from === undefined && to === undefined) return undefined
    const compared = field.kind === "number" ? Number : (value: string) => value
    return (value) =>
      (from === undefined || compared(value) >= compared(from)) &&
      (to === undefined || compared(value) <= compared(to))
  }
  const asked = filter[fieldParameter(field.id)]
  if (asked === undefined) return undefined
  const folded = fold(asked)
  return field.kind === "text" ? (value) => fold(value).includes(folded) : (value) => value === asked
}

function boundOf(field: CustomField, filter: AnswerFilter, end: "-from" | "-to"): string | undefined {
  const read = readAnswer(field, filter[fieldParameter(field.id, end)] ?? "")
  return read.ok ? (read.value ?? undefined) : undefined
}
