import { randomUUID } from "node:crypto"
import { transact } from "db/client.server"
import { files } from "db/schema/foundation-files"
import { and, desc, eq, inArray } from "drizzle-orm"
import { admitUpload } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  type Params,
  platformQuery,
  platformRemove,
  select,
} from "~/models/foundation/access/door.server"
import { fileStore } from "~/providers/files/file-store.server"
import type { PhotoRefusal } from "~/texts/people/refusals"
import { reencodeSquare } from "~/utils/image.server"
import type { Result } from "~/utils/result"
import { largestPhoto } from "./photo"

// A person's own photo: one per login, a small square that we wrote ourselves. Who sees it is decided beside the
// messages, which show it. It goes with the login.

/** Pixels of each side, sharp on twice the size at which it is shown. */
const side = 192

/** Keeps the photo in place of an earlier one. Its bytes are on the disk before its row exists. */
export async function storePhoto(actor: Actor, bytes: Uint8Array): Promise<Result<void, PhotoRefusal>> {
  const { userId } = actor
  if (bytes.length === 0 || !userId) return { ok: false, reason: "missing" }
  if (bytes.length > largestPhoto) return { ok: false, reason: "too-large" }
  const image = await reencodeSquare(bytes, side)
  if (!image.ok) return image
  const admitted = await admitUpload(actor, "files", image.bytes.length)
  if (!admitted.ok) return admitted
  const id = randomUUID()
  await fileStore().keep(id, image.bytes)
  transact(() => {
    forgetPhotos(userId)
    add(actor, files, {
      id,
      userId,
      purpose: "photo",
      contentType: image.contentType,
      byteSize: image.bytes.length,
      width: image.width,
      height: image.height,
    })
  })
  return { ok: true }
}

/** Removes it; the bytes go with the next round of the file store. */
export function removePhoto(actor: Actor) {
  if (actor.userId) forgetPhotos(actor.userId)
}

const forgetPhotos = (userId: string) =>
  platformRemove(files, and(eq(files.userId, userId), eq(files.purpose, "photo")))

const findPhotoId = (userId: string): string | undefined => photoQuery.get({ userId })?.id

const photoQuery = platformQuery((p: Params<{ userId: string }>) =>
  select({ id: files.id })
    .from(files)
    .where(and(eq(files.userId, p.userId), eq(files.purpose, "photo")))
    .orderBy(desc(files.createdAt)),
)

/** The photo of a member whom the reader sees; undefined when there is none. */
export async function readPhotoOf({ userId }: { userId: string }) {
  const fileId = findPhotoId(userId)
  const bytes = fileId ? await fileStore().read(fileId) : undefined
  return bytes && { bytes, contentType: "image/webp" }
}

/** Which of these members have a photo. */
export function withPhoto(shown: readonly { id: string; userId: string }[]): Set<string> {
  if (shown.length === 0) return new Set()
  const having = new Set(
    select({ userId: files.userId })
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
