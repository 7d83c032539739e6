import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs"
import { promisify } from "node:util"
import type Database from "better-sqlite3"

// With `synchronous=FULL` every commit waits for the disk on the event loop, so a slow disk blocks every request of the process.
// The server commits with NORMAL instead, and syncs SQLite's log itself, off the event loop. An answer, an email, or an outside
// call waits until its commit is durable; several commits share one sync.

type Sync = (file: number) => Promise<void>

/** What this process has seen committed and what it has synced, both as a count of changes. */
type Tracked = {
  countChanges(): number
  durable: number
  log: number
  syncing?: Promise<void>
  /** When the sync that is running began, ms of `performance.now()`. */
  since: number
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
  // Reading makes sure that the log is there. It stays open, so that this process hears of every failed sync.
  const countChanges = changesSeenBy(database)
  tracked = { countChanges, durable: countChanges() - 1, log: openSync(`${path}-wal`, "r"), since: 0 }
}

/** Counts the changes of this connection, and how often others were seen to commit: an answer may rest on what they wrote. */
function changesSeenBy(database: Database.Database) {
  const own = database.prepare("select total_changes()").pluck()
  const version = database.prepare("pragma data_version").pluck()
  let [seen, others] = [version.get(), 0]
  return () => {
    const now = version.get()
    if (now !== seen) others += 1
    seen = now
    return (own.get() as number) + others
  }
}

/** Syncs what is left; call it before the connection is closed. */
export function stopTracking() {
  const commits = tracked
  tracked = undefined
  if (!commits) return
  const { log, syncing, failed } = commits
  if (!failed && commits.durable < commits.countChanges()) fdatasyncSync(log)
  commits.durable = Number.POSITIVE_INFINITY
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
  commits.since = performance.now()
  try {
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

/** How long the disk has taken for the sync that is running, ms; 0 while none is. */
export const syncRunsForMs = (): number => (tracked?.syncing ? performance.now() - tracked.since : 0)
