import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs"
import { promisify } from "node:util"
import type Database from "better-sqlite3"

// With `synchronous=FULL` every commit waits for the disk on the event loop, so a slow disk blocks every request of the process.
// The server commits with NORMAL instead, and syncs SQLite's log itself, off the event loop. An answer, an email, or an outside
// call waits until its commit is durable; several commits share one sync.

type Sync = (file: number) => Promise<void>

/** What this process has committed and synced, both as SQLite's count of changed rows. */
type Tracked = {
  countChanges(): number
  durable: number
  openLog(): number
  log?: number
  syncing?: Promise<void>
  failed?: unknown
}
let tracked: Tracked | undefined
let settings: { sync: Sync; onFailure(error: unknown): void } | undefined

/**
 * Connections opened after this call commit without waiting for the disk. `onFailure` must end the process: after a failed sync
 * Linux drops what it couldn't write and reports the next sync as a success.
 */
export function syncOffEventLoop(onFailure: (error: unknown) => void, sync: Sync = promisify(fdatasync)) {
  settings = { sync, onFailure }
}

/** Tracks the one connection that writes, in WAL mode: every commit is in the log. */
export function trackCommits(database: Database.Database, path: string) {
  if (!settings) return
  database.pragma("synchronous = NORMAL")
  const changes = database.prepare("select total_changes()").pluck()
  const countChanges = () => changes.get() as number
  tracked = { countChanges, durable: countChanges(), openLog: () => openSync(`${path}-wal`, "r") }
}

/** Syncs what is left; call it before the connection is closed. */
export function stopTracking() {
  const commits = tracked
  tracked = undefined
  if (!commits) return
  if (commits.durable < commits.countChanges()) {
    commits.log ??= commits.openLog()
    fdatasyncSync(commits.log)
  }
  commits.durable = Number.POSITIVE_INFINITY
  const { log, syncing } = commits
  if (log === undefined) return
  if (syncing) void syncing.catch(() => undefined).then(() => closeSync(log))
  else closeSync(log)
}

/**
 * Resolves once everything this process has committed so far survives a power cut; at once where commits wait for the disk
 * themselves. Rejects when the sync fails.
 */
export async function untilDurable(): Promise<void> {
  const commits = tracked
  if (!commits) return
  const wanted = commits.countChanges()
  while (commits.durable < wanted) {
    if (commits.failed) throw commits.failed
    commits.syncing ??= sync(commits)
    await commits.syncing
  }
}

async function sync(commits: Tracked) {
  const changes = commits.countChanges()
  try {
    commits.log ??= commits.openLog()
    await settings?.sync(commits.log)
    commits.durable = Math.max(commits.durable, changes)
  } catch (error) {
    commits.failed = error
    settings?.onFailure(error)
    throw error
  } finally {
    commits.syncing = undefined
  }
}
