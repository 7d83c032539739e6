import { randomUUID } from "node:crypto"
import { db, transact } from "db/client.server"
import { files } from "db/schema/foundation-files"
import { members } from "db/schema/people"
import { and, desc, eq, inArray, isNull } from "drizzle-orm"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { staffRoles } from "~/models/foundation/access/roles"
import { fileStore } from "~/providers/files/file-store.server"
import { now } from "~/utils/clock.server"
import { reencodeSquare } from "~/utils/image.server"
import type { Result } from "~/utils/result"
import { largestPhoto, type PhotoRefusal } from "./photo"

// A person's own photo: one per login, a small square that we wrote ourselves. Everyone at the school sees those of its
// staff; families' are seen by the staff and by themselves. It goes with the login.

/** Pixels of each side, sharp on twice the size at which it is shown. */
const side = 192

/** Keeps the photo in place of an earlier one. Its bytes are on the disk before its row exists. */
export async function storePhoto(actor: Actor, bytes: Uint8Array): Promise<Result<void, PhotoRefusal>> {
  const { userId } = actor
  if (bytes.length === 0 || !userId) return { ok: false, reason: "missing" }
  if (bytes.length > largestPhoto) return { ok: false, reason: "too-large" }
  const image = await reencodeSquare(bytes, side)
  if (!image.ok) return image
  const { storage } = findQuotas(actor)
  if (storage.used + image.bytes.length > storage.limit) return { ok: false, reason: "full" }
  const id = randomUUID()
  await fileStore().keep(id, image.bytes)
  transact(() => {
    forgetPhotos(userId)
    db()
      .insert(files)
      .values({
        id,
        userId,
        schoolId: actor.school.id,
        purpose: "photo",
        contentType: image.contentType,
        byteSize: image.bytes.length,
        width: image.width,
        height: image.height,
        createdAt: now(),
      })
      .run()
  })
  return { ok: true }
}

/** Removes it; the bytes go with the next round of the file store. */
export function removePhoto(actor: Actor) {
  if (actor.userId) forgetPhotos(actor.userId)
}

const forgetPhotos = (userId: string) =>
  db()
    .delete(files)
    .where(and(eq(files.userId, userId), eq(files.purpose, "photo")))
    .run()

const findPhotoId = (userId: string): string | undefined =>
  db()
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.userId, userId), eq(files.purpose, "photo")))
    .orderBy(desc(files.createdAt))
    .get()?.id

/** A member's photo for someone who may see it; undefined for everyone else, and when there is none. */
export async function readPhoto(actor: Actor, memberId: string) {
  const [shown] = listShown(actor, [memberId])
  const fileId = shown && findPhotoId(shown.userId)
  const bytes = fileId ? await fileStore().read(fileId) : undefined
  return bytes && { bytes, contentType: "image/webp" }
}

/** Which of these members have a photo that the actor may see. */
export function listPhotos(actor: Actor, memberIds: readonly string[]): Set<string> {
  const shown = listShown(actor, memberIds)
  if (shown.length === 0) return new Set()
  const having = new Set(
    db()
      .select({ userId: files.userId })
      .from(files)
      .where(
        and(
          inArray(
            files.userId,
            shown.map(({ userId }) => userId),
          ),
          eq(files.purpose, "photo"),
        ),
      )
      .all()
      .map(({ userId }) => userId),
  )
  return new Set(shown.flatMap(({ id, userId }) => (having.has(userId) ? [id] : [])))
}

/** How many are asked about at once; a long list shows names alone after that. */
const mostAsked = 500

function listShown(actor: Actor, memberIds: readonly string[]) {
  if (memberIds.length === 0) return []
  const seesAll = staffRoles.some((role) => role === actor.role)
  return db()
    .select({ id: members.id, userId: members.userId, role: members.role })
    .from(members)
    .where(
      and(
        own(actor, members),
        inArray(members.id, memberIds.slice(0, mostAsked)),
        isNull(members.deactivatedAt),
      ),
    )
    .all()
    .filter(({ id, role }) => seesAll || id === actor.memberId || staffRoles.some((each) => each === role))
}
