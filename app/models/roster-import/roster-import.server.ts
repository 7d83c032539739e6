import { db, transact } from "db/client.server"
import { imports } from "db/schema/platform"
import { and, desc, eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { type Delimiter, decodeText, detectDelimiter, type Encoding, refuseBytes } from "~/utils/csv"
import { readCsv } from "~/utils/csv.server"
import { today } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { newRow } from "../access/new-row.server"
import { recordEvent } from "../audit/audit.server"
import { type ColumnMapping, checkMapping, guessMapping } from "../roster/roster-fields"
import { cleanLine } from "../roster/roster-text"
import { listTeachers } from "../teacher/teacher.server"
import { decodeAs } from "./decode-as"
import {
  defaultLessonsFrom,
  type ImportOptions,
  type ImportSummary,
  LARGEST_UPLOAD,
  MOST_COLUMNS,
  MOST_IMPORT_ROWS,
} from "./roster-import"

// An uploaded roster, kept as text until it is imported: how its columns are read and what became of it.

/** Keeps an uploaded file with the best guess of its columns, or says in a sentence why it cannot be read. */
export function uploadRoster(
  actor: Actor,
  file: { name: string; bytes: Uint8Array },
): { ok: true; importId: string } | { ok: false; reason: "unreadable"; message: string } {
  const refused = refuseFile(file.bytes)
  if (refused) return { ok: false, reason: "unreadable", message: refused }
  const { text, encoding } = decodeText(file.bytes)
  const delimiter = detectDelimiter(text)
  const table = readCsv(text, delimiter)
  const message = refuseTable(table)
  if (message) return { ok: false, reason: "unreadable", message }

  return transact(() => {
    const row = newRow(actor)
    const teachers = listTeachers(actor)
    const options: ImportOptions = {
      dateOrder: "detect",
      lessonsFrom: defaultLessonsFrom(today(actor.school.timeZone, now())),
      defaultTeacher: teachers.length === 1 ? teachers[0]?.id : undefined,
      teacherChoices: {},
    }
    const fileName = cleanLine(file.name).slice(-120) || "roster.csv"
    db()
      .insert(imports)
      .values({
        ...row,
        fileName,
        encoding,
        delimiter,
        content: text,
        mapping: JSON.stringify(guessOf(table)),
        options: JSON.stringify(options),
        state: "uploaded",
        createdBy: actor.memberId,
      })
      .run()
    recordEvent(actor, { verb: "upload", noun: "import", nounId: row.id, after: { fileName } })
    return { ok: true, importId: row.id }
  })
}

/** The import with its file read as a table, or undefined when the school has no such import. */
export function findImport(actor: Actor, importId: string) {
  const row = findRow(actor, importId)
  if (!row) return undefined
  const { headers, rows, problems } = readCsv(row.content, row.delimiter as Delimiter)
  return {
    id: row.id,
    fileName: row.fileName,
    encoding: row.encoding as Encoding,
    delimiter: row.delimiter as Delimiter,
    state: row.state,
    createdAt: row.createdAt,
    importedAt: row.importedAt,
    undoneAt: row.undoneAt,
    mapping: JSON.parse(row.mapping) as ColumnMapping,
    options: JSON.parse(row.options) as ImportOptions,
    summary: row.summary === null ? null : (JSON.parse(row.summary) as ImportSummary),
    headers,
    rows,
    /** Where the file itself could not be read: nothing after such a place is in `rows`. */
    fileProblems: problems.filter(({ code }) => code !== "cell-count").map(({ message }) => message),
  }
}

export type RosterImport = NonNullable<ReturnType<typeof findImport>>

/** The school's imports, newest first, without their files. */
export function listImports(actor: Actor) {
  return db()
    .select({
      id: imports.id,
      fileName: imports.fileName,
      state: imports.state,
      createdAt: imports.createdAt,
      importedAt: imports.importedAt,
      summary: imports.summary,
    })
    .from(imports)
    .where(eq(imports.schoolId, actor.school.id))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(50)
    .all()
    .map(({ summary, ...row }) => ({
      ...row,
      summary: summary === null ? null : (JSON.parse(summary) as ImportSummary),
    }))
}

/** Keeps what the person chose for the columns. Refused once imported, and while the names have no column. */
export function setMapping(
  actor: Actor,
  importId: string,
  mapping: ColumnMapping,
  options: ImportOptions,
): { ok: true } | { ok: false; reason: "not-open" } | { ok: false; reason: "mapping"; messages: string[] } {
  const messages = checkMapping(mapping)
  if (messages.length > 0) return { ok: false, reason: "mapping", messages }
  return change(actor, importId, { mapping: JSON.stringify(mapping), options: JSON.stringify(options) })
}

/** Reads the file again with other letters or another separator, and guesses its columns anew. */
export function rereadImport(
  actor: Actor,
  importId: string,
  as: { encoding: Encoding; delimiter: Delimiter },
): { ok: true } | { ok: false; reason: "not-open" } | { ok: false; reason: "unreadable"; message: string } {
  const row = findRow(actor, importId)
  if (!row) return { ok: false, reason: "not-open" }
  const content = decodeAs(row.content, row.encoding as Encoding, as.encoding)
  const table = readCsv(content, as.delimiter)
  const message = refuseTable(table)
  if (message) return { ok: false, reason: "unreadable", message }
  return change(actor, importId, { ...as, content, mapping: JSON.stringify(guessOf(table)) })
}

function change(
  actor: Actor,
  importId: string,
  to: Partial<typeof imports.$inferInsert>,
): { ok: true } | { ok: false; reason: "not-open" } {
  const isOpen = and(
    eq(imports.schoolId, actor.school.id),
    eq(imports.id, importId),
    eq(imports.state, "uploaded"),
  )
  const { changes } = db().update(imports).set(to).where(isOpen).run()
  return changes === 1 ? { ok: true } : { ok: false, reason: "not-open" }
}

function findRow(actor: Actor, importId: string) {
  return db()
    .select()
    .from(imports)
    .where(and(eq(imports.schoolId, actor.school.id), eq(imports.id, importId)))
    .get()
}

const guessOf = ({ headers, rows }: ReturnType<typeof readCsv>) =>
  guessMapping(
    headers,
    rows.map(({ cells }) => cells),
  )

function refuseFile(bytes: Uint8Array): string | null {
  if (bytes.length <= LARGEST_UPLOAD) return refuseBytes(bytes)
  const megabytes = (bytes.length / 1024 / 1024).toFixed(1)
  return `The file has ${megabytes} MB; 5 MB is the most. Split it into several files.`
}

function refuseTable({ headers, rows, problems }: ReturnType<typeof readCsv>): string | null {
  if (rows.length === 0) return problems[0]?.message ?? "The file has no rows."
  if (headers.length > MOST_COLUMNS)
    return `The file has ${headers.length} columns; ${MOST_COLUMNS} is the most. Remove those that are not about students.`
  if (rows.length > MOST_IMPORT_ROWS)
    return `The file has ${rows.length.toLocaleString("en-US")} rows; ${MOST_IMPORT_ROWS.toLocaleString("en-US")} is the most. Split it into several files.`
  return null
}
