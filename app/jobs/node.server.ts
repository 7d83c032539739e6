import { closeDatabase, migrateDatabase, sqlite } from "db/client.server"
import { env } from "~/utils/env.server"
import { nodeRole } from "~/utils/replication.server"
import { startWorker } from "./worker.server"

// The life of a node: what the server asks of the app besides pages.

export type Health = { ok: true; role: ReturnType<typeof nodeRole> } | { ok: false; reason: string }

let worker: { stop(): Promise<void> } | undefined

/** Whether the database answers and has the newest schema. */
export function checkHealth(): Health {
  try {
    sqlite().prepare("select 1 from schools limit 1").get()
    return { ok: true, role: nodeRole() }
  } catch {
    return { ok: false, reason: "the database does not answer" }
  }
}

/** Brings the schema up to date and starts the worker; only a primary does either. */
export function startJobs() {
  env()
  if (nodeRole() !== "primary") return
  migrateDatabase()
  worker = startWorker()
}

/** Lets the work under way finish and closes the database. */
export async function shutDown() {
  await worker?.stop()
  worker = undefined
  closeDatabase()
}
