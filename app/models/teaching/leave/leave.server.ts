import { classes } from "db/schema/teaching"
import { leaves } from "db/schema/teaching-leaves"
import { and, asc, eq, gte, isNull, lte, or, type SQL, type SQLWrapper, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { LeaveDays } from "./leave"

type Of = Record<"schoolId" | "studentId" | "classId" | "day", SQL | SQLWrapper | string>

/**
 * In SQL: a student is on leave from a class on a day. A leave of one class holds in the one that continues it in the next term,
 * too.
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
    and (away.class_id is null or away.class_id = ${classId} or away.class_id = (select next.continues_id
      from classes next where next.school_id = ${schoolId} and next.id = ${classId})))`

/** The leaves of students that share a day with a stretch of days (`YYYY-MM-DD`, both included). One query. */
export function listLeaves(
  actor: Actor,
  studentIds: readonly string[],
  { from, to }: { from: string; to: string },
): LeaveDays[] {
  if (studentIds.length === 0) return []
  const rows = leavesQuery.all(actor, { ids: JSON.stringify(studentIds), from, to })
  return [...groupBy(rows, ({ id }) => id).values()].flatMap((found) => {
    const [leave] = found
    if (!leave) return []
    const { id: _, classId, continuedBy: __, ...days } = leave
    const continuing = found.flatMap(({ continuedBy }) => continuedBy ?? [])
    return [{ ...days, classIds: classId === null ? null : [classId, ...continuing] }]
  })
}

const leavesQuery = query((p: Params<{ ids: string; from: string; to: string }>, own) =>
  select({
    id: leaves.id,
    studentId: leaves.studentId,
    classId: leaves.classId,
    startsOn: leaves.startsOn,
    endsOn: leaves.endsOn,
    feePercent: leaves.feePercent,
    continuedBy: classes.id,
  })
    .from(leaves)
    .leftJoin(classes, joined(classes.continuesId, leaves.classId))
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
