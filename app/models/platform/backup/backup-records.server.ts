import { createHash } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ObjectStore } from "~/providers/files/stored-object"
import { type BackupRecord, recordKeyOf } from "./backup"

// The small record beside each backup. The table of backups is filled from these: a replica can make a backup although it
// cannot write a row, and a store that outlived its database still says what it holds.

/** Runs `work` with a folder of its own, which is gone afterwards. */
export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tutti-backup-"))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Keeps the record of a backup beside it. */
export function storeRecord(store: ObjectStore, record: BackupRecord): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, "record.json")
    const text = JSON.stringify(record, undefined, 2)
    await writeFile(path, text)
    const sha256 = createHash("sha256").update(text).digest("hex")
    await store.keep(recordKeyOf(record.objectKey), { path, bytes: Buffer.byteLength(text), sha256 })
  })
}

/** The record of a backup; undefined when there is none, as when its maker died on the way. */
export function readRecord(store: ObjectStore, objectKey: string): Promise<BackupRecord | undefined> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, "record.json")
    try {
      await store.fetch(recordKeyOf(objectKey), path)
      // Where it is, is where it was found: a store may have been moved.
      return { ...JSON.parse(await readFile(path, "utf8")), place: store.place, objectKey } as BackupRecord
    } catch {
      return undefined
    }
  })
}
