import { db } from "db/client.server"
import { closedLessons } from "db/schema/teaching-closed-lessons"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/** How many lessons were canceled or moved for each closure, and can be put back with it; and of how many no one was told. */
export function countClosedLessons(actor: Actor): Map<string, { lessons: number; untold: number }> {
  const rows = db()
    .select({ closureId: closedLessons.closureId, toldAt: closedLessons.toldAt })
    .from(closedLessons)
    .where(own(actor, closedLessons))
    .all()
  const counts = new Map<string, { lessons: number; untold: number }>()
  for (const { closureId, toldAt } of rows) {
    const { lessons, untold } = counts.get(closureId) ?? { lessons: 0, untold: 0 }
    counts.set(closureId, { lessons: lessons + 1, untold: untold + (toldAt === null ? 1 : 0) })
  }
  return counts
}
