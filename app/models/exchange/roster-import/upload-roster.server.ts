import { transact } from "db/client.server"
import { imports } from "db/schema/exchange"
import { and, desc, eq, sql } from "drizzle-orm"
import { admitUpload, mostUploadRows } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { type UploadRefusal, uploadRefusals } from "~/texts/accounts/refusals"
import { noneInShape, tooManyLines } from "~/texts/exchange/rosters"
import { mostText } from "~/utils/bytes"
import { todayOf } from "~/utils/clock.server"
import {
  type Delimiter,
  decodeText,
  detectDelimiter,
  type Encoding,
  refuseBytes,
  refuseText,
} from "~/utils/csv"
import { type CsvRecords, readRecords, readRecordsInTurns } from "~/utils/csv.server"
import { formatNumber } from "~/utils/formats"
import { decodeLetters, letterTables } from "~/utils/letter-tables"
import { fold } from "~/utils/names"
import type { Result } from "~/utils/result"
import {
  type Layout,
  mostCardRows,
  type Records,
  readLayout,
  type Shape,
  splitSheets,
  tableOf,
} from "~/utils/sheet-rows"
import { wideBytes, wideTables } from "~/utils/wide-letters"
import { isWorkbook, readWorkbook, type WorkbookSheet } from "~/utils/workbook.server"
import type { ColumnMapping } from "../roster/roster-field-names"
import { checkMapping, guessMapping, isColumnUse } from "../roster/roster-fields"
import { readGrid } from "../roster/roster-grid"
import { guessLayout, underSharedHeadings } from "../roster/roster-layout"
import { cleanLine } from "../roster/roster-text"
import { type ImportOptions, LARGEST_UPLOAD, MOST_COLUMNS } from "./roster-import"
import { changeOpen, findRow, listOwnFields } from "./roster-import.server"

// A file on its way in: what kind it is, whether it can be a roster, and the best guess of its columns.

type Uploaded =
  | { ok: true; importId: string }
  | { ok: false; reason: "unreadable" | "busy" | UploadRefusal; message: string }
type ReadFile = {
  content: string
  encoding: Encoding | "xlsx"
  delimiter: Delimiter
  read: CsvRecords
  sheets?: WorkbookSheet[]
}

const unreadable = (message: string) => ({ ok: false, reason: "unreadable", message }) as const

/** Keeps an uploaded CSV file with the best guess of its columns, at once: for seeds and tests. */
export function uploadRoster(actor: Actor, file: { name: string; bytes: Uint8Array }): Uploaded {
  const refused = refuseFile(file.bytes) ?? refuseBytes(file.bytes)
  if (refused) return unreadable(refused)
  const { text, encoding } = decodeText(file.bytes)
  const delimiter = detectDelimiter(text)
  return keepFile(actor, file.name, {
    content: text,
    encoding,
    delimiter,
    read: readRecords(text, delimiter),
  })
}

/**
 * Keeps an uploaded file, CSV or .xlsx, with the best guess of its columns, or says in a sentence why it can't be read.
 * Reading it holds no one up.
 */
export async function uploadRosterInTurns(
  actor: Actor,
  file: { name: string; bytes: Uint8Array },
): Promise<Uploaded> {
  const refused = refuseFile(file.bytes)
  if (refused) return unreadable(refused)
  const admitted = await admitUpload(actor, "rosters", file.bytes.length)
  if (!admitted.ok) return { ...admitted, message: uploadRefusals[admitted.reason] }
  if (isWorkbook(file.bytes)) {
    const workbook = await readWorkbook(file.bytes)
    if (!workbook.ok) return workbook
    const read = await readRecordsInTurns(workbook.csv, ",")
    const { sheets } = workbook
    return keepFile(actor, file.name, {
      content: workbook.csv,
      encoding: "xlsx",
      delimiter: ",",
      read,
      sheets,
    })
  }
  const notText = refuseBytes(file.bytes)
  if (notText) return unreadable(notText)
  const { text, encoding } = decodeText(file.bytes)
  const noTable = refuseText(text)
  if (noTable) return unreadable(noTable)
  const delimiter = detectDelimiter(text)
  const read = await readRecordsInTurns(text, delimiter)
  return keepFile(actor, file.name, { content: text, encoding, delimiter, read })
}

function keepFile(actor: Actor, name: string, { read, sheets, ...file }: ReadFile): Uploaded {
  const layout = guessLayout(
    read.records,
    sheets?.length ? sheets : [{ name: "", length: read.records.length }],
  )
  const guessed = guessOf(actor, read, layout, file.encoding === "xlsx")
  if ("message" in guessed) return unreadable(guessed.message)
  const { mapping, headings, columnsFrom } = guessed
  return transact(() => {
    const teachers = listTeachers(actor)
    const options: ImportOptions = {
      dateOrder: "detect",
      lessonsFrom: todayOf(actor),
      defaultTeacher: teachers.length === 1 ? teachers[0]?.id : undefined,
      teacherChoices: {},
      ...(columnsFrom ? { columnsFrom } : {}),
    }
    const fileName = cleanLine(name).slice(-120) || "roster.csv"
    const importId = add(actor, imports, {
      ...file,
      fileName,
      mapping,
      headings,
      layout: JSON.stringify(layout),
      options: JSON.stringify(options),
      state: "uploaded",
      createdBy: actor.memberId,
    })
    recordEvent(actor, "import.upload", importId, { after: { fileName } })
    return { ok: true, importId }
  })
}

/** Rereads a CSV file with another encoding or separator, and guesses its columns again. */
export async function rereadImport(
  actor: Actor,
  importId: string,
  as: { encoding: Encoding; delimiter: Delimiter },
): Promise<Result<void, "not-open"> | { ok: false; reason: "unreadable"; message: string }> {
  const row = findRow(actor, importId)
  if (!row || row.encoding === "xlsx") return { ok: false, reason: "not-open" }
  const content = decodeAs(row.content, row.encoding as Encoding, as.encoding)
  const read = await readRecordsInTurns(content, as.delimiter)
  const layout = guessLayout(read.records, [{ name: "", length: read.records.length }])
  const guessed = guessOf(actor, read, layout, false)
  if ("message" in guessed) return unreadable(guessed.message)
  const { mapping, headings } = guessed
  const options = withoutRows(row.options)
  return changeOpen(actor, importId, {
    ...as,
    content,
    mapping,
    headings,
    layout: JSON.stringify(layout),
    options,
  })
}

/** Other letters, sheets or headings make other rows: none is left out by its number any more. */
function withoutRows(options: string): string {
  const { leftOut: _, students: __, answers: ___, ...others } = JSON.parse(options) as ImportOptions
  return JSON.stringify(others)
}

/** Reads an import's file from other sheets, or with its headings in other rows, and guesses its columns again. */
export async function changeLayout(
  actor: Actor,
  importId: string,
  chosen: readonly { isRead: boolean; headings: number[]; leavesOutHidden?: boolean; shape?: Shape }[],
): Promise<Result<void, "not-open"> | { ok: false; reason: "unreadable"; message: string }> {
  const row = findRow(actor, importId)
  if (!row) return { ok: false, reason: "not-open" }
  const read = await readRecordsInTurns(row.content, row.delimiter as Delimiter)
  const before = readLayout(row.layout, read.records)
  if (chosen.length !== before.sheets.length || !chosen.some(({ isRead }) => isRead))
    return unreadable("Choose at least one sheet.")
  const sheets = underSharedHeadings(
    read.records,
    before.sheets.map((sheet, index) => ({ ...sheet, ...chosen[index] })),
  )
  if (sheets.some(({ isRead, headings, length }) => isRead && headings.some((each) => each > length)))
    return unreadable("Choose a row that the sheet has.")
  const parts = splitSheets(read.records, sheets)
  if (sheets.some(({ isRead, shape }, at) => isRead && shape === "cards" && isLong(parts[at])))
    return unreadable(tooManyLines(mostCardRows))
  if (tableOf(read.records, { sheets }, row.encoding === "xlsx", readGrid).rows.length === 0)
    return unreadable(noneInShape[sheets.find(({ isRead }) => isRead)?.shape ?? "rows"])
  const guessed = guessOf(actor, read, { sheets }, row.encoding === "xlsx")
  if ("message" in guessed) return unreadable(guessed.message)
  const { mapping, headings } = guessed
  const options = withoutRows(row.options)
  return changeOpen(actor, importId, { mapping, headings, layout: JSON.stringify({ sheets }), options })
}

const isLong = (own: Records | undefined): boolean => (own?.length ?? 0) > mostCardRows

/** The best guess of a file's columns: those that the office chose for an earlier file with the same headings, if any. */
function guessOf(
  actor: Actor,
  { records, problems }: CsvRecords,
  layout: Layout,
  isOfWorkbook: boolean,
): { mapping: string; headings: string; columnsFrom?: string } | { message: string } {
  const table = tableOf(records, layout, isOfWorkbook, readGrid)
  const isEmpty = records.every((record) => record.every((cell) => cell.trim() === ""))
  const message = problems[0]
    ? refuseTable(actor, { ...table, problems: [...problems, ...table.problems] })
    : isEmpty
      ? "The file is empty."
      : refuseTable(actor, table)
  if (message) return { message }
  const own = listOwnFields(actor)
  const guessed = guessMapping(
    table.headers,
    table.rows.map(({ cells }) => cells),
    own,
  )
  const folded = table.headers.map(fold)
  const headings = JSON.stringify(folded)
  const kept = findKeptColumns(actor, folded)
  const uses = new Set<string>(own.map(({ use }) => use))
  const mapping: ColumnMapping = { ...guessed }
  if (kept)
    for (const [column, use] of Object.entries(kept.mapping))
      if (isColumnUse(use) && (!use.startsWith("field-") || uses.has(use))) mapping[Number(column)] = use
  const isUsable = kept && checkMapping(mapping).length === 0
  return {
    headings,
    mapping: JSON.stringify(isUsable ? mapping : guessed),
    ...(isUsable ? { columnsFrom: kept.fileName } : {}),
  }
}

/** What the office chose last for a file with these headings. */
function findKeptColumns(
  actor: Actor,
  folded: readonly string[],
): { mapping: ColumnMapping; fileName: string } | undefined {
  const row = select({ mapping: imports.mapping, fileName: imports.fileName })
    .from(imports)
    .where(
      and(
        own(actor, imports),
        eq(imports.headings, JSON.stringify(folded)),
        sql`json_extract(${imports.options}, '$.isChosen') = 1`,
      ),
    )
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(1)
    .get()
  return row && { mapping: JSON.parse(row.mapping) as ColumnMapping, fileName: row.fileName }
}

function refuseFile(bytes: Uint8Array): string | null {
  if (bytes.length <= LARGEST_UPLOAD) return null
  return `The file is larger than ${mostText(LARGEST_UPLOAD)}. Split it into smaller files.`
}

function refuseTable(actor: Actor, { headers, rows, problems }: ReturnType<typeof tableOf>): string | null {
  const most = mostUploadRows(actor)
  if (rows.length === 0) return problems[0]?.message ?? "The file has no rows."
  if (headers.length > MOST_COLUMNS)
    return `The file has ${headers.length} columns, more than the limit of ${MOST_COLUMNS}. Remove columns that aren’t about students.`
  if (rows.length > most)
    return `The file has ${formatNumber(rows.length)} rows, more than the limit of ${formatNumber(most)}. Split it into smaller files.`
  return null
}

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
  const wide = wideTables.find((each) => each === encoding)
  if (wide) return wideBytes(text, wide)
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
