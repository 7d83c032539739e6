import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Worker } from "node:worker_threads"
import { log } from "~/utils/log.server"

const threadFile = () => resolve("build/checkpoints.mjs")

/** What the thread sends: why a checkpoint failed, or whether the log is so long that jobs should wait. */
export type CheckpointMessage = { failed: { code?: string; message: string } } | { isLong: boolean }

let short: { promise: Promise<void>; resolve: () => void } | undefined

/** Resolves once the thread has caught up with a long log; at once while it's short. */
export const untilLogIsShort = async (): Promise<void> => short?.promise

function setLong(isLong: boolean) {
  short?.resolve()
  short = isLong ? withResolver() : undefined
}

function withResolver() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/**
 * Starts the thread that copies a database's log into it, one for all processes on the file. It tries again after a failure;
 * meanwhile commits copy the log once it's very long. Undefined in development and tests, where nothing is built.
 */
export function startCheckpoints(path: string): { end(): Promise<unknown> } | undefined {
  if (process.env.NODE_ENV !== "production" || !existsSync(threadFile())) return
  const thread = new Worker(threadFile(), {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  })
  thread.unref()
  thread.on("message", (message: CheckpointMessage) => {
    if ("isLong" in message) setLong(message.isLong)
    else log.error(message.failed, "a checkpoint failed and is tried again")
  })
  thread.on("error", (error) => log.error({ err: error }, "the thread for checkpoints ended"))
  thread.on("exit", () => setLong(false))
  return { end: () => thread.terminate() }
}
