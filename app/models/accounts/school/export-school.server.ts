import { createReadStream } from "node:fs"
import { type FileHandle, open, rm } from "node:fs/promises"
import { openReader } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { eq, getTableName } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { declaredTables, exportedColumns } from "~/models/foundation/access/declared-tables.server"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { photoFiles } from "~/models/foundation/stored-file/photo-files.server"
import { receiptFiles } from "~/models/foundation/stored-file/receipt-files.server"
import { addUploadedFiles, uploadedFilesText } from "~/models/foundation/stored-file/uploaded-files.server"
import { countOf } from "~/utils/count-of"
import { writeCsv, writeCsvLines } from "~/utils/csv.server"
import { usualFormats } from "~/utils/formats"
import { nextTurn } from "~/utils/in-turns"
import { readableRow } from "~/utils/postal-address"
import { beginZipFile, type ZipFile } from "~/utils/zip-file.server"
import { readLogo } from "./logo.server"

// A school's full export: one CSV file for each table that is declared to be part of it, and the same as JSON. Photos of
// people, receipts of expenses and the files of library and messages are beside them. Rows go from the database to the file
// a few at a time, so that memory stays flat.

const rowsAtOnce = 500

type Row = Record<string, string | number | null>
type Table = { name: string; columns: string[]; rows: () => Iterable<Row> }

const exportedTables = declaredTables.filter(({ facts }) => facts.isExported).map(({ table }) => table)

/** How many steps an export takes: a file for each table, for the school and its people, and the JSON. */
export const countExportSteps = (): number => exportedTables.length + 3

/** The school's tables with their rows, columns named as in the database; amounts in minor units, instants in UTC ms. */
function readTables(actor: Actor, reader: ReturnType<typeof openReader>): Table[] {
  return exportedTables.map((table) => {
    const name = getTableName(table)
    const columns = exportedColumns(table)
    const select = `select ${columns.map((column) => `"${column}"`).join(", ")} from "${name}" where school_id = ?`
    return { name, columns, rows: () => reader.prepare(select).iterate(actor.school.id) as Iterable<Row> }
  })
}

/** The school's own row, and who is in it. */
function readSchool(actor: Actor): Table[] {
  const school = select().from(schools).where(eq(schools.id, actor.school.id)).get()
  const people = select({
    member_id: members.id,
    name: users.name,
    email: users.email,
    username: users.username,
    phone: users.phone,
    time_zone: users.timeZone,
    role: members.role,
  })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(own(actor, members))
    .all()
  const tableOf = (name: string, rows: Row[]): Table => ({
    name,
    columns: Object.keys(rows[0] ?? {}),
    rows: () => rows,
  })
  return [tableOf("school", school ? [plain(school)] : []), tableOf("people", people)]
}

const plain = (row: Record<string, unknown>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "boolean" ? Number(value) : ((value ?? null) as string | number | null),
    ]),
  )

export type ExportSums = { tables: number; rows: number }

/**
 * Writes the export as one ZIP file, as the school was at one moment. Says after each table how many steps are done. What
 * is left of an earlier try is replaced.
 */
export async function writeSchoolExport(
  actor: Actor,
  path: string,
  onProgress: (done: number) => void,
): Promise<ExportSums> {
  const spool = `${path}.json`
  for (const old of [path, spool]) await rm(old, { force: true })
  const reader = openReader()
  const counts: [name: string, rows: number][] = []
  try {
    // One transaction, so that no table is newer than another.
    reader.exec("begin")
    const zip = await beginZipFile(path)
    const json = await open(spool, "wx", 0o600)
    await json.write("{")
    let done = 0
    for (const table of [...readSchool(actor), ...readTables(actor, reader)]) {
      const rows = await addTable({ zip, json, isFirst: counts.length === 0 }, table)
      if (rows > 0) counts.push([table.name, rows])
      done += 1
      onProgress(done)
    }
    await json.write("\n}\n")
    await json.close()
    await zip.add("everything.json", createReadStream(spool) as AsyncIterable<Buffer>)
    for await (const { name, bytes } of photoFiles(actor)) await zip.add(name, [bytes])
    for await (const { name, bytes } of receiptFiles(actor)) await zip.add(name, [bytes])
    const logo = await readLogo(actor.school.logoId)
    if (logo) await zip.add("logo.png", [logo])
    const tooMany = await addUploadedFiles(actor, zip)
    await zip.add("read-me.txt", [Buffer.from(readMe(actor.school.name, counts, tooMany))])
    await zip.end()
    onProgress(done + 1)
    return { tables: counts.length, rows: counts.reduce((sum, [, rows]) => sum + rows, 0) }
  } finally {
    reader.close()
    await rm(spool, { force: true })
  }
}

type Target = { zip: ZipFile; json: FileHandle; isFirst: boolean }

/** Writes a table's rows as CSV and as JSON; one without rows is left out. Answers how many there are. */
async function addTable({ zip, json, isFirst }: Target, { name, columns, rows }: Table): Promise<number> {
  const batches = batchesOf(rows())
  const first = batches.next()
  if (first.done) return 0
  let written = 0
  async function* lines() {
    yield Buffer.from(writeCsv(columns, [], usualFormats))
    for (let step: IteratorResult<Row[], void> = first; !step.done; step = batches.next()) {
      const batch = step.value.map(readableRow)
      await json.write(`${written > 0 ? "," : ""}\n${batch.map((row) => JSON.stringify(row)).join(",\n")}`)
      written += batch.length
      const cells = batch.map((row) => columns.map((column) => row[column] ?? null))
      yield Buffer.from(writeCsvLines(cells, usualFormats))
      await nextTurn()
    }
  }
  await json.write(`${isFirst ? "" : ","}\n${JSON.stringify(name)}: [`)
  await zip.add(`${name}.csv`, lines())
  await json.write("\n]")
  return written
}

/** The rows, some at a time. */
function* batchesOf(rows: Iterable<Row>): Generator<Row[], void, void> {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < rowsAtOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const readMe = (schoolName: string, counts: readonly [string, number][], tooMany: number): string =>
  [
    `All of ${schoolName}’s data in Tutti.`,
    "",
    "One CSV file per table, and the same data in everything.json.",
    "Columns that end in _id refer to a row in another table. Amounts (…_minor) are in hundredths of the currency: 900 is 9.00.",
    "Times (…_at) are milliseconds since 1970 in UTC. Dates and times of day are in the school’s time zone.",
    "The folder photos has people’s own photos, each named for its member_id in people.csv.",
    "The folder receipts has the receipts of expenses, each named for its id in expenses.csv.",
    ...uploadedFilesText("resources.csv", tooMany),
    "Passwords and other secrets aren’t included.",
    "",
    ...counts.map(([name, rows]) => `${name}.csv: ${countOf(rows, "row")}`),
    "",
  ].join("\n")
