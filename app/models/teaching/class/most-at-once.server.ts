import { db, prepareOnce } from "db/client.server"
import { enrollments } from "db/schema/teaching"
import { and, eq, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"

/** The most spots taken on one day from today on. */
export function mostAtOnce(actor: Actor, classId: string): number {
  const day = todayOf(actor)
  const stays = staysQuery().all({ schoolId: actor.school.id, classId, day })
  const on = (date: string) =>
    stays.filter(({ startsOn, endsOn }) => startsOn <= date && (endsOn === null || endsOn >= date)).length
  return Math.max(
    0,
    on(day),
    ...stays.filter(({ startsOn }) => startsOn > day).map(({ startsOn }) => on(startsOn)),
  )
}

const staysQuery = prepareOnce(() =>
  db()
    .select({ startsOn: enrollments.startsOn, endsOn: enrollments.endsOn })
    .from(enrollments)
    .where(
      and(
        own(sql.placeholder("schoolId"), enrollments),
        eq(enrollments.classId, sql.placeholder("classId")),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, sql.placeholder("day"))),
      ),
    )
    .prepare(),
)
