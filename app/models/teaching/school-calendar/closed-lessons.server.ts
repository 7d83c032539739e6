import { db, prepareOnce } from "db/client.server"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { count, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/** How many lessons were canceled or moved for each closure, and can be put back with it; and how many of them moved. */
export const countClosedLessons = (actor: Actor): Map<string, { lessons: number; moved: number }> =>
  new Map(
    closedQuery()
      .all({ schoolId: actor.school.id })
      .map(({ closureId, ...counts }) => [closureId, counts]),
  )

const closedQuery = prepareOnce(() =>
  db()
    .select({ closureId: closedLessons.closureId, lessons: count(), moved: count(closedLessons.was) })
    .from(closedLessons)
    .where(own(sql.placeholder("schoolId"), closedLessons))
    .groupBy(closedLessons.closureId)
    .prepare(),
)
