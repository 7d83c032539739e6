import { enrollments } from "db/schema/teaching"
import { and, eq, gte, isNull, lt, or } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { monthBounds } from "~/utils/dates"

const earlier = alias(enrollments, "earlier")

/**
 * The enrollments of students who left a class and came back within a month, as an undone drop makes them: where a month costs
 * the full fee, it is the earlier enrollment's. Nothing is read unless one of these began after the first.
 */
export function listReturned(
  actor: Actor,
  month: string,
  all: readonly { enrollmentId: string; startsOn: string }[],
): ReadonlySet<string> {
  const { first, last } = monthBounds(month)
  const begun = all.filter(({ startsOn }) => startsOn > first && startsOn <= last)
  if (begun.length === 0) return new Set()
  const ids = begun.map(({ enrollmentId }) => enrollmentId)
  const rows = select({ id: enrollments.id })
    .from(enrollments)
    .innerJoin(earlier, joined(earlier.classId, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        among(enrollments.id, ids),
        eq(earlier.studentId, enrollments.studentId),
        lt(earlier.startsOn, enrollments.startsOn),
        or(isNull(earlier.endsOn), gte(earlier.endsOn, first)),
      ),
    )
    .all()
  return new Set(rows.map(({ id }) => id))
}
