import { transact } from "db/client.server"
import { customFields, customValues } from "db/schema/foundation-lists"
import { and, eq, inArray, isNull, ne } from "drizzle-orm"
import { newRow } from "~/models/foundation/access/own.server"
import type { CsvColumn } from "~/utils/csv.server"
import { groupBy } from "~/utils/group-by"
import { fold } from "~/utils/names"
import type { Actor } from "../access/actor"
import { add, ownRows, type Params, query, remove, select } from "../access/door.server"
import { among, columns, joined } from "../access/own.server"
import { recordEvent } from "../audit/audit.server"
import { type AnswerFilter, boundProblem, type FieldSort, fieldParameter } from "./answer-filter"
import {
  answerCell,
  answerText,
  type CustomAnswers,
  type CustomField,
  type FieldNoun,
  readAnswer,
} from "./custom-field"
import { listFields } from "./custom-field.server"

// What records answer to the school's own fields.

/** The answers of each record to the fields in use; a record without any is left out. */
export function answersOf(actor: Actor, subjectIds: readonly string[]): Map<string, CustomAnswers> {
  const found = new Map<string, CustomAnswers>()
  if (subjectIds.length === 0) return found
  const rows = answersQuery.all(actor, { subjectIds: JSON.stringify(subjectIds) })
  for (const { subjectId, fieldId, value } of rows)
    found.set(subjectId, { ...found.get(subjectId), [fieldId]: value })
  return found
}

/** The fields' columns of a file, for the subject of each row. */
export const fieldColumns = <Row>(
  fields: readonly CustomField[],
  answers: ReadonlyMap<string, CustomAnswers>,
  subjectOf: (row: Row) => string | undefined,
  of = "",
): CsvColumn<Row>[] =>
  fields.map((field) => [
    `${of}${field.name}`,
    (row) => answerCell(field, answers.get(subjectOf(row) ?? "")?.[field.id]),
  ])

const answersQuery = query((p: Params<{ subjectIds: string }>, own) =>
  select(columns(customValues, "subjectId", "fieldId", "value"))
    .from(customValues)
    .innerJoin(customFields, joined(customFields, customValues.fieldId))
    .where(
      and(own(customValues), among(customValues.subjectId, p.subjectIds), isNull(customFields.archivedAt)),
    ),
)

/** All answers to one field, archived or not. */
const listAnswers = (actor: Actor, fieldId: string) =>
  ownRows(actor, customValues, ["subjectId", "value"]).where(eq(customValues.fieldId, fieldId)).all()

type Sought = {
  isSeen?: (fields: readonly CustomField[]) => readonly CustomField[]
  /** Only what these answer is read. */
  subjectIds?: readonly string[]
}

/** What records of a noun answer that a search finds them by, as text: not yes or no. */
export function answersToFind(
  actor: Actor,
  noun: FieldNoun,
  { isSeen = (fields) => fields, subjectIds }: Sought = {},
): Map<string, { label: string; value: string }[]> {
  const sought = isSeen(listFields(actor, noun)).filter(({ kind }) => kind !== "yes_no")
  const fields = new Map(sought.map((field) => [field.id, field]))
  if (fields.size === 0 || subjectIds?.length === 0) return new Map()
  const given = subjectIds
    ? answersQuery.all(actor, { subjectIds: JSON.stringify(subjectIds) })
    : answersOfNoun.all(actor, { noun })
  const rows = given.flatMap(({ subjectId, fieldId, value }) => {
    const field = fields.get(fieldId)
    return field ? [{ subjectId, label: field.name, value: answerText(field, value) }] : []
  })
  return groupBy(rows, ({ subjectId }) => subjectId)
}

const answersOfNoun = query((p: Params<{ noun: string }>, own) =>
  select(columns(customValues, "subjectId", "fieldId", "value"))
    .from(customFields)
    // A cross join keeps SQLite from starting with all the answers of a school.
    .crossJoin(customValues)
    .where(
      and(
        own(customFields),
        eq(customFields.noun, p.noun),
        ne(customFields.kind, "yes_no"),
        isNull(customFields.archivedAt),
        joined(customFields, customValues.fieldId),
      ),
    ),
)

/** What records answer to the fields that a list shows, as text. */
export function answerTexts(
  actor: Actor,
  fields: readonly CustomField[],
  subjectIds: readonly string[],
): (subjectId: string) => CustomAnswers | undefined {
  if (fields.length === 0) return () => undefined
  const found = answersOf(actor, subjectIds)
  return (subjectId) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = found.get(subjectId)?.[field.id]
        return value === undefined ? [] : [[field.id, answerText(field, value)]]
      }),
    )
}

/** One record's answers. */
export const answersFor = (actor: Actor, subjectId: string): CustomAnswers =>
  answersOf(actor, [subjectId]).get(subjectId) ?? {}

/** A record's fields with their answers as text, for its page: those that are answered. */
export function toldAnswers(
  actor: Actor,
  fields: readonly CustomField[],
  subjectId: string,
): { label: string; value: string }[] {
  if (fields.length === 0) return []
  const answers = answersFor(actor, subjectId)
  return fields.flatMap((field) => {
    const value = answers[field.id]
    return value === undefined ? [] : [{ label: field.name, value: answerText(field, value) }]
  })
}

/**
 * Saves a record's answers to all fields in use, in the caller's transaction; a field that is missing has no answer any
 * more. The caller has made sure that the record is the school's. Answers the entry of the activity, if anything changed.
 */
export function saveAnswers(
  actor: Actor,
  { noun, subjectId }: { noun: FieldNoun; subjectId: string },
  answers: CustomAnswers,
): string | undefined {
  const fields = listFields(actor, noun)
  if (fields.length === 0) return undefined
  const present = answersFor(actor, subjectId)
  const changed = fields.filter(({ id }) => (present[id] ?? "") !== (answers[id] ?? ""))
  if (changed.length === 0) return undefined
  for (const { id } of changed) writeAnswer(actor, id, subjectId, answers[id])
  const told = (from: CustomAnswers) =>
    Object.fromEntries(
      changed.map((field) => {
        const value = from[field.id]
        return [field.name, value ? answerText(field, value) : null]
      }),
    )
  return recordEvent(actor, `${noun}.answer`, subjectId, { before: told(present), after: told(answers) })
}

/** The same as an act of its own. */
export const changeAnswers = (
  actor: Actor,
  ...given: [{ noun: FieldNoun; subjectId: string }, CustomAnswers]
) => transact(() => saveAnswers(actor, ...given))

/** Saves one answer and nothing else, without an entry of its own. Answers the row's id. */
export function writeAnswer(
  actor: Actor,
  fieldId: string,
  subjectId: string,
  value: string | undefined,
): string {
  remove(actor, customValues, and(eq(customValues.fieldId, fieldId), eq(customValues.subjectId, subjectId)))
  const row = newRow(actor)
  if (value) add(actor, customValues, { ...row, fieldId, subjectId, value })
  return row.id
}

/** A record that continues another answers the same. In the caller's transaction. */
export function copyAnswers(actor: Actor, fromId: string, toId: string) {
  for (const [fieldId, value] of Object.entries(answersFor(actor, fromId)))
    add(actor, customValues, { fieldId, subjectId: toId, value })
}

/** Forgets what records answered, in the transaction that deletes them. */
export function forgetAnswers(actor: Actor, subjectIds: readonly string[]) {
  if (subjectIds.length === 0) return
  remove(actor, customValues, inArray(customValues.subjectId, [...subjectIds]))
}

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
