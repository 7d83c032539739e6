import { randomUUID } from "node:crypto"
import { files } from "db/schema/foundation-files"
import { contactMessages, demoRequests, inquiryReplies } from "db/schema/platform"
import { replyFiles } from "db/schema/platform-desk"
import { supportMessages, supportThreads } from "db/schema/platform-support"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { findQuotas, isDiskLow } from "~/models/accounts/quota/quota.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformAdd, select } from "~/models/foundation/access/door.server"
import { type HandOverRole, seesMatter } from "~/models/foundation/access/staff-permissions"
import { fileStore } from "~/providers/files/file-store.server"
import { listReceivedFiles, openReceivedFile } from "~/providers/inbound-mail/received-files.server"
import { megabyte } from "~/utils/bytes"
import { now } from "~/utils/clock.server"
import { fittingName, readUploaded } from "~/utils/uploaded-file.server"

// Files that came with a reply by email. What a file is, its bytes say; a few, of a size that a mail has, of types that
// can run nothing. They count toward the storage of the school that the chat is from, or toward the platform's own.

/** How many files of a reply are kept, and how large each may be (bytes). */
export const mostFiles = 5
export const largestFile = 8 * megabyte
/** Of everyone who has no school: visitors who wrote to us. */
const platformLimit = 1024 * megabyte

type KeptFile = { fileId: string; name: string; contentType: string; byteSize: number }
type Owner = { userId: string | null; schoolId: string | null }

/** Fetches and keeps what came with a mail. Bytes only: they count with `addReplyFiles`. `left` names what isn't kept. */
export async function keepReplyFiles(
  mailId: string,
  owner: Owner,
): Promise<{ kept: KeptFile[]; left: string[] }> {
  const listed = await listReceivedFiles(mailId)
  const kept: KeptFile[] = []
  const left = listed.slice(mostFiles).map(({ name }) => name)
  let room = roomOf(owner)
  for (const file of listed.slice(0, mostFiles))
    for (const { name, bytes } of await openReceivedFile(file, Math.min(largestFile, room))) {
      const stored =
        kept.length < mostFiles ? await keepOne(name, bytes, Math.min(largestFile, room)) : undefined
      if (stored) {
        kept.push(stored)
        room -= stored.byteSize
      } else left.push(name)
    }
  return { kept, left }
}

function roomOf({ schoolId }: Owner): number {
  if (isDiskLow()) return 0
  if (schoolId) {
    const { storage } = findQuotas({ school: { id: schoolId } })
    return Math.max(0, storage.limit - storage.used)
  }
  const used =
    select({ bytes: sql<number>`coalesce(sum(${files.byteSize}), 0)` })
      .from(files)
      .where(and(isNull(files.schoolId), eq(files.purpose, "email-attachment")))
      .get()?.bytes ?? 0
  return Math.max(0, platformLimit - used)
}

async function keepOne(
  name: string,
  bytes: Uint8Array | undefined,
  most: number,
): Promise<KeptFile | undefined> {
  const found = bytes && bytes.length > 0 ? await readUploaded(bytes, name) : undefined
  if (!found || found.bytes.length > most) return undefined
  const fileId = randomUUID()
  await fileStore().keep(fileId, found.bytes)
  return {
    fileId,
    name: fittingName(name, found.contentType),
    contentType: found.contentType,
    byteSize: found.bytes.length,
  }
}

/** Adds kept files to the message or reply they came with, in the caller's transaction. */
export function addReplyFiles(
  kept: readonly KeptFile[],
  { userId, schoolId }: Owner,
  to: { messageId: string } | { replyId: string },
) {
  for (const { fileId, name, contentType, byteSize } of kept) {
    const facts = { id: fileId, userId, schoolId, contentType, byteSize, createdAt: now() }
    platformAdd(files, { ...facts, purpose: "email-attachment" })
    platformAdd(replyFiles, { fileId, name, ...to })
  }
}

type ReplyFile = { id: string; name: string; byteSize: number }

/** What came with these messages or replies, by the ID of each. */
export function listReplyFiles(
  of: "messageId" | "replyId",
  ids: readonly string[],
): Map<string, ReplyFile[]> {
  const found = new Map<string, ReplyFile[]>()
  if (ids.length === 0) return found
  const column = replyFiles[of]
  const rows = select({
    subject: column,
    id: replyFiles.fileId,
    name: replyFiles.name,
    byteSize: files.byteSize,
  })
    .from(replyFiles)
    .innerJoin(files, eq(files.id, replyFiles.fileId))
    .where(inArray(column, [...ids]))
    .all()
  for (const { subject, ...file } of rows)
    if (subject) found.set(subject, [...(found.get(subject) ?? []), file])
  return found
}

/** A file for the staff who answer what it came with; undefined when there is none. */
export async function findReplyFile(staff: SuperActor, fileId: string) {
  const file = select({
    id: files.id,
    contentType: files.contentType,
    fileName: replyFiles.name,
    handedTo: sql<HandOverRole | null>`coalesce(${supportThreads.handedTo}, ${contactMessages.handedTo}, ${demoRequests.handedTo})`,
  })
    .from(replyFiles)
    .innerJoin(files, eq(files.id, replyFiles.fileId))
    .leftJoin(supportMessages, eq(supportMessages.id, replyFiles.messageId))
    .leftJoin(supportThreads, eq(supportThreads.id, supportMessages.threadId))
    .leftJoin(inquiryReplies, eq(inquiryReplies.id, replyFiles.replyId))
    .leftJoin(contactMessages, eq(contactMessages.id, inquiryReplies.contactMessageId))
    .leftJoin(demoRequests, eq(demoRequests.id, inquiryReplies.demoRequestId))
    .where(eq(replyFiles.fileId, fileId))
    .get()
  if (!file || !seesMatter(staff.roles, file.handedTo)) return undefined
  const bytes = await fileStore().read(file.id)
  return bytes && { bytes, contentType: file.contentType, fileName: file.fileName }
}
