import type { Submission, SubmissionResult } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import { data } from "@remix-run/node"
import type { z } from "zod"
import { askingAll } from "~/utils/asking-all.server"
import { isReturnedForm, repeatedInHand, whyReturned } from "~/utils/form-in-hand.server"
import { type Disputes, isFormMark } from "~/utils/form-marks"
import { formMessage } from "~/utils/form-messages"
import { cannotBeShown, hasControl, isPassword, withoutUnseen } from "~/utils/unseen-text"
import { initOf, type RefusalStatus } from "./answer"
import { disputesInHand } from "./disputed-fields.server"

// The names a form may send, and how many rows, taken from its schema: the `.max()` of each list. A list without one
// takes a few.

/** The limit of rows for a list without `.max()`. */
const fewRows = 20

type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: z.core.$ZodType[]
  innerType?: z.core.$ZodType
  left?: z.core.$ZodType
  right?: z.core.$ZodType
  in?: z.core.$ZodType
  out?: z.core.$ZodType
  checks?: { _zod: { def: { check: string; maximum?: number; length?: number } } }[]
}

const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/** What a schema is without its wrappings: defaults, transforms, choices between several. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { type, innerType, in: before, out, options, left, right } = defOf(schema)
  const inner =
    type === "pipe" && before && out
      ? [defOf(before).type === "transform" ? out : before]
      : [innerType, ...(options ?? []), left, right].filter((each) => each !== undefined)
  return inner.length ? inner.flatMap(unwrapped) : [schema]
}

/** A node of a schema: the schemas that a name may have, and its limit of rows or keys. Computed once. */
type SchemaNode = {
  schemas: z.core.$ZodType[]
  most: number
  within: Map<string, SchemaNode>
}

const roots = new WeakMap<z.core.$ZodType, SchemaNode>()

function rootOf(schema: z.core.$ZodType): SchemaNode {
  const known = roots.get(schema) ?? nodeOf([schema])
  roots.set(schema, known)
  return known
}

function nodeOf(found: z.core.$ZodType[]): SchemaNode {
  const schemas = found.flatMap(unwrapped)
  const lists = schemas.filter((each) => defOf(each).type === "array")
  const most = lists.length ? Math.max(...lists.map(mostRowsOf)) : fewRows
  return { schemas, most, within: new Map() }
}

/** The node of a row or key within another; undefined when the schema has none. */
function nodeWithin(node: SchemaNode, part: string | number): SchemaNode | undefined {
  const found = node.schemas.flatMap((each) => {
    const { type, shape, element, valueType } = defOf(each)
    if (type === "object") return shape && Object.hasOwn(shape, part) ? [shape[part] as z.core.$ZodType] : []
    if (type === "array") return element && typeof part === "number" ? [element] : []
    return type === "record" && valueType ? [valueType] : []
  })
  if (found.length === 0) return undefined
  // All rows of a list share one node, and so do all keys of a record, so the cache stays as small as the schema.
  const key = node.schemas.some((each) => defOf(each).type === "object") ? `.${part}` : "*"
  const known = node.within.get(key) ?? nodeOf(found)
  node.within.set(key, known)
  return known
}

const isRecord = (node: SchemaNode): boolean => node.schemas.some((each) => defOf(each).type === "record")

function mostRowsOf(list: z.core.$ZodType): number {
  const named = (defOf(list).checks ?? []).flatMap(({ _zod: { def } }) =>
    def.check === "max_length"
      ? (def.maximum ?? [])
      : def.check === "length_equals"
        ? (def.length ?? [])
        : [],
  )
  return named.length ? Math.min(...named) : fewRows
}

// Every form is read here, so that hostile input is handled in one place, whatever the form.

/** No form of ours that is read by a schema has longer names than this, nor as many fields. */
const longestName = 200
const mostFields = 5000
/** Nor does a name lead deeper: `guardians[0].name` is three parts. */
const deepest = 4
/** The limit of keys in one record, such as the students of a register. */
const maxFieldNames = 1000
/** Plain names beside the schema's that a page may read back from a refusal, such as `intent`. */
const plainName = /^[a-z][\w-]{0,39}$/i
const mostBeside = 30

/**
 * Reads a form by its schema. Invisible characters that come with copied text are removed; a control character is
 * refused beside its field. Passwords are taken as they are. Rows beyond the schema's limits can't come from our pages
 * and are refused before anything is rendered, as are more fields than any page sends: a part of a form is never read. Of a
 * repeated name, such as checkboxes, one more than allowed is read, so that the schema reports the limit beside the field. Names that the schema doesn't have never reach the parser,
 * which would build and echo whatever they nest; only a few plain ones do, for pages with several forms. The work is
 * linear in the body. What several fields mean together is said with what is wrong in each. `words` are said where a rule has none of its own; null for the generic ones of the specification.
 * `order` are the names of the page's fields from top to bottom, for a page with choices whose problems aren't last: of a choice that
 * wasn't made a browser sends nothing.
 */
export function readForm<Schema extends z.ZodType>(
  form: FormData,
  {
    schema,
    words = formMessage,
    order,
  }: { schema: Schema; words?: typeof formMessage | null; order?: readonly string[] },
) {
  const read = new FormData()
  const refused = new Set<string>()
  const root = rootOf(schema)
  const times = new Map<string, number>()
  const listKeys = new Map<string, Set<string>>()
  const beside = new Set<string>()
  const fields = [...form]
  if (fields.length > mostFields) refuse("This form has too many fields. Nothing was changed.", 413)
  for (const [name, value] of fields) {
    if (name.length > longestName || isFormMark(name)) continue
    const path = pathOf(name)
    const node = nodeAt(root, path, listKeys)
    if (!isWritten(name, path) || path.length > deepest || path.some(isOfEveryObject)) continue
    if (!node) {
      if (!plainName.test(name) || (!beside.has(name) && beside.size >= mostBeside)) continue
      beside.add(name)
    }
    const seen = (times.get(name) ?? 0) + 1
    times.set(name, seen)
    if (seen > 1 && seen > (node?.most ?? fewRows) + 1) continue
    if (typeof value !== "string" || isPassword(name)) read.append(name, value)
    else {
      read.append(name, withoutUnseen(value))
      if (hasControl(value)) refused.add(name)
    }
  }
  const parse = (by: Schema) => parseWithZod(read, { schema: by, ...(words ? { error: words } : {}) })
  const asked = parse(schema)
  const parsed = asked.status === "error" ? parse(askingAll(schema)) : asked
  const ordered = inOrderOfFields(parsed, order ?? [...read.keys()])
  const submission =
    refused.size > 0
      ? asRefused<z.output<Schema>>(ordered, withUnshown(ordered.reply().error, refused))
      : ordered
  const why = whyReturned()
  if (why) return asRefused<z.output<Schema>>(submission, { "": [why] })
  const repeated = repeatedInHand()
  if (repeated && submission.status === "success")
    return asRefused<z.output<Schema>>(
      submission,
      { "": [repeated.question] },
      { repeatedAs: repeated.again },
    )
  const disputes = disputesInHand()
  if (!disputes) return submission
  const errors = disputes.fields.map(({ name, message }): [string, string[]] => [name, [message]])
  const error = { ...submission.reply().error, ...Object.fromEntries(errors) }
  return asRefused<z.output<Schema>>(submission, error, { disputes })
}

/** The problems of a form and these fields, which can't be shown. */
function withUnshown(known: SubmissionResult<string[]>["error"], names: ReadonlySet<string>) {
  const error: Record<string, string[] | null> = { ...known }
  for (const name of names) {
    const field = name.replace(/\[\]$/, "")
    error[field] = [...(error[field] ?? []), cannotBeShown]
  }
  return error
}

/** A form that never succeeds, whatever it holds: one that is only shown again, that asks, or that someone else has changed differently. */
function asRefused<Output>(
  submission: Submission<Output, string[]>,
  error: Record<string, string[] | null>,
  told: { disputes?: Disputes; repeatedAs?: string } = {},
): Submission<Output, string[]> {
  return {
    ...submission,
    status: "error",
    error,
    reply: (options) => ({ ...submission.reply(options), ...told, status: "error", error }),
  }
}

type Path = (string | number)[]

/** The schema node that a name leads to; undefined for an unknown name. Too many rows or keys are refused. */
function nodeAt(root: SchemaNode, path: Path, listKeys: Map<string, Set<string>>): SchemaNode | undefined {
  let node: SchemaNode | undefined = root
  for (const [depth, part] of path.slice(0, deepest + 1).entries()) {
    if (typeof part === "number" && part >= (node?.most ?? fewRows)) refuseRows()
    if (node && isRecord(node)) {
      const at = path.slice(0, depth).join(".")
      const known = listKeys.get(at) ?? new Set()
      listKeys.set(at, known.add(String(part)))
      if (known.size > maxFieldNames) refuseRows()
    }
    node = node && nodeWithin(node, part)
  }
  return path.length > 0 ? node : undefined
}

const refuseRows = (): never => refuse("This form has too many rows. Nothing was changed.", 400)

function refuse(message: string, status: 400 | 413): never {
  throw Response.json({ message }, { status, headers: { "Cache-Control": "private, no-store" } })
}

/** Names that every object has, such as `valueOf`: what is read by them wasn't sent. */
const isOfEveryObject = (part: string | number) => part in Object.prototype

/** Whether a name is spelled as our pages spell it, so that each node has only one name. */
const isWritten = (name: string, path: Path) => {
  const written = path.reduce<string>(
    (sofar, part) => (typeof part === "number" ? `${sofar}[${part}]` : sofar ? `${sofar}.${part}` : part),
    "",
  )
  return name === written || name === `${written}[]`
}

/** `guardians[0].name` as the path of an issue. */
const pathOf = (name: string): Path =>
  name
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))

// What is wrong is listed in the order of the fields: rules over several fields are checked last, wherever these are.

/** Has a form's errors in the order of these names; those of fields that aren't among them stay where they are. */
function inOrderOfFields<Read extends { reply(options?: never): SubmissionResult<string[]> }>(
  submission: Read,
  names: readonly string[],
): Read {
  const ranks = new Map<string, number>()
  for (const name of names) if (!ranks.has(name)) ranks.set(name, ranks.size)
  // A part of a field, such as the street of an address, is where its field is.
  const rankOf = (name: string): number | undefined => {
    const end = name.search(/[.[][^.[]*$/)
    return ranks.get(name) ?? (end > 0 ? rankOf(name.slice(0, end)) : undefined)
  }
  const sorted = <Errors extends Record<string, unknown>>(errors: Errors): Errors => {
    const all = Object.entries(errors)
    const named = all
      .filter(([name]) => rankOf(name) !== undefined)
      .sort(([a], [b]) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0))
    return Object.fromEntries(
      all.map((entry) => (rankOf(entry[0]) === undefined ? entry : (named.shift() ?? entry))),
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

export type Refusable = {
  reply(options?: {
    formErrors?: string[]
    fieldErrors?: Record<string, string[]>
    hideFields?: string[]
  }): SubmissionResult<string[]>
}

/**
 * A rejected form: 400 with everything that was typed (passwords and keys excepted) and the error beside each field. A model's
 * refusal is shown the same way: `{ form: "…" }` or `{ fieldName: "…" }`. `title` is shown before all of it.
 */
export function invalid(
  submission: Refusable,
  refusal?: Record<string, string>,
  status: RefusalStatus = 400,
  title?: string,
) {
  const { form, ...fields } = refusal ?? {}
  const result = submission.reply({
    hideFields: ["password", "confirmPassword", "currentPassword", "secretKey", "webhookSecret"],
    ...(form ? { formErrors: [form] } : {}),
    ...(refusal
      ? {
          fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, [message]])),
        }
      : {}),
  })
  return data({ result, title }, initOf(status))
}

/** A form that only requested a lookup: shown again as it was typed, without errors. */
export function asTyped(submission: Refusable): SubmissionResult<string[]> {
  const answer = submission.reply()
  // After logging in, the notice must still be shown.
  if (isReturnedForm()) return answer
  const { error: _, status: __, ...typed } = answer
  return typed
}
