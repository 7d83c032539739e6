import { createHash } from "node:crypto"
import { createReadStream, createWriteStream, existsSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGunzip } from "node:zlib"
import type { ObjectStore } from "~/providers/files/stored-object"
import { type BackupRecord, backupKeyShape, isOwnBackup, recordKeyOf } from "./backup"

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

/** The SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256")
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest("hex")
}

/**
 * Writes a backup to a new database file. Never over anything: a file there, or one of SQLite's own beside it, refuses.
 *
 * @param sha256 what the stored bytes must be; unasked when unknown
 */
export async function restoreBackup(
  store: ObjectStore,
  { objectKey, sha256 }: { objectKey: string; sha256?: string | null | undefined },
  into: string,
): Promise<void> {
  const inTheWay = ["", "-wal", "-shm", "-journal"].map((suffix) => `${into}${suffix}`).find(existsSync)
  if (inTheWay) throw new Error(`${inTheWay} exists; a backup is only ever restored to a new file`)
  const packed = `${into}.gz`
  try {
    await store.fetch(objectKey, packed)
    if (sha256 && sha256 !== (await sha256Of(packed)))
      throw new Error("what is stored is not what was sent: its checksum differs")
    await pipeline(
      createReadStream(packed),
      createGunzip(),
      createWriteStream(into, { flags: "wx", mode: 0o600 }),
    )
  } finally {
    await rm(packed, { force: true })
  }
}

/**
 * The newest sound backup of any node of an installation; undefined when there is none. `others` are the installations
 * whose sound backups lie there too.
 */
export async function findNewestSound(
  store: ObjectStore,
  installation: string,
): Promise<{ newest: BackupRecord | undefined; others: string[] }> {
  const timeIn = (key: string) => key.slice(key.lastIndexOf("/") + 1)
  const newestFirst = (await store.list())
    .map(({ key }) => key)
    .filter((key) => backupKeyShape.test(key))
    .sort((one, other) => (timeIn(one) < timeIn(other) ? 1 : -1))
  const others = new Set<string>()
  for (const objectKey of newestFirst) {
    const record = await readRecord(store, objectKey)
    if (!record?.verifiedAt) continue
    if (isOwnBackup(record, installation)) return { newest: record, others: [...others] }
    others.add(record.installation ?? "")
  }
  return { newest: undefined, others: [...others] }
}
