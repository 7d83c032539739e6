import { LRUCache } from "lru-cache"
import type { ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"

// The rows of lists, as they were last written: most of a list is the same the next time it is opened, by whomever, and
// drawing a row costs ten times what finding its text does. A text depends on its key alone, so nothing has to be thrown
// away when a record changes; the text that was requested longest ago makes room.

/** Characters of keys and texts together; most take one byte. */
const mostCharacters = 6_000_000

const texts = new LRUCache<string, string>({
  maxSize: mostCharacters,
  sizeCalculation: (text, key) => text.length + key.length,
})

/** The HTML of a row, drawn when no equal one is known. Except in production, a known one is drawn again and compared. */
export function writeRow(key: string, draw: () => ReactElement): string {
  const known = texts.get(key)
  if (known !== undefined && process.env.NODE_ENV === "production") return known
  const text = inOnePiece(renderToStaticMarkup(draw()))
  if (known !== undefined && known !== text)
    throw new Error(`A row depends on more than its key says: ${key}\n${known}\n${text}`)
  texts.set(key, text)
  return text
}

/**
 * React adds a row up from some forty pieces, which V8 keeps as they are and walks each time the row is put into a page:
 * a quarter of what drawing a list of 500 took. Read back from its bytes, a text is one piece.
 */
const inOnePiece = (text: string) => Buffer.from(text).toString()
