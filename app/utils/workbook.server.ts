// Spreadsheets as Excel saves them (.xlsx): a zip archive of XML. Whoever uploads one may mean harm, so its size is looked
// up before anything is unpacked. It is unpacked and read in a thread of its own with limits of memory and time, one
// workbook at a time: no one else waits, and the worst file ends only its own thread. The library that reads it unpacks
// each large part in a further thread without limits, so it never gets the archive itself: it gets the few parts that
// matter, already unpacked, in an archive made here.
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { oneAtATime } from "./one-at-a-time"
import { listParts, type Part, tooLarge, unreadable } from "./workbook-parts.server"

const mostMemoryMb = 400
const longestMs = 15_000
/** Characters of all cells together. One text that many cells share is small in the file and large as CSV. */
const mostText = 10_000_000
/** How many workbooks may wait while one is read. */
const mostWaiting = 3

const findModule = createRequire(import.meta.url)

/** Whether the bytes begin like a zip archive, as every .xlsx file does. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

const busy = "Other spreadsheets are being read right now. Wait a minute, then choose the file again."

/** How many rows of the CSV are a sheet's, also empty ones, and which of its rows (from 1) and columns (from 0) it doesn't show. */
export type WorkbookSheet = {
  name: string
  length: number
  isHidden: boolean
  hiddenRows: number[]
  hiddenColumns: number[]
}

type Read =
  | { ok: true; csv: string; sheets: WorkbookSheet[] }
  | { ok: false; reason: "unreadable" | "busy"; message: string }

/**
 * All sheets with anything in them, one below the other as CSV with the values the cells show; or in a sentence why it can't
 * be read. A formula that was never worked out is "#FORMULA"; one that links to an address is the address.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Read> {
  const listed = listParts(bytes)
  if (!listed.ok) return { ok: false, reason: "unreadable", message: listed.message }
  const read = await oneAtATime("workbooks", mostWaiting, () => readParts(bytes, listed.parts))
  return read ?? { ok: false, reason: "busy", message: busy }
}

function readParts(bytes: Uint8Array, parts: readonly Part[]): Promise<Read> {
  const worker = new Worker(reading, {
    eval: true,
    workerData: {
      bytes,
      parts,
      mostText,
      reader: findModule.resolve("read-excel-file/universal"),
      writer: findModule.resolve("csv-stringify/sync"),
    },
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    // What the thread needs is in its data: it has no business with the settings, among which are secrets.
    env: {},
  })
  return new Promise((resolve) => {
    const refuse = (message: string) => resolve({ ok: false, reason: "unreadable", message })
    const tooLong = setTimeout(() => void worker.terminate(), longestMs)
    let read: { csv: string; sheets: WorkbookSheet[] } | null | undefined
    worker.once("message", (answer: typeof read) => {
      read = answer
    })
    // The next workbook begins when this one's thread has ended and its memory is free.
    worker.once("error", () => undefined)
    worker.once("exit", () => {
      clearTimeout(tooLong)
      if (read) resolve({ ok: true, ...read })
      else refuse(read === null ? tooLarge : unreadable)
    })
  })
}

// Text of what the thread does, for it is no module of the build. Dates are UTC there: a day without a time is midnight,
// a time without a day is a day of 1899 (or 1904, by the file's calendar).
const reading = String.raw`
const { parentPort, workerData } = require("node:worker_threads")
const { crc32, inflateRawSync } = require("node:zlib")
const { bytes, parts, mostText, reader, writer } = workerData
const readSheets = require(reader).default
const { stringify } = require(writer)

function unpack({ start, packed, size, isDeflated }) {
  const part = bytes.subarray(start, start + packed)
  if (!isDeflated) return Buffer.from(part)
  const unpacked = inflateRawSync(part, { maxOutputLength: Math.max(size, 1) })
  if (unpacked.length !== size) throw new Error("A part has another size than the archive says")
  return unpacked
}

function storedArchive() {
  const names = parts.map(({ name }) => Buffer.from(name))
  const central = []
  let at = 0
  const plain = readable(parts.map((part) => ({ name: part.name, bytes: unpack(part) })))
  const room = plain.reduce((sum, { length }, index) => sum + length + 76 + 2 * names[index].length, 22)
  const archive = Buffer.from(new ArrayBuffer(room))
  parts.forEach((part, index) => {
    const unpacked = plain[index]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(unpacked), 10)
    facts.writeUInt32LE(unpacked.length, 14)
    facts.writeUInt32LE(unpacked.length, 18)
    facts.writeUInt16LE(names[index].length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), facts, place, names[index]]))
    for (const piece of [Buffer.from("PK\x03\x04"), facts, names[index], unpacked]) {
      archive.set(piece, at)
      at += piece.length
    }
  })
  const directory = Buffer.concat(central)
  archive.set(directory, at)
  archive.write("PK\x05\x06", at + directory.length)
  archive.writeUInt16LE(parts.length, at + directory.length + 8)
  archive.writeUInt16LE(parts.length, at + directory.length + 10)
  archive.writeUInt32LE(directory.length, at + directory.length + 12)
  archive.writeUInt32LE(at, at + directory.length + 16)
  return archive.buffer
}

// What the library drops is written into the cells before it reads them: formulas without a value, addresses of links, signs
// of errors, and the zeros that only a cell's format shows.
let hidden = new Set()
const merged = new Map()
const hiddenIn = new Map()
const unescaped = (text) => text.replace(/&quot;/g, '"').replace(/&apos;/g, "'").replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&")
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
const attribute = (text, name) => new RegExp("(?:^|\\s)" + name + '="([^"]*)"').exec(text)?.[1]

function readable(files) {
  const textOfFile = (pattern) => files.find(({ name }) => pattern.test(name))?.bytes.toString("utf8") ?? ""
  const formats = zeroFormats(textOfFile(/(^|\/)styles\.xml$/i))
  for (const [, facts] of textOfFile(/(^|\/)workbook\.xml$/i).matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g))
    if (/state="(?:hidden|veryHidden)"/.test(facts)) hidden.add(unescaped(attribute(facts, "name") ?? ""))
  const targets = new Map(Array.from(textOfFile(/workbook\.xml\.rels$/i).matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g), ([, facts]) => [attribute(facts, "Id"), attribute(facts, "Target")]))
  for (const [, facts] of textOfFile(/(^|\/)workbook\.xml$/i).matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)) {
    const part = (targets.get(attribute(facts, "r:id")) ?? "?").split("/").pop()
    const xml = files.find(({ name }) => /worksheets\//i.test(name) && name.endsWith("/" + part))?.bytes.toString("utf8") ?? ""
    hiddenIn.set(unescaped(attribute(facts, "name") ?? ""), hiddenParts(xml))
    merged.set(unescaped(attribute(facts, "name") ?? ""), Array.from(xml.matchAll(/<(?:\w+:)?mergeCell\s[^>]*ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g)).slice(0, mostMerged))
  }
  return files.map(({ name, bytes }) => {
    if (!/worksheets\//i.test(name)) return bytes
    const xml = bytes.toString("utf8")
    const isPlain = !/<(?:\w+:)?f[\s>]/.test(xml) && formats.size === 0 && !/t="e"/.test(xml)
    return isPlain ? bytes : Buffer.from(xml.replace(/<((?:\w+:)?)c(\s[^>]*[^/]|\s?)>([\s\S]*?)<\/\1c>/g, (cell, lead, facts, inner) => cellAs(cell, lead, facts, inner, formats)))
  })
}

// Rows and columns that were hidden, by hand or by a filter.
const mostHidden = 20000
function hiddenParts(xml) {
  const isHidden = (facts) => /\shidden="(?:1|true)"/.test(facts)
  const rows = []
  let row = 0
  for (const [, facts] of xml.matchAll(/<(?:\w+:)?row(\s[^>]*)?>/g)) {
    row = Number(attribute(facts ?? "", "r") ?? row + 1)
    if (isHidden(facts ?? "") && rows.length < mostHidden) rows.push(row)
  }
  const columns = []
  for (const [, facts] of xml.matchAll(/<(?:\w+:)?col(\s[^>]*)>/g)) {
    const [from, to] = [Math.max(1, Number(attribute(facts, "min"))), Math.min(Number(attribute(facts, "max")), 300)]
    if (isHidden(facts) && columns.length < mostHidden) for (let column = from; column <= to; column++) columns.push(column - 1)
  }
  return { hiddenRows: rows, hiddenColumns: columns }
}

function cellAs(cell, lead, facts, inner, formats) {
  const type = attribute(facts, "t") ?? "n"
  const value = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)<\/(?:\w+:)?v>/.exec(inner)?.[1] ?? ""
  const formula = /<(?:\w+:)?f(?:\s[^>]*)?>([^<]*)<\/(?:\w+:)?f>/.exec(inner)?.[1]
  const isFormula = formula !== undefined || /<(?:\w+:)?f[\s/>]/.test(inner)
  const link = formula === undefined ? null : /^HYPERLINK\(\s*"((?:mailto:|tel:)?)([^"]*)"(?:\s*[,;]\s*"([^"]*)")?/i.exec(unescaped(formula))
  if (link && (link[1] || (value === "" && !(link[3] ?? "").includes("@")))) return textCell(lead, facts, link[2].replace(/\?.*$/, ""))
  if (link && value === "") return textCell(lead, facts, link[3])
  if (type === "e") return textCell(lead, facts, unescaped(value) || "#ERROR!")
  if (isFormula && value === "" && type !== "inlineStr") return textCell(lead, facts, type === "str" && formula !== undefined && inner.includes("v>") ? "" : "#FORMULA")
  const shown = type === "n" && /^\d+$/.test(value) ? formats.get(attribute(facts, "s") ?? "0")?.(value) : undefined
  return shown === undefined || shown === value ? cell : textCell(lead, facts, shown)
}

const textCell = (lead, facts, text) =>
  "<" + lead + "c" + facts.replace(/\st="[^"]*"/, "") + ' t="inlineStr"><' + lead + "is><" + lead + 't xml:space="preserve">' + escaped(text) + "</" + lead + "t></" + lead + "is></" + lead + "c>"

function zeroFormats(styles) {
  const codes = new Map()
  for (const [, facts] of styles.matchAll(/<(?:\w+:)?numFmt\s([^>]*)>/g))
    codes.set(attribute(facts, "numFmtId"), unescaped(attribute(facts, "formatCode") ?? ""))
  const list = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? ""
  const shown = new Map()
  let at = 0
  for (const [, facts] of list.matchAll(/<(?:\w+:)?xf\s([^>]*)>/g)) {
    const format = digitsFormat(codes.get(attribute(facts, "numFmtId")))
    if (format) shown.set(String(at), format)
    at += 1
  }
  return shown
}

function digitsFormat(code) {
  if (!code) return undefined
  const sections = code.split(";").map((each) => /^\[<=?(\d+)\](.*)$/.exec(each) ?? [each, "", each.replace(/^\[[^\]<>=]*\]/, "")])
  const readers = sections.map(([, most, pattern]) => ({ most: most === "" ? Infinity : Number(most), tokens: tokensOf(pattern) }))
  const usable = readers.filter(({ tokens }) => tokens && tokens.filter((token) => token === "0").length > 1 || tokens?.filter((token) => token === "#").length > 4)
  if (usable.length === 0 || readers[0].tokens === undefined) return undefined
  return (digits) => {
    const reader = readers.find(({ most, tokens }) => tokens && Number(digits) <= most) ?? readers[0]
    const places = reader.tokens.filter((token) => token === "0" || token === "#").length
    const least = reader.tokens.slice(reader.tokens.indexOf("0")).filter((token) => token === "0" || token === "#").length
    const needed = reader.tokens.includes("0") ? least : 0
    const padded = digits.padStart(needed, "0")
    let extra = padded.length - places
    let next = 0
    let text = ""
    for (const token of reader.tokens) {
      if (token !== "0" && token !== "#") {
        text += token.slice(1)
        continue
      }
      if (extra > 0) {
        text += padded.slice(0, extra + 1)
        next = extra + 1
        extra = 0
      } else if (extra < 0) extra += 1
      else text += padded[next++] ?? ""
    }
    return text
  }
}

function tokensOf(pattern) {
  const tokens = []
  for (const [part, digit, quoted, literal, sign] of pattern.matchAll(/([0#])|"([^"]*)"|\\(.)|([ ()+-])|[\s\S]/g)) {
    if (digit) tokens.push(digit)
    else if (quoted !== undefined) tokens.push("=" + quoted)
    else if (literal || sign) tokens.push("=" + (literal ?? sign))
    else return undefined
  }
  return tokens
}

const two = (number) => String(number).padStart(2, "0")
const timeOf = (date) => two(date.getUTCHours()) + ":" + two(date.getUTCMinutes())
const dayOf = (date) => date.getUTCFullYear() + "-" + two(date.getUTCMonth() + 1) + "-" + two(date.getUTCDate())

function textOf(cell) {
  if (cell === null || cell === undefined) return ""
  if (cell instanceof Date) {
    const date = new Date(Math.round(cell.getTime() / 1000) * 1000)
    const day = dayOf(date)
    if (date.getUTCFullYear() < 1900 || day === "1904-01-01") return timeOf(date)
    return timeOf(date) === "00:00" ? day : day + " " + timeOf(date)
  }
  if (typeof cell === "number") return String(Number(cell.toPrecision(15)))
  if (typeof cell === "boolean") return cell ? "Yes" : "No"
  return String(cell)
}

// A cell that is merged over several rows is of each of them.
const mostMerged = 2000
function fillMerged(sheet, data) {
  for (const [, letters, from, to] of merged.get(sheet) ?? []) {
    const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    const value = data[Number(from) - 1]?.[column] ?? null
    const end = Math.min(Number(to), data.length, Number(from) + 200)
    for (let row = Number(from); value !== null && row < end; row++) data[row][column] ??= value
  }
}

readSheets(storedArchive()).then((sheets) => {
  let length = 0
  const texts = []
  const found = []
  for (const { sheet, data } of sheets) {
    if (data.length === 0) continue
    fillMerged(sheet, data)
    found.push({ name: sheet, length: data.length, isHidden: hidden.has(sheet), ...(hiddenIn.get(sheet) ?? { hiddenRows: [], hiddenColumns: [] }) })
    for (const row of data) {
      const cells = row.map(textOf)
      for (const cell of cells) length += cell.length + 1
      if (length > mostText) return parentPort.postMessage(null)
      texts.push(cells)
    }
  }
  parentPort.postMessage({ csv: stringify(texts), sheets: found })
})
`
