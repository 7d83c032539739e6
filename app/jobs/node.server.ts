import {
  closeDatabase,
  hasNewestSchema,
  migrateDatabase,
  openDatabaseAs,
  refreshStatistics,
} from "db/client.server"
import { beginTerm } from "~/models/foundation/primary-term/primary-term.server"
import { databaseStore } from "~/models/foundation/stored-file/stored-file.server"
import { listHelpArticles } from "~/models/platform/help/help-article.server"
import { indexHelpArticles } from "~/models/platform/help/help-search.server"
import { keepFilesIn } from "~/providers/files/file-store.server"
import {
  type NodeRole,
  nodeState,
  type Role,
  role,
  watchRole,
} from "~/providers/replication/replication.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import type { Result } from "~/utils/result"
import { startWorker } from "./worker.server"

// The life of a node: what the server asks of the app besides pages.

export type Health = Result<{ role: NodeRole; node?: string; lagMs?: number }, string>

let worker: { stop(): Promise<void> } | undefined
/** Whether this process works off the jobs when it leads. */
let runsJobs = false

/** A replica further behind answers what was; others answer better. */
const latestMs = 10_000
const nothingKnown = "0".repeat(16)

/** Whether the database answers, has the schema this build was made for, and is not late. */
export function checkHealth(): Health {
  try {
    const { litefs } = nodeState()
    const { part } = role()
    if (part === "unknown") return { ok: false, reason: "it is not known which machine leads" }
    if (!hasNewestSchema()) return { ok: false, reason: "the database is being brought up to date" }
    if (!litefs) return { ok: true, role: part }
    const lagMs = part === "primary" ? 0 : litefs.lagMs()
    if (lagMs === undefined || lagMs > latestMs)
      return { ok: false, reason: "the copy is behind the primary" }
    return { ok: true, role: part, node: env().NODE_NAME, lagMs }
  } catch {
    return { ok: false, reason: "the database does not answer" }
  }
}

/**
 * Takes this node's part: opens the database for it and, on the primary, brings schema and help index up to date. Of
 * several processes on one file only the one that runs the jobs does.
 */
export async function joinNodes() {
  if (!env().LITEFS_DIR) {
    migrateDatabase()
    indexHelpArticles()
    refreshStatistics()
    return
  }
  keepFilesIn(databaseStore)
  await watchRole(takeRole)
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
  migrateDatabase()
  // Before anything else is written: by this row others tell this term's transactions from those of the one before.
  nodeState().term = beginTerm(env().NODE_NAME, beganAfter)
  nodeState().ledSince = performance.now()
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
  closeDatabase()
}
