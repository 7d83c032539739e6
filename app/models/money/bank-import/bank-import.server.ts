import { createHash } from "node:crypto"
import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { bankColumnChoices, bankEntries, bankUploads } from "db/schema/money-bank"
import { expenses } from "db/schema/money-expenses"
import { payments } from "db/schema/money-payments"
import { providerPayouts } from "db/schema/money-provider-books"
import { and, count, desc, eq, getTableColumns, gt, isNotNull, lt, ne, sql, sum } from "drizzle-orm"
import { unzipSync } from "fflate"
import { admitUpload } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  addOrChange,
  askAll,
  change,
  find,
  hasRow,
  ownRows,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { joined, newRow, own } from "~/models/foundation/access/own.server"
import { type UploadRefusal, uploadRefusals } from "~/texts/accounts/refusals"
import { packedFileRefusals, statementRefusals } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { type CsvTable, refuseBytes, startsWith } from "~/utils/csv"
import { readCsvInTurns, readRecordsInTurns } from "~/utils/csv.server"
import { searchedWords } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"
import { splitSheets } from "~/utils/sheet-rows"
import { isWorkbook, readWorkbook } from "~/utils/workbook.server"
import { isOfficeFile } from "~/utils/workbook-parts.server"
import { isOpen, openAmount } from "../payment/open-amount.server"
import { type BankColumns, fitsColumns, guessColumns, isOfCard, isUnnamed } from "./bank-columns"
import type { OpenInvoice, StatementRead } from "./bank-entry"
import { csvOf, isEntry, statementDelimiter, statementTable, statementText } from "./bank-headings"
import { type BankField, bankFields } from "./bank-values"
import { type Kept, type KeptEntries, keepEntries, keptTogether } from "./keep-entries.server"
import { otherFormat, readFormat, readRows } from "./read-statement.server"

// A bank's file as it is uploaded: what a ZIP file or a workbook holds is unpacked, and what is no statement is named for what it is.

const mostFiles = 40
/** Unpacked, each file and all of them. */
const mostUnpacked = 5_000_000

/** Of them; each is read in a thread of its own, one after the other. A year has twelve months. */
const mostWorkbooks = 12

/** A ZIP file of files: a workbook is one, too, with parts of its own. */
export const isZip = (bytes: Uint8Array): boolean => isWorkbook(bytes) && !isOfficeFile(bytes)

/** Why a file is no statement; null where it may be one. */
export function refuseStatement(bytes: Uint8Array): string | null {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return "This is an older Excel workbook. Save it as .xlsx or CSV, or download CSV, CAMT, MT940 or OFX from your bank."
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    return "This is a PDF. Download the statement as CSV, CAMT, MT940 or OFX from your bank."
  return isWorkbook(bytes) ? null : refuseBytes(bytes)
}

type File = { name: string; bytes: Uint8Array }
type Part = { text: string } | { message: string }

/** The texts in a file: one, or those of the sheets of a workbook; or in a sentence why there is none. */
async function partsOf(bytes: Uint8Array, currency: string): Promise<Part[]> {
  const refused = refuseStatement(bytes)
  if (refused) return [{ message: refused }]
  if (isZip(bytes)) return [{ message: packedFileRefusals.zip }]
  if (!isWorkbook(bytes)) return [{ text: statementText(bytes, currency) }]
  const workbook = await readWorkbook(bytes)
  if (!workbook.ok) return [workbook]
  const { records } = await readRecordsInTurns(workbook.csv, ",")
  const visible = splitSheets(records, workbook.sheets).filter(
    (_, index) => !workbook.sheets[index]?.isHidden,
  )
  const holding = visible.filter((rows) => rows.some(isEntry))
  return (holding.length > 0 ? holding : visible.slice(0, 1)).map((rows) => ({ text: csvOf(rows) }))
}

/** The files in it, also of one name; undefined where it can't be unpacked, or holds too much. */
export function unzipStatements(bytes: Uint8Array): File[] | undefined {
  const isHidden = (name: string) => name.endsWith("/") || /(^|\/)(\.|__MACOSX)/.test(name)
  const names: string[] = []
  let size = 0
  try {
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (isHidden(name)) return false
        names.push(name)
        size += originalSize
        return false
      },
    })
    if (names.length === 0 || names.length > mostFiles || size > mostUnpacked) return undefined
    return names.map((name, index) => {
      let at = -1
      const filter = (each: { name: string }) => !isHidden(each.name) && ++at === index
      const content = unzipSync(bytes, { filter })[name] ?? new Uint8Array()
      const nth = names.slice(0, index + 1).filter((each) => each === name).length
      return { name: nth > 1 ? `${name} (${nth})` : name, bytes: content }
    })
  } catch {
    return undefined
  }
}

// Statements of the school's bank account. Each transfer that came in is an entry, taken once whichever file it is in.
// A person says which invoice it pays; only then is it a payment.

export const mostBankBytes = 900_000
const dayMs = 86_400_000
const mostOpenUploads = 10

export type BankEntry = typeof bankEntries.$inferSelect

/** What became of a file. */
export type BankFile =
  | KeptEntries
  | { ok: false; reason: UploadRefusal; message: string }
  /** A table whose columns someone has to choose first, and what became of the rest of the file. */
  | { ok: true; uploadId: string; kept?: Kept }

/**
 * Reads a bank's file: CAMT, MT940 and OFX as they are, also in a ZIP file; a table by the columns the school chose before for these
 * headings, or asks for them, also where these hold nothing.
 */
export async function uploadStatement(
  actor: Actor,
  file: File & { asksColumns?: boolean },
): Promise<BankFile> {
  if (file.bytes.length > mostBankBytes)
    return { ok: false, message: "Choose a file of at most 900 KB, for example one month." }
  const refused = refuseStatement(file.bytes)
  if (refused) return { ok: false, message: refused }
  const admitted = await admitUpload(actor, "bank-files", file.bytes.length)
  if (!admitted.ok) return { ...admitted, message: uploadRefusals[admitted.reason] }
  const files = isZip(file.bytes) ? unzipStatements(file.bytes) : [file]
  if (!files)
    return { ok: false, message: "This ZIP file can’t be opened. Unpack it and upload the files in it." }
  const kept: Kept[] = []
  const notRead: string[] = []
  const uploadIds: string[] = []
  const workbooks = files.filter(({ bytes }) => isWorkbook(bytes))
  const uploadedAt = now()
  for (const each of files) {
    if (workbooks.indexOf(each) >= mostWorkbooks) {
      notRead.push(`${each.name}: ${packedFileRefusals["too-many"]}`)
      continue
    }
    for (const part of await partsOf(each.bytes, actor.school.currency)) {
      const read = "text" in part ? await readPart(actor, part.text, file.asksColumns) : part
      // One after the other: a transfer that two of them have is one.
      const result = "entries" in read ? await keepEntries(actor, read, file.name) : read
      if ("message" in result)
        notRead.push(files.length > 1 ? `${each.name}: ${result.message}` : result.message)
      else if ("headers" in result) uploadIds.push(keepUpload(actor, file.name, result.text, uploadedAt))
      else kept.push(result)
    }
  }
  const [uploadId] = uploadIds
  if (kept.length === 0 && !uploadId) return { ok: false, message: notRead.join(" ") }
  const all = keptTogether(kept, notRead)
  return !uploadId ? all : { ok: true, uploadId, ...(kept.length + notRead.length > 0 ? { kept: all } : {}) }
}

/** What one text of a file holds, the table whose columns aren't known, or in a sentence why it is no statement. */
async function readPart(
  actor: Actor,
  text: string,
  asksColumns?: boolean,
): Promise<StatementRead | Table | { message: string }> {
  const { currency } = actor.school
  const other = otherFormat(text)
  if (other) return { message: statementRefusals[other] }
  const read = await readFormat({ text, currency })
  if (read) return read
  if (text.length > mostUnpacked) return { message: "This file is too long. Choose a shorter period." }
  const table = await readTable(text)
  if (!table)
    return { message: `This file has more than ${mostColumns} columns. Choose your bank’s own file.` }
  if (table.rows.length === 0 || table.headers.length < 2)
    return {
      message: "This file has no rows we can read. Choose a CSV, CAMT, MT940 or OFX file from your bank.",
    }
  const kept = asksColumns ? undefined : findColumns(actor, table.headers)
  const columns = kept && isStillLikely(actor, table, kept) ? kept : undefined
  const byColumns =
    columns && fitsColumns(table.headers, columns) ? await readRows({ text, currency, columns }) : undefined
  return byColumns && holdsAny(byColumns) ? byColumns : table
}

/** Columns without a heading have the same names in any bank's file: there the table itself must not say otherwise. */
function isStillLikely({ school }: Actor, table: Table, kept: BankColumns): boolean {
  if (!table.headers.every(isUnnamed)) return true
  const { date, amount } = guessColumns(table, school.dateOrder, school.currency)
  return (date === null || date === kept.date) && (amount === null || amount === kept.amount)
}

/** @param createdAt the same for all tables of one upload: they are found by it */
export function keepUpload(actor: Actor, fileName: string, content: string, createdAt = now()): string {
  const row = { ...newRow(actor), createdAt }
  transact(() => {
    // A file no one chose columns for is forgotten after a day.
    remove(actor, bankUploads, lt(bankUploads.createdAt, now() - dayMs))
    add(actor, bankUploads, { ...row, fileName: fileName.slice(0, 200), content, uploadedBy: actor.memberId })
  })
  return row.id
}

/** Files of the last day whose columns no one has chosen yet, newest first: they can be gone on with. */
export const listOpenUploads = (actor: Actor): { id: string; fileName: string; createdAt: number }[] =>
  ownRows(actor, bankUploads, ["id", "fileName", "createdAt"])
    .where(and(isNotNull(bankUploads.content), gt(bankUploads.createdAt, now() - dayMs)))
    .orderBy(desc(bankUploads.createdAt))
    .limit(mostOpenUploads)
    .all()

/** The columns that the school chose for a file with these headings: each of its accounts can be at another bank. */
export function findColumns(actor: Actor, headers: readonly string[]): BankColumns | undefined {
  const kept = ownRows(actor, bankColumnChoices, ["columns"])
    .where(eq(bankColumnChoices.headings, headingsKey(headers)))
    .get()
  return kept && (JSON.parse(kept.columns) as BankColumns)
}

/** Whether columns were chosen for any file. */
export const hasChosenColumns = (actor: Actor): boolean => hasRow(actor, bankColumnChoices)

const headingsKey = (headers: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(headers)).digest("hex")

/** The name of an uploaded CSV that was read; undefined when it waits for its columns, or is gone. */
export function findReadUpload(actor: Actor, uploadId: string): string | undefined {
  const upload = find(actor, bankUploads, uploadId)
  return upload?.content === null ? upload.fileName : undefined
}

/** An uploaded CSV with its first rows and what its columns seem to hold; undefined when it is gone or was read. */
export async function findUpload(actor: Actor, uploadId: string) {
  const upload = find(actor, bankUploads, uploadId)
  if (upload?.content == null) return undefined
  const table = await readTable(upload.content)
  if (!table) return undefined
  const guess = guessColumns(table, actor.school.dateOrder, actor.school.currency)
  const isCard = guess.amount === null && table.headers.some((header) => isOfCard(table, header))
  return { fileName: upload.fileName, text: upload.content, table, guess, isCard }
}

type Table = Pick<CsvTable, "headers" | "rows"> & { text: string }

/** No bank’s file has as many; each is looked through and offered as a choice. */
const mostColumns = 120

/** The statement's own table, without what its bank writes above it; undefined when it is too wide. */
async function readTable(text: string): Promise<Table | undefined> {
  const read = await readCsvInTurns(text, statementDelimiter(text))
  const isWide = [read.headers, ...read.rows.map(({ cells }) => cells)].some(
    ({ length }) => length > mostColumns,
  )
  return isWide ? undefined : { ...statementTable(read), text }
}

/** Reads an uploaded table, and others of its file with the same headings, by these columns and keeps the choice for the next file. */
export async function readUpload(
  actor: Actor,
  uploadId: string,
  columns: BankColumns,
): Promise<BankFile | { ok: false; message: string; field: BankField }> {
  const upload = await findUpload(actor, uploadId)
  if (!upload)
    return { ok: false, message: "This file was read already. Upload it again and choose its columns again." }
  if (!fitsColumns(upload.table.headers, columns))
    return {
      ok: false,
      field: bankFields.find((field) => !isColumnOf(upload.table.headers, columns[field])) ?? "date",
      message: "Choose a column of this file.",
    }
  const byColumns = await readRows({ text: upload.text, currency: actor.school.currency, columns })
  if (!holdsAny(byColumns))
    return {
      ok: false,
      field: "date",
      message: "No row has a date and an amount in these columns. Check the columns and the date format.",
    }
  transact(() => {
    const kept = { columns: JSON.stringify(columns) }
    addOrChange(
      actor,
      bankColumnChoices,
      { ...kept, headings: headingsKey(upload.table.headers) },
      { as: [bankColumnChoices.headings], to: kept },
    )
  })
  const kept: Kept[] = []
  for (const { id, text } of [{ ...upload, id: uploadId }, ...(await findAlike(actor, uploadId, upload))]) {
    const rows =
      id === uploadId ? byColumns : await readRows({ text, currency: actor.school.currency, columns })
    const read = await keepEntries(actor, rows, upload.fileName)
    if (!read.ok && id === uploadId) return read
    if (!read.ok) continue
    // The upload stays until all is kept: what was cut off goes on from there.
    transact(() => change(actor, bankUploads, id, { content: null }))
    kept.push(read)
  }
  return keptTogether(kept)
}

/** Other tables of the same upload with the same headings that wait; not those of a file of this name that was left before. */
async function findAlike(actor: Actor, uploadId: string, { table }: { table: Table }) {
  const upload = find(actor, bankUploads, uploadId)
  if (!upload) return []
  const sameUpload = and(
    eq(bankUploads.createdAt, upload.createdAt),
    eq(bankUploads.fileName, upload.fileName),
    sql`${bankUploads.uploadedBy} is ${upload.uploadedBy}`,
  )
  const others = ownRows(actor, bankUploads, ["id"])
    .where(and(isNotNull(bankUploads.content), sameUpload, ne(bankUploads.id, uploadId)))
    .orderBy(bankUploads.id)
    .all()
  const found: { id: string; text: string }[] = []
  for (const { id } of others) {
    const other = await findUpload(actor, id)
    if (other && headingsKey(other.table.headers) === headingsKey(table.headers))
      found.push({ id, text: other.text })
  }
  return found
}

const isColumnOf = (headers: readonly string[], column: string | null) =>
  column === null || headers.includes(column)

/** Whether a file's columns are the right ones as far as one can tell: some row has a date and an amount in them. */
const holdsAny = ({ entries, left, outgoing }: StatementRead): boolean =>
  entries.length > 0 || left.length > 0 || outgoing > 0

/** One page of the entries in a state, newest first, with how many there are and their sum in each currency they came in. */
export function listEntries(actor: Actor, state: BankEntry["state"], page: number) {
  const which = and(own(actor, bankEntries), eq(bankEntries.state, state))
  const sums = select({
    currency: bankEntries.currency,
    total: count(),
    sumMinor: sum(bankEntries.amountMinor).mapWith(Number),
  })
    .from(bankEntries)
    .where(which)
    .groupBy(bankEntries.currency)
    .orderBy(sql`${bankEntries.currency} <> ${actor.school.currency}`, bankEntries.currency)
    .all()
  const total = sums.reduce((all, each) => all + each.total, 0)
  const rows = select({
    ...getTableColumns(bankEntries),
    reversedAt: payments.reversedAt,
    payoutOf: providerPayouts.provider,
    incomeId: expenses.id,
  })
    .from(bankEntries)
    .leftJoin(expenses, joined(bankEntries, expenses.bankEntryId))
    .leftJoin(
      providerPayouts,
      and(joined(bankEntries, providerPayouts.bankEntryId), eq(bankEntries.state, "ignored")),
    )
    .leftJoin(payments, joined(payments, bankEntries.paymentId))
    .where(which)
    .orderBy(desc(bankEntries.bookedOn), desc(bankEntries.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  return { rows, total, sums: sums.map(({ currency, sumMinor }) => ({ currency, sumMinor })) }
}

/** A transfer that waits to be checked; undefined when there is none. */
export const findOpenEntry = (actor: Actor, entryId: string) =>
  ownRows(actor, bankEntries, [
    "id",
    "bookedOn",
    "amountMinor",
    "currency",
    "payerName",
    "reference",
    "bankReference",
  ])
    .where(and(eq(bankEntries.id, entryId), eq(bankEntries.state, "open")))
    .get()

const mostFound = 20

/**
 * The first unpaid invoices with this text in their number, their family's name or a payer's, and how many have it; without a text
 * all do. Those of a family or payer that a transfer names come first, before them those of its amount.
 */
export function searchOpenInvoices(
  open: readonly OpenInvoice[],
  text: string,
  transfer?: { payerName: string; amountMinor: number },
): { invoices: OpenInvoice[]; total: number } {
  const searched = text.trim().toLowerCase()
  const found = open.filter(({ number, familyName, payers }) =>
    [number, familyName, ...payers].some((each) => each.toLowerCase().includes(searched)),
  )
  const named = searchedWords(transfer?.payerName ?? "").filter((word) => word.length > 2)
  const nearness = ({ familyName, payers, openMinor }: OpenInvoice) =>
    [familyName, ...payers].some((name) => searchedWords(name).some((word) => named.includes(word)))
      ? openMinor === transfer?.amountMinor
        ? 2
        : 1
      : 0
  const nearest = [...found].sort((one, other) => nearness(other) - nearness(one))
  return { invoices: nearest.slice(0, mostFound), total: found.length }
}

/** All unpaid invoices with who pays them, for matching. */
export function listOpenInvoices(actor: Actor) {
  const rows = askAll<{
    invoiceId: string
    familyId: string
    familyName: string
    number: string
    openMinor: number
    payers: string | null
  }>(sql`
    select ${invoices.id} as invoiceId, invoices.family_id as familyId, f.name as familyName,
      invoices.number as number, ${openAmount} as openMinor,
      (select group_concat(s.name, char(10)) from invoice_shares s
        where s.school_id = invoices.school_id and s.invoice_id = invoices.id) as payers
    from ${invoices} join families f on f.school_id = invoices.school_id and f.id = invoices.family_id
    where ${own(actor, invoices)} and ${isOpen} order by invoices.number`)
  return rows.map(({ payers, ...invoice }) => ({ ...invoice, payers: payers?.split("\n") ?? [] }))
}
