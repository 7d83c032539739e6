import { teachers } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { renewals } from "db/schema/teaching-renewals"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, exists, gt, gte, isNull, notExists, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"

// Private lessons of a term to come whose families declined: no one is left in them, and their teacher's week is full of them
// until their class ends.

/** So many are named; all of them are ended at once. */
const mostNamed = 25

/**
 * Private classes of the next term without a student: the first by name, with how many lessons they take of their teacher's time,
 * and how many they are.
 */
export function listEmptied(actor: Actor) {
  const named = namedQuery(actor).limit(mostNamed).all()
  return { named, total: named.length < mostNamed ? named.length : listEmptiedIds(actor).length }
}

/** All of them, by id. */
export const listEmptiedIds = (actor: Actor): string[] =>
  selectDistinct({ id: classes.id })
    .from(renewals)
    .innerJoin(classes, joined(classes, renewals.classId))
    .where(isEmptied(actor))
    .all()
    .map(({ id }) => id)

const namedQuery = (actor: Actor) =>
  selectDistinct({
    id: classes.id,
    name: classes.name,
    teacherName: teachers.name,
    startsOn: renewals.startsOn,
    lessons: sql<number>`(select count(*) from sessions x where x.school_id = classes.school_id
        and x.class_id = classes.id and x.state = 'planned')`,
  })
    .from(renewals)
    .innerJoin(classes, joined(classes, renewals.classId))
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(isEmptied(actor))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))

function isEmptied(actor: Actor) {
  const day = todayOf(actor)
  return and(
    own(actor, renewals),
    eq(renewals.state, "declined"),
    gte(renewals.startsOn, day),
    eq(classes.kind, "private"),
    or(isNull(classes.endedOn), gt(classes.endedOn, renewals.startsOn)),
    exists(
      select({ id: sessions.id })
        .from(sessions)
        .where(and(joined(classes, sessions.classId), eq(sessions.state, "planned"))),
    ),
    notExists(
      select({ id: enrollments.id })
        .from(enrollments)
        .where(
          and(
            joined(classes, enrollments.classId),
            or(isNull(enrollments.endsOn), gte(enrollments.endsOn, renewals.startsOn)),
          ),
        ),
    ),
  )
}
