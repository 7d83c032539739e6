import type { Actor } from "../access/actor"
import { type FieldSort, fieldParameter } from "./answer-filter"
import { listAnswers } from "./answers.server"
import type { CustomField, FieldNoun } from "./custom-field"
import { listFields } from "./custom-field.server"

type Answers = readonly { subjectId: string; value: string }[]

type AnswerOrder = {
  noun: FieldNoun
  sort: FieldSort
  isReversed?: boolean
  /** The answers as those of the records, where others gave them. */
  asOf?: (answers: Answers) => Answers
}

/**
 * Records in the order of their answers to a field: numbers and days from the lowest, choices as the field lists them, yes
 * before no. Those without an answer come last either way, and equal ones stay as they came. A field that is not in use
 * changes nothing.
 */
export function inAnswerOrder(
  actor: Actor,
  { noun, sort, isReversed, asOf = (answers) => answers }: AnswerOrder,
  ids: readonly string[],
): string[] {
  const field = listFields(actor, noun).find(({ id }) => fieldParameter(id) === sort)
  if (!field) return isReversed ? [...ids].reverse() : [...ids]
  const compare = comparing(field)
  const answers = new Map(
    asOf(listAnswers(actor, field.id)).map(({ subjectId, value }) => [subjectId, value]),
  )
  const turn = isReversed ? -1 : 1
  return [...ids].sort((a, b) => {
    const [first, second] = [answers.get(a), answers.get(b)]
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined)
    return turn * compare(first, second)
  })
}

const inEnglish = new Intl.Collator("en", { numeric: true })

function comparing({ kind, choices }: CustomField): (first: string, second: string) => number {
  if (kind === "number") return (first, second) => Number(first) - Number(second)
  if (kind === "yes_no") return (first, second) => inEnglish.compare(second, first)
  if (kind !== "choice") return inEnglish.compare
  const places = new Map(choices.map((choice, index) => [choice, index]))
  const placeOf = (choice: string) => places.get(choice) ?? choices.length
  return (first, second) => placeOf(first) - placeOf(second)
}
