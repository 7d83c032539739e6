import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { type Font, openSync } from "fontkit"
import { currentFormats } from "~/utils/formats"

// The faces of a paper, as on the screen: a Palatino for titles and totals, Inter for the rest. Their files and
// licenses are in app/assets/fonts, the other fonts are packages; a PDF embeds only the letters it uses.

const { resolve } = createRequire(import.meta.url)
const own = (file: string) => `app/assets/fonts/${file}`
const dejavu = (file: string) => resolve(`dejavu-fonts-ttf/ttf/DejaVu${file}.ttf`)

/** Each face with the one that sets letters it lacks, such as a serif for Greek and Cyrillic names. */
const files = {
  text: [own("Inter-Regular.ttf"), dejavu("SansCondensed")],
  bold: [own("Inter-SemiBold.ttf"), dejavu("SansCondensed-Bold")],
  serif: [own("texgyrepagella-regular.otf"), dejavu("Serif")],
  italic: [own("texgyrepagella-italic.otf"), dejavu("Serif-Italic")],
} as const

export type Face = keyof typeof files

const eastern = { jp: "NotoSansJP", kr: "NotoSansKR", sc: "NotoSansHans" } as const
type Eastern = keyof typeof eastern

// A bold one is the only second weight: the packages have no serif and no italic.
const easternFile = (region: Eastern, face: Face) =>
  join(
    dirname(resolve(`@embedpdf/fonts-${region}`)),
    `../fonts/${eastern[region]}-${face === "bold" ? "Bold" : "Regular"}.otf`,
  )

const easternLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u

/** Han letters are drawn otherwise in each country, and no font has all: the school's own comes first. */
const firstByCurrency: Partial<Record<string, Eastern>> = {
  KRW: "kr",
  CNY: "sc",
  TWD: "sc",
  HKD: "sc",
  MOP: "sc",
  SGD: "sc",
}

function easternFiles(face: Face, text: string): string[] {
  if (!easternLetter.test(text)) return []
  const first = /\p{Script=Hangul}/u.test(text)
    ? "kr"
    : /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
      ? "jp"
      : (firstByCurrency[currentFormats().currency] ?? "jp")
  return [...new Set<Eastern>([first, "jp", "sc", "kr"])].map((region) => easternFile(region, face))
}

const opened = new Map<string, Font>()

/** The font of a file, read with the first text that needs it and kept for every later paper. */
export function openedFont(path: string): Font {
  const known = opened.get(path)
  if (known) return known
  const font = openSync(path)
  if (!("hasGlyphForCodePoint" in font)) throw new Error(`${path} isn't one font`)
  opened.set(path, font)
  return font
}

/** The same font for one paper: a font keeps with each glyph the letters it first stood for, which are another paper's. */
export const fontForPaper = (path: string): Font =>
  Object.assign(Object.create(openedFont(path)) as Font, { _glyphs: {} })

const has = (path: string, letter: string) =>
  letter <= " " || openedFont(path).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)

const hasAll = (path: string, text: string) => [...text].every((letter) => has(path, letter))

/** The files that set a text in a face: the first that has all its letters, or several that it is divided among. */
export function fontsFor(face: Face, text: string): [string, ...string[]] {
  const [font, substitute] = files[face]
  if (hasAll(font, text)) return [font]
  if (hasAll(substitute, text)) return [substitute]
  const others = easternFiles(face, text)
  // Asked one after the other: a font that isn't needed is never opened.
  const whole = others.find((path) => hasAll(path, text))
  return whole ? [whole] : [font, substitute, ...others]
}

/** A text with a question mark for each letter that none of its fonts has. */
export const withKnownLetters = (text: string, fonts: readonly string[]): string =>
  [...text]
    .map((letter) => {
      if (fonts.some((path) => has(path, letter))) return letter
      return /\p{Default_Ignorable_Code_Point}|\p{Mark}/u.test(letter) ? "" : "?"
    })
    .join("")

/** A text in pieces, each with the first of the files that has its letters. */
export function runsOf(text: string, [main, ...others]: [string, ...string[]]) {
  const paths = [main, ...others]
  const runs: { path: string; text: string }[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    // A space and an accent of its own stay with the letter before them.
    const stays = letter <= " " || /\p{Mark}/u.test(letter)
    const path = (stays && last?.path) || paths.find((each) => has(each, letter)) || main
    if (last?.path === path) last.text += letter
    else runs.push({ path, text: letter })
  }
  return runs
}
