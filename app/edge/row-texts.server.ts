import { LRUCache } from "lru-cache"
import type { ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import type { DocumentPart } from "./compressed-text.server"

// The rows of lists, as they were last written: most of a list is the same the next time it is opened, by whomever, and
// drawing a row costs ten times what finding its text does. A text depends on its key alone, so nothing has to be thrown
// away when a record changes; the text that was requested longest ago makes room.

/** Characters of keys and texts together; most take one byte. */
const mostCharacters = 6_000_000

/** Rows of tables are kept as bytes, everything else as text. */
const texts = new LRUCache<string, string | Buffer>({
  maxSize: mostCharacters,
  sizeCalculation: (text, key) => text.length + key.length,
})

/** All that a row's text depends on, and how it is drawn. */
type NamedRow = readonly [key: string, draw: () => ReactElement]

/** The HTML of a row, drawn when no equal one is known. Except in production, a known one is drawn again and compared. */
export const writeRow = (...[key, draw]: NamedRow): string => findOrDraw(key, draw, inOnePiece).toString()

/**
 * React adds a row up from some forty pieces, which V8 keeps as they are and walks each time the row is put into a page:
 * a quarter of what drawing a list of 500 took. Read back from its bytes, a text is one piece.
 */
const inOnePiece = (text: string) => Buffer.from(text).toString()

/** Bytes with memory of their own: a piece of node's pool would keep all 8 KB of it, and one row in many is kept for long. */
function inOwnBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

function findOrDraw(
  key: string,
  draw: () => ReactElement,
  keptAs: (text: string) => string | Buffer,
): string | Buffer {
  const known = texts.get(key)
  if (known !== undefined && process.env.NODE_ENV === "production") return known
  const text = renderToStaticMarkup(draw())
  if (known !== undefined && known.toString() !== text)
    throw new Error(`A row depends on more than its key says: ${key}\n${known}\n${text}`)
  const found = keptAs(text)
  texts.set(key, found)
  return found
}

/** The bytes of a row. A page without scripts may have kept it as text. */
function bytesOfRow([key, draw]: NamedRow): Buffer {
  const found = findOrDraw(key, draw, inOwnBytes)
  return typeof found === "string" ? inOwnBytes(found) : found
}

/**
 * Puts the rows of tables into one document. They are most of it, and their bytes are known: so a mark stands for them until
 * the document is sent, and they are neither joined into its text nor written as bytes again.
 * @param secret that no one who writes texts for the page can know
 */
export function rowPlaces(secret: string) {
  const placed: Buffer[][] = []
  const begin = `<rows ${secret} `
  const place = (named: readonly NamedRow[]): string => {
    placed.push(named.map(bytesOfRow))
    return `${begin}${placed.length - 1}>`
  }
  /** A part of the document with the rows in place of their marks. */
  const partsOf = (part: DocumentPart): DocumentPart[] => {
    if (typeof part !== "string") return [part]
    const [first = "", ...others] = part.split(begin)
    return [
      first,
      ...others.flatMap((text) => {
        const end = text.indexOf(">")
        return [...(placed[Number(text.slice(0, end))] ?? []), text.slice(end + 1)]
      }),
    ]
  }
  return { place, partsOf }
}
