// What loaders found, as a script says it: `{name:"Milo",age:9}`. The browser reads it with the document, without a reader of
// ours, and it compresses to half of what Remix's own stream of numbered parts does.

/** The value as JavaScript that may stand within a script of a document. What is undefined in an object is left out. */
export const scriptLiteral = (value: unknown): string => write(value).replace(unsafeInScript, escapeOf)

const unsafeInScript = /[&><\u2028\u2029]/g
const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

const plainName = /^(?!__proto__$)[a-zA-Z_$][\w$]*$/

function write(value: unknown): string {
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
      return value === null ? "null" : writeObject(value)
    default:
      throw new Error(`A loader handed over a ${typeof value}.`)
  }
}

function writeObject(value: object): string {
  if (Array.isArray(value)) return `[${Array.from(value, write).join()}]`
  if (value instanceof Date) return `new Date(${value.getTime()})`
  if (value instanceof Map) return `new Map(${write([...value])})`
  if (value instanceof Set) return `new Set(${write([...value])})`
  if (value instanceof Promise) throw new Error("A loader handed over what isn’t there yet.")
  let text = ""
  for (const [name, part] of Object.entries(value))
    if (part !== undefined)
      text += `${text && ","}${plainName.test(name) ? name : nameOf(name)}:${write(part)}`
  return `{${text}}`
}

/** Without brackets this name would set what the object inherits from. */
const nameOf = (name: string) => (name === "__proto__" ? `["__proto__"]` : JSON.stringify(name))
