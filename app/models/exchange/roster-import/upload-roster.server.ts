import { db, transact } from "db/client.server"
import { imports } from "db/schema/exchange"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import {
  type CsvTable,
  type Delimiter,
  decodeText,
  detectDelimiter,
  type Encoding,
  refuseBytes,
} from "~/utils/csv"
import { readCsv, readCsvInTurns } from "~/utils/csv.server"
import { formatNumber } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { isWorkbook, readWorkbook } from "~/utils/workbook.server"
import { today } from "~/utils/zones"
import { guessMapping } from "../roster/roster-fields"
import { cleanLine } from "../roster/roster-text"
import { decodeAs } from "./decode-as"
import { listOwnFields } from "./own-fields.server"
import { type ImportOptions, LARGEST_UPLOAD, MOST_COLUMNS, MOST_IMPORT_ROWS } from "./roster-import"
import { changeOpen, findRow } from "./roster-import.server"

// A file on its way in: what kind it is, whether it can be a roster, and the best guess of its columns.

type Uploaded = { ok: true; importId: string } | { ok: false; reason: "unreadable" | "busy"; message: string }
type ReadFile = { content: string; encoding: Encoding | "xlsx"; delimiter: Delimiter; table: CsvTable }

const unreadable = (message: string) => ({ ok: false, reason: "unreadable", message }) as const

/** Keeps an uploaded CSV file with the best guess of its columns, at once: for seeds and tests. */
export function uploadRoster(actor: Actor, file: { name: string; bytes: Uint8Array }): Uploaded {
  const refused = refuseFile(file.bytes) ?? refuseBytes(file.bytes)
  if (refused) return unreadable(refused)
  const { text, encoding } = decodeText(file.bytes)
  const delimiter = detectDelimiter(text)
  return keepFile(actor, file.name, { content: text, encoding, delimiter, table: readCsv(text, delimiter) })
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
  if (isWorkbook(file.bytes)) {
    const workbook = await readWorkbook(file.bytes)
    if (!workbook.ok) return workbook
    const table = await readCsvInTurns(workbook.csv, ",")
    return keepFile(actor, file.name, { content: workbook.csv, encoding: "xlsx", delimiter: ",", table })
  }
  const notText = refuseBytes(file.bytes)
  if (notText) return unreadable(notText)
  const { text, encoding } = decodeText(file.bytes)
  const delimiter = detectDelimiter(text)
  const table = await readCsvInTurns(text, delimiter)
  return keepFile(actor, file.name, { content: text, encoding, delimiter, table })
}

function keepFile(actor: Actor, name: string, { table, ...file }: ReadFile): Uploaded {
  const message = refuseTable(table)
  if (message) return unreadable(message)
  const mapping = JSON.stringify(guessOf(actor, table))
  return transact(() => {
    const row = newRow(actor)
    const teachers = listTeachers(actor)
    const options: ImportOptions = {
      dateOrder: "detect",
      lessonsFrom: today(actor.school.timeZone, now()),
      defaultTeacher: teachers.length === 1 ? teachers[0]?.id : undefined,
      teacherChoices: {},
    }
    const fileName = cleanLine(name).slice(-120) || "roster.csv"
    db()
      .insert(imports)
      .values({
        ...row,
        ...file,
        fileName,
        mapping,
        options: JSON.stringify(options),
        state: "uploaded",
        createdBy: actor.memberId,
      })
      .run()
    recordEvent(actor, { verb: "upload", noun: "import", nounId: row.id, after: { fileName } })
    return { ok: true, importId: row.id }
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
  const table = await readCsvInTurns(content, as.delimiter)
  const message = refuseTable(table)
  if (message) return unreadable(message)
  // Other letters or separators make other rows: none is left out by its number any more.
  const { leftOut: _, ...options } = JSON.parse(row.options) as ImportOptions
  const mapping = JSON.stringify(guessOf(actor, table))
  return changeOpen(actor, importId, { ...as, content, mapping, options: JSON.stringify(options) })
}

const guessOf = (actor: Actor, { headers, rows }: ReturnType<typeof readCsv>) =>
  guessMapping(
    headers,
    rows.map(({ cells }) => cells),
    listOwnFields(actor),
  )

function refuseFile(bytes: Uint8Array): string | null {
  if (bytes.length <= LARGEST_UPLOAD) return null
  return "The file is larger than 5 MB. Split it into smaller files."
}

function refuseTable({ headers, rows, problems }: ReturnType<typeof readCsv>): string | null {
  if (rows.length === 0) return problems[0]?.message ?? "The file has no rows."
  if (headers.length > MOST_COLUMNS)
    return `The file has ${headers.length} columns, more than the limit of ${MOST_COLUMNS}. Remove columns that aren’t about students.`
  if (rows.length > MOST_IMPORT_ROWS)
    return `The file has ${formatNumber(rows.length)} rows, more than the limit of ${formatNumber(MOST_IMPORT_ROWS)}. Split it into smaller files.`
  return null
}
