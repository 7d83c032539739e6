import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { imports } from "db/schema/exchange"
import { files } from "db/schema/foundation-files"
import { bankUploads } from "db/schema/money-bank"
import { eq, type Placeholder, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, platformQuery, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { isDemoSchool } from "~/models/foundation/outbox/demo-mail.server"
import { mailDay, mailsOnQuery } from "~/models/foundation/outbox/mail-count.server"
import type { Limit } from "~/models/foundation/throttle/throttle"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import type { UploadRefusal } from "~/texts/accounts/refusals"
import { databaseFolder, findSpace } from "~/utils/disk.server"
import { env } from "~/utils/env.server"
import type { Result } from "~/utils/result"
import type { PlanKey } from "../plan/plan-catalogue"
import { demoStorage, mostDemoRows, mostRows, type Quotas, quotas, type UploadKind } from "./quota"

/** What a school uses, for a statement on schools that is given the school as `schoolId` and today as `day`. */
export function usedColumns(ofSchool: Placeholder<"schoolId">) {
  // Support images count as well: their bytes lie on the same disk.
  const bytes = select({ bytes: sql`coalesce(sum(${files.byteSize}), 0)` })
    .from(files)
    .where(own(ofSchool, files))
  // A roster and a bank's file lie in the database. Their lengths are in the rows' heads, so their text isn't read.
  const rosters = select({ bytes: sql`coalesce(sum(octet_length(${imports.content})), 0)` })
    .from(imports)
    .where(own(ofSchool, imports))
  const bankFiles = select({ bytes: sql`coalesce(sum(octet_length(${bankUploads.content})), 0)` })
    .from(bankUploads)
    .where(own(ofSchool, bankUploads))
  return {
    demoUntil: schools.demoUntil,
    bytes: sql<number>`((${bytes.getSQL()}) + (${rosters.getSQL()}) + (${bankFiles.getSQL()}))`,
    mails: sql<number>`coalesce((${mailsOnQuery().getSQL()}), 0)`,
  }
}

const usedQuery = platformQuery((p: Params<{ schoolId: string; day: string }>) =>
  select({ plan: subscriptions.plan, ...usedColumns(p.schoolId) })
    .from(schools)
    .leftJoin(subscriptions, own(p.schoolId, subscriptions))
    .where(eq(schools.id, p.schoolId)),
)

/** What a school uses of its plan's room and mail. */
export const findQuotas = ({ school: { id: schoolId } }: { school: Pick<Actor["school"], "id"> }): Quotas =>
  quotasOf(usedQuery.get({ schoolId, day: mailDay() }))

/** Whether a school is a visitor's live demo. */
export const isDemo = ({ school: { id: schoolId } }: { school: Pick<Actor["school"], "id"> }): boolean =>
  isDemoSchool(schoolId)

type Used = { plan: PlanKey | null; demoUntil: number | null; bytes: number; mails: number }

/** The same of what was read already. */
export function quotasOf(found: Used | undefined): Quotas {
  const { storage, mails } = quotas[found?.plan ?? "soloTeacher"]
  const isOfDemo = found !== undefined && found.demoUntil !== null
  return {
    isOfDemo,
    storage: { used: found?.bytes ?? 0, limit: isOfDemo ? demoStorage : storage },
    mails: { used: found?.mails ?? 0, limit: mails },
  }
}

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
