import { createReadStream, createWriteStream } from "node:fs"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { copyDatabase } from "db/snapshot.server"
import type { ObjectStore } from "~/providers/files/stored-object"
import { now } from "~/utils/clock.server"
import { type BackupRecord, backupKey } from "./backup"
import { inTemporaryFolder, restoreBackup, sha256Of, storeRecord } from "./backup-records.server"
import { checkDatabase } from "./check-database.server"
import { backUpFiles, findMissingFolder } from "./file-backup.server"

/**
 * Copies the database to the store, fetches it back, restores it and examines it; answers the record of it, which lies
 * beside it in the store. A problem is a value: what is stored stays there for whoever looks into it. Works on any node;
 * for a process of its own.
 *
 * @param filesIn the folder of uploaded files; undefined where they are in the database
 * @param litefs the address of this node's LiteFS, or undefined without it
 */
export function makeBackup({
  store,
  node,
  installation,
  from,
  filesIn,
  litefs,
}: {
  store: ObjectStore
  node: string
  installation: string
  from: string
  filesIn?: string | undefined
  litefs?: string | undefined
}): Promise<BackupRecord> {
  const startedAt = now()
  const begun = performance.now()
  const objectKey = backupKey(node, startedAt)
  const record = (findings: Pick<BackupRecord, "problem" | "bytes" | "sha256" | "files">): BackupRecord => ({
    installation,
    node,
    place: store.place,
    objectKey,
    startedAt,
    verifiedAt: findings.problem ? null : now(),
    ...findings,
    tookMs: Math.round(performance.now() - begun),
  })
  return inTemporaryFolder(async (folder) => {
    let bytes: number | null = null
    let sha256: string | null = null
    try {
      const [copy, packed] = [join(folder, "copy.db"), join(folder, "copy.db.gz")]
      await copyDatabase({ from, into: copy, litefs })
      await pipeline(
        createReadStream(copy),
        createGzip({ level: 6 }),
        createWriteStream(packed, { mode: 0o600 }),
      )
      const sent = { path: packed, bytes: (await stat(packed)).size, sha256: await sha256Of(packed) }
      await store.keep(objectKey, sent)
      ;({ bytes, sha256 } = sent)
      const restored = join(folder, "restored.db")
      await restoreBackup(store, { objectKey, sha256 }, restored)
      const found = checkDatabase(restored).problem
      // After the database: a file is stored before its row is written.
      const sentFiles = filesIn
        ? await backUpFiles({ store, installation, folder: filesIn })
        : { files: undefined, problem: null }
      const missing = filesIn ? findMissingFolder(filesIn, restored) : undefined
      const problem = [found, missing, sentFiles.problem].filter(Boolean).join("; ") || null
      const counted = sentFiles.files === undefined ? {} : { files: sentFiles.files }
      const made = record({ problem, bytes, sha256, ...counted })
      await storeRecord(store, made)
      return made
    } catch (error) {
      return record({ problem: error instanceof Error ? error.message : String(error), bytes, sha256 })
    }
  })
}
