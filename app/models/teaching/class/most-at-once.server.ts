import { enrollments } from "db/schema/teaching"
import { and, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { todayOf } from "~/utils/clock.server"

/** From when until when a spot is taken, both days included; without an end it stays taken. */
export type Stay = { startsOn: string; endsOn: string | null }

/** The most spots taken on one day from today on. */
export const mostAtOnce = (actor: Actor, classId: string): number =>
  mostFrom(todayOf(actor), listStays(actor, classId))

/** The spots of a class that are taken today or later. */
export const listStays = (actor: Actor, classId: string): Stay[] =>
  staysQuery.all(actor, { classId, day: todayOf(actor) })

/** The most spots taken on one day from this one on. */
export function mostFrom(day: string, stays: readonly Stay[]): number {
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
