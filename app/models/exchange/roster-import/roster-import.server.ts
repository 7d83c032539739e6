import { users } from "db/schema/accounts"
import { imports } from "db/schema/exchange"
import { members } from "db/schema/people"
import { and, desc, eq, getTableColumns } from "drizzle-orm"
import { LRUCache } from "lru-cache"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { actingOf } from "~/models/foundation/access/rights"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import type { CsvTable, Delimiter, Encoding } from "~/utils/csv"
import { type CsvRecords, readRecords, readRecordsInTurns } from "~/utils/csv.server"
import type { Result } from "~/utils/result"
import { type Layout, readLayout, tableOf } from "~/utils/sheet-rows"
import { type ColumnMapping, type ColumnUse, type OwnField, ownFields } from "../roster/roster-field-names"
import { checkMapping } from "../roster/roster-fields"
import { readGrid } from "../roster/roster-grid"
import type { ImportOptions, ImportSummary } from "./roster-import"

// An uploaded roster, kept as text until it is imported: how its columns are read and what became of it.

/** The import with its file read as a table, or undefined when the school has no such import. */
export function findImport(actor: Actor, importId: string) {
  const row = findRow(actor, importId)
  return row && withTable(row, readRecords(row.content, row.delimiter as Delimiter))
}

/** The same with the event loop free while the file is read; a file that was just read is remembered. */
export async function readImportInTurns(
  actor: Actor,
  importId: string,
  facts = findImportFacts(actor, importId),
): Promise<RosterImport | undefined> {
  if (!facts) return undefined
  const key = [importId, facts.encoding, facts.delimiter].join("\n")
  const known = tables.get(key)
  if (known) return withTable(facts, await known)
  const row = findRow(actor, importId)
  if (!row) return undefined
  const reading = readRecordsInTurns(row.content, row.delimiter as Delimiter)
  tables.set(key, reading)
  return withTable(facts, await reading)
}

export const forgetTables = () => tables.clear()

const tables = new LRUCache<string, Promise<CsvRecords>>({ max: 4, ttl: 5 * 60_000 })

/** All that is known of an import without its file. */
export function findImportFacts(actor: Actor, importId: string): ImportFacts | undefined {
  const { content: _, ...columns } = getTableColumns(imports)
  return select(columns)
    .from(imports)
    .where(own(actor, imports, importId))
    .get()
}

export type ImportFacts = Omit<typeof imports.$inferSelect, "content">

const withTable = (row: ImportFacts, { records, problems }: CsvRecords) => {
  const layout = readLayout(row.layout, records)
  return withRows(
    row,
    { ...tableOf(records, layout, row.encoding === "xlsx", readGrid), fileProblems: problems },
    layout,
    records,
  )
}

const withRows = (
  row: ImportFacts,
  { headers, rows, problems, fileProblems }: CsvTable & { fileProblems: CsvTable["problems"] },
  layout: Layout,
  records: CsvRecords["records"],
) => ({
  layout,
  records,
  id: row.id,
  fileName: row.fileName,
  encoding: row.encoding as Encoding | "xlsx",
  delimiter: row.delimiter as Delimiter,
  state: row.state,
  createdAt: row.createdAt,
  importedAt: row.importedAt,
  canceledAt: row.canceledAt,
  undoneAt: row.undoneAt,
  done: row.done,
  total: row.total,
  /** Refused since: the school had changed between the check and the import's first step. */
  wasRefused: row.state === "uploaded" && row.fingerprint !== null,
  mapping: JSON.parse(row.mapping) as ColumnMapping,
  options: JSON.parse(row.options) as ImportOptions,
  summary: row.summary === null ? null : (JSON.parse(row.summary) as ImportSummary),
  headers,
  rows,
  /** Where the file itself could not be read: nothing after such a place is in `rows`. */
  fileProblems: [...fileProblems, ...problems]
    .filter(({ code }) => code !== "cell-count")
    .map(({ message }) => message),
})

export type RosterImport = ReturnType<typeof withTable>

/** The member who started the import or its undoing, while they are one. */
export function findImportStarter(actor: Actor, importId: string) {
  const member = select({
    memberId: members.id,
    userId: users.id,
    name: users.name,
    role: members.role,
    rights: members.rights,
  })
    .from(imports)
    .innerJoin(members, joined(members, imports.startedBy))
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, imports, importId))
    .get()
  return member && actingOf(member)
}

/** The school's imports, newest first, without their files. */
export function listImports(actor: Actor) {
  return select({
    id: imports.id,
    fileName: imports.fileName,
    state: imports.state,
    createdAt: imports.createdAt,
    importedAt: imports.importedAt,
    canceledAt: imports.canceledAt,
    summary: imports.summary,
  })
    .from(imports)
    .where(own(actor, imports))
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
): Result<void, "not-open"> | { ok: false; reason: "mapping"; messages: string[] } {
  const messages = checkMapping(mapping)
  if (messages.length > 0) return { ok: false, reason: "mapping", messages }
  const before = optionsOf(actor, importId)
  const { leftOut, students, answers, columnsFrom } = before ?? {}
  return changeOpen(actor, importId, {
    mapping: JSON.stringify(mapping),
    options: JSON.stringify({ ...options, leftOut, students, answers, columnsFrom, isChosen: true }),
  })
}

/** Uses a column as a field, from the check; a column that had the field goes to the notes. */
export function takeColumn(
  actor: Actor,
  importId: string,
  column: number,
  use: ColumnUse,
): Result<void, "not-open"> {
  const row = findImportFacts(actor, importId)
  if (!row) return { ok: false, reason: "not-open" }
  const mapping = JSON.parse(row.mapping) as ColumnMapping
  for (const [other, known] of Object.entries(mapping))
    if (known === use) mapping[Number(other)] = "copyToNotes"
  mapping[column] = use
  const options: ImportOptions = { ...JSON.parse(row.options), isChosen: true }
  return changeOpen(actor, importId, { mapping: JSON.stringify(mapping), options: JSON.stringify(options) })
}

/** Imports people whose rows have cells that can't be read, with those cells in the notes. */
export function keepUnreadable(actor: Actor, importId: string): Result<void, "not-open"> {
  const before = optionsOf(actor, importId)
  if (!before) return { ok: false, reason: "not-open" }
  const options: ImportOptions = { ...before, unreadable: "keep-in-notes" }
  return changeOpen(actor, importId, { options: JSON.stringify(options) })
}

type CheckChoices = {
  lessonsFrom?: string | undefined
  /** The rows that could be ticked, and those of them that were. */
  listed?: readonly number[]
  leaveOut?: readonly number[]
  /** The rows that look like no students and could be ticked, and those that were. */
  listedOthers?: readonly number[]
  asStudents?: readonly number[]
  answers?: readonly { key: string; value: string; shown?: string }[]
}

/** Keeps what is chosen on the check, and says whether that differs from what the check showed. */
export function changeCheck(
  actor: Actor,
  importId: string,
  { lessonsFrom, listed = [], leaveOut = [], listedOthers = [], asStudents = [], answers = [] }: CheckChoices,
): { isChanged: boolean } {
  const before = optionsOf(actor, importId)
  if (!before) return { isChanged: false }
  const { leftOut = [] } = before
  const others = leftOut.filter((row) => !listed.includes(row))
  const options: ImportOptions = {
    ...before,
    lessonsFrom: lessonsFrom ?? before.lessonsFrom,
    leftOut: [...new Set([...others, ...leaveOut])].sort((a, b) => a - b),
  }
  const { students = [], answers: given = {} } = before
  const kept = students.filter((row) => !listedOthers.includes(row))
  options.students = [...new Set([...kept, ...asStudents])].sort((a, b) => a - b)
  const chosen = Object.fromEntries(answers.map(({ key, value }) => [key, value]))
  options.answers = { ...given, ...chosen }
  const isSame =
    options.lessonsFrom === before.lessonsFrom &&
    options.leftOut?.join() === leftOut.join() &&
    options.students.join() === students.join() &&
    answers.every(({ key, value, shown }) => value === (given[key] ?? shown))
  if (isSame) return { isChanged: false }
  return { isChanged: changeOpen(actor, importId, { options: JSON.stringify(options) }).ok }
}

/** Leaves out exactly these rows. */
export const leaveOutRows = (actor: Actor, importId: string, leftOut: number[]): Result<void, "not-open"> => {
  const options = optionsOf(actor, importId)
  if (!options) return { ok: false, reason: "not-open" }
  return changeOpen(actor, importId, { options: JSON.stringify({ ...options, leftOut }) })
}

function optionsOf(actor: Actor, importId: string): ImportOptions | undefined {
  const row = findImportFacts(actor, importId)
  return row && (JSON.parse(row.options) as ImportOptions)
}

/** Changes an import that has not been started. */
export function changeOpen(
  actor: Actor,
  importId: string,
  to: Changes<typeof imports>,
): Result<void, "not-open"> {
  const changes = change(actor, imports, and(eq(imports.id, importId), eq(imports.state, "uploaded")), to)
  return changes === 1 ? { ok: true } : { ok: false, reason: "not-open" }
}

/** The import with its file as text. */
export function findRow(actor: Actor, importId: string) {
  return find(actor, imports, importId)
}

/** The columns that the school's own fields can fill. */
export const listOwnFields = (actor: Actor): OwnField[] =>
  ownFields({
    student: listFields(actor, "student"),
    family: listFields(actor, "family"),
    guardian: listFields(actor, "guardian"),
    teacher: listFields(actor, "teacher"),
    class: listFields(actor, "class"),
  })
