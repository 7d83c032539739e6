import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import type { BackupRecord } from "~/models/platform/backup/backup"
import { noteBackup, tidyBackups } from "~/models/platform/backup/backup.server"
import { tidyFiles } from "~/models/platform/backup/file-backup.server"
import { objectStore } from "~/providers/files/object-store.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"

/** The built app has the command built; from source it runs as source. */
const command = () =>
  process.env.NODE_ENV === "production" ? ["build/backup.mjs"] : ["--import", "tsx", "scripts/backup.ts"]

/**
 * Makes a backup in a process of its own, because packing and examining a database takes all of one for a while, and
 * notes what came of it. A backup that is not sound is noted too; the next turn makes another.
 */
export async function backUp(stopping: AbortSignal): Promise<void> {
  const { NODE_NAME: node, BACKUP_KEEP_DAYS: keepDays, BACKUP_TO: place, INSTALLATION: installation } = env()
  const record = await runCommand(stopping)
  noteBackup(record)
  if (record.problem) log.error({ node, problem: record.problem }, "a backup cannot be relied upon")
  const store = objectStore(place)
  await tidyBackups(store, { installation, keepDays })
  if (!env().LITEFS_DIR) await tidyFiles({ store, installation, folder: env().FILES_PATH }, keepDays)
}

/** Where memory runs out, the kernel ends this process rather than the app: a backup is made again in an hour. */
function endFirst(pid: number | undefined) {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, "800")
  } catch {
    // Only Linux has it.
  }
}

async function runCommand(stopping: AbortSignal): Promise<BackupRecord> {
  const child = spawn(process.execPath, command(), { stdio: ["ignore", "pipe", "inherit"], signal: stopping })
  endFirst(child.pid)
  const output: Buffer[] = []
  child.stdout.on("data", (bytes: Buffer) => output.push(bytes))
  const [code] = await once(child, "close")
  const line = Buffer.concat(output).toString().trim()
  if (!line) throw new Error(`the backup command ended with ${code} and said nothing`)
  return JSON.parse(line) as BackupRecord
}
