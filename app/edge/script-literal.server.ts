// What loaders found, as a script says it: `{name:"Milo",age:9}`. The browser reads it with the document, without a reader of
// ours, and it compresses to half of what Remix's own stream of numbered parts does.

/**
 * The value as JavaScript that may stand within a script of a document. What is undefined in an object is left out. A list or
 * object that stands in several places is written once, and is one object in the browser too, as with Remix's own stream.
 */
export function scriptLiteral(value: unknown): string {
  const repeated = repeatedIn(value)
  const text = repeated.length > 0 ? writeNaming(repeated, value) : write(value, unnamed)
  return text.replace(unsafeInScript, escapeOf)
}

const unsafeInScript = /[&><\u2028\u2029]/g
const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** What stands for an object that has been written before. */
type Names = ReadonlyMap<object, string>
const unnamed: Names = new Map()

/** `(function(){let v0={…};return {rows:[v0,v0]}})()`: without the arrow, which would be escaped. */
function writeNaming(repeated: readonly object[], value: unknown): string {
  const names = new Map<object, string>()
  const named = repeated.map((part, index) => {
    const text = `v${index}=${writeObject(part, names)}`
    names.set(part, `v${index}`)
    return text
  })
  return `(function(){let ${named.join()};return ${write(value, names)}})()`
}

/** Lists and objects that stand in several places and hold something, each after those it holds. */
function repeatedIn(value: unknown): object[] {
  /** Whether all that an object holds has been looked at. */
  const seen = new Map<object, boolean>()
  const repeated = new Set<object>()
  look(value)
  return repeated.size > 0 ? [...seen.keys()].filter((part) => repeated.has(part)) : []

  function look(part: unknown) {
    if (typeof part !== "object" || part === null) return
    const isLookedAt = seen.get(part)
    if (isLookedAt === false) throw new Error("A loader handed over what holds itself.")
    if (isLookedAt) return void repeated.add(part)
    const held = heldBy(part)
    if (held.length === 0) return
    seen.set(part, false)
    for (const each of held) look(each)
    // Moved behind what it holds.
    seen.delete(part)
    seen.set(part, true)
  }
}

function heldBy(value: object): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (value instanceof Map) return [...value].flat()
  if (value instanceof Set) return [...value]
  return value instanceof Date || value instanceof Promise ? [] : Object.values(value)
}

const plainName = /^(?!__proto__$)[a-zA-Z_$][\w$]*$/

function write(value: unknown, names: Names): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value)
    case "number":
      return Object.is(value, -0) ? "-0" : String(value)
    case "boolean":
      return value ? "!0" : "!1"
    case "undefined":
      return "void 0"
    case "bigint":
      return `${value}n`
    case "object":
      return value === null ? "null" : (names.get(value) ?? writeObject(value, names))
    default:
      throw new Error(`A loader handed over a ${typeof value}.`)
  }
}

function writeList(list: readonly unknown[], names: Names): string {
  let text = ""
  // By its length: a list may have gaps.
  for (let at = 0; at < list.length; at++) text += `${at > 0 ? "," : ""}${write(list[at], names)}`
  return `[${text}]`
}

function writeObject(value: object, names: Names): string {
  if (Array.isArray(value)) return writeList(value, names)
  if (value instanceof Date) return `new Date(${value.getTime()})`
  if (value instanceof Map) return `new Map(${write([...value], names)})`
  if (value instanceof Set) return `new Set(${write([...value], names)})`
  if (value instanceof Promise) throw new Error("A loader handed over what isn’t there yet.")
  let text = ""
  for (const name of Object.keys(value)) {
    const part = (value as Record<string, unknown>)[name]
    if (part !== undefined) text += `${text && ","}${writtenName(name)}:${write(part, names)}`
  }
  return `{${text}}`
}

/** How names are written, as each stands in every row of a list. */
const written = new Map<string, string>()
/** Ids are names too, where something is listed by them, and what a form was sent with may have any. */
const mostWritten = 2000
const longestWritten = 40

function writtenName(name: string): string {
  if (name.length > longestWritten) return newlyWritten(name)
  const known = written.get(name)
  if (known !== undefined) return known
  if (written.size >= mostWritten) written.clear()
  const text = newlyWritten(name)
  written.set(name, text)
  return text
}

function newlyWritten(name: string): string {
  if (plainName.test(name)) return name
  // Without brackets this name would set what the object inherits from.
  return name === "__proto__" ? `["__proto__"]` : JSON.stringify(name)
}
