import { mkdir, open, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { transact } from "db/client.server"
import { erasures } from "db/schema/foundation-audit"
import { tasks } from "db/schema/foundation-tasks"
import { and, eq, gte, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { finishTask, noteTaskProgress } from "~/models/foundation/task/counted-task.server"
import { startCountedTask } from "~/models/foundation/task/run-task.server"
import { findTaskToShow, listTasksOfKind, type Task } from "~/models/foundation/task/task.server"
import { workAside } from "~/providers/threads/aside.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { countExportSteps, type ExportSums, writeSchoolExport } from "./export-school.server"

// Exporting a school: a task writes the file aside, the person downloads it, and after a day it is deleted.

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
      const sums = await workAside<ExportSums>(
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
  transact(() =>
    recordEvent(actor, { verb: "export", noun: "school", nounId: actor.school.id, after: task.result }),
  )
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
  const begun = select({ id: tasks.id, state: tasks.state })
    .from(tasks)
    .where(and(own(actor, tasks), eq(tasks.kind, "export-school"), lte(tasks.createdAt, until)))
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
