import { files } from "db/schema/foundation-files"
import { members } from "db/schema/people"
import { and, asc, eq, inArray } from "drizzle-orm"
import { fileStore } from "~/providers/files/file-store.server"
import type { Actor } from "../access/actor"
import { select } from "../access/door.server"
import { own } from "../access/own.server"

/**
 * The photos of a school's people as files of an export, one after another: of everyone with a login there, or of these
 * members. A file is named for the member's id, as in the tables beside it.
 */
export async function* photoFiles(
  actor: Actor,
  memberIds?: readonly string[],
): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const photos = select({ memberId: members.id, fileId: files.id })
    .from(members)
    .innerJoin(files, and(eq(files.userId, members.userId), eq(files.purpose, "photo")))
    .where(and(own(actor, members), memberIds ? inArray(members.id, [...memberIds]) : undefined))
    .orderBy(asc(members.id))
    .all()
  for (const { memberId, fileId } of photos) {
    const bytes = await fileStore().read(fileId)
    if (bytes) yield { name: `photos/${memberId}.webp`, bytes }
  }
}
