import { createRequire } from "node:module"
import { openSync } from "fontkit"

// The faces of a paper, as on the screen: a Palatino for titles and totals, Inter for the rest. The files and their
// licenses are in app/assets/fonts; a PDF embeds only the letters it uses.

const own = (file: string) => `app/assets/fonts/${file}`
const dejavu = (file: string) =>
  createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/DejaVu${file}.ttf`)

/** Each face with the one that sets letters it lacks, such as a serif for Greek and Cyrillic names. */
const files = {
  text: [own("Inter-Regular.ttf"), dejavu("SansCondensed")],
  bold: [own("Inter-SemiBold.ttf"), dejavu("SansCondensed-Bold")],
  serif: [own("texgyrepagella-regular.otf"), dejavu("Serif")],
  italic: [own("texgyrepagella-italic.otf"), dejavu("Serif-Italic")],
} as const

export type Face = keyof typeof files

const opened = new Map<string, ReturnType<typeof openSync>>()

/** How many letters of a text a font file has no glyph for. */
function lacking(path: string, text: string): number {
  const font = opened.get(path) ?? openSync(path)
  opened.set(path, font)
  if (!("hasGlyphForCodePoint" in font)) return text.length
  return [...text].filter((letter) => letter > " " && !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    .length
}

/** The file that sets a text in a face: the face's own, or its substitute when that one has more of the letters. */
export function fontFor(face: Face, text: string): string {
  const [font, substitute] = files[face]
  const missing = lacking(font, text)
  return missing > 0 && lacking(substitute, text) < missing ? substitute : font
}
