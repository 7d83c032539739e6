import type { z } from "zod"

// The names a form may send, and how many rows, taken from its schema: the `.max()` of each list. A list without one
// takes a few.

/** The limit of rows for a list without `.max()`. */
export const fewRows = 20

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
export type SchemaNode = {
  schemas: z.core.$ZodType[]
  most: number
  within: Map<string, SchemaNode>
}

const roots = new WeakMap<z.core.$ZodType, SchemaNode>()

export function rootOf(schema: z.core.$ZodType): SchemaNode {
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
export function nodeWithin(node: SchemaNode, part: string | number): SchemaNode | undefined {
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

export const isRecord = (node: SchemaNode): boolean =>
  node.schemas.some((each) => defOf(each).type === "record")

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
