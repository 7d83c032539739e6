import { z } from "zod"

// zod asks a rule over several fields only once each field is right by itself, so its problem came after theirs were mended.

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypeDef & { shape?: Record<string, Schema>; options?: Schema[] } & {
  [part in (typeof parts)[number]]?: Schema
}

/** Where a schema holds another one. */
const parts = ["element", "innerType", "in", "out", "left", "right", "valueType"] as const

const known = new WeakMap<Schema, Schema>()

/** The schema that says all problems at once: also those of each rule that reads no field which is wrong itself. */
export function askingAll<Given extends Schema>(schema: Given): Given {
  const given: Schema = schema
  const made = known.get(given) ?? madeOf(given)
  known.set(given, made)
  return made as Given
}

/** One without such rules is left as it is: a copy wouldn’t have all of it, such as the check of `z.instanceof`. */
function madeOf(schema: Schema): Schema {
  const def: Def = schema._zod.def
  const changed: Partial<Def> = {}
  for (const part of parts) {
    const made = def[part] && askingAll(def[part])
    if (made && made !== def[part]) changed[part] = made
  }
  const options = def.options?.map(askingAll)
  if (options?.some((made, index) => made !== def.options?.[index])) changed.options = options
  const shape = def.shape && Object.entries(def.shape).map(([key, each]) => [key, askingAll(each)] as const)
  if (shape?.some(([key, made]) => made !== def.shape?.[key])) changed.shape = Object.fromEntries(shape)
  if (def.type === "object" && def.checks?.length) changed.checks = def.checks.map(besidesWrong())
  if (Object.keys(changed).length === 0) return schema
  // A default is made for each form.
  const own = Object.getOwnPropertyDescriptors(def)
  return z.core.clone(
    schema,
    Object.defineProperties({}, { ...own, ...Object.getOwnPropertyDescriptors(changed) }) as Def,
  )
}

/** Thrown where a rule reads a field that is wrong itself. */
const isWrongItself = Symbol("wrong itself")

/** The rules of one object, each of which is left out once it reads a field that is wrong itself. */
function besidesWrong() {
  const wrongOf = new WeakMap<object, Set<unknown>>()
  return (rule: z.core.$ZodCheck<never>) =>
    z.core._check(
      (payload) => {
        const wrong = wrongOf.get(payload) ?? new Set(payload.issues.map(({ path }) => path?.[0]))
        wrongOf.set(payload, wrong)
        let isAsked = true
        const value = new Proxy(payload.value as object, {
          get: (fields, key) => {
            if (isAsked && wrong.has(key)) throw isWrongItself
            return Reflect.get(fields, key)
          },
        })
        try {
          rule._zod.check({ ...payload, value } as never)
        } catch (thrown) {
          if (thrown !== isWrongItself) throw thrown
        } finally {
          isAsked = false
        }
      },
      { when: ({ value }) => typeof value === "object" && value !== null },
    )
}
