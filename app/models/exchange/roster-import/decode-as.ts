import { decodeLetters, type Encoding, letterTables } from "~/utils/csv"

/**
 * The text as it would read had the file's bytes been taken for other letters. Loses nothing: each decoding we use can be
 * turned back into its bytes.
 */
export function decodeAs(text: string, from: Encoding, to: Encoding): string {
  if (from === to) return text
  const bytes = bytesOf(text, from)
  const table = letterTables.find((each) => each === to)
  return table ? decodeLetters(bytes, table) : new TextDecoder(to).decode(bytes)
}

function bytesOf(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text)
  const table = letterTables.find((each) => each === encoding)
  if (table) {
    const all = Array.from(
      decodeLetters(
        Uint8Array.from({ length: 256 }, (_, byte) => byte),
        table,
      ),
    )
    const byteOf = new Map(all.map((letter, byte) => [letter, byte]))
    return Uint8Array.from(Array.from(text), (letter) => byteOf.get(letter) ?? 0x3f)
  }
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(at * 2, text.charCodeAt(at), encoding === "utf-16le")
  return bytes
}
