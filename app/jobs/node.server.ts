import { closeDatabase, hasNewestSchema, migrateDatabase } from "db/client.server"
import { listHelpArticles } from "~/models/help/help-article.server"
import { indexHelpArticles } from "~/models/help/help-search.server"
import { paths } from "~/utils/paths"
import { nodeRole } from "~/utils/replication.server"
import { startWorker } from "./worker.server"

// The life of a node: what the server asks of the app besides pages.

export type Health = { ok: true; role: ReturnType<typeof nodeRole> } | { ok: false; reason: string }

let worker: { stop(): Promise<void> } | undefined

/** Whether the database answers and has the schema this build was made for. */
export function checkHealth(): Health {
  try {
    return hasNewestSchema()
      ? { ok: true, role: nodeRole() }
      : { ok: false, reason: "the database is being brought up to date" }
  } catch {
    return { ok: false, reason: "the database does not answer" }
  }
}

/** Brings the schema and the index of the help up to date; only a primary does. */
export function prepareDatabase() {
  if (nodeRole() !== "primary") return
  migrateDatabase()
  indexHelpArticles()
}

/** The addresses of the help articles in this build. */
export const listHelpAddresses = (): string[] => listHelpArticles().map(({ key }) => paths.helpArticle(key))

/** Starts the worker; only a primary does. */
export function startJobs() {
  if (nodeRole() === "primary") worker = startWorker()
}

/** Lets the work under way finish and closes the database. */
export async function shutDown() {
  await worker?.stop()
  worker = undefined
  closeDatabase()
}
