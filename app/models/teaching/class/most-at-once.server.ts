import { enrollments } from "db/schema/teaching"
import { and, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { todayOf } from "~/utils/clock.server"

/** The most spots taken on one day from today on. */
export function mostAtOnce(actor: Actor, classId: string): number {
  const day = todayOf(actor)
  const stays = staysQuery.all(actor, { classId, day })
  const on = (date: string) =>
    stays.filter(({ startsOn, endsOn }) => startsOn <= date && (endsOn === null || endsOn >= date)).length
  return Math.max(
    0,
    on(day),
    ...stays.filter(({ startsOn }) => startsOn > day).map(({ startsOn }) => on(startsOn)),
  )
}

const staysQuery = query((p: Params<{ classId: string; day: string }>, own) =>
  select({ startsOn: enrollments.startsOn, endsOn: enrollments.endsOn })
    .from(enrollments)
    .where(
      and(
        own(enrollments),
        eq(enrollments.classId, p.classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, p.day)),
      ),
    ),
)
