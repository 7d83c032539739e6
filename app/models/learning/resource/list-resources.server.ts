import { users } from "db/schema/accounts"
import { files } from "db/schema/foundation-files"
import { resourceOpenings, resourceShares, resources, resourceTags } from "db/schema/learning-resources"
import { members } from "db/schema/people"
import { and, asc, count, eq, isNull, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { columns } from "~/models/foundation/access/columns.server"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import { fold } from "~/utils/names"
import { type ResourceRow, resourcePageSize } from "./resource"
import { isOwn } from "./resource.server"

export type ResourceFilter = { search?: string; tag?: string; isMine?: boolean }

/** One page of the library by title, counted from 1, and how much passes in all. Search looks at titles and tags. */
export function listResources(
  actor: Actor,
  filter: ResourceFilter,
  page = 1,
): { total: number; resources: ResourceRow[] } {
  const where = and(...conditionsOf(actor, filter))
  const total = select({ n: count() }).from(resources).where(where).get()?.n ?? 0
  const rows = select({
    ...columns(resources, "id", "kind", "title", "url", "fileName"),
    byteSize: files.byteSize,
    memberId: resources.memberId,
    addedBy: users.name,
    shares: sql<number>`(select count(*) from ${resourceShares} where ${resourceShares.schoolId} = ${resources.schoolId}
        and ${resourceShares.resourceId} = ${resources.id})`,
    openedBy: sql<number>`(select count(distinct ${resourceOpenings.memberId}) from ${resourceOpenings}
        where ${resourceOpenings.schoolId} = ${resources.schoolId} and ${resourceOpenings.resourceId} = ${resources.id})`,
  })
    .from(resources)
    .leftJoin(files, eq(files.id, resources.fileId))
    .leftJoin(members, joined(members, resources.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(where)
    .orderBy(sql`${resources.title} collate nocase`, asc(resources.id))
    .limit(resourcePageSize)
    .offset((page - 1) * resourcePageSize)
    .all()
  const tags = groupBy(
    listTagsOf(
      actor,
      rows.map(({ id }) => id),
    ),
    ({ resourceId }) => resourceId,
  )
  return {
    total,
    resources: rows.map(({ memberId, ...row }) => ({
      ...row,
      isOwn: isOwn(actor, memberId),
      tags: (tags.get(row.id) ?? []).map(({ tag }) => tag),
    })),
  }
}

/** The library's tags, the most used first, at most 20. */
export function listLibraryTags(actor: Actor): { tag: string; n: number }[] {
  return select({ tag: resourceTags.tag, n: count() })
    .from(resourceTags)
    .innerJoin(resources, joined(resources, resourceTags.resourceId))
    .where(and(own(actor, resourceTags), isNull(resources.archivedAt)))
    .groupBy(resourceTags.tag)
    .orderBy(sql`count(*) desc`, asc(resourceTags.tag))
    .limit(20)
    .all()
}

/** The tags of these resources, in order. */
export function listTagsOf(actor: Actor, resourceIds: string[]) {
  return select({ resourceId: resourceTags.resourceId, tag: resourceTags.tag })
    .from(resourceTags)
    .where(and(own(actor, resourceTags), among(resourceTags.resourceId, resourceIds)))
    .orderBy(asc(resourceTags.tag))
    .all()
}

function conditionsOf(actor: Actor, { search, tag, isMine }: ResourceFilter): (SQL | undefined)[] {
  return [
    own(actor, resources),
    isNull(resources.archivedAt),
    isMine ? eq(resources.memberId, actor.memberId ?? "") : undefined,
    tag ? tagged(sql`${resourceTags.tag} = ${tag.toLowerCase()}`) : undefined,
    search
      ? or(titled(actor, search), tagged(sql`${resourceTags.tag} = ${search.toLowerCase()}`))
      : undefined,
  ]
}

const tagged = (which: SQL): SQL => sql`exists (select 1 from ${resourceTags}
  where ${resourceTags.schoolId} = ${resources.schoolId} and ${resourceTags.resourceId} = ${resources.id} and ${which})`

/** By title, ignoring accents. */
function titled(actor: Actor, search: string): SQL {
  const words = fold(search).split(" ").filter(Boolean)
  const ids = select({ id: resources.id, title: resources.title })
    .from(resources)
    .where(and(own(actor, resources), isNull(resources.archivedAt)))
    .all()
    .filter(({ title }) => words.length > 0 && words.every((word) => fold(title).includes(word)))
    .map(({ id }) => id)
  return among(resources.id, ids)
}
