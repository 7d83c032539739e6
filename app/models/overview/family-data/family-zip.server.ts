import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { makeUpCredits, notes, ownStatuses } from "db/schema/attendance"
import { conversations, messageReports, messages } from "db/schema/communication"
import { events } from "db/schema/foundation-audit"
import { customFields, customValues } from "db/schema/foundation-lists"
import { skills } from "db/schema/learning"
import { charges, invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { hires } from "db/schema/money-goods"
import { packages } from "db/schema/money-packages"
import { payments } from "db/schema/money-payments"
import { families, guardians, members, students, teachers } from "db/schema/people"
import { consentDocuments, consentVersions } from "db/schema/people-consents"
import { proofKinds } from "db/schema/people-proofs"
import { classes, enrollments, rooms } from "db/schema/teaching"
import { occasions, programEntries } from "db/schema/teaching-occasions"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, eq, getTableColumns, getTableName, isNull, or, type SQL, sql } from "drizzle-orm"
import { type AnySQLiteColumn, getTableConfig } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import {
  exportedColumns,
  type KeyedTable,
  keyedTables,
  secretKeys,
} from "~/models/foundation/access/declared-tables.server"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listDeletedAbout } from "~/models/foundation/deleted-record/deleted-record.server"
import {
  addUploadedFiles,
  type Chosen,
  photoFiles,
  uploadedFilesText,
} from "~/models/foundation/stored-file/uploaded-files.server"
import { reportPdf } from "~/models/learning/report/report-pdf.server"
import { listSharedWith } from "~/models/learning/resource/list-resources.server"
import { creditNotePdf } from "~/models/money/credit-note/credit-notes.server"
import { invoicePdf } from "~/models/money/invoice/invoice-pdf.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { receiptPdf } from "~/models/money/statement/receipt-pdf.server"
import { findFamily } from "~/models/people/family/family.server"
import { writeCsv } from "~/utils/csv.server"
import { countOf, usualFormats } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { nextTurn } from "~/utils/in-turns"
import { readableRow } from "~/utils/postal-address"
import { beginZipFile } from "~/utils/zip-file.server"

// What the rows of one family don't say themselves: the lessons and classes, what was written in them, their logins, what
// the school did about them, and by name what their rows only point at.

/** Behind what has its own noun in the activity: the table of its records. */
const activityOf: Readonly<Record<string, string>> = {
  family: "families",
  student: "students",
  guardian: "guardians",
  enrollment: "enrollments",
  seat: "seats",
  package: "packages",
  hire: "hires",
  "make-up-credit": "make_up_credits",
  invoice: "invoices",
  payment: "payments",
  "credit-note": "credit_notes",
  charge: "charges",
}

/** Lists of the school whose rows are named where the family's point at them; before what those point at themselves. */
const named: readonly KeyedTable[] = [
  customFields,
  consentVersions,
  consentDocuments,
  proofKinds,
  skills,
  ownStatuses,
  programEntries,
  occasions,
  teachers,
  rooms,
]
/** Of the school's people no more than their names. */
const namesOnly: ReadonlyMap<KeyedTable, readonly string[]> = new Map([[teachers, ["id", "name"]]])

/** What was written in conversations, until everyone of the family had left one. */
function inTalks(rows: readonly Row[]): SQL | undefined {
  const talks = [...groupBy(rows, ({ conversation_id: id }) => String(id))].map(([id, theirs]) => {
    const until = theirs.map(({ left_at: leftAt }) => (leftAt ? Number(leftAt) : Number.MAX_SAFE_INTEGER))
    return { id, until: Math.max(...until) }
  })
  const ids = talks.map(({ id }) => id)
  const isTheirs = sql`exists (select 1 from json_each(${JSON.stringify(talks)}) talk
    where talk.value ->> 'id' = ${messages.conversationId} and ${messages.createdAt} <= talk.value ->> 'until')`
  return and(among(messages.conversationId, ids), isTheirs)
}

/** The tables of a family, completed. */
function readBesides(actor: Actor, gathered: readonly FamilyTable[]): FamilyTable[] {
  const found = new Map(gathered.map(({ name, rows }) => [name, rows]))
  const idsIn = (table: string, column: string) => [
    ...new Set((found.get(table) ?? []).flatMap((row) => (row[column] ? [String(row[column])] : []))),
  ]
  const add = (name: string, rows: readonly Row[]) => {
    const earlier = found.get(name) ?? []
    const ids = new Set(earlier.map(({ id }) => id))
    const all = [...earlier, ...rows.filter(({ id }) => !ids.has(id))]
    if (all.length > 0) found.set(name, all)
  }
  const lessons = idsIn("seats", "session_id")
  const talks = idsIn("participants", "conversation_id")
  const people = ["families", "students", "guardians"].flatMap((table) => idsIn(table, "id"))
  const besides: [KeyedTable, SQL | undefined][] = [
    [sessions, among(sessions.id, lessons)],
    [classes, among(classes.id, idsIn("enrollments", "class_id"))],
    [notes, and(among(notes.sessionId, lessons), eq(notes.visibility, "shared"))],
    [conversations, among(conversations.id, talks)],
    [messages, inTalks(found.get("participants") ?? [])],
    [customValues, among(customValues.subjectId, people)],
    [events, aboutThem(idsIn)],
  ]
  for (const [table, condition] of besides)
    if (condition) add(getTableName(table), rowsOf(actor, table, condition))
  const ownEvents = (found.get("events") ?? []).filter(({ noun, noun_id: id }) => {
    const table = activityOf[String(noun)]
    return !table || idsIn(table, "id").includes(String(id))
  })
  if (ownEvents.length > 0) found.set("events", ownEvents)
  for (const table of named) {
    const ids = [...found].flatMap(([name]) =>
      columnsTo(table, name).flatMap((column) => idsIn(name, column)),
    )
    const kept = namesOnly.get(table)
    const rows = ids.length > 0 ? rowsOf(actor, table, among(table.id, ids)) : []
    add(getTableName(table), kept ? rows.map((row) => only(row, kept)) : rows)
  }
  add("recently_deleted", readDeleted(actor, people))
  const logins = readLogins(actor, [...idsIn("guardians", "member_id"), ...idsIn("students", "member_id")])
  if (logins.length > 0) found.set("logins", logins)
  return [...found].map(([name, rows]) => ({ name, rows }))
}

/** The school's activity about their records. */
const aboutThem = (idsIn: (table: string, column: string) => string[]): SQL | undefined =>
  or(
    ...Object.entries(activityOf).flatMap(([noun, table]) => {
      const ids = idsIn(table, "id")
      return ids.length > 0 ? [and(eq(events.noun, noun), among(events.nounId, ids))] : []
    }),
  )

/** The columns of a table, by its name, that point at another. */
function columnsTo(other: KeyedTable, name: string): string[] {
  const table = keyedTables.get(name)
  if (!table) return []
  return getTableConfig(table).foreignKeys.flatMap((key) => {
    const { foreignTable, columns } = key.reference()
    const column = columns.at(-1)
    return foreignTable === other && column ? [column.name] : []
  })
}

const only = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))

/** What of theirs was deleted lately and can still be restored. */
const readDeleted = (actor: Actor, recordIds: readonly string[]): Row[] =>
  listDeletedAbout(actor, recordIds).map(({ id, noun, name, deletedName, createdAt, rows }) => ({
    id,
    noun,
    name,
    deleted_by: deletedName,
    deleted_at: createdAt,
    rows: JSON.stringify(
      rows.map(({ table, row }) => ({ table, row: row && readableRow(row) })),
      (key, value) => (key === "schoolId" || secretKeys.has(key) ? undefined : value),
    ),
  }))

/** With what they log in; passwords are never part of it. */
const readLogins = (actor: Actor, memberIds: readonly string[]): Row[] =>
  select({
    member_id: members.id,
    name: users.name,
    email: users.email,
    username: users.username,
    phone: users.phone,
    time_zone: users.timeZone,
    email_proven_at: sql<number | null>`${users.emailProvenAt}`,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(actor, members), among(members.id, memberIds)))
    .all()

// Everything the school keeps of one family, found through the keys of the database so that a new table is never
// forgotten: what hangs on the family, its students and guardians, and on their lessons, invoices and payments.

/** What other rows hang on, those first that others here hang on. */
const parents: readonly KeyedTable[] = [
  families,
  students,
  guardians,
  enrollments,
  seats,
  packages,
  hires,
  makeUpCredits,
  invoices,
  payments,
  creditNotes,
  charges,
]

/** Reads it a table at a time; undefined when the school has no such family. */
export async function gatherFamily(actor: Actor, familyId: string): Promise<FamilyTable[] | undefined> {
  const known = new Map<string, string[]>()
  const found: FamilyTable[] = []
  const add = (name: string, rows: FamilyTable["rows"]) => {
    if (rows.length > 0) found.push({ name, rows })
    return rows
  }
  for (const table of parents) {
    const condition =
      table === families ? among(families.id, withMerged(actor, familyId)) : hangsOn(table, known)
    const rows = add(getTableName(table), condition ? rowsOf(actor, table, condition) : [])
    known.set(
      getTableName(table),
      rows.map(({ id }) => String(id)),
    )
    if (table === families && rows.length === 0) return undefined
    if (table === guardians) known.set(getTableName(members), membersOf(found))
    await nextTurn()
  }
  for (const table of keyedTables.values()) {
    // The office downloads the file, and some reports are about it.
    if (parents.includes(table) || table === messageReports) continue
    const condition = hangsOn(table, known)
    if (condition && add(getTableName(table), rowsOf(actor, table, condition)).length > 0) await nextTurn()
  }
  return withoutHidden(readBesides(actor, found))
}

/** What the office hid of a conversation isn't handed out: its words, its file, and what replies by email repeat of it. */
function withoutHidden(tables: readonly FamilyTable[]): FamilyTable[] {
  const hiddenIn = new Map<unknown, number>()
  const all = tables.find(({ name }) => name === "messages")?.rows ?? []
  for (const { conversation_id: talk, hidden_at: hiddenAt, created_at: at } of all)
    if (hiddenAt !== null) hiddenIn.set(talk, Math.min(Number(at), hiddenIn.get(talk) ?? Number(at)))
  const shown = (row: Row): Row => {
    if (row.hidden_at !== null) return { ...row, body: "", cut: null, file_id: null, file_name: null }
    const from = hiddenIn.get(row.conversation_id)
    return from !== undefined && Number(row.created_at) >= from ? { ...row, cut: null } : row
  }
  return tables.map((table) =>
    table.name === "messages" ? { ...table, rows: table.rows.map(shown) } : table,
  )
}

/** A family with those that were merged into it: what earlier merges left on their accounts is theirs, too. */
function withMerged(actor: Actor, familyId: string): string[] {
  const all = new Set([familyId])
  for (let latest = [familyId]; latest.length > 0; ) {
    latest = ownRows(actor, families, ["id"])
      .where(among(families.mergedInto, latest))
      .all()
      .flatMap(({ id }) => (all.has(id) ? [] : [id]))
    for (const id of latest) all.add(id)
  }
  return [...all]
}

/** Who of the family can log in: what they wrote, sent and chose is theirs. */
const membersOf = (found: readonly FamilyTable[]): string[] =>
  found.flatMap(({ rows }) => rows.flatMap((row) => (row.member_id ? [String(row.member_id)] : [])))

/**
 * The rows of a table that point at a row that is known already; undefined where none can. A parent of two families has
 * one login: what it did counts only where it isn't about the other one.
 */
function hangsOn(table: KeyedTable, known: ReadonlyMap<string, string[]>): SQL | undefined {
  const ofFamily: SQL[] = []
  const ofLogin: SQL[] = []
  const notOfOthers: (SQL | undefined)[] = []
  for (const key of getTableConfig(table).foreignKeys) {
    const { foreignTable, columns } = key.reference()
    const column: AnySQLiteColumn | undefined = columns.at(-1)
    if (!column || foreignTable === table) continue
    const ids = known.get(getTableName(foreignTable)) ?? []
    if (foreignTable === members) {
      if (ids.length > 0) ofLogin.push(among(column, ids))
    } else if (parents.some((parent) => parent === foreignTable)) {
      if (ids.length > 0) ofFamily.push(among(column, ids))
      notOfOthers.push(or(isNull(column), among(column, ids)))
    }
  }
  return or(...ofFamily, ofLogin.length > 0 ? and(or(...ofLogin), ...notOfOthers) : undefined)
}

// Everything the school keeps of one family as a ZIP file: a CSV per table and the same as JSON, as in the export of the
// whole school, with the PDFs of its invoices, receipts, credit notes and progress reports, and its people's photos.

type Paper = { fileName: string; bytes: Buffer }
/** Read while it is sent; the file itself is gone from the disk already. */
type FamilyFile = { fileName: string; stream: Readable; bytes: number }

/** The file, whose download is recorded; undefined when the school has no such family. */
export async function familyZip(actor: Actor, familyId: string): Promise<FamilyFile | undefined> {
  const family = findFamily(actor, familyId)
  const gathered = family && (await gatherFamily(actor, familyId))
  if (!family || !gathered) return undefined
  const tables = withLibrary(actor, gathered)
  const folder = await mkdtemp(join(tmpdir(), "tutti-family-"))
  try {
    const path = join(folder, "family.zip")
    const zip = await beginZipFile(path)
    for (const { name, rows } of tables) await zip.add(`${name}.csv`, [Buffer.from(csvOf(rows))])
    const everything = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
    await zip.add("everything.json", [Buffer.from(`${JSON.stringify(everything, null, 1)}\n`)])
    const names = new Set<string>()
    for await (const { folder: place, paper } of papersOf(actor, tables)) {
      const name = freeName(`${place}/${paper.fileName}`, names)
      await zip.add(name, [paper.bytes])
    }
    for await (const { name, bytes } of photoFiles(actor, membersIn(tables))) await zip.add(name, [bytes])
    const leftOut = await addUploadedFiles(actor, zip, uploadedIn(tables))
    await zip.add("read-me.txt", [Buffer.from(readMe(actor.school.name, family.name, tables, leftOut))])
    await zip.end()
    const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
    transact(() =>
      recordEvent(actor, "family.export", familyId, {
        after: { name: family.name, rows, documents: names.size },
      }),
    )
    const file = await open(path)
    return {
      fileName: `${family.name.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "family"}.zip`,
      bytes: (await file.stat()).size,
      stream: file.createReadStream(),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whoever of the family can log in: their photos are named for them. */
const membersIn = (tables: readonly FamilyTable[]): string[] => [
  ...new Set(
    tables
      .filter(({ name }) => name === "guardians" || name === "students")
      .flatMap(({ rows }) => rows.flatMap((row) => (row.member_id ? [String(row.member_id)] : []))),
  ),
]

const idsOf = (tables: readonly FamilyTable[], table: string): string[] =>
  (tables.find(({ name }) => name === table)?.rows ?? []).map(({ id }) => String(id))

/** With what of the library is shared with their students. */
function withLibrary(actor: Actor, tables: readonly FamilyTable[]): FamilyTable[] {
  const shared = idsOf(tables, "students").flatMap((id) => listSharedWith(actor, id))
  const rows = [...new Map(shared.map((each) => [each.id, each])).values()].map(
    ({ id, kind, title, description, url, fileName }) => ({
      id,
      kind,
      title,
      description,
      url,
      file_name: fileName,
    }),
  )
  return rows.length === 0 ? [...tables] : [...tables, { name: "library", rows }]
}

const uploadedIn = (tables: readonly FamilyTable[]): Chosen => ({
  resourceIds: idsOf(tables, "library"),
  messageIds: (tables.find(({ name }) => name === "messages")?.rows ?? []).flatMap(
    ({ id, hidden_at: hiddenAt }) => (hiddenAt === null ? [String(id)] : []),
  ),
  proofIds: idsOf(tables, "proofs"),
})

const csvOf = (rows: FamilyTable["rows"]): string => {
  const columns = Object.keys(rows[0] ?? {})
  const cells = rows.map((row) => columns.map((column) => row[column] ?? null))
  return writeCsv(columns, cells, usualFormats)
}

/** Every document there is, one after another, so that others are answered in between. */
async function* papersOf(actor: Actor, tables: readonly FamilyTable[]) {
  const kinds: [folder: string, ids: string[], draw: (id: string) => Promise<Paper | undefined>][] = [
    ["invoices", idsOf(tables, "invoices"), (id) => invoicePdf(actor, id)],
    ["receipts", idsOf(tables, "payments"), (id) => receiptOf(actor, id)],
    ["credit-notes", idsOf(tables, "credit_notes"), (id) => creditNotePdf(actor, id)],
    ["progress-reports", idsOf(tables, "reports"), (id) => reportPdf(actor, id)],
  ]
  for (const [folder, ids, draw] of kinds)
    for (const id of ids) {
      const paper = await draw(id)
      if (paper) yield { folder, paper }
      await nextTurn()
    }
}

async function receiptOf(actor: Actor, paymentId: string): Promise<Paper | undefined> {
  const payment = findPayment(actor, paymentId)
  return payment && !payment.isOpening ? receiptPdf(actor, payment) : undefined
}

/** Two documents of one name are both kept. */
function freeName(name: string, taken: Set<string>): string {
  const [stem, end] = [name.replace(/\.pdf$/, ""), name.endsWith(".pdf") ? ".pdf" : ""]
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${stem}-${count}${end}`
  taken.add(free)
  return free
}

const readMe = (
  schoolName: string,
  familyName: string,
  tables: readonly FamilyTable[],
  leftOut: number,
): string =>
  [
    `What ${schoolName} keeps in Tutti about ${familyName}.`,
    "",
    "One CSV file per table, and the same data in everything.json. Documents are in the folders.",
    "Columns that end in _id refer to a row in another table. Amounts (…_minor) are in hundredths of the currency: 900 is 9.00.",
    "Times (…_at) are milliseconds since 1970 in UTC. Dates and times of day are in the school’s time zone.",
    "The folder photos has people’s own photos, each named for its member_id.",
    ...uploadedFilesText("library.csv", leftOut),
    "Passwords and other secrets aren’t included.",
    "",
    ...tables.map(({ name, rows }) => `${name}.csv: ${countOf(rows.length, "row")}`),
    "",
  ].join("\n")

// How the export of one family reads the tables of the database.

type Row = Record<string, string | number | null>
type FamilyTable = { name: string; rows: Row[] }

/** Rows with their columns named as in the database; credentials are never part of it. */
function rowsOf(actor: Actor, table: KeyedTable, condition: SQL): Row[] {
  const shown = exportedColumns(table)
  const columns = Object.fromEntries(
    Object.values(getTableColumns(table))
      .filter(({ name }) => shown.includes(name))
      .map((column) => [column.name, sql<string | number | null>`${column}`]),
  )
  return ownRows(actor, table, columns).where(condition).all().map(readableRow)
}
