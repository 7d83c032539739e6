// A small, strict reader of XML documents that come from strangers. It knows elements, attributes as they are written, text,
// comments and the five entities of the standard. A document type, an entity of its own or anything unfinished is
// refused, so that a file can neither grow while it is read nor reach for another one.

export type XmlElement = {
  /** Without the prefix of its namespace. */
  name: string
  /** As they are written in the tag. */
  attributes: string
  children: XmlElement[]
  text: string
}

const mostDeep = 60
const mostElements = 200_000

/** The entities every document knows, and numbered letters. */
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** The root element of a document, or null when it is refused. */
export function readXml(text: string): XmlElement | null {
  const root: XmlElement = { name: "", attributes: "", children: [], text: "" }
  const open: XmlElement[] = [root]
  let count = 0
  let at = 0
  while (at < text.length) {
    const start = text.indexOf("<", at)
    const current = open.at(-1)
    if (!current) return null
    const words = unescaped(text.slice(at, start < 0 ? text.length : start))
    if (words === null || (open.length === 1 && words.trim() !== "" && words !== "\uFEFF")) return null
    current.text += words
    if (start < 0) break
    const skipped = skip(text, start)
    if (skipped === null) return null
    if (skipped !== undefined) {
      if (skipped.text !== undefined) current.text += skipped.text
      at = skipped.to
      continue
    }
    const end = endOfTag(text, start)
    if (end < 0) return null
    const tag = text.slice(start + 1, end)
    at = end + 1
    const name = /^\/?([\p{L}_][\p{L}\p{N}_.:-]*)(?=[\s/]|$)/u.exec(tag)?.[1]
    if (name === undefined) return null
    const local = name.slice(name.indexOf(":") + 1)
    if (tag.startsWith("/")) {
      if (open.length === 1 || current.name !== local) return null
      open.pop()
      continue
    }
    count += 1
    if (count > mostElements || open.length > mostDeep) return null
    const element: XmlElement = { name: local, attributes: tag.slice(name.length), children: [], text: "" }
    current.children.push(element)
    if (!tag.endsWith("/")) open.push(element)
  }
  const [only, ...others] = root.children
  return open.length === 1 && only && others.length === 0 ? only : null
}

/** What is no element: the declaration, a comment, literal text. Null is refused, undefined is a tag. */
function skip(text: string, start: number): { to: number; text?: string } | null | undefined {
  const until = (opening: string, closing: string) => {
    if (!text.startsWith(opening, start)) return undefined
    const end = text.indexOf(closing, start + opening.length)
    return end < 0 ? null : { to: end + closing.length, inside: text.slice(start + opening.length, end) }
  }
  const declaration = until("<?", "?>")
  if (declaration !== undefined) return declaration && { to: declaration.to }
  const comment = until("<!--", "-->")
  if (comment !== undefined) return comment && { to: comment.to }
  const literal = until("<![CDATA[", "]]>")
  if (literal !== undefined) return literal && { to: literal.to, text: literal.inside }
  return text.startsWith("<!", start) ? null : undefined
}

/** The end of a tag; a ">" inside an attribute's quotes is none. */
function endOfTag(text: string, start: number): number {
  let quote = ""
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote) {
      if (sign === quote) quote = ""
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === ">") return at
    else if (sign === "<") return -1
  }
  return -1
}

/** Null when it names an entity that the standard doesn't. */
function unescaped(text: string): string | null {
  if (!text.includes("&")) return text
  let isKnown = true
  const plain = text.replace(/&([^;&]{0,12});?/g, (whole, name: string) => {
    const numbered = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
    const code = numbered ? Number.parseInt(numbered[1] ?? numbered[2] ?? "", numbered[1] ? 16 : 10) : 0
    if (whole.endsWith(";") && code > 0 && code <= 0x10_ff_ff) return String.fromCodePoint(code)
    const known = whole.endsWith(";") && Object.hasOwn(entities, name) ? entities[name] : undefined
    if (known === undefined) isKnown = false
    return known ?? ""
  })
  return isKnown ? plain : null
}

/** The elements that a path of names leads to. */
export const elementsAt = (from: XmlElement, ...path: readonly string[]): XmlElement[] =>
  path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [from],
  )

/** The text of the first element at a path, trimmed; undefined without one. */
export const textAt = (from: XmlElement, ...path: readonly string[]): string | undefined =>
  elementsAt(from, ...path)[0]?.text.trim() || undefined

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** A text as it is written into XML, which has no place for control characters and halves of a pair. */
export const escapedXml = (text: string): string =>
  text
    .replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
