import { setTimeout as pause } from "node:timers/promises"
import { parentPort, workerData } from "node:worker_threads"
import { watchLog } from "db/checkpoints.server"
import type { CheckpointMessage } from "~/providers/threads/checkpoint-thread.server"

// The thread that copies SQLite's log into the database, so that no request waits for it
// (app/providers/threads/checkpoint-thread.server.ts).

const everyMs = 100
/** The longest that jobs wait for a long log: a reader may keep it from catching up. */
const waitMs = 1_000
const firstWaitMs = 10
/** After one that failed, such as on a full disk. */
const againAfterMs = 5_000

const { path } = workerData as { path: string }
let log: ReturnType<typeof watchLog> | undefined
/** Said once, until one succeeds. */
let said: string | undefined

const say = (message: CheckpointMessage) => parentPort?.postMessage(message)

async function catchUp({ catchUp }: ReturnType<typeof watchLog>) {
  say({ isLong: true })
  try {
    const end = performance.now() + waitMs
    for (let wait = firstWaitMs; !catchUp() && performance.now() < end; wait *= 2) await pause(wait)
  } finally {
    say({ isLong: false })
  }
}

for (;;) {
  try {
    log ??= watchLog(path)
    if (log.look() !== undefined) said = undefined
    if (log.isLong()) await catchUp(log)
    await pause(everyMs)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (message !== said) say({ failed: { code, message } })
    said = message
    await pause(againAfterMs)
  }
}
