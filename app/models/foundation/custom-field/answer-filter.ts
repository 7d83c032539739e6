// A list narrowed by the school's own fields: `field-<id>` in its address, `field-<id>-from` and `-to` for numbers and
// days. Safe in the browser.

import { type CustomField, readAnswer } from "./custom-field"

export type AnswerFilter = Record<string, string>

const parameter = /^field-[\w-]{1,64}$/
/** More of them at once are left out. */
const mostFilters = 10

export const fieldParameter = (fieldId: string, end: "" | "-from" | "-to" = ""): FieldSort =>
  `field-${fieldId}${end}`

/** A list in the order of a field's answers. */
export type FieldSort = `field-${string}`
export const isFieldSort = (name: string): name is FieldSort => parameter.test(name)

/** What is wrong with a bound of numbers or days, or undefined where it can be read. */
export function boundProblem(
  field: CustomField,
  filter: AnswerFilter,
  end: "-from" | "-to",
): string | undefined {
  const read = readAnswer(field, filter[fieldParameter(field.id, end)] ?? "")
  return read.ok ? undefined : read.message
}

/** The columns of a list that are fields of the school's own, in their order. */
export const answerColumns = <Field extends { id: string }>(
  fields: readonly Field[],
  names: readonly string[] | undefined,
): Field[] => fields.filter(({ id }) => names?.includes(fieldParameter(id)))

/** Reads the filters of an address; undefined without any. */
export function readAnswerFilter(parameters: URLSearchParams): AnswerFilter | undefined {
  const found = [...parameters]
    .map(([name, value]) => [name, value.trim().slice(0, 100)] as const)
    .filter(([name, value]) => parameter.test(name) && value !== "")
    .slice(0, mostFilters)
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
