// Tables of text as spreadsheets export them: which letters the bytes mean and which sign separates the cells.
// Reading and writing whole files is in csv.server.ts.
import { countOf } from "./formats"
import { decodeLetters, type LetterTable, letterTableOf, windows1252 } from "./letter-tables"
import { type WideTable, wideTableOf } from "./wide-letters"

export type Encoding = "utf-8" | LetterTable | WideTable | "utf-16le" | "utf-16be"
/** How much of a file is looked at to tell how its cells are separated. */
const SAMPLE = 65_536

export type Delimiter = "," | ";" | "\t" | "|"

/** One row below the headings. `rowNumber` is what the person's spreadsheet shows beside it: the headings are 1. */
export type CsvRow = { rowNumber: number; cells: string[] }

export type CsvProblem = {
  /** null when the whole file is meant */
  rowNumber: number | null
  code: "empty" | "no-rows" | "unclosed-quote" | "too-many-rows" | "unreadable" | "cell-count"
  message: string
}

export type CsvTable = { headers: string[]; rows: CsvRow[]; problems: CsvProblem[] }

/** Why bytes are not a table of text at all, as text for the person who chose the file; null when they may be. */
export function refuseBytes(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return "The file is empty."
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return "This is an older spreadsheet or an archive, not a CSV file. Open it in your spreadsheet program and save it as CSV or .xlsx."
  }
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) {
    return "This is a PDF, not a CSV file. Ask for the list as a spreadsheet and save it as CSV."
  }
  if (guessUtf16(bytes)) return null
  const nuls = bytes.subarray(0, 4096).filter((byte) => byte === 0).length
  if (nuls > Math.min(bytes.length, 4096) / 50) {
    return "This is not a text file. Open your list in a spreadsheet program and save it as CSV."
  }
  return null
}

/** Whether a text is a workbook as Excel 2003 wrote them in XML. */
export const isXmlWorkbook = (text: string): boolean =>
  /^\uFEFF?\s*<\?xml[^>]*>[\s\S]{0,1000}?(?:<\?mso-application\s+progid="Excel|<(?:\w+:)?Workbook\b)/i.test(
    text,
  )

export const xmlWorkbookRefusal =
  "This is an Excel file of 2003 (XML). Open it in your spreadsheet program and save it as .xlsx or CSV."

/** Why a text is no table though it is text; null when it may be one. */
export function refuseText(text: string): string | null {
  if (isXmlWorkbook(text)) return xmlWorkbookRefusal
  const start = text.slice(0, 400).trimStart().toLowerCase()
  if (/^(?:<!doctype|<html|<head|<table|<\?xml|<meta|<style|<div|mime-version:)/.test(start))
    return "This is a web page, even if its name ends in .xls. Open it in your spreadsheet program and save it as .xlsx or CSV."
  if (start.startsWith("begin:vcard"))
    return "These are contact cards, not a list. Export your contacts as CSV and choose that file."
  if (start.startsWith("begin:vcalendar"))
    return "This is a calendar, not a list of students. Save your list as .xlsx or CSV and choose that file."
  if (start.startsWith("{\\rtf"))
    return "This is a text document. Copy its table into a spreadsheet and save it as .xlsx or CSV."
  if (/^\[?\s*\{\s*"/.test(start))
    return "This is a JSON file, not a spreadsheet. Export your list as CSV or .xlsx and choose that file."
  return null
}

/**
 * The text in the bytes: the byte order mark decides, then UTF-8 if every byte fits it, then a table of two bytes a letter whose
 * usual letters they are, else the table of letters in which most of them make words. The mark itself is dropped. Never throws.
 * @param likely the table of a country's programs, where more than one fits
 */
export function decodeText(bytes: Uint8Array, likely?: LetterTable): { text: string; encoding: Encoding } {
  const utf16 = guessUtf16(bytes)
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: utf16 }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return { text: decodedTwice(text) ?? text, encoding: "utf-8" }
  } catch {
    // A few stray bytes, as in a cell that was pasted, don't make all its other letters wrong.
    const loose = new TextDecoder().decode(bytes)
    const many = (letters: RegExp) => loose.match(letters)?.length ?? 0
    if (many(/[^\p{ASCII}\ufffd]/gu) > 4 * many(/\ufffd/g)) return { text: loose, encoding: "utf-8" }
    const wide = wideTableOf(bytes)
    if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: wide }
    const encoding = letterTableOf(bytes, likely)
    return { text: decodeLetters(bytes, encoding), encoding }
  }
}

/** UTF-8 that was taken for Windows-1252 and written as UTF-8 again: "MÃ¼ller" is Müller; undefined for any other text. */
function decodedTwice(text: string): string | undefined {
  if (!/[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/.test(text)) return undefined
  const bytes = Uint8Array.from(text, (letter) => {
    const high = windows1252.indexOf(letter)
    const code = letter.charCodeAt(0)
    return high >= 0 ? 0x80 + high : code < 0x100 ? code : 0xff
  })
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function guessUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (startsWith(bytes, 0xff, 0xfe)) return "utf-16le"
  if (startsWith(bytes, 0xfe, 0xff)) return "utf-16be"
  const sample = bytes.subarray(0, 1024)
  if (sample.length < 8) return null
  const half = Math.floor(sample.length / 2)
  const evenNuls = sample.filter((byte, index) => byte === 0 && index % 2 === 0).length
  const oddNuls = sample.filter((byte, index) => byte === 0 && index % 2 === 1).length
  if (oddNuls > half * 0.7 && evenNuls === 0) return "utf-16le"
  if (evenNuls > half * 0.7 && oddNuls === 0) return "utf-16be"
  return null
}

/** Whether a file begins with these bytes. */
export function startsWith(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

const delimiters: readonly Delimiter[] = [",", ";", "\t", "|"]

/**
 * The sign that separates the cells: the one that is in the headings, and as often in the rows below,
 * outside quotation marks. A first line "sep=;", as Excel writes it, decides. A single column gives the comma.
 */
export function detectDelimiter(text: string): Delimiter {
  const declared = declaredDelimiter(text)
  if (declared) return declared

  const counts = countDelimiters(text.slice(0, SAMPLE))
  let best: Delimiter = ","
  let bestScore = 0
  // Below a title without any, the headings are further down.
  const isTitled = counts[0]?.every((count) => count === 0) ?? false
  for (const [index, delimiter] of delimiters.entries())
    for (const [at, headings] of counts.slice(0, isTitled ? 10 : 1).entries()) {
      const inHeadings = headings[index] ?? 0
      const alike =
        counts.filter((record) => record[index] === inHeadings).length / Math.max(counts.length, 1)
      const score = inHeadings * alike * alike
      if (score > bestScore && (at === 0 || alike >= 0.5)) {
        best = delimiter
        bestScore = score
      }
    }
  return best
}

/** The delimiter of Excel's own first line "sep=;", which is no row of the table. */
export function declaredDelimiter(text: string): Delimiter | null {
  const found = /^"?sep=([,;\t|])"?(?:\r?\n|\r|$)/i.exec(text.slice(0, 16))
  return delimiters.find((delimiter) => delimiter === found?.[1]) ?? null
}

/** How often each delimiter is in each of the first records, outside quotation marks. */
function countDelimiters(text: string): number[][] {
  const records: number[][] = []
  let current = [0, 0, 0, 0]
  let quoted = false
  let atCellStart = true
  let anything = false
  for (let at = 0; at < text.length && records.length < 50; at++) {
    const letter = text[at] ?? ""
    if (quoted) {
      if (letter === '"' && text[at + 1] === '"') at++
      else if (letter === '"') quoted = false
      continue
    }
    if (letter === "\n" || letter === "\r") {
      if (anything) records.push(current)
      current = [0, 0, 0, 0]
      anything = false
      atCellStart = true
      continue
    }
    anything = true
    const index = delimiters.indexOf(letter as Delimiter)
    if (index >= 0) current[index] = (current[index] ?? 0) + 1
    if (letter === '"' && atCellStart) quoted = true
    atCellStart = index >= 0
  }
  if (anything && records.length < 50) records.push(current)
  return records
}

/** What is wrong with a row that has not as many cells as there are headings; null when nothing is. */
export function cellCountProblem(headers: readonly string[], cells: readonly string[]): string | null {
  if (cells.length === headers.length) return null
  const found = countOf(cells.length, "cell")
  const expected = countOf(headers.length, "heading")
  return cells.length > headers.length
    ? `This row has ${found} for ${expected}. A comma or semicolon inside a cell needs quotation marks around the cell.`
    : `This row has ${found} for ${expected}. Cells are missing at its end, or it was broken in two.`
}
