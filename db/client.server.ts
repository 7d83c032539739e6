import { AsyncLocalStorage } from "node:async_hooks"
import cluster from "node:cluster"
import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { isMainThread } from "node:worker_threads"
import Database from "better-sqlite3"
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3"
import { migrate } from "drizzle-orm/better-sqlite3/migrator"
import { writeToLog } from "./checkpoints.server"
import { stopTracking, trackCommits } from "./durable-commits.server"
import { isAhead, isNewest, refuseEarlierHistory, refuseWhatIsGone } from "./migration-history.server"
import * as schema from "./schema/tables"
import { keptTrue } from "./sent-once.server"
import { measureStatements, transactMeasured } from "./statement-times.server"

/**
 * How this process may use the database: alone on its own file, or on LiteFS's as the one that writes, or as one of
 * those that only read.
 */
export type Access = "alone" | "writer" | "reader"
let access: Access = process.env.LITEFS_DIR ? "reader" : "alone"

/**
 * The one connection of this process. Synchronous: nothing may be awaited inside `transact`.
 * Alone: WAL with synchronous=FULL, so a commit that was answered survives a power cut; the server syncs commits off
 * the event loop (durable-commits.server.ts). On LiteFS the rollback journal:
 * in WAL mode SQLite says "committed" before LiteFS knows. Its mode is part of the file, set when it is migrated; and
 * opening must not create a file on a node that may not write.
 */
function open(path: string, mayCreate: boolean) {
  if (access === "alone") mkdirSync(dirname(resolve(path)), { recursive: true })
  const sqlite = new Database(path, {
    readonly: access === "reader",
    fileMustExist: access !== "alone" && !mayCreate,
  })
  if (access === "alone") writeToLog(sqlite)
  sqlite.pragma(`synchronous = ${waitsForDisk() ? "FULL" : "OFF"}`)
  sqlite.pragma("busy_timeout = 5000")
  sqlite.pragma("foreign_keys = ON")
  sqlite.pragma("trusted_schema = OFF")
  sqlite.pragma("cell_size_check = ON")
  sqlite.pragma(`cache_size = -${keptKilobytes()}`)
  if (access === "alone") trackCommits(sqlite, path)
  return measureStatements(sqlite)
}

/** False only in a test process: its tests never cut the power, and their histories commit thousands of times. */
const waitsForDisk = () => !(process.env.VITEST && "tuttiHurries" in globalThis)

/**
 * How much of the file the connection keeps. One of several processes keeps half: the system's memory has the other pages once
 * for all of them.
 */
const keptKilobytes = () => (cluster.isWorker && isMainThread ? 8_000 : 16_000)

/** The file as it was when it was opened: one that is moved away or replaced is still written to, and lost. */
let openedFile: { path: string; inode: number } | undefined

type Opened = { raw: Database.Database; queries: BetterSQLite3Database<typeof schema> }

let connection: Database.Database | undefined
let drizzled: BetterSQLite3Database<typeof schema> | undefined

const onlyReading = new AsyncLocalStorage<true>()
let reader: Opened | undefined

/** Runs `work`, and everything it awaits, on a second connection that refuses every write. */
export const withoutWriting = <Result>(work: () => Result): Result => onlyReading.run(true, work)

/** A connection of the caller's own that refuses every write; for long reads in one transaction. The caller closes it. */
export function openReader(): Database.Database {
  const raw = new Database(databasePath(), { readonly: true, fileMustExist: true })
  raw.pragma("busy_timeout = 5000")
  return raw
}

function readerHere(): Opened {
  if (reader) return reader
  const raw = measureStatements(openReader())
  reader = { raw, queries: queriesOver(raw) }
  return reader
}

// Tests turn this process's connection read-only while a loader runs: a write in a loader then fails, as on a replica. And
// they take back what a request did, so that thousands can be tried on one database. The source and the build have a
// connection each, and both are closed when a file of tests ends.
if (process.env.VITEST) {
  const shared = globalThis as typeof globalThis & {
    tuttiReadOnly?: (on: boolean) => void
    tuttiTrial?: (step: "begin" | "rollback") => void
    tuttiAsk?: (query: string) => unknown[]
    tuttiClose?: () => void
  }
  const { tuttiReadOnly: readOnlyBefore, tuttiClose: closeBefore } = shared
  shared.tuttiReadOnly = (on) => {
    readOnlyBefore?.(on)
    sqlite().pragma(`query_only = ${on ? "ON" : "OFF"}`)
  }
  shared.tuttiClose = () => {
    closeBefore?.()
    closeDatabase()
  }
  shared.tuttiTrial = (step) => {
    takenBack += 1
    sqlite().exec(step)
  }
  shared.tuttiAsk = (query) => sqlite().prepare(query).all()
}

const databasePath = () =>
  process.env.DATABASE_PATH ||
  (process.env.LITEFS_DIR ? join(process.env.LITEFS_DIR, "app.db") : "data/tutti.db")

/** The raw connection, opened on first use at `DATABASE_PATH` (data/tutti.db). */
export function sqlite(): Database.Database {
  if (onlyReading.getStore()) return readerHere().raw
  connection ??= open(databasePath(), false)
  openedFile ??= fileAt(databasePath())
  return connection
}

function fileAt(path: string) {
  const there = statSync(path, { throwIfNoEntry: false })
  return there && { path, inode: there.ino }
}

/** Whether there is a database with anything in it where one is expected. */
export const hasDatabase = (): boolean => existsSync(databasePath()) && statSync(databasePath()).size > 0

/** Whether the file that this process has open is still in its place. LiteFS looks after its own. */
export function isDatabaseInPlace(): boolean {
  if (access !== "alone" || !openedFile) return true
  return fileAt(openedFile.path)?.inode === openedFile.inode
}

/** What SQLite finds wrong in the file's structure; undefined when it is sound. Reads the whole file. */
export function findDamage(): string | undefined {
  const found = String(sqlite().pragma("quick_check(1)", { simple: true }))
  return found === "ok" ? undefined : found.split("\n").slice(0, 2).join(" ")
}

/**
 * Copies the whole log into the database and empties it, at the start: after a failed sync it may hold pages that are only in the
 * system's memory, and a later commit behind them would be lost with them. False when another process is using it.
 */
export function emptyLog(): boolean {
  const [{ busy }] = sqlite().pragma("wal_checkpoint(TRUNCATE)") as [{ busy: number }]
  return busy === 0
}

/** From now on the database is used so; a connection that was opened otherwise is closed. */
export function openDatabaseAs(next: Access) {
  if (next === access) return
  access = next
  closeDatabase()
}

const queriesOver = (database: Database.Database) => drizzle(database, { schema })

/** The typed query builder over the one connection. */
export function db(): BetterSQLite3Database<typeof schema> {
  if (onlyReading.getStore()) return readerHere().queries
  drizzled ??= queriesOver(sqlite())
  return drizzled
}

/** A query that every request asks, prepared once for the connection: `const find = prepareOnce(() => db()….prepare())`. */
export function prepareOnce<Query>(prepare: () => Query): () => Query {
  let made: { on: BetterSQLite3Database<typeof schema>; query: Query } | undefined
  return () => {
    const on = db()
    if (made?.on !== on) made = { on, query: prepare() }
    return made.query
  }
}

/** Queries that differ by what they ask for, such as an order, each prepared once for the connection by its key. */
export function prepareEach<Key extends string, Query>(prepare: (key: Key) => Query): (key: Key) => Query {
  const made = prepareOnce(() => new Map<Key, Query>())
  return (key) => {
    const query = made().get(key) ?? prepare(key)
    made().set(key, query)
    return query
  }
}

/**
 * Runs `work` in an immediate transaction, so what it reads stays true until it commits; nested calls join the outer
 * one as savepoints. A throw rolls back. `work` must be synchronous.
 */
export function transact<Result>(work: () => Result): Result {
  try {
    return transactMeasured(sqlite(), keptTrue(sqlite(), work))
  } catch (error) {
    takenBack += 1
    throw error
  }
}

let takenBack = 0

/** How often something written may have been taken back: what was read meanwhile isn't true any more (unchanged.server.ts). */
export const rolledBack = (): number => takenBack

/** Whether a transaction is open. After a failure that SQLite answers by undoing all of it, such as a full disk, none is. */
export const isInTransaction = (): boolean => sqlite().inTransaction

/** Runs synchronous reads in one transaction, so that all of them see the same moment, and takes no lock. */
export function readOnce<Result>(work: () => Result): Result {
  return sqlite().transaction(work).deferred()
}

/** Brings the database to the newest schema. Only on a primary, once per start. */
export function migrateDatabase(folder = "db/migrations") {
  connection ??= open(databasePath(), true)
  if (access === "writer") connection.pragma("journal_mode = DELETE")
  refuseEarlierHistory(connection, folder, databasePath())
  dropSigns(connection)
  migrate(db(), { migrationsFolder: folder })
  if (isAhead(connection, folder)) refuseWhatIsGone(connection, databasePath(), schema)
}

/** A database of an earlier build has triggers that write into a table which is no longer there. */
function dropSigns(database: Database.Database) {
  const names = database
    .prepare("select name from sqlite_master where type = 'trigger' and name glob '*_signs_*'")
    .pluck()
    .all()
  for (const name of names) database.exec(`drop trigger ${name}`)
}

/** Whether the last migration of this build has been applied. A cheap question: health checks ask it often. */
export function hasNewestSchema(folder = "db/migrations"): boolean {
  return isNewest(sqlite(), folder)
}

/** Whether a later build has upgraded the database. This one goes on with it, since a migration only adds. */
export const isSchemaAhead = (folder = "db/migrations"): boolean => isAhead(sqlite(), folder)

export function closeDatabase() {
  try {
    stopTracking()
  } finally {
    closeConnections()
  }
}

function closeConnections() {
  reader?.raw.close()
  connection?.close()
  reader = undefined
  connection = undefined
  openedFile = undefined
  drizzled = undefined
}
