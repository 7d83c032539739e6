import { closeSync, fdatasync, openSync } from "node:fs"
import { promisify } from "node:util"
import type Database from "better-sqlite3"

// A commit that waits for the disk holds up everyone whom its process answers. So the server's commits go as far as SQLite's log,
// and what must not be said before the disk has it waits without holding anyone: the answer to a form, a call to the outside,
// the end of a job. Several that wait together wait for one write.

type Disk = (file: number) => Promise<void>

/** What this process has committed, and how much of it is on the disk, both as SQLite's count of changed rows. */
type Commits = {
  count(): number
  onDisk: number
  openLog(): number
  log?: number
  bringing?: Promise<void>
  failed?: unknown
}
let followed: Commits | undefined
let aside: { write: Disk; end(error: unknown): void } | undefined

/**
 * From the next connection on commits don't wait for the disk; whoever promises something asks `untilOnDisk`. `end` ends the
 * process when the disk fails: what was committed may be lost then, and asked again, the system may say that all is well.
 */
export function letPromisesWait(end: (error: unknown) => void, write: Disk = promisify(fdatasync)) {
  aside = { write, end }
}

/** Follows the one connection that writes. It must be in WAL mode: the log alone then says what was committed. */
export function followCommits(database: Database.Database, path: string) {
  if (!aside) return
  database.pragma("synchronous = NORMAL")
  const changes = database.prepare("select total_changes()").pluck()
  const count = () => changes.get() as number
  followed = { count, onDisk: count(), openLog: () => openSync(`${path}-wal`, "r") }
}

/** Before the connection is closed, which brings everything to the disk itself. */
export function leaveCommits() {
  const { log, bringing } = followed ?? {}
  followed = undefined
  if (log === undefined) return
  if (bringing) void bringing.catch(() => undefined).then(() => closeSync(log))
  else closeSync(log)
}

/**
 * Resolves once everything that this process has committed so far survives a power cut; at once where commits themselves wait
 * for the disk. Rejects when the disk fails.
 */
export async function untilOnDisk(): Promise<void> {
  const commits = followed
  if (!commits) return
  const committed = commits.count()
  while (commits.onDisk < committed) {
    if (commits.failed) throw commits.failed
    commits.bringing ??= bring(commits)
    await commits.bringing
  }
}

async function bring(commits: Commits) {
  const committed = commits.count()
  try {
    commits.log ??= commits.openLog()
    await aside?.write(commits.log)
    commits.onDisk = committed
  } catch (error) {
    commits.failed = error
    aside?.end(error)
    throw error
  } finally {
    commits.bringing = undefined
  }
}
