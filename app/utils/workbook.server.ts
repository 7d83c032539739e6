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

type Read = { ok: true; csv: string } | { ok: false; reason: "unreadable" | "busy"; message: string }

const inTheirTurn = oneAtATime(mostWaiting)

/** The first sheet with anything in it, as CSV with the values the cells show; or in a sentence why it can't be read. */
export async function readWorkbook(bytes: Uint8Array): Promise<Read> {
  const listed = listParts(bytes)
  if (!listed.ok) return { ok: false, reason: "unreadable", message: listed.message }
  const read = await inTheirTurn(() => readParts(bytes, listed.parts))
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
    let csv: string | null | undefined
    worker.once("message", (text: string | null) => {
      csv = text
    })
    // The next workbook begins when this one's thread has ended and its memory is free.
    worker.once("error", () => undefined)
    worker.once("exit", () => {
      clearTimeout(tooLong)
      if (typeof csv === "string") resolve({ ok: true, csv })
      else refuse(csv === null ? tooLarge : unreadable)
    })
  })
}

// Text of what the thread does, for it is no module of the build. Dates are UTC there: a day without a time is midnight,
// a time without a day is a day of 1899 (or 1904, by the file's calendar).
const reading = `
const { parentPort, workerData } = require("node:worker_threads")
const { crc32, inflateRawSync } = require("node:zlib")
const { bytes, parts, mostText, reader, writer } = workerData
const readSheets = require(reader).default
const { stringify } = require(writer)

function unpack({ start, packed, size, isDeflated }) {
  const part = bytes.subarray(start, start + packed)
  if (!isDeflated) return part
  const unpacked = inflateRawSync(part, { maxOutputLength: Math.max(size, 1) })
  if (unpacked.length !== size) throw new Error("A part has another size than the archive says")
  return unpacked
}

function storedArchive() {
  const names = parts.map(({ name }) => Buffer.from(name))
  const room = parts.reduce((sum, { size }, index) => sum + size + 76 + 2 * names[index].length, 22)
  const archive = Buffer.from(new ArrayBuffer(room))
  const central = []
  let at = 0
  parts.forEach((part, index) => {
    const unpacked = unpack(part)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(unpacked), 10)
    facts.writeUInt32LE(unpacked.length, 14)
    facts.writeUInt32LE(unpacked.length, 18)
    facts.writeUInt16LE(names[index].length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), facts, place, names[index]]))
    for (const piece of [Buffer.from("PK\u0003\u0004"), facts, names[index], unpacked]) {
      archive.set(piece, at)
      at += piece.length
    }
  })
  const directory = Buffer.concat(central)
  archive.set(directory, at)
  archive.write("PK\u0005\u0006", at + directory.length)
  archive.writeUInt16LE(parts.length, at + directory.length + 8)
  archive.writeUInt16LE(parts.length, at + directory.length + 10)
  archive.writeUInt32LE(directory.length, at + directory.length + 12)
  archive.writeUInt32LE(at, at + directory.length + 16)
  return archive.buffer
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

readSheets(storedArchive()).then((sheets) => {
  const rows = sheets.map(({ data }) => data).find((data) => data.length > 0) ?? []
  let length = 0
  const texts = []
  for (const row of rows) {
    const cells = row.map(textOf)
    for (const cell of cells) length += cell.length + 1
    if (length > mostText) return parentPort.postMessage(null)
    texts.push(cells)
  }
  parentPort.postMessage(stringify(texts))
})
`
