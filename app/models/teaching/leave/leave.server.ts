import { classes } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { and, asc, eq, gte, isNull, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import type { LeaveDays } from "./leave"

type Of = Record<"schoolId" | "studentId" | "classId" | "day", SQL | SQLWrapper | string>

/**
 * In SQL: a student is on leave from a class on a day. A leave of one class holds in all that continue it, term after term.
 */
export const isOnLeave = ({
  schoolId,
  studentId,
  classId,
  day,
}: Of): SQL => sql`exists (select 1 from leaves away
  where away.school_id = ${schoolId} and away.student_id = ${studentId}
    and away.starts_on <= ${day} and (away.ends_on is null or away.ends_on >= ${day})
    and away.state = 'approved' and away.kind = 'leave'
    and (away.class_id is null or away.class_id = ${classId} or away.class_id in (
      with recursive earlier (id) as (select ${classId} union
        select later.continues_id from earlier cross join classes later
          on later.school_id = away.school_id and later.id = earlier.id and later.continues_id is not null)
      select id from earlier)))`

/** In SQL: a class and all that continue it, term after term, as a list of ids. */
const continuing = (schoolId: SQLWrapper, classId: SQLWrapper | string) => sql<string>`(
  with recursive line (id) as (select ${classId} union
    select next.id from line cross join classes next indexed by classes_by_continued on next.school_id = ${schoolId} and next.continues_id = line.id)
  select json_group_array(id) from line)`

const Ids = z.array(z.string())

/** A class and those that continue it in later terms. */
export const listContinuing = (actor: Actor, classId: string): string[] => {
  const found = ownRows(actor, classes, { ids: continuing(classes.schoolId, classes.id) })
    .where(eq(classes.id, classId))
    .get()
  return found ? Ids.parse(JSON.parse(found.ids)) : [classId]
}

/** The leaves of students that share a day with a stretch of days (`YYYY-MM-DD`, both included). One query. */
export function listLeaves(
  actor: Actor,
  studentIds: readonly string[],
  { from, to }: { from: string; to: string },
): LeaveDays[] {
  if (studentIds.length === 0) return []
  return leavesQuery
    .all(actor, { ids: JSON.stringify(studentIds), from, to })
    .map(({ classIds, ...leave }) => ({
      ...leave,
      classIds: classIds === null ? null : Ids.parse(JSON.parse(classIds)),
    }))
}

const leavesQuery = query((p: Params<{ ids: string; from: string; to: string }>, own) =>
  select({
    studentId: leaves.studentId,
    classIds: sql<
      string | null
    >`iif(leaves.class_id is null, null, ${continuing(sql`leaves.school_id`, sql`leaves.class_id`)})`,
    startsOn: leaves.startsOn,
    endsOn: leaves.endsOn,
    feePercent: leaves.feePercent,
  })
    .from(leaves)
    .where(
      and(
        own(leaves),
        among(leaves.studentId, p.ids),
        eq(leaves.state, "approved"),
        eq(leaves.kind, "leave"),
        lte(leaves.startsOn, p.to),
        or(isNull(leaves.endsOn), gte(leaves.endsOn, p.from)),
      ),
    )
    .orderBy(asc(leaves.startsOn), asc(leaves.id)),
)
