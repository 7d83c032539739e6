import type { Actor } from "~/models/foundation/access/actor"
import type { Limit } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import type { UploadRefusal } from "~/texts/accounts/refusals"
import { databaseFolder, findSpace } from "~/utils/disk.server"
import { env } from "~/utils/env.server"
import type { Result } from "~/utils/result"
import { mostDemoRows, mostRows, type UploadKind } from "./quota"
import { findQuotas, isDemo } from "./quota.server"

// Whether a school may upload something: there is room on the disk and in its storage, and it hasn't brought too much in the last
// hour. What is refused for room isn't counted.

const limitOf: Record<UploadKind, Limit> = {
  files: "school-files",
  rosters: "school-rosters",
  "bank-files": "school-bank-files",
}

type School = { school: Pick<Actor["school"], "id"> }

/** Counts an upload of so many bytes, or says why it isn't taken. */
export async function admitUpload(
  of: School,
  kind: UploadKind,
  bytes: number,
): Promise<Result<void, UploadRefusal>> {
  if (isDiskLow()) return { ok: false, reason: "disk-full" }
  const { isOfDemo, storage } = findQuotas(of)
  if (storage.used + bytes > storage.limit)
    return { ok: false, reason: isOfDemo ? "demo-full" : "storage-full" }
  const wait = await countTry(isOfDemo ? "demo-uploads" : limitOf[kind], of.school.id)
  if (wait > 0) return { ok: false, reason: isOfDemo ? "demo-uploads" : "many-uploads" }
  return { ok: true }
}

/** Whether the disk is left to what people write: uploads stop before it is full. */
export function isDiskLow(): boolean {
  const { UPLOAD_DISK_FREE_PERCENT } = env()
  return [databaseFolder(), env().FILES_PATH].some(
    (path) => findSpace(path).freePercent < UPLOAD_DISK_FREE_PERCENT,
  )
}

/** How many rows of a roster or transfers of a bank's file a school may bring at once. */
export const mostUploadRows = (of: School): number => (isDemo(of) ? mostDemoRows : mostRows)
