import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Worker } from "node:worker_threads"
import { log } from "~/utils/log.server"

const threadFile = () => resolve("build/checkpoints.mjs")

/** Why a checkpoint failed, as the thread says it. */
type Failed = { code?: string; message: string }

/**
 * Brings what is written to a database from its log into it, in a thread: one for all processes on the file. One that fails is
 * tried again; meanwhile commits do it, as soon as the log is long. Undefined in development and tests, where nothing is built.
 */
export function startCheckpoints(path: string): { end(): Promise<unknown> } | undefined {
  if (process.env.NODE_ENV !== "production" || !existsSync(threadFile())) return
  const thread = new Worker(threadFile(), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  thread.unref()
  thread.on("message", (failed: Failed) => log.error(failed, "a checkpoint failed and is tried again"))
  thread.on("error", (error) => log.error({ err: error }, "the thread for checkpoints ended"))
  return { end: () => thread.terminate() }
}
