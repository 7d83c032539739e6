import { teachers } from "db/schema/people"
import { classes, enrollments, rooms, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, count, eq, gte, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { holdsWords, searchedWords } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"
import { teaches } from "../co-teacher/co-teacher.server"
import { patternTexts } from "../session/pattern"
import type { ClassKind } from "./class"
import { type ClassFilter, inGroups, kindsInGroups } from "./class-query"
import { startsLaterOn } from "./later-class.server"

// The classes that have not ended: filtered, ordered by name and paged in the database, then the facts next to each.

/**
 * One page of the classes that pass the filter, and how many pass in all. `page` counts from 1. A class whose rules are
 * all over, or which never had one, has no patterns: it is "not scheduled", never hidden.
 */
export function listClasses(actor: Actor, filter: ClassFilter, page: number | "all") {
  const day = todayOf(actor)
  const where = and(...conditionsOf(actor, filter, day))
  const total = select({ n: count() }).from(classes).where(where).get()?.n ?? 0
  const rows = classesQuery(actor, where, page, day).all()
  if (rows.length === 0) return { total, classes: [] }
  const ids = rows.map(({ id }) => id)
  const rules = groupBy(listRules(actor, ids, day), ({ classId }) => classId)
  const enrolled = countEnrolled(actor, ids, day)
  const next = new Map(listNextOf(actor, ids).map(({ classId, ...session }) => [classId, session]))
  return {
    total,
    classes: rows.map((row) => ({
      ...row,
      patterns: patternTexts(rules.get(row.id) ?? [], day),
      enrolled: enrolled.get(row.id) ?? 0,
      nextSession: next.get(row.id) ?? null,
    })),
  }
}

/** How many classes of each kind have not ended. */
export function countByKind(actor: Actor): Map<ClassKind, number> {
  const day = todayOf(actor)
  const rows = select({ kind: classes.kind, n: count() })
    .from(classes)
    .where(and(...conditionsOf(actor, {}, day)))
    .groupBy(classes.kind)
    .all()
  return new Map(rows.map(({ kind, n }) => [kind, n]))
}

function classesQuery(actor: Actor, where: SQL | undefined, page: number | "all", day: string) {
  return select({
    id: classes.id,
    name: classes.name,
    kind: classes.kind,
    instrument: classes.instrument,
    capacity: classes.capacity,
    teacherName: teachers.name,
    roomName: rooms.name,
    startsLaterOn: startsLaterOn(actor, day),
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .where(where)
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .limit(page === "all" ? -1 : PER_PAGE)
    .offset(page === "all" ? 0 : (page - 1) * PER_PAGE)
}

/** The ids of those that pass the filter, in the list's order: of one page, or all. */
export function listClassIds(actor: Actor, filter: ClassFilter, page: number | "all"): string[] {
  const day = todayOf(actor)
  return classesQuery(actor, and(...conditionsOf(actor, filter, day)), page, day)
    .all()
    .map(({ id }) => id)
}

function conditionsOf(
  actor: Actor,
  { search, kind, unscheduled, teacherId, ids }: ClassFilter,
  day: string,
): SQL[] {
  const conditions: (SQL | undefined)[] = [own(actor, classes)]
  if (ids) conditions.push(inArray(classes.id, [...ids]))
  else conditions.push(or(isNull(classes.endedOn), gte(classes.endedOn, day)))
  if (kind) conditions.push(inArray(classes.kind, kind === inGroups ? [...kindsInGroups] : [kind]))
  if (teacherId) conditions.push(teaches(actor, teacherId, day))
  if (search) conditions.push(inArray(classes.id, findMatches(actor, search)))
  if (unscheduled)
    conditions.push(
      ne(classes.kind, "trial"),
      sql`not exists (select 1 from ${schedules} where schedules.school_id = classes.school_id and schedules.class_id = classes.id and (schedules.ends_on is null or schedules.ends_on >= ${day}))`,
    )
  return conditions.filter((condition) => condition !== undefined)
}

/** By the class's name, instrument or teacher, whatever the accents. */
function findMatches(actor: Actor, search: string): string[] {
  const words = searchedWords(search)
  if (words.length === 0) return []
  return select({
    id: classes.id,
    text: sql<string>`${classes.name} || ' ' || coalesce(${classes.instrument}, '') || ' ' || coalesce(${teachers.name}, '')`,
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(own(actor, classes))
    .all()
    .filter(({ text }) => holdsWords(text, words))
    .map(({ id }) => id)
}

/** The weekly times of classes that are not over on a day. */
export function listRules(actor: Actor, classIds: string[], day: string) {
  return ownRows(actor, schedules, ["classId", "rrule", "startTime", "startsOn", "endsOn"])
    .where(
      and(inArray(schedules.classId, classIds), or(isNull(schedules.endsOn), gte(schedules.endsOn, day))),
    )
    .orderBy(asc(schedules.startsOn), asc(schedules.startTime))
    .all()
}

/**
 * How many students are enrolled today in each class of the school, or of some, or where no one is yet, such as in one of the next term, those who
 * will be; a class without any is left out.
 */
export const countEnrolledIn = (actor: Actor, classIds?: string[]): Map<string, number> =>
  countEnrolled(actor, classIds, todayOf(actor))

/** The teacher's name of each class that has one. */
export const nameTeachers = (actor: Actor): Map<string, string> =>
  new Map(
    select({ id: classes.id, name: teachers.name })
      .from(classes)
      .innerJoin(teachers, joined(teachers, classes.teacherId))
      .where(own(actor, classes))
      .all()
      .map(({ id, name }) => [id, name]),
  )

/** Those enrolled on the day, or else on the first day after on which anyone is; of a class its earliest row counts, which is last. */
function countEnrolled(actor: Actor, classIds: string[] | undefined, day: string): Map<string, number> {
  const from = sql<string>`max(${enrollments.startsOn}, ${day})`
  const rows = ownRows(actor, enrollments, { classId: enrollments.classId, from, n: count() })
    .where(
      and(
        classIds ? inArray(enrollments.classId, classIds) : undefined,
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
      ),
    )
    .groupBy(enrollments.classId, sql`2`)
    .orderBy(sql`2 desc`)
    .all()
  return new Map(rows.map(({ classId, n }) => [classId, n]))
}

function listNextOf(actor: Actor, classIds: string[]) {
  return select({
    classId: sessions.classId,
    sessionId: sessions.id,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
    // SQLite takes the other columns from the row that has the minimum.
    startsAt: sql<number>`min(${sessions.startsAt})`,
  })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        inArray(sessions.classId, classIds),
        gte(sessions.startsAt, now()),
        eq(sessions.state, "planned"),
      ),
    )
    .groupBy(sessions.classId)
    .all()
}
