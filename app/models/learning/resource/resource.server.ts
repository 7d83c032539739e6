import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { files } from "db/schema/foundation-files"
import { resourceOpenings, resourceShares, resources, resourceTags } from "db/schema/learning-resources"
import { members, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, asc, desc, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { StoredFile } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, addUnlessThere, change, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import {
  type NameOffer,
  type NameWish,
  offerAll,
  offerFound,
} from "~/models/foundation/name-search/name-search"
import { isTaughtBy, listStudents } from "~/models/people/student/list-students.server"
import { teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import type { ShareRefusal } from "~/texts/learning/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { type Share, type ShareTarget, targetGroups, targetValue } from "./resource"

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
    recordEvent(actor, "resource.add", id, { after: { title: form.title, kind: source.kind } })
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
    recordEvent(actor, "resource.change", resourceId, {
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
    recordEvent(actor, "resource.put-away", resourceId, { before: { title: found.title } })
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

// A resource is shared with a student, with a class, or with everyone who learns an instrument. A teacher shares with
// their own, and ends only what they shared.

/** The teacher's own students, classes and instruments, by name. */
function listShareTargets(actor: Actor, teacherId: string): (ShareTarget & { name: string })[] {
  const open = listOwnClasses(actor, teacherId)
  const instruments = [...new Set(open.flatMap(({ instrument }) => instrument ?? []))].sort()
  const pupils = listStudents(actor, { teacherId, sort: "first-name" }, "all").students
  return [
    ...open.map(({ id, name }) => ({ kind: "class" as const, key: id, name })),
    ...instruments.map((name) => ({ kind: "instrument" as const, key: name, name })),
    ...pupils.map((pupil) => ({ kind: "student" as const, key: pupil.id, name: fullName(pupil) })),
  ]
}

/** With more than these, one is found by name. */
const mostTargets = 50

/** The same to choose one from. */
export function offerShareTargets(actor: Actor, teacherId: string, wish: NameWish): NameOffer {
  const all = listShareTargets(actor, teacherId).map((target) => ({
    value: targetValue(target),
    label: target.name,
    group: targetGroups[target.kind],
  }))
  return all.length > mostTargets
    ? offerFound(
        all.map((each) => ({ ...each, title: each.label })),
        wish,
      )
    : offerAll(all)
}

function listOwnClasses(actor: Actor, teacherId: string) {
  const day = todayOf(actor)
  return ownRows(actor, classes, ["id", "name", "instrument"])
    .where(and(teaches(actor, teacherId, day), or(isNull(classes.endedOn), gte(classes.endedOn, day))))
    .orderBy(sql`${classes.name} collate nocase`)
    .all()
}

/** Shares a resource of the library; refused with anyone who is not the teacher's own. */
export function shareResource(
  actor: Actor,
  teacherId: string,
  resourceId: string,
  target: ShareTarget,
): Result<{ name: string }, ShareRefusal> {
  return transact(() => {
    if (!findResource(actor, resourceId)) return { ok: false, reason: "resource-unknown" }
    const found = listShareTargets(actor, teacherId).find(
      ({ kind, key }) => kind === target.kind && key === target.key,
    )
    if (!found) return { ok: false, reason: "target-unknown" }
    const row = newRow(actor)
    const isNew = addUnlessThere(actor, resourceShares, {
      ...row,
      resourceId,
      studentId: target.kind === "student" ? target.key : null,
      classId: target.kind === "class" ? target.key : null,
      instrument: target.kind === "instrument" ? target.key : null,
      sharedBy: actor.memberId,
    })
    if (!isNew) return { ok: false, reason: "shared-already" }
    recordEvent(actor, "resource.share", resourceId, { after: { with: target.kind, key: target.key } })
    return { ok: true, name: found.name }
  })
}

/** Ends a share; false when there is none like it, or someone else made it. */
export function endShare(actor: Actor, resourceId: string, shareId: string): boolean {
  return transact(() => {
    const found = ownRows(actor, resourceShares)
      .where(and(eq(resourceShares.id, shareId), eq(resourceShares.resourceId, resourceId)))
      .get()
    if (!found || !isOwn(actor, found.sharedBy)) return false
    remove(actor, resourceShares, shareId)
    const { studentId, classId, instrument } = found
    recordEvent(actor, "resource.end-share", resourceId, { before: { studentId, classId, instrument } })
    return true
  })
}

/** With whom a resource is shared; of other teachers' students only how many there are. */
export function listShares(actor: Actor, teacherId: string, resourceId: string) {
  const rows = select({
    id: resourceShares.id,
    instrument: resourceShares.instrument,
    className: classes.name,
    until: classes.endedOn,
    firstName: students.firstName,
    lastName: students.lastName,
    studentId: resourceShares.studentId,
    isTaught: sql<number>`${isTaughtBy(actor, teacherId)}`.mapWith(Boolean),
    sharedBy: resourceShares.sharedBy,
  })
    .from(resourceShares)
    .leftJoin(classes, joined(classes, resourceShares.classId))
    .leftJoin(students, joined(students, resourceShares.studentId))
    .where(and(own(actor, resourceShares), eq(resourceShares.resourceId, resourceId)))
    .orderBy(asc(resourceShares.createdAt), asc(resourceShares.id))
    .all()
  const visible = rows.filter(({ studentId, isTaught }) => studentId === null || isTaught)
  return {
    shares: visible.map(
      (row): Share => ({
        id: row.id,
        target: row.studentId ? "student" : row.className === null ? "instrument" : "class",
        name:
          row.instrument ??
          row.className ??
          fullName({ firstName: row.firstName ?? "", lastName: row.lastName ?? "" }),
        until: row.until,
        isOwn: isOwn(actor, row.sharedBy),
      }),
    ),
    others: rows.length - visible.length,
  }
}

/** Who opened a resource for one of the teacher's own students, newest first, each pair once. */
export function listOpenings(actor: Actor, teacherId: string, resourceId: string) {
  return select({
    memberId: resourceOpenings.memberId,
    by: users.name,
    firstName: students.firstName,
    lastName: students.lastName,
    n: sql<number>`count(*)`,
    lastAt: sql<number>`max(${resourceOpenings.createdAt})`,
  })
    .from(resourceOpenings)
    .innerJoin(members, joined(members, resourceOpenings.memberId))
    .innerJoin(users, eq(users.id, members.userId))
    .innerJoin(students, joined(students, resourceOpenings.studentId))
    .where(
      and(
        own(actor, resourceOpenings),
        eq(resourceOpenings.resourceId, resourceId),
        isNotNull(resourceOpenings.studentId),
        isTaughtBy(actor, teacherId),
      ),
    )
    .groupBy(resourceOpenings.memberId, resourceOpenings.studentId)
    .orderBy(desc(sql`max(${resourceOpenings.createdAt})`))
    .limit(100)
    .all()
}
