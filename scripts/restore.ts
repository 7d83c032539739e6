import "./load-env-file.mjs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { checkDatabase } from "~/models/platform/backup/check-database.server"
import { findNewestSound, restoreBackup } from "~/models/platform/backup/restore-backup.server"
import { objectStore } from "~/providers/files/object-store.server"
import { env } from "~/utils/env.server"

// `restore --to new.db [--key node/time.db.gz]` writes a backup, the newest sound one unless named, to a new file and
// checks it. `restore --rehearsal` does the same with a temporary file and prints how long it took.

const { values: options } = parseArgs({
  options: {
    to: { type: "string" },
    key: { type: "string" },
    rehearsal: { type: "boolean", default: false },
  },
})
const fail = (reason: string): never => {
  console.error(reason)
  process.exit(1)
}
if (Boolean(options.to) === options.rehearsal) fail("Give either --to <new file> or --rehearsal.")

const begun = performance.now()
const store = objectStore(env().BACKUP_TO)
const backup = options.key ? { objectKey: options.key, sha256: null } : await findNewestSound(store)
if (!backup) throw fail(`There's no sound backup in ${store.place}.`)

const folder = options.to ? undefined : await mkdtemp(join(tmpdir(), "tutti-rehearsal-"))
const into = options.to ?? join(folder ?? "", "restored.db")
try {
  await restoreBackup(store, backup, into)
  const fetchedMs = performance.now() - begun
  const { problem, schools, invoices, payments } = checkDatabase(into)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(`Backup    ${backup.objectKey} from ${store.place}`)
  console.log(
    `Restored  in ${seconds(fetchedMs)}, checked in ${seconds(performance.now() - begun - fetchedMs)}`,
  )
  console.log(`Holds     ${schools} schools, ${invoices} invoices, ${payments} payments`)
  console.log(problem ? `Problem   ${problem}` : "Sound     its structure is intact and its books add up")
  if (options.to) console.log(`Saved to  ${into}`)
  process.exitCode = problem ? 1 : 0
} catch (error) {
  fail(`The backup could not be restored: ${error instanceof Error ? error.message : error}`)
} finally {
  if (folder) await rm(folder, { recursive: true, force: true })
}
