import { z } from "zod"

// zod asks a rule over several fields only once each field is right by itself, so its problem came after theirs were mended.

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypeDef & {
  shape?: Record<string, Schema>
  options?: Schema[]
  element?: Schema
  innerType?: Schema
  in?: Schema
  out?: Schema
}

const known = new WeakMap<Schema, Schema>()

/** The schema that says all problems at once: also those of each rule that reads no field which is wrong itself. */
export function askingAll<Given extends Schema>(schema: Given): Given {
  const given: Schema = schema
  const made = known.get(given) ?? z.core.clone(given, defOf(given._zod.def))
  known.set(given, made)
  return made as Given
}

function defOf({ shape, options, element, innerType, in: before, out, checks, ...def }: Def): Def {
  return {
    ...def,
    ...(shape && {
      shape: Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, askingAll(each)])),
    }),
    ...(options && { options: options.map(askingAll) }),
    ...(element && { element: askingAll(element) }),
    ...(innerType && { innerType: askingAll(innerType) }),
    ...(before && { in: askingAll(before) }),
    ...(out && { out: askingAll(out) }),
    ...(checks && { checks: def.type === "object" ? checks.map(besidesWrong()) : checks }),
  }
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
