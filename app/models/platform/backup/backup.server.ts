import { transact } from "db/client.server"
import { backups } from "db/schema/platform"
import { and, count, desc, eq, isNotNull, isNull } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformAddUnlessThere, platformChange, select } from "~/models/foundation/access/door.server"
import { queueJob } from "~/models/foundation/job/job.server"
import type { ObjectStore } from "~/providers/files/stored-object"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { PER_PAGE } from "~/utils/page-number"
import {
  type BackupRecord,
  backupEveryMs,
  backupKeyShape,
  chooseExpired,
  isOwnBackup,
  recordKeyOf,
} from "./backup"
import { readRecord } from "./backup-records.server"

/** Notes a backup; the same one a second time changes nothing. */
export function noteBackup(record: BackupRecord) {
  const { node, place, objectKey, startedAt, verifiedAt, problem, bytes, sha256, tookMs } = record
  platformAddUnlessThere(backups, {
    id: newId(),
    node,
    place,
    objectKey,
    startedAt,
    verifiedAt,
    problem,
    bytes,
    sha256,
    tookMs,
  })
}

/**
 * Brings the table in line with the store: notes what other nodes put there, drops what was kept long enough, and notes what is gone. What lies there without a
 * record is dropped when it is as old; another installation's backups are left alone.
 */
export async function tidyBackups(
  store: ObjectStore,
  { installation, keepDays }: { installation: string; keepDays: number },
): Promise<void> {
  const stored = (await store.list()).map(({ key }) => key)
  const objects = stored.filter((key) => backupKeyShape.test(key))
  const inThisStore = eq(backups.place, store.place)
  const known = new Set(
    select({ objectKey: backups.objectKey })
      .from(backups)
      .where(inThisStore)
      .all()
      .map((row) => row.objectKey),
  )
  const foreign = new Set<string>()
  for (const objectKey of objects) {
    if (known.has(objectKey)) continue
    const record = await readRecord(store, objectKey)
    if (record && isOwnBackup(record, installation)) noteBackup(record)
    else if (record) foreign.add(objectKey)
  }
  const rows = select()
    .from(backups)
    .where(and(inThisStore, isNull(backups.droppedAt)))
    .all()
  const noted = new Map(rows.map((row) => [row.objectKey, row]))
  const existing: StoredBackup[] = objects
    .filter((objectKey) => !foreign.has(objectKey))
    .map((objectKey) => noted.get(objectKey) ?? unrecorded(objectKey))
  for (const { objectKey } of chooseExpired(existing, { at: now(), keepDays })) {
    await store.drop(objectKey)
    await store.drop(recordKeyOf(objectKey))
    noted.delete(objectKey)
  }
  const standing = new Set(objects)
  for (const row of rows)
    if (row.bytes !== null && !(standing.has(row.objectKey) && noted.has(row.objectKey)))
      platformChange(backups, row.id, { droppedAt: now() })
}

type StoredBackup = Pick<BackupRecord, "objectKey" | "startedAt" | "verifiedAt">

/** What its name says of a backup that has no record. */
function unrecorded(objectKey: string): StoredBackup {
  const name = objectKey.slice(objectKey.indexOf("/") + 1)
  const [, date = "", hours = "", minutes = "", seconds = ""] = /^(.*T)(\d\d)-(\d\d)-(.*Z)/.exec(name) ?? []
  return {
    objectKey,
    startedAt: Date.parse(`${date}${hours}:${minutes}:${seconds}`) || 0,
    verifiedAt: null,
  }
}

/** Backups, newest first, a page of them (from 1), and how many there are; those dropped in the meantime are left out. */
export function listBackups(_staff: SuperActor, page: number) {
  const standing = isNull(backups.droppedAt)
  const rows = select()
    .from(backups)
    .where(standing)
    .orderBy(desc(backups.startedAt), desc(backups.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  const total = select({ n: count() }).from(backups).where(standing).get()?.n ?? 0
  return { rows, total }
}

/** When the newest backup that can be relied on was made (UTC ms; null: never), and whether that is too long ago. */
export function findLastSound(_staff: SuperActor): { at: number | null; isLate: boolean } {
  const at =
    select({ at: backups.startedAt })
      .from(backups)
      .where(and(isNotNull(backups.verifiedAt), isNull(backups.droppedAt)))
      .orderBy(desc(backups.startedAt))
      .limit(1)
      .get()?.at ?? null
  return { at, isLate: at === null || now() - at > 3 * backupEveryMs }
}

/** Asks for a backup now. Asked twice before the first has begun, it is made once. */
export function askForBackup(_staff: SuperActor) {
  transact(() => queueJob({ kind: "back-up", uniqueKey: "back-up@asked" }))
}
