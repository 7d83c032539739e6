import { workerData } from "node:worker_threads"
import { watchLog } from "db/checkpoints.server"

// The thread that brings what was written from SQLite's log into the database, so that no request waits for that
// (app/providers/threads/checkpoint-thread.server.ts).

const everyMs = 100

const { look } = watchLog((workerData as { path: string }).path)
setInterval(look, everyMs)
