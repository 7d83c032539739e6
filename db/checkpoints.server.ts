import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import Database from "better-sqlite3"

// A commit writes SQLite's log, and a checkpoint copies the log into the database. By default SQLite runs the checkpoint inside the
// commit that fills a thousand pages, and that commit syncs on the event loop. The server runs checkpoints in a thread instead
// (scripts/checkpoints.ts). The format of the log: https://www.sqlite.org/fileformat2.html#walformat

/** The thread copies the log into the database each time it has grown by this many pages. A restart of the log costs a sync. */
export const pagesAtOnce = 4_000

/** At this length jobs pause, so that the thread catches up and the next write restarts the log. */
export const longPages = 8_000

/** From this length on, 256 MB, commits copy the log themselves. */
const mostPages = 64_000

/** Sets WAL mode. In production the connection leaves checkpoints to the thread until the log is very long. */
export function writeToLog(database: Database.Database) {
  database.pragma("journal_mode = WAL")
  if (process.env.NODE_ENV === "production") database.pragma(`wal_autocheckpoint = ${mostPages}`)
}

const headerBytes = 32
const frameHeaderBytes = 24
/** Each restart of the log picks another salt, so frames from before it don't match. */
const saltBytes = 8

/**
 * Watches the log of a database that other connections write. `look` copies pages once there are enough, and the rest once
 * nothing was written since the last look: then the next write restarts the log. It returns how many pages of this log are in the
 * database, or undefined when there was nothing to do. A log under constant writes never restarts: once it `isLong`, jobs wait
 * while it catches up.
 */
export function watchLog(path: string) {
  const database = new Database(path, { fileMustExist: true })
  database.pragma("synchronous = FULL")
  database.pragma("wal_autocheckpoint = 0")
  database.pragma("cache_size = -100")
  // Reading opens the log.
  database.pragma("schema_version")
  const file = openSync(`${path}-wal`, "r")
  let known = { salt: "", pages: 0, doneAt: 0, askedAt: 0 }
  let writtenBefore = 0

  function readAnew() {
    const log = readLog(file)
    if (log.salt !== known.salt) known = { salt: log.salt, pages: 0, doneAt: 0, askedAt: 0 }
    return log
  }
  function bring(writtenAt: number) {
    const { pages, isDone } = bringOver(database)
    known.pages = Math.max(known.pages, pages)
    if (isDone) known.doneAt = writtenAt
    return isDone
  }

  return {
    look(): number | undefined {
      const { mtimeMs: writtenAt } = fstatSync(file)
      const isQuiet = writtenAt === writtenBefore
      writtenBefore = writtenAt
      const log = readAnew()
      const isRest = isQuiet && known.pages > 0 && known.doneAt !== writtenAt
      if (!isRest && !log.holds(known.pages + pagesAtOnce)) return
      bring(writtenAt)
      return known.pages
    },
    /** Whether the log has grown by `longPages` since this was last true. Jobs should then wait for `catchUp`. */
    isLong(): boolean {
      const log = readAnew()
      const askedBefore = known.askedAt
      while (log.holds(known.askedAt + longPages)) known.askedAt += longPages
      return known.askedAt > askedBefore
    },
    /** Copies what is left. True when nothing was written since the last call, and no reader needs earlier pages. */
    catchUp(): boolean {
      const { pages, doneAt } = known
      const isDone = bring(fstatSync(file).mtimeMs)
      return isDone && known.pages === pages && doneAt > 0
    },
    close() {
      closeSync(file)
      database.close()
    },
  }
}

/** Pages of the log, and those of them that are in the database; both -1 when it's busy with someone else's checkpoint. */
type Checkpoint = { busy: number; log: number; checkpointed: number }

/** As far as readers let it, and without making anyone wait. */
function bringOver(database: Database.Database) {
  const [result] = database.pragma("wal_checkpoint(PASSIVE)") as [Checkpoint]
  return { pages: result.checkpointed, isDone: result.busy === 0 && result.checkpointed === result.log }
}

function readLog(file: number) {
  const header = bytesAt(file, 0, headerBytes)
  // An empty log has no page size yet.
  const pageBytes = header.readUInt32BE(8)
  const frameBytes = pageBytes + frameHeaderBytes
  const salt = header.toString("latin1", 16, 16 + saltBytes)
  return {
    salt,
    /** Whether so many pages were written since the log began. */
    holds: (pages: number) =>
      pageBytes > 0 &&
      bytesAt(file, headerBytes + (pages - 1) * frameBytes + 8, saltBytes).toString("latin1") === salt,
  }
}

/** Zeros where the file ends before. */
function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, position)
  return bytes
}
