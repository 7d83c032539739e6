import { setTimeout as pause } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import { watchLog } from "db/checkpoints.server"

// The thread that brings what was written from SQLite's log into the database, so that no request waits for that
// (app/providers/threads/checkpoint-thread.server.ts).

const everyMs = 100
/** After one that failed, such as on a full disk. */
const againAfterMs = 5_000

const { path } = workerData as { path: string }
let log: ReturnType<typeof watchLog> | undefined
/** Said once, until one succeeds. */
let said: string | undefined

for (;;) {
  try {
    log ??= watchLog(path)
    if (log.look() !== undefined) said = undefined
    await pause(everyMs)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (message !== said) parentPort?.postMessage({ code, message })
    said = message
    await pause(againAfterMs)
  }
}
