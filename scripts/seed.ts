import "./load-env-file.mjs"
import { existsSync, rmSync } from "node:fs"
import { claimDatabase, giveUpClaim } from "db/claim.server"
import { closeDatabase, hasDatabase, hasNewestSchema, migrateDatabase } from "db/client.server"
import { seedDemo } from "db/seed"
import { whyNotWithSettings } from "db/seed/may-seed"
import { env } from "~/utils/env.server"

// Fills an empty database with the demo, for a demonstration or a test; refuses everything else.

function refuse(reason: string, code = 1): never {
  console.error(reason)
  process.exit(code)
}

const forbidden = whyNotWithSettings(env())
if (forbidden) refuse(forbidden)
const { DATABASE_PATH: path } = env()
// A running app claims its database by this file: it must not be migrated under it. scripts/dev.mjs knows the code.
if (existsSync(`${path}.lock`) && !claimDatabase(path))
  refuse(`Tutti is running with ${path} already. Stop it first, or name another database: DATABASE_PATH=…`, 3)

/** What keeps a database from being written, whoever wraps it. */
const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = error as { code?: string; cause?: unknown }
  return code ?? (cause ? codeOf(cause) : undefined)
}

const isNew = !hasDatabase()
try {
  const wasNewest = isNew || hasNewestSchema()
  migrateDatabase()
  const seeded = await seedDemo()
  closeDatabase()
  if (!seeded.ok) refuse(seeded.reason)
  console.log(
    wasNewest ? seeded.text : "The database was upgraded to the newest schema; what it holds stays.",
  )
} catch (error) {
  if (error instanceof Error && error.name === "StartRefusal") refuse(error.message)
  if (!["SQLITE_FULL", "ENOSPC"].includes(codeOf(error) ?? "")) throw error
  closeDatabase()
  // Half a demo would be taken for a whole one.
  if (isNew) for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true })
  refuse(`The disk is full: the demo needs about 60 MB for ${path}. Free up space and start again.`)
}
giveUpClaim()
