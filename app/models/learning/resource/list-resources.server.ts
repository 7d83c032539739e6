import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { files } from "db/schema/foundation-files"
import { resourceOpenings, resourceShares, resources, resourceTags } from "db/schema/learning-resources"
import { members } from "db/schema/people"
import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, ownRows, type Params, params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fold } from "~/utils/names"
import { today } from "~/utils/zones"
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
function listTagsOf(actor: Actor, resourceIds: string[]) {
  return ownRows(actor, resourceTags, ["resourceId", "tag"])
    .where(among(resourceTags.resourceId, resourceIds))
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
  const ids = ownRows(actor, resources, ["id", "title"])
    .where(isNull(resources.archivedAt))
    .all()
    .filter(({ title }) => words.length > 0 && words.every((word) => fold(title).includes(word)))
    .map(({ id }) => id)
  return among(resources.id, ids)
}

// What is shared with a student: by name, with a class they are in today or later, or with an instrument they learn. The
// caller has made sure that the student is theirs to see.

type Reader = { memberId: string | null; day: string }
const { schoolId, studentId, memberId, day } = params<Reader & { studentId: string }>()
const enrolled = sql`select e.class_id from enrollments e where e.school_id = ${schoolId}
    and e.student_id = ${studentId} and (e.ends_on is null or e.ends_on >= ${day})`
const learned = sql`select lower(u.instrument) from students u where u.school_id = ${schoolId}
      and u.id = ${studentId} and u.instrument is not null
    union select lower(i.instrument) from student_instruments i where i.school_id = ${schoolId}
      and i.student_id = ${studentId}
    union select lower(c.instrument) from classes c where c.school_id = ${schoolId}
      and c.id in (${enrolled}) and c.instrument is not null`
const reaches: SQL = sql`exists (select 1 from resource_shares s where s.school_id = ${resources.schoolId}
    and s.resource_id = ${resources.id} and (s.student_id = ${studentId} or s.class_id in (${enrolled})
    or lower(s.instrument) in (${learned})))`

/** Newest share first, each resource once, with when this reader last opened it (UTC ms). */
export function listSharedWith(actor: Actor, studentId: string) {
  const rows = studentsQuery.all(actor, { ...readerOf(actor), studentId })
  const tags = groupBy(
    listTagsOf(
      actor,
      rows.map(({ id }) => id),
    ),
    ({ resourceId }) => resourceId,
  )
  return rows.map((row) => ({ ...row, tags: (tags.get(row.id) ?? []).map(({ tag }) => tag) }))
}

/** What is shared with a class as a whole. */
export function listSharedWithClass(actor: Actor, classId: string) {
  return classQuery.all(actor, { ...readerOf(actor), classId })
}

const readerOf = ({ school, memberId }: Actor) => ({
  memberId,
  day: today(school.timeZone, now()),
})

const studentsQuery = query((_: Params<Reader & { studentId: string }>) =>
  sharedQuery(reaches).orderBy(desc(resources.createdAt), asc(resources.id)).limit(200),
)

const classQuery = query((p: Params<Reader & { classId: string }>) =>
  sharedQuery(
    sql`exists (select 1 from resource_shares s where s.school_id = ${resources.schoolId}
      and s.resource_id = ${resources.id} and s.class_id = ${p.classId})`,
  )
    .orderBy(desc(resources.createdAt), asc(resources.id))
    .limit(50),
)

const oneQuery = query((p: Params<Reader & { studentId: string; resourceId: string }>) =>
  sharedQuery(and(eq(resources.id, p.resourceId), reaches)),
)

/** A resource that is shared with the student; undefined for any other. */
export const findSharedWith = (actor: Actor, studentId: string, resourceId: string) =>
  oneQuery.get(actor, { ...readerOf(actor), studentId, resourceId })

/** Keeps that the reader opened a resource for a student. */
export function recordOpening(actor: Actor, studentId: string, resourceId: string) {
  transact(() => add(actor, resourceOpenings, { resourceId, studentId, memberId: actor.memberId ?? "" }))
}

function sharedQuery(which: SQL | undefined) {
  return select({
    ...columns(resources, "id", "kind", "title", "description", "url", "fileId", "fileName"),
    byteSize: files.byteSize,
    openedAt: sql<number | null>`(select max(${resourceOpenings.createdAt}) from ${resourceOpenings}
        where ${resourceOpenings.schoolId} = ${resources.schoolId} and ${resourceOpenings.memberId} = ${memberId}
        and ${resourceOpenings.resourceId} = ${resources.id})`,
  })
    .from(resources)
    .leftJoin(files, eq(files.id, resources.fileId))
    .where(and(own(schoolId, resources), isNull(resources.archivedAt), which))
    .$dynamic()
}
