import { createReadStream } from "node:fs"
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openReader, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { erasures } from "db/schema/foundation-audit"
import { tasks } from "db/schema/foundation-tasks"
import { members } from "db/schema/people"
import { and, eq, getTableName, gte, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { declaredTables, exportedColumns } from "~/models/foundation/access/declared-tables.server"
import { change, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import {
  addUploadedFiles,
  photoFiles,
  receiptFiles,
  uploadedFilesText,
} from "~/models/foundation/stored-file/uploaded-files.server"
import { startCountedTask } from "~/models/foundation/task/run-task.server"
import {
  findTaskToShow,
  finishTask,
  listTasksOfKind,
  noteTaskProgress,
  type Task,
} from "~/models/foundation/task/task.server"
import { workInBackground } from "~/providers/threads/background-read.server"
import { now } from "~/utils/clock.server"
import { writeCsv, writeCsvLines } from "~/utils/csv.server"
import { env } from "~/utils/env.server"
import { countOf, usualFormats } from "~/utils/formats"
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
const countExportSteps = (): number => exportedTables.length + 3

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

type ExportSums = { tables: number; rows: number }

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

// Exporting a school: a task writes the file in the background, the person downloads it, and after a day it is deleted.

const hour = 3_600_000
const keptMs = 24 * hour

/** On the disk of this machine alone; the names are ids of tasks. */
const exportsFolder = (): string =>
  env().LITEFS_DIR ? join(tmpdir(), "tutti-exports") : `${env().DATABASE_PATH.replace(/\.db$/, "")}.exports`

const fileOf = (taskId: string) => join(exportsFolder(), `${taskId}.zip`)

/** Starts an export, unless one of this school is under way: then that one. */
export function startExport(actor: Actor, formKey: string | null): string {
  const [latest] = listTasksOfKind(actor, "export-school")
  if (latest && ["waiting", "running", "failed"].includes(latest.state)) return latest.id
  return startCountedTask(actor, "export-school", countExportSteps(), formKey)
}

type LatestExport = {
  task: Task
  /** Until when its file is kept (UTC ms); null when there is no file to download. */
  keptUntil: number | null
  /** Its file would still be kept, had no one been erased since. */
  isWithdrawn: boolean
}

export function findLatestExport(actor: Actor): LatestExport | undefined {
  const [task] = listTasksOfKind(actor, "export-school")
  if (!task) return undefined
  const until = task.state === "finished" && task.finishedAt !== null ? task.finishedAt + keptMs : 0
  const isRecent = until > now()
  const isWithdrawn = isRecent && !hasFile(task)
  return { task, keptUntil: isRecent && !isWithdrawn ? until : null, isWithdrawn }
}

/** A finished export whose person was erased since says nothing of what it wrote. */
const hasFile = ({ state, result }: Pick<Task, "state" | "result">) =>
  state === "finished" && Object.keys(result).length > 0

/** Writes the file of an export. What a canceled or broken one has written is deleted. */
export async function carryOutExport(actor: Actor, taskId: string, stopping: AbortSignal): Promise<void> {
  const path = fileOf(taskId)
  await mkdir(exportsFolder(), { recursive: true, mode: 0o700 })
  await forgetOldExports()
  const canceled = new AbortController()
  const note = (done: number) => {
    if (!noteTaskProgress(actor, taskId, done)) canceled.abort()
  }
  note(0)
  try {
    if (!canceled.signal.aborted) {
      const sums = await workInBackground<ExportSums>(
        {
          name: "export-school",
          input: { schoolId: actor.school.id, path },
          here: () => writeSchoolExport(actor, path, note),
        },
        { onProgress: note, signal: AbortSignal.any([stopping, canceled.signal]) },
      )
      if (finishTask(actor, taskId, sums)) {
        if (!hasErasedSince(actor, taskId)) return
        withdrawExports(actor)
      }
    }
  } catch (error) {
    if (!canceled.signal.aborted) throw error
  }
  for (const left of [path, `${path}.json`]) await rm(left, { force: true })
}

/**
 * The file of a finished export, opened for a download, with its size. Writes a line into the log: who took everything
 * away, and when. Undefined when it was deleted, or lies on another machine that is gone.
 */
export async function openExport(actor: Actor, taskId: string) {
  const task = findTaskToShow(actor, taskId)
  if (task?.kind !== "export-school" || !hasFile(task)) return undefined
  const file = await open(fileOf(taskId)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined
    throw error
  })
  if (!file) return undefined
  transact(() => recordEvent(actor, "school.export", actor.school.id, { after: task.result }))
  return { stream: file.createReadStream(), bytes: (await file.stat()).size }
}

/** Whether a person is being erased whom the export may still have. */
const hasErasedSince = (actor: Actor, taskId: string): boolean =>
  select({ id: erasures.id })
    .from(erasures)
    .innerJoin(tasks, and(own(actor, tasks, taskId), gte(erasures.createdAt, tasks.createdAt)))
    .where(own(actor, erasures))
    .limit(1)
    .get() !== undefined

/** No finished export of this school can be downloaded any more. Its file is deleted by `forgetExports`. */
export const withdrawExports = (actor: Actor) =>
  void change(actor, tasks, and(eq(tasks.kind, "export-school"), eq(tasks.state, "finished")), {
    result: "{}",
  })

/** Deletes the files of this school's exports that were begun until then (UTC ms), unless one is still being written. */
export async function forgetExports(actor: Actor, until: number): Promise<"done" | "wait"> {
  const begun = ownRows(actor, tasks, ["id", "state"])
    .where(and(eq(tasks.kind, "export-school"), lte(tasks.createdAt, until)))
    .all()
  if (begun.some(({ state }) => state === "waiting" || state === "running")) return "wait"
  for (const { id, state } of begun) {
    await rm(fileOf(id), { force: true })
    if (state === "finished") change(actor, tasks, id, { result: "{}" })
  }
  return "done"
}

/** Deletes the files that are older than a day. */
export async function forgetOldExports(): Promise<void> {
  const folder = exportsFolder()
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    // The time of the file is the machine's own.
    if (mtimeMs < Date.now() - keptMs) await rm(path, { force: true })
  }
}
