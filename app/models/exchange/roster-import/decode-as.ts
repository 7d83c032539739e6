import { decodeText, type Encoding } from "~/utils/csv"

/**
 * The text as it would read had the file's bytes been taken for other letters. Loses nothing: each decoding we use can be
 * turned back into its bytes.
 */
export function decodeAs(text: string, from: Encoding, to: Encoding): string {
  if (from === to) return text
  const bytes = bytesOf(text, from)
  if (to === "windows-1252") return Array.from(bytes, (byte) => windows1252[byte]).join("")
  return new TextDecoder(to).decode(bytes)
}

// All bytes in a row are no UTF-8, so they are read as Windows-1252: the table of its letters.
const windows1252 = Array.from(decodeText(Uint8Array.from({ length: 256 }, (_, byte) => byte)).text)
const byteOf = new Map(windows1252.map((letter, byte) => [letter, byte]))

function bytesOf(text: string, encoding: Encoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text)
  if (encoding === "windows-1252") return Uint8Array.from(text, (letter) => byteOf.get(letter) ?? 0x3f)
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < text.length; at += 1)
    view.setUint16(at * 2, text.charCodeAt(at), encoding === "utf-16le")
  return bytes
}
