import "./load-env-file.mjs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { isOwnBackup } from "~/models/platform/backup/backup"
import { findNewestSound, readRecord, restoreBackup } from "~/models/platform/backup/backup-records.server"
import { checkDatabase, countDueDeletions } from "~/models/platform/backup/check-database.server"
import { findFilesOf, restoreFiles } from "~/models/platform/backup/file-backup.server"
import { ageText } from "~/models/platform/condition/condition"
import { objectStore } from "~/providers/files/object-store.server"
import { env } from "~/utils/env.server"
import { countOf } from "~/utils/formats"

// `restore --to new.db [--key node/time.db.gz]` writes a backup, the newest sound one unless named, to a new file and
// examines it; uploaded files go to new.files beside it. `restore --rehearsal` does the same with files that are thrown
// away, says how long it took, and fails when the backup is too old. `--from` names another installation whose backups lie
// in the same store.

process.umask(0o077)
const { values: options } = parseArgs({
  options: {
    to: { type: "string" },
    key: { type: "string" },
    from: { type: "string" },
    rehearsal: { type: "boolean", default: false },
  },
})
const fail = (reason: string): never => {
  console.error(reason)
  process.exit(1)
}
if (Boolean(options.to) === options.rehearsal) fail("Give either --to <new file> or --rehearsal.")

const begun = performance.now()
const { BACKUP_TO, INSTALLATION, ALERT_BACKUP_HOURS, LITEFS_DIR } = env()
const installation = options.from ?? INSTALLATION
const store = objectStore(BACKUP_TO)

async function chooseBackup() {
  if (options.key) {
    const record = await readRecord(store, options.key)
    if (record && !isOwnBackup(record, installation))
      throw fail(
        `${options.key} is of ${record.installation}. To use it anyway: --from ${record.installation}`,
      )
    return record ?? { objectKey: options.key, sha256: null, startedAt: null }
  }
  const { newest, others } = await findNewestSound(store, installation)
  if (newest) return newest
  const there = others.length > 0 ? ` There are some of ${others.join(", ")}: name one with --from.` : ""
  throw fail(`There’s no sound backup of ${installation} in ${store.place}.${there}`)
}
const backup = await chooseBackup()

const hour = 3_600_000
const folder = options.to ? undefined : await mkdtemp(join(tmpdir(), "tutti-rehearsal-"))
const into = options.to ?? join(folder ?? "", "restored.db")
const filesInto = `${into.replace(/\.db$/, "")}.files`
try {
  await restoreBackup(store, backup, into)
  const fetchedMs = performance.now() - begun
  const { problem, schools, invoices, payments } = checkDatabase(into)
  const checkedMs = performance.now() - begun - fetchedMs
  const files = problem || LITEFS_DIR ? undefined : await findFilesOf(into, { store, installation })
  if (files && files.kept.length > 0) await restoreFiles(store, files.kept, filesInto)
  const lacking = files?.lacking ? `${files.lacking} uploaded files are not in the store` : null
  const ageMs = backup.startedAt === null ? null : Date.now() - backup.startedAt
  const isOld = options.rehearsal && ageMs !== null && ageMs > ALERT_BACKUP_HOURS * hour
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(`Backup    ${backup.objectKey} from ${store.place}`)
  console.log(`Of        ${installation}`)
  if (ageMs !== null) console.log(`Age       ${ageText(ageMs)}`)
  console.log(
    `Restored  in ${seconds(performance.now() - begun - checkedMs)}, examined in ${seconds(checkedMs)}`,
  )
  console.log(`Holds     ${schools} schools, ${invoices} invoices, ${payments} payments`)
  if (files) console.log(`Files     ${files.kept.length} uploaded files`)
  console.log(
    problem || lacking
      ? `Problem   ${[problem, lacking].filter(Boolean).join("; ")}`
      : "Sound     its structure is intact and its books add up",
  )
  if (isOld)
    console.log(
      `Too old   the newest backup is more than ${ALERT_BACKUP_HOURS} hours old: none is being made`,
    )
  const due = problem ? 0 : countDueDeletions(into, Date.now())
  if (due > 0)
    console.log(
      `Deletion  due for ${countOf(due, "school")}: the app deletes ${due === 1 ? "it" : "them"} within a day of its start`,
    )
  if (options.to) console.log(`Saved to  ${into}${files?.kept.length ? `, its files ${filesInto}` : ""}`)
  process.exitCode = problem || lacking || isOld ? 1 : 0
} catch (error) {
  fail(`The backup could not be restored: ${error instanceof Error ? error.message : error}`)
} finally {
  if (folder) await rm(folder, { recursive: true, force: true })
}
