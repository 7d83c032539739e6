import { randomUUID } from "node:crypto"
import { messageReports, messages } from "db/schema/communication"
import { files } from "db/schema/foundation-files"
import { supportMessages, supportThreads } from "db/schema/platform-support"
import { and, count, eq, gt, inArray, isNull, lt, not, sql } from "drizzle-orm"
import { admitUpload, isDemo, isDiskLow } from "~/models/accounts/quota/quota.server"
import { isHeldFromDeletion } from "~/models/accounts/school/legal-hold.server"
import type { PersonActor, SuperActor } from "~/models/foundation/access/actor"
import { platformAdd, platformRemove, select } from "~/models/foundation/access/door.server"
import { seesMatter } from "~/models/foundation/access/staff-permissions"
import { fileStore } from "~/providers/files/file-store.server"
import type { ImageRefusalReason } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { reencodeImage } from "~/utils/image.server"
import type { Result } from "~/utils/result"
import { untilSaved } from "~/utils/until-saved.server"
import { imagesPerDay, largestImage } from "./support"

// Images of the support chat. Each is re-encoded as WebP under a random name, outside everything
// that is served; permission is checked on each request.

const dayMs = 86_400_000

/** Keeps a picture for the person's next message. Its bytes are on the disk before its row exists. */
export async function storeSupportImage(
  person: PersonActor,
  bytes: Uint8Array,
): Promise<Result<{ imageId: string }, ImageRefusalReason>> {
  if (bytes.length === 0) return { ok: false, reason: "missing" }
  if (bytes.length > largestImage) return { ok: false, reason: "too-large" }
  if (countImagesOfToday(person) >= imagesPerDay) return { ok: false, reason: "too-many" }
  const image = await reencodeImage(bytes)
  if (!image.ok) return image
  if (isDiskLow()) return { ok: false, reason: "disk-full" }
  // A school whose storage is full can still show what is wrong; a demo can't store without end.
  const school = { school: { id: person.schoolId ?? "" } }
  const admitted = isDemo(school) ? await admitUpload(school, "files", image.bytes.length) : undefined
  if (admitted && !admitted.ok) return admitted
  const imageId = randomUUID()
  await fileStore().keep(imageId, image.bytes)
  platformAdd(files, {
    id: imageId,
    userId: person.userId,
    schoolId: person.schoolId,
    purpose: "support-image",
    contentType: image.contentType,
    byteSize: image.bytes.length,
    width: image.width,
    height: image.height,
    createdAt: now(),
  })
  return { ok: true, imageId }
}

const countImagesOfToday = (person: PersonActor): number =>
  select({ n: count() })
    .from(files)
    .where(
      and(
        eq(files.userId, person.userId),
        eq(files.purpose, "support-image"),
        gt(files.createdAt, now() - dayMs),
      ),
    )
    .get()?.n ?? 0

/** An upload of this person that no message holds yet. */
export const findUnusedImage = (person: PersonActor, imageId: string) =>
  select({ id: files.id })
    .from(files)
    .leftJoin(supportMessages, eq(supportMessages.fileId, files.id))
    .where(
      and(
        eq(files.id, imageId),
        eq(files.userId, person.userId),
        eq(files.purpose, "support-image"),
        isNull(supportMessages.id),
      ),
    )
    .get()

export type StoredImage = { bytes: Buffer; contentType: string }

/** A picture for the person who sent it. */
export async function findOwnImage(person: PersonActor, imageId: string): Promise<StoredImage | undefined> {
  const file = select({ id: files.id, contentType: files.contentType })
    .from(files)
    .where(and(eq(files.id, imageId), eq(files.purpose, "support-image"), eq(files.userId, person.userId)))
    .get()
  return file && readStored(file)
}

/** A picture for the staff who answer its chat. What was sent to the assistant is not theirs to see. */
export async function findSentImage(staff: SuperActor, imageId: string): Promise<StoredImage | undefined> {
  const file = select({ id: files.id, contentType: files.contentType, handedTo: supportThreads.handedTo })
    .from(files)
    .innerJoin(supportMessages, eq(supportMessages.fileId, files.id))
    .innerJoin(supportThreads, eq(supportThreads.id, supportMessages.threadId))
    .where(and(eq(files.id, imageId), eq(files.purpose, "support-image"), eq(supportThreads.mode, "admin")))
    .get()
  return file && seesMatter(staff.roles, file.handedTo) ? readStored(file) : undefined
}

async function readStored({ id, contentType }: { id: string; contentType: string }) {
  const bytes = await fileStore().read(id)
  return bytes && { bytes, contentType }
}

/** How many pictures and files of messages were never sent for a day. */
export const countUnusedFiles = (): number => listUnused().length

const listUnused = () =>
  select({ id: files.id })
    .from(files)
    .leftJoin(supportMessages, eq(supportMessages.fileId, files.id))
    .leftJoin(messages, eq(messages.fileId, files.id))
    .leftJoin(messageReports, eq(messageReports.fileId, files.id))
    .where(
      and(
        lt(files.createdAt, now() - dayMs),
        inArray(files.purpose, ["support-image", "message-file"]),
        isNull(supportMessages.id),
        isNull(messages.id),
        isNull(messageReports.id),
      ),
    )
    .all()

/** Forgets pictures and files that were never sent for a day, and bytes whose row is gone. */
export async function forgetUnusedFiles() {
  for (const { id } of listUnused()) platformRemove(files, id)
  // What came with an email goes with the message it came with.
  platformRemove(
    files,
    and(
      eq(files.purpose, "email-attachment"),
      lt(files.createdAt, now() - dayMs),
      sql`not exists (select 1 from reply_files where reply_files.file_id = files.id)`,
    ),
  )
  // A receipt goes with its expense, once that has left the bin as well, and a required document's file with the document; not while the
  // school's records have to stay.
  platformRemove(
    files,
    and(
      inArray(files.purpose, ["expense-receipt", "proof"]),
      lt(files.createdAt, now() - dayMs),
      not(isHeldFromDeletion(files.schoolId)),
      sql`not exists (select 1 from expenses where expenses.file_id = files.id)`,
      sql`not exists (select 1 from proofs where proofs.file_id = files.id)`,
      sql`not exists (select 1 from deleted_records d
          where d.school_id = files.school_id and instr(d.rows, files.id) > 0)`,
    ),
  )
  const store = fileStore()
  const unused: string[] = []
  for (const { name, changedAt } of await store.list()) {
    // A picture on its way has bytes and no row for a moment. The disk keeps the machine's time.
    if (changedAt > Date.now() - dayMs) continue
    if (!select({ id: files.id }).from(files).where(eq(files.id, name)).get()) unused.push(name)
  }
  // A power cut must not bring back the row of a file that is gone.
  await untilSaved()
  for (const name of unused) await store.drop(name)
}
