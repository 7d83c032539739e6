import "./load-env-file.mjs"
import { makeBackup } from "~/models/platform/backup/make-backup.server"
import { objectStore } from "~/providers/files/object-store.server"
import { env } from "~/utils/env.server"

// Copies the database to the store of the settings and proves the copy. Prints the record of it, one line of JSON; ends
// with 1 when the copy can't be relied on. Also what the worker starts every hour.

process.umask(0o077)
const settings = env()
const record = await makeBackup({
  store: objectStore(settings.BACKUP_TO),
  node: settings.NODE_NAME,
  installation: settings.INSTALLATION,
  from: settings.DATABASE_PATH,
  filesIn: settings.LITEFS_DIR ? undefined : settings.FILES_PATH,
  litefs: settings.LITEFS_DIR && settings.LITEFS_URL,
})
process.stdout.write(`${JSON.stringify(record)}\n`)
process.exitCode = record.problem ? 1 : 0
