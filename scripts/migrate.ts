import "./load-env-file.mjs"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import {
  closeDatabase,
  hasDatabase,
  hasNewestSchema,
  migrateDatabase,
  openDatabaseAs,
} from "db/client.server"
import { env } from "~/utils/env.server"
import { leads } from "./litefs-lead"

// Brings the database to the newest schema: by hand, and in a container before the server. On LiteFS only the node that
// leads does; another waits until it leads or until what the leader migrated has arrived, and fails when neither comes.
// `--create` makes a new, empty database where there is none; without it a wrong path is refused.

process.umask(0o077)
const { values: options } = parseArgs({ options: { create: { type: "boolean", default: false } } })
const { LITEFS_DIR, LITEFS_URL, CREATE_DATABASE, DEMO, DATABASE_PATH, mayCreateDatabase } = env()
// The built command is for production, whatever the environment says.
const mayCreate =
  options.create || (process.env.NODE_ENV === "production" ? CREATE_DATABASE || DEMO : mayCreateDatabase)
const patienceMs = 60_000

const isNewest = () => {
  try {
    return hasNewestSchema()
  } catch {
    // There is no database yet, or one without migrations.
    return false
  } finally {
    closeDatabase()
  }
}

async function findMigrator(): Promise<"we" | "done" | "nobody"> {
  if (!LITEFS_DIR) return "we"
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    if (await leads(LITEFS_URL)) {
      openDatabaseAs("writer")
      return "we"
    }
    if (isNewest()) return "done"
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return "nobody"
}

const migrator = await findMigrator()
if (migrator === "nobody") {
  console.error("This node doesn't lead, and its database is older than this build. Nothing was changed.")
  process.exit(1)
}
if (migrator === "we" && !mayCreate && !hasDatabase()) {
  console.error(
    `There is no database at ${resolve(DATABASE_PATH)}. Check DATABASE_PATH, or make a new, empty one with --create (CREATE_DATABASE=true).`,
  )
  process.exit(1)
}
if (migrator === "we") {
  const before = isNewest()
  migrateDatabase()
  closeDatabase()
  console.log(
    before ? "The database has the newest schema." : "The database was upgraded to the newest schema.",
  )
} else console.log("The database has the newest schema. This node doesn't lead.")
