import { accessSync, constants, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { claimDatabase, giveUpClaim } from "db/claim.server"
import {
  closeDatabase,
  emptyLog,
  findDamage,
  hasDatabase,
  isSchemaAhead,
  migrateDatabase,
  openDatabaseAs,
} from "db/client.server"
import { syncOffEventLoop as syncCommits, untilDurable } from "db/durable-commits.server"
import { refreshStatistics } from "db/statistics.server"
import { openEverySchool } from "~/models/accounts/school/register-school.server"
import { beginTerm } from "~/models/foundation/primary-term/primary-term.server"
import { makePushKeys } from "~/models/foundation/push/push-keys.server"
import { databaseStore } from "~/models/foundation/stored-file/stored-file.server"
import { listHelpArticles } from "~/models/platform/help/help-article.server"
import { indexHelpArticles } from "~/models/platform/help/help-search.server"
import { keepFilesIn } from "~/providers/files/file-store.server"
import { nodeState, type Role, role, watchRole } from "~/providers/replication/replication.server"
import { startCheckpoints } from "~/providers/threads/checkpoint-thread.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { setUntilSaved } from "~/utils/until-saved.server"
import { watchSlowStatements } from "./slow-statements.server"
import { startWorker } from "./worker.server"

// The life of a node: what the server asks of the app besides pages.

let checkpoints: ReturnType<typeof startCheckpoints>
let worker: { stop(): Promise<void> } | undefined
/** Whether this process works off the jobs when it leads. */
let runsJobs = false

/** Call it before the database is opened. On LiteFS commits still wait for the disk. `onFailure` must end the process. */
export function syncOffEventLoop(onFailure: (error: unknown) => void) {
  syncCommits(onFailure)
  setUntilSaved(untilDurable)
}

const nothingKnown = "0".repeat(16)

/**
 * Takes this node's part: opens the database for it and, on the primary, brings schema and help index up to date. Of
 * several processes on one file only the one that runs the jobs does.
 */
export async function joinNodes() {
  watchSlowStatements()
  if (!env().LITEFS_DIR) {
    await openAlone()
    if (hasDatabase() && !emptyLog()) log.warn("another process reads the database: its log stays")
    migrateHere()
    openEverySchool()
    if (env().OFFLINE_PAGES) makePushKeys()
    indexHelpArticles()
    refreshStatistics()
    checkpoints = startCheckpoints(resolve(env().DATABASE_PATH))
    return
  }
  keepFilesIn(databaseStore)
  await watchRole(takeRole)
}

function migrateHere() {
  migrateDatabase()
  if (isSchemaAhead()) log.warn("a later build has upgraded the database: this one goes on with it")
}

/** Larger ones are examined by the backup that follows every hour, in a process of its own. */
const examinedBytes = 512 * 2 ** 20

/** The process before this one may still be closing: it has ten seconds for that. */
const closedWithinMs = 12_000

/** Refuses a start that would hide a mistake or do harm: on no database, on one that another process uses, on a damaged one. */
async function openAlone() {
  const path = resolve(env().DATABASE_PATH)
  if (!hasDatabase()) {
    if (!env().mayCreateDatabase)
      throw new StartRefusal(
        `There is no database at ${path}. Check DATABASE_PATH, or make a new, empty one with: node build/migrate.mjs --create`,
      )
    return claimAlone(path)
  }
  if (!isWritable(path))
    throw new StartRefusal(
      `The database at ${path} can’t be written: the disk or the file is read-only. Nothing was changed. Find out why with: dmesg, mount, ls -l`,
    )
  await claimAlone(path)
  const damage = statSync(path).size <= examinedBytes ? examine() : undefined
  if (damage)
    throw new StartRefusal(
      `The database at ${path} is damaged (${damage}). Nothing was changed. Keep the file, and restore the newest backup: see Restoring in docs/operations.md.`,
    )
}

/** Whether the file and the log beside it could be written. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    accessSync(dirname(path), constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function claimAlone(path: string) {
  const end = performance.now() + closedWithinMs
  while (!claimDatabase(path)) {
    if (performance.now() > end)
      throw new StartRefusal(
        `Another Tutti process uses the database at ${path}. Nothing was changed. Stop that process first: ps -C node -o pid,args`,
      )
    await wait(250)
  }
}

function examine(): string | undefined {
  try {
    return findDamage()
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code ?? "")) return message
    throw error
  }
}

/** A start that must not go on: its message says all there is to say. */
class StartRefusal extends Error {
  override name = "StartRefusal"
}

/** Before a role counts: afterwards requests are answered in it. Throws when it cannot be taken (yet). */
function takeRole({ part }: Role) {
  const { litefs } = nodeState()
  if (part !== "primary") {
    nodeState().term = undefined
    stopWorker()
    openDatabaseAs("reader")
    return
  }
  openDatabaseAs("writer")
  const beganAfter = litefs?.positionNow() ?? nothingKnown
  migrateHere()
  // Before anything else is written: by this row others tell this term's transactions from those of the one before.
  nodeState().term = beginTerm(env().NODE_NAME, beganAfter)
  nodeState().ledSince = performance.now()
  openEverySchool()
  if (env().OFFLINE_PAGES) makePushKeys()
  indexHelpArticles()
  refreshStatistics()
  if (runsJobs) beginWork()
}

/** The addresses of the help articles in this build. */
export const listHelpAddresses = (): string[] => listHelpArticles().map(({ key }) => paths.helpArticle(key))

export { listTerms } from "~/models/foundation/primary-term/primary-term.server"

/** Starts the worker now if this node leads, and from now on whenever it comes to lead. */
export function startJobs() {
  runsJobs = true
  if (role().part === "primary") beginWork()
}

function beginWork() {
  worker ??= startWorker()
}

function stopWorker(): Promise<void> {
  const stopped = worker?.stop() ?? Promise.resolve()
  worker = undefined
  return stopped.catch((error: unknown) => log.error({ err: error }, "the worker could not be stopped"))
}

/** Lets the work under way finish and starts none until this node comes to lead again. */
export async function stopJobs() {
  runsJobs = false
  await stopWorker()
}

/** Lets the work under way finish and closes the database. */
export async function shutDown() {
  await stopJobs()
  nodeState().litefs?.close()
  await checkpoints?.end()
  closeDatabase()
  giveUpClaim()
}
