import { transact } from "db/client.server"
import { files } from "db/schema/foundation-files"
import { resourceOpenings, resources } from "db/schema/learning-resources"
import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, type Params, params, query, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { today } from "~/utils/zones"
import { listTagsOf } from "./list-resources.server"

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
