import { mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { photoFiles } from "~/models/foundation/stored-file/photo-files.server"
import {
  addUploadedFiles,
  type Chosen,
  uploadedFilesText,
} from "~/models/foundation/stored-file/uploaded-files.server"
import { reportPdf } from "~/models/learning/report/report-pdf.server"
import { listSharedWith } from "~/models/learning/resource/shared-resources.server"
import { creditNotePdf } from "~/models/money/credit-note/credit-note-pdf.server"
import { invoicePdf } from "~/models/money/invoice/invoice-pdf.server"
import { findPayment } from "~/models/money/payment/find-payment.server"
import { receiptPdf } from "~/models/money/statement/receipt-pdf.server"
import { findFamily } from "~/models/people/family/family.server"
import { countOf } from "~/utils/count-of"
import { writeCsv } from "~/utils/csv.server"
import { usualFormats } from "~/utils/formats"
import { nextTurn } from "~/utils/in-turns"
import { beginZipFile } from "~/utils/zip-file.server"
import type { FamilyTable } from "./family-rows.server"
import { gatherFamily } from "./gather-family.server"

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
      recordEvent(actor, {
        noun: "family",
        verb: "export",
        nounId: familyId,
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
  messageIds: idsOf(tables, "messages"),
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
  return payment && receiptPdf(actor, payment)
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
