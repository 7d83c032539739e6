import { closeDatabase, migrateDatabase, openDatabaseAs } from "db/client.server"
import { env } from "~/utils/env.server"

// The app itself migrates when it comes to lead; this is for doing it beforehand, by hand.

const { LITEFS_DIR, LITEFS_URL } = env()
if (LITEFS_DIR) {
  const { isPrimary } = (await fetch(`${LITEFS_URL}/info`).then((answer) => answer.json())) as {
    isPrimary: boolean
  }
  if (!isPrimary) {
    console.error("This node does not lead: only the primary migrates. Nothing was changed.")
    process.exit(1)
  }
  openDatabaseAs("writer")
}
migrateDatabase()
closeDatabase()
console.log("The database has the newest schema.")
