import { closedLessons } from "db/schema/teaching-closed-lessons"
import { count } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { query, select } from "~/models/foundation/access/door.server"

/** How many lessons were canceled or moved for each closure, and can be put back with it; and how many of them moved. */
export const countClosedLessons = (actor: Actor): Map<string, { lessons: number; moved: number }> =>
  new Map(closedQuery.all(actor).map(({ closureId, ...counts }) => [closureId, counts]))

const closedQuery = query((_, own) =>
  select({ closureId: closedLessons.closureId, lessons: count(), moved: count(closedLessons.was) })
    .from(closedLessons)
    .where(own(closedLessons))
    .groupBy(closedLessons.closureId),
)
