import { db, prepareOnce } from "db/client.server"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import { count, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/** How many lessons were canceled or moved for each closure, and can be put back with it. */
export const countClosedLessons = (actor: Actor): Map<string, number> =>
  new Map(
    closedQuery()
      .all({ schoolId: actor.school.id })
      .map(({ closureId, n }) => [closureId, n]),
  )

const closedQuery = prepareOnce(() =>
  db()
    .select({ closureId: closedLessons.closureId, n: count() })
    .from(closedLessons)
    .where(own(sql.placeholder("schoolId"), closedLessons))
    .groupBy(closedLessons.closureId)
    .prepare(),
)
