import { transact } from "db/client.server"
import { files } from "db/schema/foundation-files"
import { resources, resourceTags } from "db/schema/learning-resources"
import { and, eq, isNull } from "drizzle-orm"
import type { StoredFile } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"

// The school's library. Every teacher finds everything in it; only its contributor may edit or archive a resource.

type ResourceFacts = { title: string; description: string | null; tags: string[] }

/** Puts a file or a link into the library; answers its id. */
export function addResource(
  actor: Actor,
  form: ResourceFacts,
  source: { kind: "link"; url: string } | ({ kind: "file" } & StoredFile),
): string {
  return transact(() => {
    const { tags, ...facts } = form
    const id = add(actor, resources, { ...facts, ...source, memberId: actor.memberId })
    setTags(actor, id, tags)
    recordEvent(actor, {
      verb: "add",
      noun: "resource",
      nounId: id,
      after: { title: form.title, kind: source.kind },
    })
    return id
  })
}

/** A resource that is not archived, with its tags; undefined for another school's. */
export function findResource(actor: Actor, resourceId: string) {
  const found = select({
    ...columns(resources, "id", "kind", "title", "description", "url", "fileId", "fileName"),
    byteSize: files.byteSize,
    memberId: resources.memberId,
    createdAt: resources.createdAt,
  })
    .from(resources)
    .leftJoin(files, eq(files.id, resources.fileId))
    .where(inLibrary(actor, resourceId))
    .get()
  if (!found) return undefined
  return { ...found, isOwn: isOwn(actor, found.memberId), tags: listTags(actor, resourceId) }
}

/** Edits a resource; false when it doesn't exist or another member added it. */
export function changeResource(actor: Actor, resourceId: string, form: ResourceFacts): boolean {
  return transact(() => {
    const before = findResource(actor, resourceId)
    if (!before?.isOwn) return false
    const { tags, ...facts } = form
    change(actor, resources, inLibrary(actor, resourceId), facts)
    setTags(actor, resourceId, tags)
    const { title, description, tags: tagsBefore } = before
    recordEvent(actor, {
      verb: "change",
      noun: "resource",
      nounId: resourceId,
      before: { title, description, tags: tagsBefore },
      after: form,
    })
    return true
  })
}

/** Archives a resource so that it can't be opened. False when it doesn't exist or another member added it. */
export function archiveResource(actor: Actor, resourceId: string): boolean {
  return transact(() => {
    const found = findResource(actor, resourceId)
    if (!found?.isOwn) return false
    change(actor, resources, inLibrary(actor, resourceId), { archivedAt: now() })
    recordEvent(actor, {
      verb: "put-away",
      noun: "resource",
      nounId: resourceId,
      before: { title: found.title },
    })
    return true
  })
}

const inLibrary = (actor: Actor, resourceId: string) =>
  and(own(actor, resources, resourceId), isNull(resources.archivedAt))

/** A solo teacher owns the whole library. */
export const isOwn = (actor: Actor, memberId: string | null): boolean =>
  actor.school.kind === "solo" || (memberId !== null && memberId === actor.memberId)

const tagsOf = (actor: Actor, resourceId: string) =>
  and(own(actor, resourceTags), eq(resourceTags.resourceId, resourceId))

const listTags = (actor: Actor, resourceId: string): string[] =>
  select({ tag: resourceTags.tag })
    .from(resourceTags)
    .where(tagsOf(actor, resourceId))
    .all()
    .map(({ tag }) => tag)
    .sort()

function setTags(actor: Actor, resourceId: string, tags: string[]) {
  remove(actor, resourceTags, tagsOf(actor, resourceId))
  for (const tag of tags) add(actor, resourceTags, { resourceId, tag })
}
